"""How does the whole story of a fact, a conflict or the log read?"""

from __future__ import annotations

from collections.abc import Sequence

from cortex.edges.cli.facts import fact_line, show_fact, standing
from cortex.edges.cli.phrases import conflict_words, filed_words, relation_words
from cortex.edges.cli.screen import Screen, counted
from cortex.model.durations import SECOND_US
from cortex.model.facts import Fact
from cortex.model.observations import Exact
from cortex.model.outcomes import HistoryEntry, RollbackOutcome
from cortex.model.scopes import scope_label
from cortex.model.stories import CarriedAnchor, ConflictStory, FactStory, ResolveOutcome
from cortex.model.vault import RecordStanding
from cortex.model.versions import Version
from cortex.wire.display import display_line
from cortex.wire.instants import format_instant
from cortex.wire.observations import source_label

CITED_CELLS = 100
"""Cells of what is cited in one line; `cortex capture get` has the whole text."""


def show_story(screen: Screen, story: FactStory) -> None:
    """Print a fact, then everything that happened to it and everything it is found by."""
    show_fact(screen, story.fact)
    if story.is_rolled_back:
        section(screen, "Rolled back", ["the version that made it was undone; no answer shows it"])
    section(
        screen,
        "Built on what was forgotten",
        [f"fact {fact_id} ({relation})" for fact_id, relation in story.forgotten_bases],
    )
    section(screen, "Rests on", _evidence(story))
    section(screen, "Supersedes", [_named(fact) for fact in story.supersedes])
    section(screen, "Superseded by", [_named(fact) for fact in story.superseded_by])
    section(screen, "Disputes", [_named(story.disputes)] if story.disputes else [])
    section(
        screen,
        "Depends on",
        [f"{_named(one.fact)} ({one.role})" for one in story.relations if not one.is_reverse],
    )
    section(
        screen,
        "Needed by",
        [f"{_named(one.fact)} (as its {one.role})" for one in story.relations if one.is_reverse],
    )
    section(screen, "Conflicts", [conflict_line(one) for one in story.conflicts])
    section(
        screen,
        "Neighbours",
        [f"{_named(link.fact)} ({link.relation})" for link in story.links],
    )
    section(
        screen,
        "Found by",
        [_handle(anchor) for anchor in story.anchors],
    )
    section(screen, "Log", [version_line(version) for version in story.versions])


def show_conflicts(screen: Screen, stories: Sequence[ConflictStory]) -> None:
    """Print conflicts with both statements."""
    if not stories:
        screen.line("No statements disagree.")
    for number, story in enumerate(stories):
        if number:
            screen.line()
        screen.line(conflict_line(story))
        for side in (story.source, story.target):
            place = display_line(filed_words(side.content.scope_id))
            screen.line(f"{side.reference} ({standing(side)}, {place})  {fact_line(side)}", 2)


def conflict_line(story: ConflictStory) -> str:
    """Give one verdict in one line."""
    record = story.record
    relation = relation_words(record.classification, record.strategy)
    pair = f"{story.source.reference} {relation} {story.target.reference}"
    return f"conflict {record.conflict_id}: {pair}, {display_line(conflict_words(record))}"


def show_resolution(screen: Screen, outcome: ResolveOutcome) -> None:
    """Print how two statements were settled."""
    if outcome.version_id is None:
        screen.line("Nothing to do: it is settled already.")
    else:
        screen.line(f"Settled by {outcome.action.value}, version {outcome.version_id}.")
    for fact in (outcome.kept, outcome.dropped):
        screen.line(f"{fact.reference} ({standing(fact)})  {fact_line(fact)}", 2)
    for old, new in outcome.restated:
        screen.line(f"{old} was stated again as {new}", 2)


def show_history(screen: Screen, entries: Sequence[HistoryEntry]) -> None:
    """Print the log as a table, newest first."""
    if not entries:
        screen.line("Nothing was kept yet.")
        return
    rows = [
        (
            f"{entry.version.version_id}{' HEAD' if entry.is_head else ''}",
            moment(entry.version.created_us),
            "undone" if entry.version.is_orphaned else display_line(entry.version.operation),
            entry.fact.reference if entry.fact else "",
            _filed_label(entry.fact),
            display_line(entry.version.summary, 80),
        )
        for entry in entries
    ]
    screen.table(("version", "when", "what", "fact", "scope", "summary"), rows)


