"""Is the memory there, in one line for a status bar? ``cortex hook-status``.

As fast as the hook: no parser, no write, exit 0 whatever happens (ADR 0007).
"""

from __future__ import annotations

import os

from cortex.wiring.status_line import OFFLINE, status_line

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Sequence

HELP = """\
Usage: cortex hook-status [--home FOLDER] [--db FILE]

Print one line for a status bar, such as `ONLINE | 12 mem | 40 dec`, or OFFLINE
when there is no store that can be read. Changes nothing and always exits 0.
"""


def main(words: Sequence[str]) -> int:
    """Print the line and give the exit status, which is always 0."""
    try:
        text = HELP if "--help" in words or "-h" in words else f"{status_line(*_read(words))}\n"
    except Exception:  # noqa: BLE001  # A status bar never fails its host.
        text = f"{OFFLINE}\n"
    try:
        os.write(1, text.encode("utf-8"))
    except OSError:
        return 0
    return 0


def _read(words: Sequence[str]) -> tuple[str | None, str | None]:
    """Give (home, store) as asked for; every other word is passed over."""
    given: dict[str, str] = {}
    left = iter(words)
    for word in left:
        name, has_value, value = word.partition("=")
        if name in ("--home", "--db"):
            given[name] = value if has_value else next(left, "")
    return given.get("--home"), given.get("--db")
