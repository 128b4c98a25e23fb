"""Do bytes keep their name, numbers their place, and edits their guards?"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import apsw
import pytest

from cortex.core.identity.references import blob_reference
from cortex.core.text.digests import plain_digest
from cortex.model.errors import StoreReadOnly
from cortex.model.identity import BindFault, Envelope, IdentityFault, LivePath, Loc, RefFault
from cortex.model.refusals import BindRefused, IdentityRefused, ReferenceRefused
from cortex.ports.brain import Brain
from cortex.services.identity import (
    BATCH_FACTS,
    Imported,
    bind_edit,
    import_object,
    intern_facts,
    read_reference,
    recall_envelope,
)
from cortex.stores.sqlite.identity.store import DAMAGED_SUFFIX, SqliteIdentity, open_identity
from cortex.stores.system.ids import SystemIds
from tests.services.factory import ANNA, BERT, SOLO, stored

TEXT = b"alpha\nbeta\ngamma\n"
SEAL = plain_digest(TEXT)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the place of a sidecar."""
    return tmp_path / "cortex.db.refzero.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteIdentity]:
    """Give an empty sidecar."""
    opened = open_identity(str(path), SystemIds().new_id)
    yield opened
    opened.close()


def minted(store: SqliteIdentity, session: str = "s", **changes: object) -> Loc:
    """Number a place in the first object."""
    oid = store.intern(TEXT, SEAL)
    store.open_session(session)
    loc = Loc(session, 0, oid, 0, 5)
    return store.mint(loc._replace(**changes))  # type: ignore[arg-type]  # Tests name any field.


def refusal(act: Callable[[], object]) -> str:
    """Give the reason something is refused for."""
    with pytest.raises((IdentityRefused, BindRefused, ReferenceRefused)) as caught:
        act()
    assert isinstance(caught.value, IdentityRefused | BindRefused | ReferenceRefused)
    assert caught.value.remedy
    return caught.value.reason


def test_same_bytes_keep_their_name(store: SqliteIdentity) -> None:
    """CQR I10: interning twice is once; the name is random and no digest."""
    oid = store.intern(TEXT, SEAL)
    assert oid == store.intern(TEXT, SEAL)
    assert 32 == len(oid)
    assert oid not in SEAL
    assert oid != store.intern(b"other", plain_digest(b"other"))
    kept = store.find(SEAL)
    assert kept is not None
    assert (oid, TEXT) == (kept.oid, kept.payload)
    assert store.find("0" * 64) is None


def test_same_seal_with_other_bytes_is_a_collision(store: SqliteIdentity) -> None:
    """CQR I10: equal length and seal, another byte: refused, and the first is as it was."""
    oid = store.intern(TEXT, SEAL)
    assert IdentityFault.INTEGRITY_COLLISION == refusal(partial(store.intern, TEXT.upper(), SEAL))
    assert oid == store.intern(TEXT, SEAL)


def test_new_suite_keeps_the_name(store: SqliteIdentity) -> None:
    """CQR I10: an object that is sealed anew has its name, and both seals find it."""
    oid = store.intern(TEXT, SEAL)
    store.reseal(oid, "f" * 64, "next")
    assert {oid} == {
        found.oid for found in (store.find(SEAL), store.find("f" * 64, "next")) if found
    }


def test_numbers_start_at_one_and_are_never_given_again(path: Path) -> None:
    """CQR I10: in each session, after a reopening too; the high-water mark never falls."""
    store = open_identity(str(path), SystemIds().new_id)
    assert [1, 2] == [minted(store).number for _ in range(2)]
    assert 1 == minted(store, "other").number
    store.close()
    store = open_identity(str(path), SystemIds().new_id)
    assert 3 == minted(store).number
    assert [1, 2, 3] == [loc.number for loc in store.locs("s")]
    store.end_session("s", is_closed=True)
    assert 3 == store.high_water()
    store.close()


def test_ended_session_numbers_nothing(store: SqliteIdentity) -> None:
    """CQR I10: frozen or closed, and an unknown one neither; what was shown stays."""
    minted(store)
    store.end_session("s", is_closed=False)
    assert IdentityFault.SESSION_FROZEN == refusal(lambda: minted(store))
    store.end_session("s", is_closed=True)
    store.end_session("s", is_closed=False)
    assert IdentityFault.SESSION_CLOSED == refusal(lambda: minted(store))
    oid = store.intern(TEXT, SEAL)
    assert IdentityFault.SESSION_CLOSED == refusal(lambda: store.mint(Loc("none", 0, oid, 0, 1)))
    assert [1] == [loc.number for loc in store.locs("s")]


