"""What does a writer of a vault do that dies in the middle of a system call?

Run as a program: ``vault_killer.py STEP COMMAND PAYLOAD ROOT``. It writes as ``cortex vault`` does
and kills itself with SIGKILL before its STEP-th change of the disk; a write of bytes is done by
half first. Without that many changes it prints ``done``.
"""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

CHANGES = ("mkdir", "open", "write", "fchmod", "fsync", "rename", "unlink", "link")


def die_at(step: int) -> None:
    """Make the process die before its next so many changes of the disk."""
    left = [step]

    def counted(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*given: Any, **named: Any) -> Any:
            if name == "open" and not given[1] & os.O_CREAT:
                return call(*given, **named)
            left[0] -= 1
            if left[0] == 0:
                if name == "write":
                    call(given[0], given[1][: len(given[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*given, **named)

        return stepped

    for name in CHANGES:
        setattr(os, name, counted(name, getattr(os, name)))


def main() -> None:
    """Write once, or die on the way."""
    from cortex.wiring.vault import answer

    step, command, payload, root = sys.argv[1:]
    granted = ["--adapter", "claude", "--allow-write", "--memory-root", root]
    die_at(int(step))
    given = answer([command, payload, *granted])
    sys.stdout.write("done" if given.status == 0 else given.output.decode())


if __name__ == "__main__":
    main()
