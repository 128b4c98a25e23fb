"""Do both boot readers give the same rows, and exactly those a brief may show?

The reader over the general port is the plain reading of ``ports/boot.py``; the narrow statements of
the local brain must agree with it on every brain.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cortex.core.text.tokens import ANALYSIS_VERSION
from cortex.model.boot import BOOT_COUNT_MAX, BOOT_TEXT_BYTES_MAX, BootFact, BootQuestion
from cortex.model.facts import FactKind, FactStatus, Naming, Provenance, RetentionClass, Visibility
from cortex.model.receipts import Durability
from cortex.model.relations import Relation, Role
from cortex.model.scopes import Scope
from cortex.model.vault import CitedRecord
from cortex.ports.brain import Brain
from cortex.stores.memory.boot import MemoryBootReader
from cortex.stores.sqlite.boot import SqliteBootReader
from cortex.stores.sqlite.brain import Opening, open_brain
from cortex.stores.system.locks import WriteQueue
from tests.services.factory import DAY_US, SCOPE_ID, START_US, disagreed, stored

NOW_US = START_US + 100 * DAY_US
FOLDER_ID = "folder:/srv"
OTHER_ID = "project:/srv/other/.git"
SCOPES = (SCOPE_ID, FOLDER_ID, "user", OTHER_ID)
HERE = Scope(SCOPE_ID, "demo", "/srv/demo", "main", (FOLDER_ID, "user"))
ASKED = (
    BootQuestion(HERE, "/srv/demo", NOW_US),
    BootQuestion(HERE, "/srv/demo", NOW_US, rows_max=3),
    BootQuestion(HERE, "/srv/demo", NOW_US, owner_id=1),
    BootQuestion(HERE, "/srv/demo", NOW_US, since_version=4),
    BootQuestion(Scope("user", "user"), "/", NOW_US),
    BootQuestion(HERE, "/srv/demo", START_US - 1),
)


class Pair:
    """One brain and its two boot readers."""

    def __init__(self, path: Path) -> None:
        queue = WriteQueue(str(path) + ".queue", 5.0)
        opening = Opening(START_US, "brain-of-a-test", ANALYSIS_VERSION, Durability.FAST)
        self.brain: Brain = open_brain(str(path), queue, opening)
        self.narrow = SqliteBootReader(str(path), 1_000)
        self.plain = MemoryBootReader(self.brain)

    def close(self) -> None:
        """Release the file."""
        self.narrow.close()
        self.brain.close()


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    """Give an empty brain with both readers."""
    made = Pair(tmp_path / "cortex.db")
    yield made
    made.close()


def values(found: object) -> object:
    """Give a material's content in a form that compares."""
    if isinstance(found, BootFact):
        return tuple((name, getattr(found, name)) for name in BootFact.__slots__)
    if isinstance(found, tuple):
        return tuple(values(one) for one in found)
    return found


def assert_agree(pair: Pair) -> None:
    """Compare the readers on every question."""
    for question in ASKED:
        narrow, plain = pair.narrow.read(question), pair.plain.read(question)
        for name in type(plain).__slots__:
            assert values(getattr(plain, name)) == values(getattr(narrow, name)), name
        assert pair.plain.raw_chars(question) == pair.narrow.raw_chars(question)


