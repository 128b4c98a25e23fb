"""What do message logs say about people and things, in whose words? `cortex graph`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import flag, many, option, words_argument
from cortex.edges.cli.screen import counted
from cortex.edges.cli.seats import seat_option
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_FAILURE, EXIT_NOT_FOUND, EXIT_OK, EXIT_STORE, EXIT_USAGE
from cortex.wire.client_graph import build_json, entity_json, fact_json
from cortex.wire.display import display_line, display_text
from cortex.wire.instants import format_instant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.edges.cli.screen import Screen
    from cortex.model.client_graph import Graph, GraphBuild, SourcedFact
    from cortex.wiring.seat.graph import GraphStatus

READS = (EXIT_NOT_FOUND, EXIT_STORE)


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("status", "tell how the graph stands, and what was rejected", _status_verb(name)),
            ("build", "bring the graph up to date with the message logs", _build_verb(name)),
            ("ask", "print the facts about what a question names", _ask_verb(name)),
            ("show", "list the nouns, or everything about one", _show_verb(name)),
            ("eval", "check the graph against known answers", _eval_verb(name)),
        ],
        about="The client graph of a seat: facts about people, companies and things, found in "
        "message logs, each with the exact words it rests on. Who is what and owns what comes from "
        "graph.toml in the Cortex home only. Without an action it tells how the graph stands.",
        examples=["cortex graph build", 'cortex graph ask "when is the Acme logo due?"'],
    )


def _build_verb(name: str) -> Verb:
    return Verb(
        name,
        _build,
        [
            many("--from", "a message log that stands elsewhere; it is read from now on", "FILE"),
            flag("--no-model", "by rule alone, whatever graph.toml says"),
            seat_option(),
        ],
        about="Read the messages no build has read, keep the facts whose quote stands in its "
        "message, and count what was rejected, by reason. A model takes part only when graph.toml "
        "in the Cortex home names a command for it.",
        examples=["cortex graph build", "cortex graph build --from old-messages.jsonl --no-model"],
        exits=(EXIT_USAGE, EXIT_NOT_FOUND, EXIT_STORE),
    )


def _ask_verb(name: str) -> Verb:
    return Verb(
        name,
        _ask,
        [words_argument("question"), seat_option()],
        about="Print the facts about every noun the question names, best first: words in common, "
        "then the latest. Quotes are evidence of what was said, not instructions.",
        examples=['cortex graph ask "what is the budget of Acme?"', "cortex graph ask Acme --json"],
        exits=READS,
    )


def _show_verb(name: str) -> Verb:
    return Verb(
        name,
        _show,
        [words_argument("noun", required=False), seat_option()],
        about="List the nouns the graph knows, or print every fact about NOUN, found by name or "
        "alias, the latest first, also those that were superseded.",
        examples=["cortex graph show", 'cortex graph show "Acme GmbH" --json'],
        exits=READS,
    )


def _eval_verb(name: str) -> Verb:
    return Verb(
        name,
        _eval,
        [
            option("--cases", "one case a line of JSON", metavar="FILE", required=True),
            seat_option(),
        ],
        about="Ask the graph each prompt of FILE as the prompt hook would, and compare what is "
        "told with what is known. The status is 1 when a case went wrong; the doctor repeats it.",
        examples=["cortex graph eval --cases graph-cases.jsonl"],
        exits=(EXIT_FAILURE, EXIT_USAGE, *READS),
    )


def _status_verb(name: str) -> Verb:
    return Verb(
        name,
        _status,
        [seat_option()],
        about="Tell when the graph was built, what it holds, which statements were rejected and "
        "why, and whether messages came since.",
        examples=["cortex graph status", "cortex graph status --seat scout --json"],
        exits=READS,
    )


def _build(session: Session, options: Options) -> None:
    from cortex.wiring.seat.graph import build as build_now

    seat, row, graph = build_now(
        session.settings, options["seat"], options["from"], has_model=not options["no_model"]
    )
    held = sum(1 for fact in graph.facts if not fact.superseded_by)
    data = {
        "seat": seat,
        **build_json(row),
        "entities": len(graph.entities),
        "facts": len(graph.facts),
        "held": held,
    }

    def show(screen: Screen) -> None:
        screen.line(
            f"{counted(row.seen, 'message')}, {row.new} new: {counted(len(graph.facts), 'fact')} "
            f"about {counted(len(graph.entities), 'noun')}; current: {held}."
        )
        _show_build(screen, row)

    session.answer(data, show)


def _ask(session: Session, options: Options) -> None:
    from cortex.wiring.seat.graph import STANDS_AS, as_data, ask

    question = " ".join(options["question"])
    seat, facts, built_us = ask(session.settings, options["seat"], question)
    data = {
        "seat": seat,
        "question": question,
        "built_at": format_instant(built_us),
        "standing": STANDS_AS,
        "facts": [fact_json(one) for one in as_data(facts)],
    }

    def show(screen: Screen) -> None:
        if not facts:
            screen.line("The graph holds nothing about what this names.")
        _show_facts(screen, facts, seat)

    session.answer(data, show)


def _show(session: Session, options: Options) -> None:
    if options["noun"]:
        _show_one(session, options["seat"], " ".join(options["noun"]))
        return
    from cortex.wiring.seat.graph import nouns

    graph = nouns(session.settings, options["seat"])
    rows = [_entity_row(graph, key) for key in (one.key for one in graph.entities)]

    def show(screen: Screen) -> None:
        if not rows:
            screen.line(
                "No noun is known yet: name some in graph.toml or with `cortex entity add`."
            )
            return
        shown = [
            (str(row["origin"]), str(row["held"]), display_line(str(row["name"]))) for row in rows
        ]
        screen.table(("from", "held", "name"), shown)

    session.answer({"entities": rows}, show)


def _show_one(session: Session, name: str | None, noun: str) -> None:
    from cortex.wiring.seat.graph import STANDS_AS, as_data, show

    seat, entity, facts, roles = show(session.settings, name, noun)
    row = entity_json(entity, [one.fact for one in facts], roles)
    shown = [fact_json(one) for one in as_data(facts)]
    data = {"seat": seat, **row, "standing": STANDS_AS, "facts": shown}

    def tell(screen: Screen) -> None:
        kind = f" ({entity.kind})" if entity.kind else ""
        screen.line(f"{screen.strong(display_line(entity.name))}{kind}")
        if entity.aliases:
            screen.line(f"also {display_line(', '.join(entity.aliases))}", 2)
        for role in roles:
            screen.line(display_line(f"{role.role}: {role.holder} (graph.toml)"), 2)
        _show_facts(screen, facts, seat)

    session.answer(data, tell)


def _eval(session: Session, options: Options) -> int:
    from cortex.wiring.seat.graph import check, measured

    judged = check(session.settings, options["seat"], options["cases"])
    wrong = [one for one in judged if one.wrong]
    precision, recall = measured(judged)
    data = {
        "cases": len(judged),
        "failed": len(wrong),
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "wrong": [{"line": one.case.line, "reasons": list(one.wrong)} for one in wrong],
    }

    def show(screen: Screen) -> None:
        screen.line(
            f"{counted(len(judged), 'case')}, {len(wrong)} wrong; precision {precision:.2f}, "
            f"recall {recall:.2f}"
        )
        for one in wrong:
            screen.line(display_line(f"line {one.case.line}: {'; '.join(one.wrong)}"), 2, 2)

    session.answer(data, show)
    return EXIT_FAILURE if wrong else EXIT_OK


def _status(session: Session, options: Options) -> None:
    from cortex.wiring.seat.graph import status

    stands = status(session.settings, options["seat"])
    last = stands.builds[-1] if stands.builds else None
    done = stands.checked
    data = {
        "seat": stands.seat,
        "build": None if last is None else build_json(last),
        "entities": stands.entities,
        "facts": stands.facts,
        "held": stands.held,
        "behind_at": format_instant(stands.behind_us) if stands.behind_us else None,
        "told_beside_prompts": stands.is_told,
        "checked": None
        if done is None
        else {"at": format_instant(done.at_us), "cases": done.cases, "failed": done.failed},
        "sources": list(stands.sources),
    }
    session.answer(data, lambda screen: _show_status(screen, stands))


def _show_status(screen: Screen, stands: GraphStatus) -> None:
    if not stands.builds:
        screen.line("No graph is built. Build one: cortex graph build")
        return
    last = stands.builds[-1]
    screen.line(
        f"Built {format_instant(last.finished_us)}: {counted(stands.facts, 'fact')} about "
        f"{counted(stands.entities, 'noun')}; current: {stands.held}."
    )
    _show_build(screen, last)
    if stands.behind_us:
        screen.line(f"Stale: a message of {format_instant(stands.behind_us)} is not in it.")
    if stands.checked:
        screen.line(f"Known answers: {stands.checked.failed} of {stands.checked.cases} wrong.")
    told = "are" if stands.is_told else "are not"
    screen.line(f"Facts {told} told beside prompts.")


def _show_build(screen: Screen, row: GraphBuild) -> None:
    if row.unread:
        screen.line(f"{counted(row.unread, 'row')} of the logs could not be read", 2)
    for reason, count in row.reasons:
        screen.line(f"rejected {count}: {reason}", 2)
    if row.note:
        screen.line(f"note: {display_line(row.note)}", 2)


def _show_facts(screen: Screen, facts: Sequence[SourcedFact], seat: str) -> None:
    from cortex.wiring.seat.graph import as_block

    for line in display_text(as_block(facts, seat)).split("\n"):
        screen.line(line)


def _entity_row(graph: Graph, key: str) -> dict[str, object]:
    entity = next(one for one in graph.entities if one.key == key)
    facts = [one for one in graph.facts if one.key == key]
    return entity_json(entity, facts, [one for one in graph.roles if one.key == key])
