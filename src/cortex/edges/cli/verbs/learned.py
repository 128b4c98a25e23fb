"""What did use teach? `cortex learned`."""

from __future__ import annotations

from collections.abc import Sequence

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import count_option, flag
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY
from cortex.model.learning import AgentFigures, LearnedCounts, LearnedSummary
from cortex.wire.display import display_line
from cortex.wire.facts import id_reference
from cortex.wire.instants import instant_json
from cortex.wire.learning import agents_json, learned_json, reset_json, switch_json

SHOWN = 20
SHOWN_MAX = 1000  # Nobody reads more at a sitting.


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("show", "show what use taught", _show_verb(name)),
            ("agents", "show how the work of each agent went", _agents_verb(name)),
            ("on", "learn from reports, and use it", _switch_verb(name, "on")),
            ("off", "leave it aside, and learn nothing more", _switch_verb(name, "off")),
            ("reset", "drop it", _reset_verb(name)),
        ],
        about="See what use taught, leave it aside or drop it. Learning moves the order of cards "
        "and the words a question is heard in, never what a fact is worth.",
        examples=[
            "cortex learned",
            "cortex learned agents --days 90",
            "cortex learned off",
            "cortex learned reset --apply",
        ],
    )


def _show_verb(name: str) -> Verb:
    return Verb(
        name,
        _show,
        [count_option("--limit", "most of each kind", SHOWN, SHOWN_MAX)],
        about="Show whether learning is on, and the strongest of each kind that was learned.",
        examples=["cortex learned show --limit 50"],
    )


def _agents_verb(name: str) -> Verb:
    from cortex.wiring.learning import HORIZON_DAYS, HORIZON_DAYS_MAX, REPORTS_DEFAULT, REPORTS_MAX

    return Verb(
        name,
        _agents,
        [
            count_option("--days", "how far back", HORIZON_DAYS, HORIZON_DAYS_MAX),
            count_option("--reports", "most reports", REPORTS_DEFAULT, REPORTS_MAX),
        ],
        about="Show how the work of each agent went, as it was reported.",
        examples=["cortex learned agents --days 90"],
    )


def _switch_verb(name: str, word: str) -> Verb:
    is_on = word == "on"
    return Verb(
        name,
        lambda session, _: _switch(session, is_on=is_on),
        [],
        about="Learn from reports again, and use what was learned."
        if is_on
        else "Use nothing that was learned, and learn nothing more; reports are still kept.",
        examples=[f"cortex learned {word}"],
        exits=(EXIT_BUSY,),
    )


def _reset_verb(name: str) -> Verb:
    return Verb(
        name,
        _reset,
        [flag("--apply", "do it; without this only what would go is printed")],
        about="Drop what was learned. After it every answer is as if nothing had been learned; "
        "facts and reports stay.",
        examples=["cortex learned reset", "cortex learned reset --apply"],
        exits=(EXIT_BUSY,),
    )


def _show(session: Session, options: Options) -> None:
    from cortex.wiring.learning import learned

    with session.open() as house:
        summary = learned(house, options["limit"])
    session.answer(learned_json(summary), lambda screen: _print_summary(screen, summary))


def _agents(session: Session, options: Options) -> None:
    from cortex.wiring.learning import agents

    with session.open() as house:
        rows = agents(house, options["days"], options["reports"])
    session.answer(agents_json(rows), lambda screen: _print_agents(screen, rows))


def _switch(session: Session, *, is_on: bool) -> None:
    from cortex.wiring.learning import switch

    with session.open() as house:
        switch(house, is_on=is_on)
    word = "on: reports are learned from" if is_on else "off: nothing learned is used or added"
    session.answer(switch_json(is_on=is_on), lambda screen: screen.line(f"Learning is {word}."))


def _reset(session: Session, options: Options) -> None:
    from cortex.wiring.learning import reset

    is_applied = options["apply"]
    with session.open() as house:
        counts = reset(house, is_applied=is_applied)
    session.answer(
        reset_json(counts, is_applied=is_applied),
        lambda screen: _print_reset(screen, counts, is_applied=is_applied),
        done="what was learned is dropped" if is_applied else "",
    )


def _print_summary(screen: Screen, summary: LearnedSummary) -> None:
    screen.line(f"Learning is {'on' if summary.is_on else 'off'}.")
    screen.pairs([(name, str(count)) for name, count in summary.counts._asdict().items()])
    if summary.signals:
        screen.line()
        screen.table(
            ("fact", "helped", "harmed", "last"),
            [
                (str(id_reference(s.fact_id)), str(s.helped), str(s.harmed), _day(s.at_us))
                for s in summary.signals
            ],
        )
    if summary.bridges:
        screen.line()
        screen.table(
            ("asked", "answered by", "for", "against"),
            [
                (*map(display_line, (b.query_term, b.doc_term)), str(b.positive), str(b.negative))
                for b in summary.bridges
            ],
        )
    if summary.questions:
        screen.line()
        screen.table(
            ("question's words", "asked", "helped", "last"),
            [
                (display_line(" ".join(q.terms)), str(q.asks), str(q.successes), _day(q.last_us))
                for q in summary.questions
            ],
        )


def _print_agents(screen: Screen, rows: Sequence[AgentFigures]) -> None:
    if not rows:
        screen.line("No agent has reported an outcome in that time (`cortex feedback`).")
    for row in rows:
        screen.line(screen.strong(display_line(row.agent)))
        classes = ", ".join(
            f"{display_line(of.name)} {of.reliability:.2f} ({of.reports})" for of in row.classes
        )
        screen.line(f"reliability {row.reliability:.2f} over {row.reports} reports: {classes}", 2)
        screen.line(f"named its sources in {row.coverage:.0%} of them", 2)
        if row.sources:
            used = ", ".join(f"{id_reference(i)} ({count})" for i, count in row.sources)
            screen.line(f"used most: {used}", 2)
        screen.line(f"{row.advice}; ask for {row.recommended_k} cards", 2)


def _print_reset(screen: Screen, counts: LearnedCounts, *, is_applied: bool) -> None:
    screen.line("Dropped:" if is_applied else "Would be dropped:")
    screen.pairs([(name, str(count)) for name, count in counts._asdict().items()])
    if not is_applied:
        screen.line("Nothing was changed; add --apply to do it.")


def _day(instant_us: int) -> str:
    return str(instant_json(instant_us))[:10]