def show_rollback(screen: Screen, outcome: RollbackOutcome, scope_id: str) -> None:
    """Print what a rollback did, or would do, and first of all whom else it concerns.

    Args:
        scope_id: where the caller is.
    """
    if not outcome.orphaned:
        screen.line(f"Nothing to undo: version {outcome.head} is where the store stands.")
        return
    count = len(outcome.orphaned)
    done = ("undone", "is") if outcome.is_applied else ("would be undone", "would be")
    screen.line(
        f"{counted(count, 'entry', 'entries')} {done[0]}; HEAD {done[1]} version {outcome.head}."
    )
    others = sum(each != scope_id for each in outcome.scope_ids if each)
    if others:
        verb = "belongs" if others == 1 else "belong"
        shown = f"{others} of them {verb} to other scopes than {scope_label(scope_id)}: "
        screen.line(screen.strong(f"{shown}a rollback takes the whole store back, every project."))
    tense = "" if outcome.is_applied else "Would be "
    lines = [
        _undone_line(version, filed)
        for version, filed in zip(outcome.orphaned, outcome.scope_ids, strict=True)
    ]
    section(screen, f"{tense}undone".capitalize(), lines)
    section(screen, f"{tense}hidden".capitalize(), list(outcome.hidden))
    back = [reference for reference in outcome.revived if reference not in outcome.kept]
    section(screen, f"{tense}back in force".capitalize(), back)
    section(screen, f"{tense}with an earlier state".capitalize(), list(outcome.kept))
    if not outcome.is_applied:
        screen.line()
        screen.line("Nothing was changed yet: add --apply to do it.")


def version_line(version: Version) -> str:
    """Give one log entry in one line."""
    return _entry_line(version, " (undone)" if version.is_orphaned else "")


def _undone_line(version: Version, scope_id: str) -> str:
    """Give one log entry of a rollback, with the scope its fact is filed under."""
    return _entry_line(version, f" {filed_words(scope_id)}" if scope_id else "")


def _entry_line(version: Version, mark: str) -> str:
    summary = display_line(version.summary, 80)
    when = moment(version.created_us)
    return f"version {version.version_id} {when} {version.operation}{mark}: {summary}"


def moment(instant_us: int) -> str:
    """Give an instant to the second, in UTC: what a person compares."""
    return format_instant(instant_us - instant_us % SECOND_US)


def _filed_label(fact: Fact | None) -> str:
    return "" if fact is None else display_line(scope_label(fact.content.scope_id))


def _cited(exact: Exact) -> str:
    """Give an observation with what it is worth now."""
    seen = exact.observation
    notes = [] if exact.is_intact else ["NOT INTACT"]
    if seen.retraction is not None:
        notes.append(f"taken back: {display_line(seen.retraction, CITED_CELLS)}")
    standing_now = f" ({'; '.join(notes)})" if notes else ""
    source = f"{seen.source.role.value} of {display_line(source_label(seen.source), CITED_CELLS)}"
    text = display_line(seen.event.text, CITED_CELLS)
    return f"{seen.reference} {source}{standing_now}: {text}"


def _handle(anchor: CarriedAnchor) -> str:
    author = " (named by its author)" if anchor.is_explicit else ""
    return f"{anchor.kind.value} {anchor.value}{author}"


def _named(fact: Fact) -> str:
    return f"{fact.reference}  {fact_line(fact, 80)}"


def _evidence(story: FactStory) -> list[str]:
    """Give a line for each thing a fact cites: where it is from, and whether it still stands."""
    lines = [_cited(exact) for exact in story.evidence]
    for record in story.records:
        cited = record.cited
        standing = _STANDINGS[record.standing]
        lines.append(display_line(f"{cited.reference}, line {cited.line}{standing}"))
    return lines


_STANDINGS = {
    RecordStanding.SAME: "",
    RecordStanding.EDITED: ": edited since",
    RecordStanding.GONE: ": gone since",
    RecordStanding.UNREADABLE: ": cannot be read now",
    RecordStanding.ELSEWHERE: ": in another vault than the one configured now",
}


def section(screen: Screen, title: str, lines: Sequence[str]) -> None:
    """Print lines under a title; nothing when there are none."""
    if lines:
        screen.line()
        screen.line(screen.strong(title))
        for line in lines:
            screen.line(display_line(line), 2)
