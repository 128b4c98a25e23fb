"""How do tests get another process to hold a lock, and to die holding it?"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 60


@contextmanager
def holder(path: Path, what: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process that holds ``what`` (queue, file, read or transaction) of the brain at a path.

    It holds it when this begins, and is killed when this ends.
    """
    command = [sys.executable, "-m", "tests.faults.lock_holder", str(path), what]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdin is not None
    with process, process.stdin, process.stdout:
        assert b"held\n" == process.stdout.readline()
        yield process
        process.kill()
        process.wait(PATIENCE_S)
