"""What does an operation leave behind when it dies before its n-th step, for every n there is?

Run as a program: ``python -m tests.faults.killed_steps NAME FOLDER STRIDE``. A step is a statement
of SQLite, or a call that makes, renames or removes something on disk. The operation starts again
and again from the same home, each time in a child that kills itself (signal 9) before a later step,
until one comes to its end. After each the home is looked through. A line of JSON tells the steps,
the kills and everything that was wrong; the test reads it.

To add an operation, write a row in ``OPERATIONS``: what to prepare, what to do, what must hold.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from cortex.model.outcomes import Level
from cortex.wiring.house import open_house
from tests.faults import killed_intake as intake
from tests.faults import killed_learning as learning
from tests.faults import killed_nouns as nouns
from tests.faults import killed_operations as operations
from tests.faults import killed_transcripts as sessions
from tests.faults.deposit_writer import settings_of

FILE_EVENTS = frozenset(
    ("os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir", "os.truncate", "shutil.rmtree")
)
STEPS_MAX = 4_000
"""Steps after which an operation counts as endless."""


class Operation(NamedTuple):
    """Something that may die.

    Args:
        prepare: fills a home before; what it gives is handed to ``check``.
        run: does it, in the home.
        check: gives what is wrong afterwards, told whether it came to its end.
    """

    prepare: Callable[[Path], Any]
    run: Callable[[Path], object]
    check: Callable[[Path, Any, bool], list[str]]


OPERATIONS = {
    "deposit": Operation(operations.some_facts, operations.deposit, operations.deposited),
    "checkpoint": Operation(operations.some_facts, operations.checkpoint, operations.checkpointed),
    "rebuild": Operation(operations.some_facts, operations.rebuild, operations.rebuilt),
    "rollback": Operation(operations.some_facts, operations.roll_back, operations.rolled_back),
    "migration": Operation(operations.past_brain, operations.migrate, operations.migrated),
    "backup": Operation(operations.some_facts, operations.back_up, operations.backed_up),
    "restore": Operation(operations.copy_and_more, operations.restore, operations.restored),
    "recover": Operation(operations.damaged_brain, operations.recover, operations.recovered),
    "cold move": Operation(nouns.ended_facts, nouns.move_cold, nouns.moved_cold),
    "forget": Operation(nouns.secret_and_copy, nouns.forget, nouns.forgotten),
    "import of an export": Operation(nouns.an_export, nouns.take_in, nouns.taken_in),
    "import of notes": Operation(nouns.some_notes, nouns.take_in, nouns.notes_taken_in),
    "portion of a log": Operation(intake.registered_log, intake.take_portion, intake.is_portioned),
    "walk through files": Operation(intake.listed_files, intake.walk_files, intake.files_walked),
    "learning of words": Operation(learning.taught_words, learning.learn_anew, learning.is_learned),
    "erasing of a source": Operation(
        learning.reported_use, learning.erase_source, learning.is_erased
    ),
    "stop of capture": Operation(intake.registered_log, intake.stop_capture, intake.is_stopped),
    "reading of a transcript": Operation(
        sessions.written_session, sessions.read_session, sessions.is_read
    ),
    # Not one transaction, as no operation of ours may be: the harness must find it out.
    "two halves": Operation(operations.some_facts, operations.two_halves, operations.halved),
}


class Steps:
    """Counts the steps of this process and ends it before the one named."""

    def __init__(self, fatal: int) -> None:
        self._left = fatal

    def watch(self) -> None:
        """Count from now on; there is no way back."""
        apsw.connection_hooks.append(self._trace)
        sys.addaudithook(self._heard)

    def _trace(self, connection: apsw.Connection) -> None:
        connection.trace_v2(apsw.SQLITE_TRACE_STMT, lambda _: self._step())

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        is_write = event == "open" and bool((arguments[2] or 0) & (os.O_CREAT | os.O_WRONLY))
        if event in FILE_EVENTS or is_write:
            self._step()

    def _step(self) -> None:
        self._left -= 1
        if self._left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


def run_until(operation: Operation, home: Path, fatal: int) -> bool:
    """Run in a child that dies before a step; tell whether it came to its end instead."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            Steps(fatal).watch()
            operation.run(home)
            status = 0
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    if os.WIFSIGNALED(ended):
        return False
    assert 0 == os.waitstatus_to_exitcode(ended), f"the operation failed before step {fatal}"
    return True


def common_faults(home: Path) -> list[str]:
    """Give what the doctor finds broken."""
    with open_house(settings_of(home)) as house:
        return [f"{one.check}: {one.detail}" for one in house.doctor() if one.level is Level.FAIL]


def main(name: str, folder: str, stride: str) -> None:
    """Kill it before every step in turn, beginning with a whole run that loads all modules."""
    operation = OPERATIONS[name]
    template, home = Path(folder) / "template", Path(folder) / "home"
    template.mkdir()
    known = operation.prepare(template)
    wrong: list[str] = []
    shutil.copytree(template, home)
    operation.run(home)
    fatal, kills, is_done = 1, 0, False
    while not is_done and fatal < STEPS_MAX:
        shutil.rmtree(home)
        shutil.copytree(template, home)
        is_done = run_until(operation, home, fatal)
        kills += not is_done
        found = operation.check(home, known, is_done)
        if name != "recover" or is_done:
            found += common_faults(home)
        wrong += [f"before step {fatal}: {fault}" for fault in found]
        fatal += int(stride)
    told = {"steps": fatal, "kills": kills, "is_done": is_done, "wrong": wrong[:20]}
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
