"""How is put together what a hook has at hand of a seat?

Hooks load this on every event in a seat's folder, so nothing here costs, and what only some events
need is imported where they need it.
"""

# ruff: noqa: PTH113, PTH114, PTH118  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.core.seat.meter import TOKENS_MAX, asked_levels
from cortex.seat.desk import Desk, Limits
from cortex.stores.system.environment import read_compaction_environment
from cortex.stores.system.seat_sessions import FileSeatSessions, read_small, written_us
from cortex.wire.lean_json import read_object

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.seats import Seat
    from cortex.stores.sources.transcript_tail import Tail
    from cortex.wiring.settings import Settings

# Folders in the home of a seat: a file a session in each.
RECORDS = "meter"
BRIDGE = "context"

# Bytes of a STATE.md that are read: far above what is ever given back.
STATE_BYTES_MAX = 262_144

# Bytes of a seat.toml, and of a settings file of the host, that are read.
SEAT_TOML_BYTES_MAX = 65_536
SETTINGS_BYTES_MAX = 262_144

# Tokens below which no warning is near, whatever window the host may be told to use.
LOOKED_TOKENS = 20_000


def desk_of(seat: Seat, settings: Settings) -> Desk:
    """Give what there is of a seat. Nothing is opened yet."""
    path = os.path.join(seat.root, "STATE.md")
    return Desk(
        seat=seat,
        records=FileSeatSessions(os.path.join(seat.home, RECORDS)),
        bridge=FileSeatSessions(os.path.join(seat.home, BRIDGE)),
        state=lambda: _state(seat, path),
        state_us=lambda: written_us(path),
        limits=lambda tokens: limits_of(seat.root, settings.user_home, tokens),
        tail=_tail,
        keep_copy=lambda: _keep_copy(seat),
    )


def limits_of(root: str, user_home: str, tokens: int = TOKENS_MAX) -> Limits:
    """Give what seat and operator ask of the context of a session in a seat's folder."""
    content = read_small(root, "seat.toml", SEAT_TOML_BYTES_MAX)
    asked = asked_levels(content.decode("utf-8", "replace"))[0] if content else {}
    if tokens < LOOKED_TOKENS and not asked:
        return Limits()
    told = read_compaction_environment()
    window = _number(told["CLAUDE_CODE_AUTO_COMPACT_WINDOW"]) or _window(
        root, told["CLAUDE_CONFIG_DIR"] or os.path.join(user_home, ".claude")
    )
    percent = _number(told["CLAUDE_AUTOCOMPACT_PCT_OVERRIDE"])
    return Limits((window, asked.pop("window", 0)), asked, percent)


def _window(root: str, folder: str) -> int:
    """Give ``autoCompactWindow`` of the nearest settings of Claude Code that have it, or 0."""
    nearest = (
        (os.path.join(root, ".claude"), "settings.local.json"),
        (os.path.join(root, ".claude"), "settings.json"),
        (folder, "settings.json"),
    )
    for place, name in nearest:
        content = read_small(place, name, SETTINGS_BYTES_MAX, follows=True)
        if b"autoCompactWindow" in content:
            found = (read_object(content.decode("utf-8", "replace")) or {}).get("autoCompactWindow")
            if isinstance(found, int) and not isinstance(found, bool) and found > 0:
                return min(found, TOKENS_MAX)
    return 0


def _number(digits: str) -> int:
    """Give a whole number a variable holds, or 0."""
    said = digits.strip()
    return min(int(said), TOKENS_MAX) if said.isascii() and said.isdigit() and len(said) < 9 else 0


def _state(seat: Seat, path: str) -> tuple[str | None, int]:
    """Give (text, when it was written) of a STATE.md."""
    changed_us = written_us(path)
    if not changed_us:
        return None, 0
    content = read_small(seat.root, "STATE.md", STATE_BYTES_MAX)
    if not content and (os.path.islink(path) or not os.path.isfile(path)):
        return None, changed_us
    return content.decode("utf-8", "replace"), changed_us


def _tail(path: str, bytes_max: int) -> Tail | None:
    from cortex.stores.sources.transcript_tail import read_tail  # A status line makes it needless.

    try:
        return read_tail(path, bytes_max)
    except OSError:
        return None


def _keep_copy(seat: Seat) -> None:
    """Put a copy of STATE.md into its history: it was written by somebody who did not."""
    from cortex.model.refusals import SeatFileRefused
    from cortex.seat.state_copies import keep_copy
    from cortex.stores.files.seat_files import SeatFolder
    from cortex.stores.system.clock import SystemClock
    from cortex.wiring.seat.folders import TURN_S

    try:
        with SeatFolder(seat.root, TURN_S) as files, files.turn():
            keep_copy(files, SystemClock().now_us())
    except SeatFileRefused:
        return  # A copy is a kindness; the doctor tells of the file.
