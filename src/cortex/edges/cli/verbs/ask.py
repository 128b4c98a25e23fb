"""What does everything a seat keeps say to a question, and was all searched? `cortex ask`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.options import (
    CountType,
    agent_option,
    count_option,
    flag,
    option,
    place_options,
    words_argument,
)
from cortex.edges.cli.screen import counted
from cortex.edges.cli.seats import seat_option
from cortex.edges.cli.verb import Options, Verb
from cortex.model.ask import (
    BUDGET_DEFAULT,
    BUDGET_MAX,
    HITS_DEFAULT,
    HITS_MAX,
    NEAR_SHOWN,
    LayerState,
    Standing,
    Truth,
)
from cortex.model.errors import EXIT_CONFLICT, EXIT_FAILURE, EXIT_NOT_FOUND, EXIT_OK
from cortex.wire.ask import ask_json, hint_of
from cortex.wire.display import display_line, display_text
from cortex.wire.instants import format_instant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session
    from cortex.model.ask import AskAnswer, AskHit, LayerFound


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            words_argument("question"),
            seat_option(),
            flag("--absence", "succeed only when it is proved that nothing is known"),
            count_option("--limit", "most hits", HITS_DEFAULT, HITS_MAX),
            option(
                "--budget",
                f"most bytes of text (default {BUDGET_DEFAULT})",
                type=CountType(1, BUDGET_MAX),
                default=BUDGET_DEFAULT,
                metavar="BYTES",
            ),
            flag("--everywhere", "ask the brain in every scope"),
            agent_option(),
            *place_options(),
        ],
        about="Ask every layer at once: STATE.md, entities, notes, logs, session facts, shared "
        "knowledge, the brain, the vault, the client graph and the records, a seat's own memory "
        "first. Each layer says whether it was searched and whether a word of its own was found. "
        "With --absence the status is 0 only when every layer was searched whole, found its "
        "control and has nothing; 4 when something was found or is near, 1 when one is missing.",
        examples=[
            'cortex ask "when does Acme get its invoice"',
            "cortex ask did anybody promise a refund --absence",
            'cortex ask "billing day" --seat scout --json',
        ],
        exits=(EXIT_NOT_FOUND, EXIT_CONFLICT),
    )


def run(session: Session, options: Options) -> int:
    """Ask and print the answer."""
    from cortex.wiring.ask import AskRequest, ask
    from cortex.wiring.ask_showing import shown_line, shown_text

    place = session.place(options)
    if options["seat"] and not options["cwd"]:
        place = place._replace(cwd=None)  # The seat that is named stands in its own folder.
    request = AskRequest(
        text=" ".join(options["question"]).strip(),
        seat=options["seat"],
        limit=options["limit"],
        budget=options["budget"],
        place=place,
        caller=session.caller(options),
    )
    answer = ask(session.settings, request)
    session.answer(ask_json(answer, shown_text, shown_line), lambda screen: _show(screen, answer))
    if not options["absence"] or answer.is_absent:
        return EXIT_OK
    return EXIT_CONFLICT if answer.hits or answer.near else EXIT_FAILURE


def _show(screen: Screen, answer: AskAnswer) -> None:
    for number, hit in enumerate(answer.hits, start=1):
        _show_hit(screen, number, hit)
    if not answer.hits:
        _show_nothing(screen, answer)
    if answer.omitted:
        screen.line(f"{counted(answer.omitted, 'hit')} more: ask with --limit or --budget.")
    if answer.unseen:
        screen.line(f"Found nowhere: {display_line(', '.join(answer.unseen))}")
    hints: dict[str, list[str]] = {}
    for number, hit in enumerate(answer.hits, start=1):
        hints.setdefault(hint_of(hit), []).append(str(number))
    for hint, numbers in hints.items():
        screen.line(screen.faint(f"{', '.join(numbers)}: {hint}"), hang=2)
    _show_missing(screen, answer.missing)


def _show_hit(screen: Screen, number: int, hit: AskHit) -> None:
    from cortex.wiring.ask_showing import shown_line, shown_text

    piece = hit.piece
    at = "" if piece.at_us is None else f", {format_instant(piece.at_us)[:10]}"
    truth = "" if hit.truth is Truth.HOLDS else f", {hit.truth.value.upper()}"
    head = f"{number}. {display_line(piece.where)}"
    screen.line(f"{screen.strong(head)}  {screen.faint(f'{piece.layer.value}{at}{truth}')}")
    if piece.heading and piece.standing is Standing.OWN:
        screen.line(screen.faint(display_line(shown_line(piece.heading), 100)), 3)
    screen.paragraph(display_text(shown_text(hit)), 3)
    for said in hit.against:
        screen.line(f"against it: {display_line(shown_line(said))}", 3, 2)
    if piece.note and not hit.against:
        screen.line(f"note: {display_line(shown_line(piece.note))}", 3, 2)
    for other in hit.also:
        screen.line(screen.faint(f"also {display_line(other.where)} ({other.layer.value})"), 3)


def _show_nothing(screen: Screen, answer: AskAnswer) -> None:
    searched = sum(1 for one in answer.layers if one.state is LayerState.SEARCHED)
    empty = sum(1 for one in answer.layers if one.state is LayerState.EMPTY)
    absent = sum(1 for one in answer.layers if one.state is LayerState.ABSENT)
    screen.line("Nothing was found.")
    if answer.is_absent:
        screen.line(
            f"Nothing of this is known here: {counted(searched, 'layer')} searched, each found a "
            f"word of its own; {empty} empty, {absent} not set up.", 2
        )  # fmt: skip
        return
    screen.line("That is no proof of absence.", 2)
    if answer.near:
        places = ", ".join(piece.where for piece in answer.near[:NEAR_SHOWN])
        screen.line(f"A rare word of it stands in: {display_line(places)}", 2, 2)


def _show_missing(screen: Screen, missing: Iterable[LayerFound]) -> None:
    """Print what was not searched, one row a reason: outside of a seat it is that of all."""
    reasons: dict[tuple[str, str, str], list[str]] = {}
    for layer in missing:
        unmatched = [one.query for one in layer.controls if not one.is_matched]
        why = layer.why or f"it did not find a word of its own: {', '.join(unmatched)}"
        said = "searched in part" if layer.state is LayerState.SEARCHED else "not searched"
        reasons.setdefault((said, why, layer.remedy), []).append(layer.layer.value)
    for (said, why, remedy), layers in reasons.items():
        who = (
            f"The layer {layers[0]} was"
            if len(layers) == 1
            else f"The layers {', '.join(layers)} were"
        )
        screen.line(f"{who} {said}: {display_line(why)}", 0, 2)
        if remedy:
            screen.line(display_line(remedy), 2)