def test_quota_is_a_last_number(tmp_path: Path) -> None:
    """CQR I10: the last one is given, the next is refused."""
    store = open_identity(str(tmp_path / "q.sqlite"), SystemIds().new_id, quota=2)
    assert [1, 2] == [minted(store).number for _ in range(2)]
    assert IdentityFault.QUOTA_EXHAUSTED == refusal(lambda: minted(store))
    store.close()


def test_envelope_gives_a_fresh_place_without_rights(store: SqliteIdentity) -> None:
    """CQR I10: the sender's object, the receiver's number; a span outside uses none up."""
    sent = minted(store, "sender", kind="file", granted_by="edit", source_path="a.py")
    store.open_session("receiver")
    outside = Envelope(sent.oid, 0, len(TEXT) + 1)
    assert IdentityFault.SPAN_OUTSIDE == refusal(
        lambda: recall_envelope(store, outside, "receiver")
    )
    unknown = Envelope("0" * 32, 0, 0)
    assert IdentityFault.SPAN_OUTSIDE == refusal(
        lambda: recall_envelope(store, unknown, "receiver")
    )
    loc = recall_envelope(store, Envelope(sent.oid, 6, 10), "receiver")
    assert (1, sent.oid, "") == (loc.number, loc.oid, loc.granted_by)


def test_import_checks_digest_and_locator(store: SqliteIdentity) -> None:
    """CQR I10: BLAKE3 of known producers only; one locator never means two contents."""
    imported = Imported("kernel-handle", "h1", "blake3", SEAL)
    oid = import_object(store, imported, TEXT)
    assert oid == import_object(store, imported, TEXT)
    other = imported._replace(digest=plain_digest(b"x"))
    for act, reason in (
        (lambda: import_object(store, other, b"x"), IdentityFault.IMPORT_CONFLICT),
        (lambda: import_object(store, imported, b"x"), RefFault.DIGEST_MISMATCH),
        (
            lambda: import_object(store, imported._replace(algorithm="md5"), TEXT),
            RefFault.UNSUPPORTED,
        ),
        (
            lambda: import_object(store, imported._replace(producer="x"), TEXT),
            RefFault.UNSUPPORTED,
        ),
    ):
        assert reason == refusal(act)
    assert store.find(plain_digest(b"x")) is None


def live(revision: int, digest: str = SEAL) -> Callable[[Loc], LivePath | None]:
    """Give how every path stands now."""
    return lambda _: LivePath(revision, digest)


def seen(store: SqliteIdentity, granted_by: str = "read_seed", path: str = "a.py") -> Loc:
    """Show a file."""
    revision = store.note_path(path, store.intern(TEXT, SEAL))
    return minted(store, kind="file", source_path=path, revision=revision, granted_by=granted_by)


def test_guards_refuse_in_their_words(store: SqliteIdentity) -> None:
    """CQR I11: each guard with its reason and the next call; a digest is never echoed."""
    store.open_session("s")
    assert BindFault.UNBOUND == refusal(lambda: bind_edit(store, "s", None, live(1)))
    plain = minted(store)
    capsule = minted(store, kind="file", origin="other", granted_by="")
    bare = minted(store, kind="file")
    for text in ("", "1", "@0", "@01", "@-1", "@1x", f"@{2**53}", SEAL, blob_reference(TEXT)):
        with pytest.raises(BindRefused) as caught:
            bind_edit(store, "s", text, live(1))
        assert BindFault.NOT_A_LOC == caught.value.reason
        assert SEAL not in f"{caught.value.message}{caught.value.remedy}"
    for asked, reason in (
        ("@99", BindFault.LOC_UNKNOWN),
        (f"@{2**53 - 1}", BindFault.LOC_UNKNOWN),
        (str(plain), BindFault.NOT_EDITABLE),
        (str(bare), BindFault.NOT_EDITABLE),
        (str(capsule), BindFault.CAPSULE_NOT_AUTHORITY),
    ):
        assert reason == refusal(partial(bind_edit, store, "s", asked, live(1)))
    seen(store)
    seen(store, path="b.py")
    assert BindFault.BIND_AMBIGUOUS == refusal(lambda: bind_edit(store, "s", None, live(1)))


def test_edit_gets_what_was_there_and_uses_up_its_right(store: SqliteIdentity) -> None:
    """CQR I11: the only file needs no name; a second edit needs a second look."""
    loc = seen(store)
    bound, preimage = bind_edit(store, "s", None, live(1))
    assert (loc, b"alpha") == (bound, preimage)
    assert BindFault.UNBOUND == refusal(lambda: bind_edit(store, "s", None, live(1)))
    assert BindFault.NOT_EDITABLE == refusal(lambda: bind_edit(store, "s", str(loc), live(1)))


