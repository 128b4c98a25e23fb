"""How do exact bytes get a name, and how are they had back by it?

Interning never takes part in a commit: facts are interned when somebody asks for bytes, and by
maintenance. Source: CQR 11, ADR 0104.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.identity.guards import bound_loc
from cortex.core.identity.references import parse_blob_reference, selected
from cortex.core.text.digests import plain_digest
from cortex.model.identity import IdentityFault, Loc, RefFault
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import IdentityRefused, ReferenceRefused
from cortex.services.find import can_see

if TYPE_CHECKING:
    from cortex.core.identity.guards import LiveOf
    from cortex.model.callers import Caller
    from cortex.model.identity import Envelope
    from cortex.ports.brain import Brain
    from cortex.ports.identity import IdentityStore

INTERN_FACTS_MAX = 100_000
"""Facts interned by one call; the next goes on from there."""

BATCH_FACTS = 500
"""Facts interned in one transaction of the sidecar."""

PRODUCERS = frozenset({"kernel-handle", "portable-zero-ref"})
"""Who may hand over objects under locators of their own."""


class Imported(NamedTuple):
    """An object somebody else kept: who, under which locator, with which digest of what kind."""

    producer: str
    locator: str
    algorithm: str
    digest: str


def intern_facts(brain: Brain, store: IdentityStore, facts_max: int = INTERN_FACTS_MAX) -> int:
    """Intern what facts say that came in since the last time, and give how many there were."""
    done = 0
    batch: list[tuple[bytes, str]] = []
    last = store.interned_fact()
    with brain.reading() as reader:
        for fact in reader.iter_facts(last):
            payload = fact.content.text.encode("utf-8", "surrogatepass")
            batch.append((payload, plain_digest(payload)))
            last = fact.fact_id
            done += 1
            if len(batch) == BATCH_FACTS or done == facts_max:
                store.intern_facts(batch, last)
                batch = []
            if done == facts_max:
                break
    if batch:
        store.intern_facts(batch, last)
    return done


def read_reference(
    brain: Brain, store: IdentityStore, reference: str, caller: Caller, *, is_strict: bool = False
) -> bytes:
    """Give the bytes a reference selects.

    Raises:
        ReferenceRefused: with one of the eight reasons.
    """
    named = parse_blob_reference(reference)
    found = store.find(named.digest)
    if found is None and intern_facts(brain, store):
        found = store.find(named.digest)
    if found is None:
        message = "no bytes with this digest are kept here"
        raise ReferenceRefused(message, reason=RefFault.MISSING.value, field="reference")
    if caller.owner_id is not None:
        _require_sight(brain, found.payload, caller)
    return selected(found.payload, named, is_strict=is_strict)


def recall_envelope(store: IdentityStore, envelope: Envelope, session: str) -> Loc:
    """Give the place an envelope gets in the session that receives it; without a right to edit.

    Raises:
        IdentityRefused: ``span_outside``, and the reasons of a session; no number is used up.
    """
    return store.mint(Loc(session, 0, envelope.oid_hex, envelope.start, envelope.end, "capsule"))


def import_object(store: IdentityStore, imported: Imported, payload: bytes) -> str:
    """Take over an object somebody else kept, and give its name here.

    Raises:
        ReferenceRefused: ``unsupported`` producer or algorithm, or ``digest_mismatch``.
        IdentityRefused: ``import_conflict``: the same locator came with other bytes before.
    """
    if imported.producer not in PRODUCERS or imported.algorithm != "blake3":
        message = "only objects of known producers, named by BLAKE3, are taken over"
        raise ReferenceRefused(message, reason=RefFault.UNSUPPORTED.value, field="producer")
    if plain_digest(payload) != imported.digest:
        message = "the bytes are not those the digest names"
        raise ReferenceRefused(message, reason=RefFault.DIGEST_MISMATCH.value, field="digest")
    place = (imported.producer, imported.locator, imported.algorithm)
    return store.adopt(place, payload, imported.digest)


def bind_edit(
    store: IdentityStore, session: str, asked: str | None, live: LiveOf
) -> tuple[Loc, bytes]:
    """Bind an edit to one place, use up its right, and give the bytes that were there.

    Raises:
        BindRefused: a guard said no; the remedy is the next call.
    """

    def seal_of(loc: Loc) -> str:
        kept = store.get(loc.oid)
        return "" if kept is None else kept.seal

    loc = bound_loc(asked, store.locs(session), seal_of, live)
    kept = store.get(loc.oid)
    if kept is None:
        message = "the object behind the place is gone"
        raise IdentityRefused(message, reason=IdentityFault.SPAN_OUTSIDE.value)
    store.consume_grant(loc)
    return loc, kept.payload[loc.start : loc.end]


def _require_sight(brain: Brain, payload: bytes, caller: Caller) -> None:
    """Let an owner read only bytes that a fact they may see says."""
    text = payload.decode("utf-8", "surrogatepass")
    with brain.reading() as reader:
        facts = reader.facts(reader.erasure.holders([text]))
    if not any(can_see(fact, caller) and fact.content.text == text for fact in facts):
        message = "no fact you may see says this"
        raise ReferenceRefused(message, reason=RefFault.POLICY_DENIED.value, field="reference")
