"""What did the compactions of the last days say? `cortex facts`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import CountType, count_option, flag, option
from cortex.edges.cli.seats import seat_option
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_NOT_FOUND
from cortex.model.session_facts import DAYS_DEFAULT, DAYS_MAX, PRUNE_DAYS_MAX
from cortex.wire.display import display_line
from cortex.wire.instants import format_instant
from cortex.wire.session_facts import facts_json, pruned_json

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.model.session_facts import Facts, Pruned

ROWS_SHOWN = 10
SUMMARY_CHARS_SHOWN = 400
KEYWORDS_SHOWN = 8


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("list", "list what compactions of the last days said", _list_verb(name)),
            ("prune", "take away old days, or see which they are", _prune_verb(name)),
        ],
        about="A session fact is what a host made of a conversation when it compacted it: one row "
        "a compaction, by UTC day. Without an action the last days are listed.",
        examples=["cortex facts", "cortex facts --days 7 --json", "cortex facts prune --days 400"],
    )


def _list_verb(name: str) -> Verb:
    def run(session: Session, options: Options) -> None:
        from cortex.wiring.seat.evidence import STANDING
        from cortex.wiring.seat.facts_read import facts_of

        seat, facts = facts_of(session.settings, options["seat"], options["days"])
        if facts.corrupt:
            session.warn(f"{facts.corrupt} lines could not be read and were passed over")
        session.answer(
            facts_json(facts, seat, options["days"], STANDING), lambda screen: _show(screen, facts)
        )

    return Verb(
        name,
        run,
        [
            count_option("--days", "UTC days to read, today counted", DAYS_DEFAULT, DAYS_MAX),
            seat_option(),
        ],
        about=f"Print the newest {ROWS_SHOWN} session facts of the last days; with --json all of "
        "them. Lines that cannot be read are passed over and counted.",
        examples=["cortex facts list --days 7", "cortex facts list --seat scout --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def _prune_verb(name: str) -> Verb:
    def run(session: Session, options: Options) -> None:
        from cortex.wiring.seat.facts_read import pruned_facts

        is_preview = options["dry_run"]
        pruned = pruned_facts(
            session.settings, options["seat"], options["days"], is_preview=is_preview
        )
        session.answer(
            pruned_json(pruned, is_preview=is_preview),
            lambda screen: _show_pruned(screen, pruned, is_preview=is_preview),
        )

    days = CountType(1, PRUNE_DAYS_MAX)
    return Verb(
        name,
        run,
        [
            option("--days", "keep this many days", type=days, required=True, metavar="N"),
            flag("--dry-run", "only say which days would go"),
            seat_option(),
        ],
        about="Take away the session facts of days that are longer past. The summaries themselves "
        "stay in the seat's folder.",
        examples=["cortex facts prune --days 400 --dry-run", "cortex facts prune --days 400"],
        exits=(EXIT_NOT_FOUND,),
    )


def _show(screen: Screen, facts: Facts) -> None:
    from cortex.wiring.seat.evidence import as_evidence

    if not facts.facts:
        screen.line("No compaction was kept in these days.")
        return
    told: list[str] = []
    for fact in facts.facts[-ROWS_SHOWN:]:
        trigger = f", {fact.trigger}" if fact.trigger else ""
        where = f"{fact.session_id}{trigger}, {fact.source}"
        told.append(f"{format_instant(fact.at_us)}  {display_line(where)}")
        summary = display_line(fact.summary)
        is_cut = len(summary) > SUMMARY_CHARS_SHOWN
        told.append(f"  {summary[:SUMMARY_CHARS_SHOWN]}{' ...' if is_cut else ''}")
        if fact.keywords:
            told.append(f"  {display_line(', '.join(fact.keywords[:KEYWORDS_SHOWN]))}")
        if fact.file:
            told.append(f"  {display_line(fact.file)}")
    screen.paragraph(as_evidence("\n".join(told), "session facts of this seat"))


def _show_pruned(screen: Screen, pruned: Pruned, *, is_preview: bool) -> None:
    said = "would go" if is_preview else "gone"
    screen.line(f"{len(pruned.days)} days {said}, {pruned.kept} stay.")
    for day in pruned.days:
        screen.line(day, indent=2)