def test_file_that_changed_is_stale_even_when_it_changed_back(store: SqliteIdentity) -> None:
    """CQR I10: A, B, A is not A; other bytes on disk, or none, are stale too."""
    loc = seen(store)
    oid = store.intern(TEXT, SEAL)
    assert [2, 3] == [
        store.note_path("a.py", store.intern(b"b", plain_digest(b"b"))),
        store.note_path("a.py", oid),
    ]
    assert 3 == store.note_path("a.py", oid)
    for now in (live(store.path_revision("a.py")), live(1, plain_digest(b"b")), lambda _: None):
        assert BindFault.BIND_STALE == refusal(partial(bind_edit, store, "s", str(loc), now))


def test_one_handle_for_a_path(path: Path, store: SqliteIdentity) -> None:
    """CQR I11: the same file is opened once; after closing, anew."""
    assert store is open_identity(str(path), SystemIds().new_id)
    store.close()
    again = open_identity(str(path), SystemIds().new_id)
    assert store is not again
    again.close()
    with pytest.raises(StoreReadOnly):
        again.high_water()


@pytest.mark.parametrize("content", [b"no database" * 500, b"SQLite format 3\0" + bytes(4000)])
def test_damaged_file_is_set_aside(path: Path, content: bytes) -> None:
    """CQR I11: tampering costs the names and nothing else; the old file is kept beside."""
    path.write_bytes(content)
    store = open_identity(str(path), SystemIds().new_id)
    assert 1 == minted(store).number
    assert content == path.with_name(path.name + DAMAGED_SUFFIX).read_bytes()
    store.erase(["alpha"], is_applied=True)
    assert not path.with_name(path.name + DAMAGED_SUFFIX).exists()
    store.close()


def test_changed_payload_is_a_mismatch(store: SqliteIdentity, path: Path, brain: Brain) -> None:
    """CQR I11: bytes that were changed in the file are not given out."""
    store.intern(TEXT, SEAL)
    other = apsw.Connection(str(path))
    other.execute("UPDATE objects SET payload = ?", (TEXT.upper(),))
    other.close()
    read = partial(read_reference, brain, store, f"z://blob/{SEAL}", SOLO)
    assert RefFault.DIGEST_MISMATCH == refusal(read)


def test_link_is_not_followed(tmp_path: Path) -> None:
    """CQR I11: a link in the place of the sidecar is refused."""
    link = tmp_path / "link.sqlite"
    link.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StoreReadOnly):
        open_identity(str(link), SystemIds().new_id)
    assert not (tmp_path / "elsewhere").exists()


def test_facts_are_interned_when_asked_for(store: SqliteIdentity, brain: Brain) -> None:
    """The first question reads all, the next only what is new; unknown bytes are missing."""
    numbers = count()
    for _ in range(BATCH_FACTS // 100):
        stored(brain, f"Fact {next(numbers)} of the house")
    reference = blob_reference(b"Fact 3 of the house")
    assert b"3" == read_reference(brain, store, f"{reference}#B5-6", SOLO)
    assert 0 == intern_facts(brain, store)
    stored(brain, "One more of the house")
    assert 1 == intern_facts(brain, store)
    missing = blob_reference(b"never said")
    assert RefFault.MISSING == refusal(lambda: read_reference(brain, store, missing, SOLO))


def test_owner_reads_only_what_they_may_see(store: SqliteIdentity, brain: Brain) -> None:
    """A digest is no key to somebody else's fact."""
    stored(brain, "Anna has a key", owner_id=1)
    reference = blob_reference(b"Anna has a key")
    assert b"Anna has a key" == read_reference(brain, store, reference, ANNA)
    assert RefFault.POLICY_DENIED == refusal(lambda: read_reference(brain, store, reference, BERT))


def test_erasing_takes_object_and_everything_that_named_it(store: SqliteIdentity) -> None:
    """Places and paths of a forgotten object go; its number is not given again."""
    loc = seen(store)
    keep = store.intern(b"other", plain_digest(b"other"))
    assert (1, 1, 0) == tuple(
        store.erase(["beta\nga"], is_applied=is_applied) for is_applied in (False, True, True)
    )
    assert (None, []) == (store.get(loc.oid), store.locs("s"))
    assert keep == store.intern(b"other", plain_digest(b"other"))
    assert 2 == minted(store).number
    assert () == store.search(["never"]).found_in