FACTS = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(list(FactKind)),
        "type": st.sampled_from(["decision", "constraint", "preference", "feedback", "checkpoint"]),
        "scope_id": st.sampled_from(SCOPES),
        "status": st.sampled_from(
            [FactStatus.ACTIVE] * 4 + [FactStatus.DISPUTED, FactStatus.ARCHIVED]
        ),
        "retention": st.sampled_from(
            [RetentionClass.DURABLE] * 2 + [RetentionClass.OPERATIONAL, RetentionClass.EPHEMERAL]
        ),
        "is_pinned": st.booleans(),
        "owner_id": st.sampled_from([None, 1, 2]),
        "visibility": st.sampled_from([Visibility.PRIVATE, Visibility.TEAM]),
        "valid_until_us": st.sampled_from([None, None, NOW_US, NOW_US + 1]),
        "expires_us": st.sampled_from([None, None, NOW_US, NOW_US + 1]),
        "naming": st.sampled_from([Naming(), Naming(paths=("src/a", "b\\c\nd"))]),
        "provenance": st.sampled_from(
            [Provenance(), Provenance(reasoning_depth="user-stated", worktree="/w", branch="x")]
        ),
    }
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(facts=st.lists(FACTS, max_size=14), kept=st.integers(1, 14))
def test_readers_agree_on_any_brain(
    tmp_path_factory: pytest.TempPathFactory, facts: list[dict[str, object]], kept: int
) -> None:
    """Scopes, windows, owners, conflicts, uses, limits, rollbacks are read alike, in one order."""
    pair = Pair(tmp_path_factory.mktemp("boot") / "cortex.db")
    try:
        made = [
            stored(pair.brain, f"fact number {place}", START_US + place * DAY_US, **fields)
            for place, fields in enumerate(facts)
        ]
        for newer, older in zip(made[1::2], made[::2], strict=False):
            disagreed(pair.brain, newer, older, NOW_US)
        with pair.brain.writing() as writer:
            writer.touch({fact.fact_id: fact.fact_id for fact in made[::3]}, NOW_US - 5)
            for place, fact in enumerate(made):
                for other in made[place + 1 : place + 7]:
                    role = list(Role)[other.fact_id % len(Role)]
                    relation = Relation(fact.fact_id, role, other.fact_id)
                    writer.relations.add(relation, other.version_id or 0)
                cited = [CitedRecord("/v", f"{n}.md", "x", n, "0" * 64, 0) for n in (3, 1, 2)]
                writer.observations.cite_records(fact.fact_id, cited[: place % 4])
        assert_agree(pair)
        if len(made) > kept:
            with pair.brain.writing() as writer:
                writer.rollback_to(kept, NOW_US)
            assert_agree(pair)
    finally:
        pair.close()


def test_empty_brain_gives_empty_material(pair: Pair) -> None:
    """A brain without a fact has no head, no rows and nothing that could not be read."""
    assert_agree(pair)
    material = pair.narrow.read(ASKED[0])
    assert (None, 0, (), ()) == (
        material.head,
        material.newest_us,
        material.candidates,
        material.unavailable,
    )


def test_long_statement_comes_as_its_beginning(pair: Pair) -> None:
    """A statement of more than the byte limit is not read whole; one at the limit is."""
    stored(pair.brain, "x" * BOOT_TEXT_BYTES_MAX)
    stored(pair.brain, "y" * (BOOT_TEXT_BYTES_MAX + 1))
    assert_agree(pair)
    long, whole = pair.narrow.read(ASKED[0]).candidates
    assert (False, 1024) == (bool(long.is_whole), len(long.text))
    assert (True, BOOT_TEXT_BYTES_MAX) == (bool(whole.is_whole), len(whole.text))


def test_constraints_are_counted_up_to_a_limit(pair: Pair) -> None:
    """With more constraints than rows the count goes on, but not through a whole large brain."""
    for place in range(BOOT_COUNT_MAX + 5):
        stored(pair.brain, f"constraint {place}", type="constraint")
    assert_agree(pair)
    material = pair.narrow.read(ASKED[0])
    assert (40, BOOT_COUNT_MAX) == (len(material.binding), material.binding_count)


def test_a_broken_part_is_named_and_the_others_are_read(pair: Pair, tmp_path: Path) -> None:
    """A part whose statement fails is listed as unavailable; it does not read as empty."""
    import apsw

    stored(pair.brain, "a decision that stays readable")
    pair.close()
    breaking = apsw.Connection(str(tmp_path / "cortex.db"))
    breaking.execute("DROP INDEX facts_binding")
    breaking.close()
    reader = SqliteBootReader(str(tmp_path / "cortex.db"), 1_000)
    material = reader.read(ASKED[0])
    reader.close()
    assert (("constraints", "SQLError"),) == material.unavailable
    assert ["a decision that stays readable"] == [fact.text for fact in material.candidates]
