"""What is ``cortex hook-boot``? The start of a session alone, under the name older settings call.

Nothing is taken down, and every other event is passed over. Source: docs/formats/hook-boot.md.
"""

from __future__ import annotations

import gc
import os

from cortex.edges.hooks.hook import answer, note
from cortex.edges.hooks.payloads import write_all
from cortex.model.host_events import SESSION_START
from cortex.wiring.hook_call import HookCall

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from typing import NoReturn

HELP = """\
Usage: cortex hook-boot [--agent NAME] [--budget TOKENS]
                        [--home FOLDER] [--db FILE]

Answer a SessionStart hook: reads its JSON from standard input and writes a
brief of what is remembered for the session's folder as JSON to standard output.
Says nothing when nothing is known, and always exits 0; faults are in the
journal of the Cortex home. `cortex hook session-start` does the same.

  --agent NAME     whose messages and tasks are told (default: the host's)
  --budget TOKENS  longest brief, in estimated tokens (default: 600, under 2 KB)
  --home FOLDER    the Cortex home (default ~/.cortex)
  --db FILE        the brain file (default cortex.db in the home)

Try it:
  echo '{"hook_event_name":"SessionStart","cwd":"'"$PWD"'"}' | cortex hook-boot
"""

NAME = "hook-boot"


def run(arguments: list[str]) -> NoReturn:
    """Answer one session start and end the process with status 0, as ``cortex hook`` does."""
    gc.disable()
    main(arguments, is_timed=True)
    os._exit(0)


def main(arguments: list[str], *, is_timed: bool = False) -> int:
    """Answer one session start and give the exit status, which is always 0.

    Args:
        arguments: the words after ``hook-boot``.
        is_timed: end the process when its time is over, whatever it waits for.
    """
    try:
        if "--help" in arguments or "-h" in arguments:
            write_all(1, HELP.encode("utf-8"))
        else:
            call = HookCall(NAME, SESSION_START, only=SESSION_START)
            answer(call, arguments, is_timed=is_timed)
    except BaseException as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        note(NAME, f"internal: {type(error).__name__}")
    return 0
