"""How is a seat handed over and moved at the command line? One function an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.options import flag, option
from cortex.edges.cli.seat_gate import STANDARD_INPUT
from cortex.edges.cli.seats import named_seat, seat_words
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_CONFLICT, EXIT_FAILURE, EXIT_NOT_FOUND, EXIT_STORE
from cortex.wire.display import display_line
from cortex.wire.seat_move import hand_off_json, packed_json, unpacked_json

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session
    from cortex.model.seat_moves import Packed, Unpacked

SHOWN_MAX = 12
"""Names that were left out and are printed; --json has all."""


def hand_off_verb(name: str) -> Verb:
    """Give `cortex seat handoff`."""
    return Verb(
        name,
        _hand_off,
        [
            *seat_words(),
            option("--note", "what the next session must know besides; - reads it", metavar="TEXT"),
        ],
        about="Write a hand-off document for the seat NAME, or that of this folder: current tasks, "
        "next actions, schedules, key context and the files this session changed, from STATE.md, "
        "the daily log and the session's transcript. The next session of the seat is told it once "
        "at its start; the session that wrote it is not.",
        examples=[
            "cortex seat handoff",
            'cortex seat handoff ops --note "The DNS change waits for Ana"',
        ],
        exits=(EXIT_FAILURE, EXIT_NOT_FOUND),
    )


def pack_verb(name: str) -> Verb:
    """Give `cortex seat pack`."""
    return Verb(
        name,
        _pack,
        [
            *seat_words(),
            option("--to", "the new file (default: one in the Cortex home)", metavar="FILE"),
            flag("--whole-folder", "everything in its folder but what git keeps"),
            flag("--force", "also into the seat's folder or a git work tree"),
        ],
        about="Write one sealed file with the seat NAME, or that of this folder: its Markdown, "
        "memory/ and skills, what Cortex keeps for it, its host's own memory of the project, and "
        "what its organisation shares. It is read back before it has its name. Nothing is taken "
        "out: whatever the files hold goes along.",
        examples=["cortex seat pack", "cortex seat pack ops --to /mnt/stick/ops.zip"],
        exits=(EXIT_FAILURE, EXIT_NOT_FOUND, EXIT_STORE),
    )


def unpack_verb(name: str) -> Verb:
    """Give `cortex seat unpack`."""
    return Verb(
        name,
        _unpack,
        [
            click.Argument(["file"], metavar="FILE"),
            click.Argument(["folder"], metavar="FOLDER"),
            option("--name", "what it is called here (default: as it was)", metavar="NAME"),
            option("--org", "the organisation it works for here", metavar="NAME"),
            flag("--without-auto-memory", "leave the host's own memory of the project as it is"),
            flag("--apply", "do it; without this only the plan is printed"),
        ],
        about="Make a pack a seat of this machine, in FOLDER, which is empty or not there yet. "
        "Every digest is checked before a byte is written, nothing is written over, and a run that "
        "was killed is simply run again. Then every file is read back and the memory is asked what "
        "it was asked when it was packed.",
        examples=[
            "cortex seat unpack ops.zip ~/agents/ops",
            "cortex seat unpack ops.zip ~/agents/ops --name ops2 --apply",
        ],
        exits=(EXIT_FAILURE, EXIT_CONFLICT, EXIT_STORE),
    )


def _hand_off(session: Session, options: Options) -> None:
    from cortex.edges.cli.streams import read_text
    from cortex.wiring.seat.hand_off import hand_off

    note = options["note"] or ""
    said = read_text("note") if note == STANDARD_INPUT else note
    done = hand_off(session.settings, named_seat(options), said)
    session.warn(*done.warnings)
    line = f"handed over: {done.path}"
    session.answer(hand_off_json(done), lambda screen: screen.line(display_line(line)), done=line)


def _pack(session: Session, options: Options) -> None:
    from cortex.wiring.seat.pack import pack_seat

    packed = pack_seat(
        session.settings,
        named_seat(options),
        options["to"],
        is_whole=options["whole_folder"],
        is_forced=options["force"],
    )
    session.answer(
        packed_json(packed), lambda screen: _show_packed(screen, packed), done=packed.path
    )


def _show_packed(screen: Screen, packed: Packed) -> None:
    manifest = packed.manifest
    said = f"seat {manifest.seat} is in {packed.path}: {len(manifest.files)} files"
    screen.line(display_line(f"{said}, {packed.size} bytes; it was read back"))
    screen.line("Whoever has the file has the memory: keep it as you keep the seat.")
    for left in manifest.left_out[:SHOWN_MAX]:
        screen.line(display_line(f"left out {left.area}/{left.path}: {left.reason}"), 2, 2)
    if len(manifest.left_out) > SHOWN_MAX:
        screen.line(f"and {len(manifest.left_out) - SHOWN_MAX} more; --json lists them", 2)


def _unpack(session: Session, options: Options) -> None:
    from cortex.wiring.seat.unpack import UnpackWish, unpack_seat

    wish = UnpackWish(
        options["file"],
        options["folder"],
        options["name"],
        options["org"],
        has_auto_memory=not options["without_auto_memory"],
    )
    done = unpack_seat(session.settings, wish, is_applied=options["apply"])
    session.warn(*done.warnings)
    line = f"seat {done.seat} is in {done.root}" if done.is_applied else ""
    session.answer(unpacked_json(done), lambda screen: _show_unpacked(screen, done), done=line)


def _show_unpacked(screen: Screen, done: Unpacked) -> None:
    said = "is here" if done.is_applied else "would come here"
    screen.line(display_line(f"seat {done.seat} {said}: {done.root}"))
    for place in done.places:
        what = display_line(f"{place.area}: {place.path}")
        about = f"{place.files} files, {place.size} bytes"
        screen.line(f"{place.became:6}  {what}  ({about})", 2, 8)
    if done.is_applied:
        probes = len(done.manifest.probes)
        asked = f"{done.answered} of {probes} questions answered as before"
        screen.line(f"{done.rehashed} files read back, {asked}")
        screen.line("`cortex seat doctor` says what this machine still lacks.")
    else:
        screen.line("Every digest fits. Nothing was written; --apply does it.")
