"""What does a seat stand on? Its copies, who else can read it, and what it uses beside its files.

Doctor D14, D16 and D18. Source: OGL 9, ADR 0209.
"""

# Paths are texts here.

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from shlex import quote
from typing import TYPE_CHECKING

from cortex.core.boot.calendar import second_text
from cortex.model.client_graph import GRAPH_FILE
from cortex.model.durations import DAY_US
from cortex.model.errors import CortexError, InvalidRequest
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_checks import FAIL, LEVELS, PASS, WARN, SeatCheck, shown
from cortex.model.seats import ENTITIES_FILE, LAST_PACK, MEMORY_FILE, STATE_FILE
from cortex.model.session_digests import DIGESTS_FILE
from cortex.seat.looking import looked
from cortex.seat.memory_files import memory_files
from cortex.stores.system.copy_names import copies_below
from cortex.stores.system.readers import EVERYBODY, files_below, readers_of
from cortex.wire.instants import parse_instant

if TYPE_CHECKING:
    from cortex.wiring.model_commands import Command
    from cortex.wiring.seat.opening import OpenSeat
    from cortex.wiring.settings import Settings

AGE_US_MAX = 7 * DAY_US
"""Microseconds a copy is worth something: what a week brought is lost with a disk."""

BRAIN_WAIT_MS = 500
"""Milliseconds a brain that another program holds is waited for: a check of a seat is no work."""

LAST_PACK_BYTES_MAX = 8_192

Row = tuple[str, str, str]
"""A level, what was seen, and what to do about it."""


def checks_of(opened: OpenSeat, settings: Settings) -> tuple[SeatCheck, ...]:
    """Give D14, D16 and D18 of a seat; a folder that cannot be read is a FAIL."""
    rows = [_pack(opened), *_brain_copy(settings, opened.now_us)]
    return (
        _worst("D14", rows),
        optional_check(settings, opened.seat.name),
        looked("D18", lambda: _private(opened)),
    )


def _pack(opened: OpenSeat) -> Row:
    """Give how old the newest pack of a seat is, as the seat's home tells."""
    again = f"run `cortex seat pack` for {opened.seat.name}, and keep the pack elsewhere"
    try:
        content = opened.kept.find(LAST_PACK, LAST_PACK_BYTES_MAX)
    except SeatFileRefused:
        content = b""
    if content is None:
        return WARN, "the seat was never packed", again
    instant, _, path = content.decode("utf-8", "surrogateescape").partition("\n")
    try:
        at_us = parse_instant(instant, field=LAST_PACK)
    except InvalidRequest:
        return WARN, f"{LAST_PACK} in the seat's home tells no instant", again
    path = path.removesuffix("\n")
    level, said, remedy = _aged("the newest pack", at_us, opened.now_us, again, path)
    if level == PASS and not os.path.isfile(path):  # noqa: PTH113  # A path as text.
        moved = f"see that you have it where you took it, or {again}"
        return WARN, f"{said}, and no file is there now", moved
    return level, said, remedy


def _brain_copy(settings: Settings, now_us: int) -> list[Row]:
    """Give how old the newest copy of the brain is; nothing where there is no brain."""
    if not os.path.lexists(settings.db_path):
        return []
    again = "run `cortex backup`"
    newest = next(iter(copies_below(settings.home)), None)
    if newest is None:
        return [(WARN, "the brain has no copy in the home", again)]
    return [_aged("the newest copy of the brain", newest.created_us, now_us, again)]


def _aged(what: str, at_us: int, now_us: int, again: str, path: str = "") -> Row:
    said = f"{what} is of {second_text(at_us)}" + (f" ({path})" if path else "")
    if at_us > now_us:
        return WARN, f"{said}, which has not come", again
    if now_us - at_us > AGE_US_MAX:
        return FAIL, f"{said}, {(now_us - at_us) // DAY_US} days ago", again
    return PASS, said, ""


def optional_check(settings: Settings, seat: str) -> SeatCheck:
    """Give D16: what a seat uses when it is there and works without. Never a failure."""
    models = [_model(file, read) for file, read in _models(settings.home, seat)]
    return _worst("D16", [_brain(settings), _vault(), *models])


def _models(home: str, seat: str) -> tuple[tuple[str, Callable[[], Command | None]], ...]:
    """Give each operator's file that may name a model, and what reads the command."""
    from cortex.wiring.graph_settings import read_settings_of
    from cortex.wiring.seat.digest_runs import read_command

    return (
        (DIGESTS_FILE, lambda: read_command(home)),
        (GRAPH_FILE, lambda: read_settings_of(home, seat).command),
    )


def _brain(settings: Settings) -> Row:
    if not os.path.lexists(settings.db_path):
        return PASS, "brain: none", ""
    from cortex.wiring.boot import open_boot_reader

    try:
        open_boot_reader(settings, BRAIN_WAIT_MS, None).close()
    except CortexError as error:
        return WARN, f"brain: {error.message}", error.remedy
    return PASS, "brain: answers", ""


def _vault() -> Row:
    from cortex.stores.system.environment import read_environment
    from cortex.wiring.vault import ROOT_VARIABLE, configured_vault, root_named

    environment = read_environment()
    if configured_vault() is not None:
        return PASS, "vault: there", ""
    root = root_named(None, environment)
    if not environment.get(ROOT_VARIABLE) and not os.path.lexists(root):
        return PASS, "vault: none", ""
    return WARN, f"vault: {root} cannot be opened", f"make that folder, or unset {ROOT_VARIABLE}"


def _model(file: str, read: Callable[[], Command | None]) -> Row:
    """Give whether the program can be started that an operator's file names for a model."""
    from shutil import which

    from cortex.stores.system.environment import read_host_environment

    what = f"model of {file}"
    try:
        command = read()
    except CortexError as error:
        return WARN, f"{what}: {error.message}", f"correct {file} in the Cortex home"
    if command is None:
        return PASS, f"{what}: none", ""
    if which(command.words[0], path=read_host_environment()["PATH"]) is None:
        said = f"{what}: no program {command.words[0]}"
        return WARN, said, f"correct {file} in the Cortex home; until then rules do the work"
    return PASS, f"{what}: its program is there", ""


def _private(opened: OpenSeat) -> SeatCheck:
    """Give D18: who else on this machine can read what a seat remembers."""
    if os.name != "posix":
        return SeatCheck("D18", WARN, "who else can read it is not known here", "look yourself")
    root, home = opened.seat.root, opened.seat.home
    written = (STATE_FILE, ENTITIES_FILE, MEMORY_FILE, *memory_files(opened.files, frozenset()))
    found = readers_of([*(f"{root}/{path}" for path in written), *files_below(home)])
    if not found:
        return SeatCheck("D18", PASS, "nobody else on this machine can read its memory")
    everybody = sorted(path for path, who in found.items() if who == EVERYBODY)
    level, who = (FAIL, "everybody") if everybody else (WARN, "the group")
    paths = everybody or sorted(found)
    place = root if any(path.startswith(f"{root}/") for path in paths) else home
    remedy = f"chmod go-rwx {quote(place)} keeps all of it to you"
    return SeatCheck("D18", level, f"{who} on this machine can read {shown(paths, ', ')}", remedy)


def _worst(name: str, rows: Sequence[Row]) -> SeatCheck:
    """Give one row of several; it is as bad as the worst and says what to do about that one."""
    level = max((row[0] for row in rows), key=LEVELS.index)
    remedies = [remedy for worse, _, remedy in rows if worse == level and level != PASS]
    return SeatCheck(name, level, "; ".join(row[1] for row in rows), "; ".join(remedies))
