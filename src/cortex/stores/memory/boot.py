"""What does a boot brief read from a brain that is not asked in SQL?

The boot port over the general one: every fact is looked at in Python. The contract suite compares
it with the narrow statements of the local brain; tests of services run on it.
"""

from cortex.model.boot import (
    BINDING_TYPES,
    BOOT_COUNT_MAX,
    BOOT_LIMITS_MAX,
    BOOT_RECORDS_MAX,
    BOOT_TEXT_BYTES_MAX,
    BOOT_TEXT_CHARS_SHOWN,
    BootFact,
    BootMaterial,
    BootQuestion,
)
from cortex.model.conflicts import ConflictStatus
from cortex.model.facts import Fact, FactStatus, RetentionClass
from cortex.model.gates import Gate, TemporalMode
from cortex.model.relations import REQUIRED_ROLES
from cortex.model.threads import CHECKPOINT_TYPE
from cortex.ports.brain import Brain, BrainReader
from cortex.stores.memory.boot_team import read_team

_ALL = 2**31 - 1
"""More facts than any brain this reader is meant for; a limit that is none."""


class MemoryBootReader:
    """The boot port over an open brain; closing it leaves the brain open."""

    def __init__(self, brain: Brain) -> None:
        self._brain = brain

    def close(self) -> None:
        """Do nothing; the brain belongs to its opener."""

    def read(self, question: BootQuestion) -> BootMaterial:
        """Give what a brief may be made of, from one snapshot."""
        with self._brain.reading() as reader:
            return _material(reader, question)

    def raw_chars(self, question: BootQuestion) -> int:
        """Count the characters of every fact that may be shown."""
        with self._brain.reading() as reader:
            return sum(len(fact.content.text) for fact in _visible(reader, question))


def _visible(reader: BrainReader, question: BootQuestion) -> list[Fact]:
    """Give every fact that may be shown, in id order."""
    scope_ids = question.scope.visible_ids
    gate = Gate(TemporalMode.CURRENT, question.now_us, scope_ids, question.owner_id)
    return [fact for fact in reader.fact_page(gate, None, _ALL)[::-1] if not _is_own_trace(fact)]


def _is_own_trace(fact: Fact) -> bool:
    """Tell whether a fact is what a session left of itself when it was compacted."""
    content = fact.content
    return content.type == CHECKPOINT_TYPE and content.retention is RetentionClass.EPHEMERAL


def _material(reader: BrainReader, question: BootQuestion) -> BootMaterial:
    material = BootMaterial()
    visible = _visible(reader, question)
    by_scope = _by_scope(visible, question)
    rows_max = question.rows_max
    material.head = reader.head()
    material.newest_us = max((fact.updated_us for fact in reader.iter_facts()), default=0)
    kept = [fact for fact in by_scope if _is_durable(fact)]
    binding = [fact for fact in kept if fact.content.type in BINDING_TYPES]
    material.binding = _rows(binding[:rows_max])
    material.binding_count = min(len(binding), BOOT_COUNT_MAX)
    rules = [fact for fact in reversed(visible) if _is_rule(fact)][:rows_max]
    rules.sort(key=lambda fact: (-fact.retrievals, fact.fact_id))
    material.rules = _rows(rules, is_counted=True)
    material.pinned = _rows([fact for fact in visible if fact.content.is_pinned][:rows_max])
    material.conflicts = _conflicts(reader, visible, rows_max)
    if question.since_version is None:
        material.candidates = _candidates(by_scope, question)
        if not material.has_lines(rows_max):
            others = [fact for fact in kept if fact.content.type not in BINDING_TYPES]
            material.durable = _rows(others[:rows_max])
    else:
        material.new = _new(visible, question.since_version, rows_max)
    _limit(reader, material)
    material.team = read_team(reader, question)
    return material


