"""How does a write read? What was kept, under which name, and what it met."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.facts import fact_line
from cortex.edges.cli.phrases import filed_words, relation_words, strategy_words
from cortex.model.commits import CommitAction
from cortex.model.conflicts import ConflictStatus
from cortex.model.receipts import AckProfile

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.model.commits import CommitOutcome, Related

_SURVIVES = {
    AckProfile.POWER_LOSS_ASSUMED: "safe on disk",
    AckProfile.PROCESS_CRASH: "safe unless the power fails now",
}


def show_commit(screen: Screen, outcome: CommitOutcome) -> None:
    """Print what became of a statement; the reference comes first, so that it can be copied."""
    reference = outcome.fact.reference
    screen.line(f"{screen.strong(reference)}  {fact_line(outcome.fact)}")
    screen.line(", ".join(_sentence_parts(outcome)), 2)
    for related in outcome.related:
        screen.line(_meeting(related), 2)
    replaced = {
        related.reference
        for related in outcome.related
        if relation_words(related.classification, related.strategy) == "replaces"
    }
    for old in outcome.superseded:
        if old not in replaced:
            screen.line(f"replaces {old}", 2)
    if outcome.redacted:
        kinds = ", ".join(f"{count} {kind}" for kind, count in outcome.redacted)
        screen.line(f"secrets were taken out before it was written: {kinds}", 2)


def _sentence_parts(outcome: CommitOutcome) -> list[str]:
    content = outcome.fact.content
    action = "merged into it" if outcome.action is CommitAction.MERGED else "kept"
    parts = ["kept before under this key" if outcome.is_replay else action]
    parts[-1] += f" {filed_words(content.scope_id)}"
    parts += [content.type, content.status.value, f"version {outcome.version_id}"]
    parts.append(_SURVIVES[outcome.ack_profile])
    return parts


def _meeting(related: Related) -> str:
    relation = relation_words(related.classification, related.strategy)
    is_open = related.conflict_status is ConflictStatus.OPEN
    conflict = f" (conflict {related.conflict_id})" if is_open else ""
    return f"{relation} {related.reference}{conflict}: {strategy_words(related.strategy)}"
