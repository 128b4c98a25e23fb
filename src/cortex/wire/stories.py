"""How is the whole of a fact, a conflict or the store written as JSON?

Source: docs/formats/cli-json.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from cortex.model.stories import (
    CarriedAnchor,
    ConflictStory,
    FactStory,
    LinkedFact,
    ResolveOutcome,
    StatusReport,
    StoreCounts,
)
from cortex.wire.erasure import forgotten_bases_json
from cortex.wire.facts import conflict_json, fact_json, version_json
from cortex.wire.housekeeping import debt_json
from cortex.wire.instants import instant_json
from cortex.wire.observations import evidence_json


def story_json(story: FactStory) -> dict[str, object]:
    """Give a fact with its log entries, verdicts, neighbours and handles, in the story's order."""
    disputes = story.disputes
    return {
        "fact": fact_json(story.fact),
        "physical_state": "cold_segment" if story.fact.is_cold else "row",
        "rolled_back": story.is_rolled_back,
        "revision": f"rev:{story.fact.fact_id}@{story.revision}" if story.revision else None,
        "versions": [version_json(version) for version in story.versions],
        "conflicts": [conflict_story_json(conflict) for conflict in story.conflicts],
        "links": [_link_json(link) for link in story.links],
        "relations": [
            {
                "role": one.role,
                "of" if one.is_reverse else "reference": one.fact.reference,
                "statement": str(one.fact.content.text),
            }
            for one in story.relations
        ],
        "anchors": [_anchor_json(anchor) for anchor in story.anchors],
        "supersedes": [fact.reference for fact in story.supersedes],
        "superseded_by": [fact.reference for fact in story.superseded_by],
        "disputes": None if disputes is None else disputes.reference,
        "evidence": evidence_json(story.evidence, story.records),
        "forgotten_bases": forgotten_bases_json(story.forgotten_bases),
    }


def conflicts_json(stories: Sequence[ConflictStory]) -> dict[str, object]:
    """Give recorded verdicts in the order given, each with both statements as they stand now."""
    return {"conflicts": [conflict_story_json(story) for story in stories]}


def conflict_story_json(story: ConflictStory) -> dict[str, object]:
    """Give one verdict with both facts; ``source`` is the newer statement."""
    return {
        **conflict_json(story.record),
        "source": fact_json(story.source),
        "target": fact_json(story.target),
    }


def resolve_json(outcome: ResolveOutcome) -> dict[str, object]:
    """Give how two statements were settled; ``changed`` is false when they already were."""
    return {
        "action": outcome.action.value,
        "changed": outcome.version_id is not None,
        "version": outcome.version_id,
        "kept": fact_json(outcome.kept),
        "dropped": fact_json(outcome.dropped),
        "settled": [conflict_json(record) for record in outcome.settled],
        "restated": [{"from": old, "to": new} for old, new in outcome.restated],
    }


def status_json(report: StatusReport) -> dict[str, object]:
    """Give which file is open and whether it serves; ``counts`` is null when it was not read."""
    return {
        "state": report.state.value,
        "detail": report.detail or None,
        "remedy": report.remedy or None,
        "path": report.path,
        "real_path": report.real_path,
        "present": report.is_present,
        "store_bytes": report.store_bytes,
        "wal_bytes": report.wal_bytes,
        "durability": report.durability,
        "scope": {
            "scope": report.scope_id,
            "name": report.scope_name,
            "facts": report.scope_facts,
        },
        "counts": None if report.counts is None else _counts_json(report.counts),
        "warnings": list(report.warnings),
    }


def _counts_json(counts: StoreCounts) -> dict[str, object]:
    return {
        "brain_id": counts.brain_id,
        "schema_version": counts.schema_version,
        "restore_epoch": counts.restore_epoch,
        "head": counts.head,
        "facts": counts.facts,
        "by_status": dict(counts.by_status),
        "by_type": dict(counts.by_type),
        "open_conflicts": counts.open_conflicts,
        "pending_jobs": counts.pending_jobs,
        "tiers": dict(counts.tiers),
        "cold_rows": counts.cold_rows,
        "debt": None if counts.debt is None else debt_json(counts.debt),
        "failed_jobs": [job._asdict() for job in counts.failed_jobs],
        "maintained_at": instant_json(counts.maintained_us),
        "projection_is_current": counts.projection_is_current,
    }


def _link_json(link: LinkedFact) -> dict[str, object]:
    return {
        "reference": link.fact.reference,
        "relation": link.relation,
        "evidence_count": link.evidence_count,
    }


def _anchor_json(anchor: CarriedAnchor) -> dict[str, object]:
    return {
        "kind": anchor.kind.value,
        "value": anchor.value,
        "specificity": anchor.specificity,
        "explicit": anchor.is_explicit,
    }