def _limit(reader: BrainReader, material: BootMaterial) -> None:
    """Note on each fact read what limits it and what it rests on."""
    facts = material.facts()
    ids = [fact.fact_id for fact in facts]
    standings = reader.relations.standings(ids)
    records = reader.observations.records_cited(ids)
    for fact in facts:
        required = [r for r in standings[fact.fact_id].relations if r.role in REQUIRED_ROLES]
        others = reader.facts(sorted({relation.other_id for relation in required}))
        limits = tuple((other.content.kind.value, other.fact_id) for other in others)
        fact.limits = limits[: BOOT_LIMITS_MAX + 1]
        cited = tuple((one.reference, one.line) for one in records.get(fact.fact_id, ()))
        fact.records = cited[: BOOT_RECORDS_MAX + 1]


def _by_scope(visible: list[Fact], question: BootQuestion) -> list[Fact]:
    """Give the facts of the nearest scope first; id order within a scope."""
    places = {scope_id: place for place, scope_id in enumerate(question.scope.visible_ids)}
    return sorted(visible, key=lambda fact: (places[fact.content.scope_id], fact.fact_id))


def _is_durable(fact: Fact) -> bool:
    is_active = fact.content.status is FactStatus.ACTIVE
    return is_active and fact.content.retention is RetentionClass.DURABLE


def _is_rule(fact: Fact) -> bool:
    return fact.content.type == "feedback" and fact.content.status is FactStatus.ACTIVE


def _candidates(by_scope: list[Fact], question: BootQuestion) -> tuple[BootFact, ...]:
    found: list[Fact] = []
    for scope_id in question.scope.visible_ids:
        here = [fact for fact in by_scope if fact.content.scope_id == scope_id]
        here.sort(key=lambda fact: (-fact.updated_us, -fact.fact_id))
        found += here[: question.rows_max]
    return _rows(found, is_counted=True)


def _conflicts(
    reader: BrainReader, visible: list[Fact], rows_max: int
) -> tuple[tuple[BootFact, BootFact], ...]:
    """Give the pairs whose newer side may be shown, and of those the ones that show both."""
    by_id = {fact.fact_id: fact for fact in visible}
    records = [
        record
        for record in reader.conflicts((ConflictStatus.OPEN,), _ALL)
        if record.source_fact_id in by_id
    ]
    return tuple(
        (_row(by_id[record.source_fact_id]), _row(by_id[record.target_fact_id]))
        for record in records[:rows_max]
        if record.target_fact_id in by_id
    )


def _new(visible: list[Fact], since_version: int, rows_max: int) -> tuple[BootFact, ...]:
    found = [fact for fact in visible if (fact.version_id or 0) > since_version]
    found.sort(key=lambda fact: (fact.version_id or 0, fact.fact_id), reverse=True)
    return _rows(found[:rows_max])


def _rows(facts: list[Fact], *, is_counted: bool = False) -> tuple[BootFact, ...]:
    return tuple(_row(fact, is_counted=is_counted) for fact in facts)


def _row(fact: Fact, *, is_counted: bool = False) -> BootFact:
    content = fact.content
    is_whole = len(content.text.encode()) <= BOOT_TEXT_BYTES_MAX
    return BootFact(
        fact_id=fact.fact_id,
        kind=content.kind.value,
        type=content.type,
        text=content.text if is_whole else content.text[:BOOT_TEXT_CHARS_SHOWN],
        is_whole=is_whole,
        is_stated=content.provenance.reasoning_depth == "user-stated",
        scope_id=content.scope_id,
        status=content.status.value,
        retention=content.retention.value,
        valid_from_us=content.valid_from_us,
        valid_until_us=content.valid_until_us,
        created_us=content.created_us,
        updated_us=fact.updated_us,
        worktree=content.provenance.worktree,
        branch=content.provenance.branch,
        retrievals=fact.retrievals if is_counted else 0,
        last_accessed_us=fact.last_accessed_us if is_counted else None,
        paths=content.naming.paths,
    )
