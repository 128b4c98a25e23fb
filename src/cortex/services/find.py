"""Which fact is meant, and what is its whole story?

Every verb that takes a reference finds its fact here, so that the CLI, MCP and a hook accept the
same forms and refuse in the same words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cortex.core.facts.references import Reference, parse_reference
from cortex.core.observe.cites import opened
from cortex.core.observe.standing import is_stopped
from cortex.model.capture_policy import EVERYTHING_ALLOWED
from cortex.model.conflicts import ConflictRecord, ConflictStatus
from cortex.model.errors import Denied, NotFound
from cortex.model.facts import OPEN_VISIBILITIES, Fact, FactStatus
from cortex.model.gates import Gate, TemporalMode
from cortex.model.limits import NEIGHBOURS_PER_FACT_MAX

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.capture_policy import CapturePolicy
    from cortex.model.links import Link
    from cortex.model.observations import Exact
    from cortex.model.stories import (
        CarriedAnchor,
        ConflictStory,
        FactStory,
        LinkedFact,
        RelatedFact,
    )
    from cortex.model.vault import JudgedRecord
    from cortex.model.versions import Version
    from cortex.ports.brain import Brain, BrainReader
    from cortex.services.vault.citing import OpenVault

VERSIONS_TOLD_MAX = 100
"""Log entries told of one fact: a fact is changed a handful of times; `cortex history` has all."""


def find(brain: Brain, reference: str, caller: Caller) -> Fact:
    """Give the fact a reference names, whatever its status and even if it was rolled back.

    Raises:
        InvalidRequest: the text is no reference.
        NotFound: no such fact, not for this caller, or the family is another one.
    """
    with brain.reading() as reader:
        return get_fact(reader, reference, caller)


def explain(
    brain: Brain,
    reference: str,
    caller: Caller,
    open_vault: OpenVault = lambda: None,
    policy: CapturePolicy = EVERYTHING_ALLOWED,
) -> FactStory:
    """Give a fact with its log entries, conflicts, neighbours, anchors and successions.

    What it cites of a source whose capture is stopped is left out.

    Raises:
        InvalidRequest: the text is no reference.
        NotFound: no such fact, not for this caller, or the family is another one.
    """
    from cortex.model.stories import FactStory

    with brain.reading() as reader:
        fact = get_fact(reader, reference, caller)
        versions = tuple(reader.versions(fact.fact_id, VERSIONS_TOLD_MAX))
        disputed_id = fact.content.disputes_id
        return FactStory(
            fact=fact,
            versions=versions,
            conflicts=conflict_stories(
                reader, reader.conflicts_of([fact.fact_id], tuple(ConflictStatus)), caller
            ),
            links=_linked_facts(reader, fact, caller),
            anchors=_carried_anchors(reader, fact),
            supersedes=_superseded_by_fact(reader, fact, versions, caller),
            superseded_by=successors(reader, fact, caller.owner_id),
            disputes=next(iter(_seen_facts(reader, [disputed_id], caller.owner_id)), None),
            is_rolled_back=is_rolled_back(reader, fact),
            evidence=_evidence(reader, fact, caller, policy),
            records=_records(reader, fact, open_vault),
            relations=_related_facts(reader, fact, caller),
            revision=reader.relations.standings([fact.fact_id])[fact.fact_id].revision,
            forgotten_bases=tuple(
                (base.base_fact_id, base.relation) for base in reader.erasure.bases_of(fact.fact_id)
            ),
        )


def get_fact(reader: BrainReader, reference: str, caller: Caller, field: str = "reference") -> Fact:
    """Give the fact a reference names, for a service that has a transaction open already.

    Raises:
        InvalidRequest: the text is no reference.
        NotFound: no such fact, not for this caller, or the family is another one.
    """
    named = parse_reference(reference, field)
    fact = reader.find_fact(named.fact_id)
    if fact is None and reader.erasure.is_forgotten(named.fact_id):
        message = f"{named} was forgotten on purpose; nothing of it is kept"
        raise NotFound(message, remedy="there is no way back to it", field=field)
    if fact is None or not can_see(fact, caller):
        message = f"{named} does not exist here"
        raise NotFound(message, field=field)
    if named.kind not in (None, fact.content.kind):
        right = Reference(named.fact_id, fact.content.kind)
        message = f"{named} does not exist; {named.fact_id} is a {fact.content.kind}"
        raise NotFound(message, remedy=f"use {right}", field=field)
    return fact


def get_changeable(
    reader: BrainReader, reference: str, caller: Caller, field: str = "reference"
) -> Fact:
    """Give the fact a reference names if this caller may change it and it still counts.

    Raises:
        InvalidRequest: the text is no reference.
        NotFound: as ``get_fact``; also when the fact was undone by a rollback.
        Denied: the fact belongs to somebody else.
    """
    fact = get_fact(reader, reference, caller, field)
    require_owner(fact, caller)
    if is_rolled_back(reader, fact):
        message = f"{fact.reference} was undone by a rollback, so there is nothing to change"
        raise NotFound(message, remedy="commit it again if it holds after all", field=field)
    return fact


def require_owner(fact: Fact, caller: Caller) -> None:
    """Refuse a change by anybody but the owner; the solo caller and an ownerless fact pass.

    Raises:
        Denied: the fact belongs to somebody else.
    """
    owner = fact.content.owner_id
    if caller.owner_id is not None and owner not in (None, caller.owner_id):
        message = f"{fact.reference} belongs to another owner"
        raise Denied(message, remedy="ask its owner to change it, or dispute it with a new fact")


def can_see(fact: Fact, caller: Caller) -> bool:
    """Tell whether a caller may see a fact: the solo caller, its owner, or when it is open."""
    content = fact.content
    return (
        caller.owner_id is None
        or content.owner_id == caller.owner_id
        or content.visibility in OPEN_VISIBILITIES
    )


def is_rolled_back(reader: BrainReader, fact: Fact) -> bool:
    """Tell whether the entry a fact stands on was undone, so that every gate hides the fact."""
    if fact.version_id is None:
        return False
    version = reader.find_version(fact.version_id)
    return version is not None and version.is_orphaned


def conflict_stories(
    reader: BrainReader, records: Iterable[ConflictRecord], caller: Caller
) -> tuple[ConflictStory, ...]:
    """Give conflicts with both facts, in the order given.

    Left out are those with a side the caller may not see, or that a rollback undid.
    """
    from cortex.model.stories import ConflictStory

    kept = list(records)
    sides = {side for record in kept for side in (record.source_fact_id, record.target_fact_id)}
    facts = {fact.fact_id: fact for fact in _seen_facts(reader, sorted(sides), caller.owner_id)}
    return tuple(
        ConflictStory(record, facts[record.source_fact_id], facts[record.target_fact_id])
        for record in kept
        if record.source_fact_id in facts and record.target_fact_id in facts
    )


def _seen_facts(
    reader: BrainReader, fact_ids: Iterable[int | None], owner_id: int | None
) -> list[Fact]:
    """Give those facts of any status that an owner may see and no rollback undid, by id."""
    wanted = [fact_id for fact_id in fact_ids if fact_id is not None]
    # Historical mode reads no window, so the instant has no meaning here.
    return reader.facts(wanted, Gate(TemporalMode.HISTORICAL, 0, owner_id=owner_id))


def _evidence(
    reader: BrainReader, fact: Fact, caller: Caller, policy: CapturePolicy
) -> tuple[Exact, ...]:
    """Give the observations a fact cites, as far as this caller may see them now."""
    cited = reader.observations.cited_by([fact.fact_id]).get(fact.fact_id, ())
    return tuple(
        opened(seen)
        for seen in cited
        if seen.source.principal == caller.principal
        and seen.source.is_enabled
        and not is_stopped(seen.source, policy)
    )


def _records(reader: BrainReader, fact: Fact, open_vault: OpenVault) -> tuple[JudgedRecord, ...]:
    """Give the records a fact cites, compared with what their files say now."""
    cited = reader.observations.records_cited([fact.fact_id]).get(fact.fact_id, ())
    if not cited:
        return ()
    from cortex.services.vault.citing import standing_of

    return standing_of(open_vault, cited)


def _linked_facts(reader: BrainReader, fact: Fact, caller: Caller) -> tuple[LinkedFact, ...]:
    from cortex.model.stories import LinkedFact

    links = reader.neighbours([fact.fact_id], NEIGHBOURS_PER_FACT_MAX)
    others = {
        other.fact_id: other
        for other in _seen_facts(
            reader, sorted({_other_end(link, fact) for link in links}), caller.owner_id
        )
    }
    return tuple(
        LinkedFact(others[_other_end(link, fact)], link.relation, link.evidence_count)
        for link in links
        if _other_end(link, fact) in others
    )


def _related_facts(reader: BrainReader, fact: Fact, caller: Caller) -> tuple[RelatedFact, ...]:
    from cortex.model.stories import RelatedFact

    relations = reader.relations.touching([fact.fact_id])
    relations.sort(key=lambda one: one.fact_id != fact.fact_id)
    ids = {end for one in relations for end in (one.fact_id, one.other_id)}
    seen = {other.fact_id: other for other in _seen_facts(reader, sorted(ids), caller.owner_id)}
    told = []
    for one in relations:
        is_reverse = one.fact_id != fact.fact_id
        other_id = one.fact_id if is_reverse else one.other_id
        if other_id in seen:
            told.append(RelatedFact(seen[other_id], one.role.value, is_reverse))
    return tuple(told)


def _other_end(link: Link, fact: Fact) -> int:
    return link.low_fact_id if link.high_fact_id == fact.fact_id else link.high_fact_id


def _carried_anchors(reader: BrainReader, fact: Fact) -> tuple[CarriedAnchor, ...]:
    from cortex.model.stories import CarriedAnchor

    return tuple(
        CarriedAnchor(hit.kind, hit.value, hit.specificity, hit.is_explicit)
        for hit in reader.anchors_of([fact.fact_id]).get(fact.fact_id, ())
    )


def _superseded_by_fact(
    reader: BrainReader, fact: Fact, versions: tuple[Version, ...], caller: Caller
) -> tuple[Fact, ...]:
    """Give the facts this one replaced: the one it names, and all its own entries closed."""
    own = [version.version_id for version in versions if version.fact_id == fact.fact_id]
    closed = {
        other.fact_id
        for other in _seen_facts(reader, reader.facts_written_by(own), caller.owner_id)
        if other.fact_id != fact.fact_id and other.content.status is FactStatus.SUPERSEDED
    }
    return tuple(
        _seen_facts(reader, sorted(closed | {fact.content.supersedes_id or 0}), caller.owner_id)
    )


def successors(reader: BrainReader, fact: Fact, owner_id: int | None) -> tuple[Fact, ...]:
    """Give what replaced a fact, as far as this owner sees it, by id.

    More than one when it was later stated again; none when it was not superseded.

    An entry that closed the fact names its successor, unless one it also wrote says so itself.
    """
    if fact.content.status is not FactStatus.SUPERSEDED:
        return ()
    found: set[int] = set()
    for version in reader.versions(fact.fact_id, VERSIONS_TOLD_MAX):
        if version.is_orphaned or version.fact_id == fact.fact_id:
            continue
        written = reader.facts(reader.facts_written_by([version.version_id]))
        heirs = {
            new.fact_id
            for new in written
            if new.version_id == version.version_id and new.content.supersedes_id == fact.fact_id
        }
        found |= heirs or {version.fact_id}
    return tuple(_seen_facts(reader, sorted(found), owner_id))
