"""Is the memory there, in one line for a status bar? ``cortex hook-status``.

As fast as the hook: no parser, exit 0 whatever happens (ADR 0007). What a host tells its status
line of a seat's context is kept for the context meter.
"""

from __future__ import annotations

import os

from cortex.edges.hooks.payloads import read_payload
from cortex.wiring.deadline import Deadline
from cortex.wiring.status_bridge import take_status
from cortex.wiring.status_line import OFFLINE, status_line

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Sequence

# Microseconds to wait for what the host writes; it writes it at once, or not at all.
INPUT_US = 200_000

HELP = """\
Usage: cortex hook-status [--home FOLDER] [--db FILE]

Print one line for a status bar, such as `ONLINE | 12 mem | 40 dec`, or OFFLINE
when there is no store that can be read. Always exits 0. What an agent host
says of a seat's context on standard input is kept for its context meter, and a
command in the file `status-line` of the Cortex home is run with the same input
and printed first. Nothing else is changed.
"""


def main(words: Sequence[str]) -> int:
    """Print the line and give the exit status, which is always 0."""
    try:
        text = HELP if "--help" in words or "-h" in words else _answer(*_read(words))
    except Exception:  # noqa: BLE001  # A status bar never fails its host.
        text = f"{OFFLINE}\n"
    try:
        os.write(1, text.encode("utf-8"))
    except OSError:
        return 0
    return 0


def _answer(home: str | None, db: str | None) -> str:
    """Take what the host says, and give the whole of what the bar shows."""
    deadline = Deadline(INPUT_US)
    payload = read_payload(0, deadline.left_seconds) or b""
    line = status_line(home, db)
    before = take_status(payload, home)
    return f"{before}\n{line}\n" if before else f"{line}\n"


def _read(words: Sequence[str]) -> tuple[str | None, str | None]:
    """Give (home, store) as asked for; every other word is passed over."""
    given: dict[str, str] = {}
    left = iter(words)
    for word in left:
        name, has_value, value = word.partition("=")
        if name in ("--home", "--db"):
            given[name] = value if has_value else next(left, "")
    return given.get("--home"), given.get("--db")
