"""What did a seat's sessions decide, and where in its memory does it stand? `cortex digest`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import count_option, flag, words_argument
from cortex.edges.cli.seats import of_seat, seat_option
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_FAILURE, EXIT_NOT_FOUND, EXIT_OK
from cortex.model.session_digests import HITS_DEFAULT, HITS_MAX, RETRY, SET_ASIDE
from cortex.wire.display import display_line, display_text
from cortex.wire.instants import format_instant
from cortex.wire.session_digests import digests_json, found_json, run_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.edges.cli.screen import Screen
    from cortex.model.session_digests import DigestFile, MemoryFound, RunResult, Waiting

TEXT_CHARS_SHOWN = 600


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("list", "list the days that have digests, and what waits", _list_verb(name)),
            ("run", "write up the sessions that wait", _run_verb(name)),
            ("search", "find passages in the seat's memory folder", _search_verb(name)),
        ],
        about="A digest is what a session of a seat decided, promised, changed, gave up and left "
        "open, found by rule in what was said. Hooks stage a session when it ends or is compacted; "
        "a run writes it up. Without an action the days are listed.",
        examples=["cortex digest", "cortex digest run", "cortex digest search gateway port"],
    )


def _list_verb(name: str) -> Verb:
    def run(session: Session, options: Options) -> None:
        from cortex.wiring.seat.digest_runs import digests_of

        seat, days, waiting = digests_of(session.settings, options["seat"])
        session.answer(
            {"seat": seat, **digests_json(days, waiting)},
            lambda screen: _show_days(screen, days, waiting),
        )

    return Verb(
        name,
        run,
        [seat_option()],
        about="List the days that have digests, and which sessions wait to be written up.",
        examples=["cortex digest list", "cortex digest list --seat scout --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def _run_verb(name: str) -> Verb:
    def run(session: Session, options: Options) -> int:
        from cortex.wiring.seat.digest_runs import run_digests

        seat, results, waiting = run_digests(
            session.settings, options["seat"], has_model=not options["no_model"]
        )
        session.answer(
            {"seat": seat, **run_json(results, waiting)},
            lambda screen: _show_run(screen, results, waiting),
        )
        failed = any(one.became in {RETRY, SET_ASIDE} for one in results)
        return EXIT_FAILURE if failed else EXIT_OK

    return Verb(
        name,
        run,
        [flag("--no-model", "by rule alone, whatever the operator's file says"), seat_option()],
        about="Write up the sessions that wait, oldest first, into memory/digests of the seat. A "
        "model takes part only when digests.toml in the Cortex home names a command for it. The "
        "status is 1 when a session has to be tried again or was set aside.",
        examples=["cortex digest run", "cortex digest run --no-model --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def _search_verb(name: str) -> Verb:
    def run(session: Session, options: Options) -> None:
        from cortex.wiring.seat.digest_runs import search_seat

        question = " ".join(options["question"])
        found = search_seat(session.settings, options["seat"], question, options["limit"])
        data = {**of_seat(session, options["seat"]), **found_json(found, question)}
        session.answer(data, lambda screen: _show_found(screen, found))

    return Verb(
        name,
        run,
        [
            words_argument("question"),
            count_option("--limit", "most passages", HITS_DEFAULT, HITS_MAX),
            seat_option(),
        ],
        about="Print the passages of the seat's memory folder (daily logs, digests, checkpoints, "
        "notes) that hold words of the question, best first. The index is brought up to date "
        "before, by the content of each file.",
        examples=['cortex digest search "which port"', "cortex digest search gateway --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def _show_days(screen: Screen, days: Sequence[DigestFile], waiting: Waiting) -> None:
    if not days:
        screen.line("No session has been written up yet.")
    for one in days:
        screen.line(f"{one.day}  {one.entries} sessions  {display_line(one.file)}")
    _show_waiting(screen, waiting)


def _show_run(screen: Screen, results: Sequence[RunResult], waiting: Waiting) -> None:
    if not results:
        screen.line("No session waits.")
    for one in results:
        where = f"  {one.file}" if one.file else ""
        why = f"  ({one.detail})" if one.detail else ""
        screen.line(f"{one.became}  {display_line(f'{one.session_id or one.stage}{where}{why}')}")
    _show_waiting(screen, waiting)


def _show_waiting(screen: Screen, waiting: Waiting) -> None:
    if waiting.staged:
        oldest = format_instant(waiting.staged[0][1])
        screen.line(f"{len(waiting.staged)} sessions wait, the oldest since {oldest}.")
    if waiting.set_aside:
        screen.line(f"{len(waiting.set_aside)} could not be written up and were set aside.")


def _show_found(screen: Screen, found: MemoryFound) -> None:
    from cortex.wiring.seat.evidence import as_evidence

    if not found.hits:
        screen.line(f"Nothing in {found.files} files holds a word of that.")
    told: list[str] = []
    for hit in found.hits:
        heading = f"  {hit.heading}" if hit.heading else ""
        told.append(display_line(f"{hit.file}:{hit.line}{heading}"))
        is_cut = len(hit.text) > TEXT_CHARS_SHOWN
        text = hit.text[:TEXT_CHARS_SHOWN] + (" ..." if is_cut else "")
        told += [f"  {line}" for line in display_text(text).split("\n")]
    screen.paragraph(as_evidence("\n".join(told), "memory folder of this seat"))
