"""What does another program do to a brain? It takes one of its locks and keeps it.

Run as a program: ``python -m tests.faults.lock_holder PATH WHAT``. It says "held" when it has the
lock, and keeps it until its standard input ends or it is killed.

- queue: a turn to write, and no transaction;
- transaction: a turn and a write transaction with a row in it, as a deposit has;
- file: the write lock of the file without a turn, as a database shell has;
- read: a long read.
"""

import sys
from contextlib import ExitStack
from pathlib import Path

import apsw

from cortex.stores.system.locks import WriteQueue
from tests.contracts.brains import sqlite_brain
from tests.contracts.deposits import content, insert


def take(path: Path, what: str, held: ExitStack) -> None:
    """Take the lock; it is given back when ``held`` closes."""
    if what == "queue":
        held.enter_context(WriteQueue(f"{path}.queue", 30))
    elif what == "transaction":
        insert(held.enter_context(sqlite_brain(path).writing()), content("Never committed"))
    elif what == "file":
        shell = apsw.Connection(str(path))
        shell.execute("BEGIN IMMEDIATE")
        held.callback(shell.close)
    else:
        reader = held.enter_context(sqlite_brain(path).reading())
        assert reader.figures().brain_id


def main(path: str, what: str) -> None:
    """Hold and wait."""
    with ExitStack() as held:
        take(Path(path), what, held)
        sys.stdout.write("held\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
