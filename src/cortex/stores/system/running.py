"""What does another program answer, given so much time? One process, ended with its children."""

from __future__ import annotations

import os
import time

from cortex.model.lean_classes import NamedTuple

SHELL = "/bin/sh"


class Ran(NamedTuple):
    """What a program gave back; the status is None when it had to be ended."""

    status: int | None
    output: bytes
    errors: bytes
    took_ms: int


def run_program(
    words: list[str], given: bytes, environment: dict[str, str], folder: str, seconds: float
) -> Ran:
    """Run a program to its end.

    Raises:
        OSError: it cannot be started.
    """
    import signal
    import subprocess  # With what it loads, half of a start of the interpreter.

    began = time.monotonic()
    process = subprocess.Popen(  # noqa: S603  # The words stand in a file that we wrote.
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=environment,
        start_new_session=True,
    )
    status: int | None
    try:
        output, errors = process.communicate(given, timeout=seconds)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
        status = None
    return Ran(status, output, errors, int((time.monotonic() - began) * 1000))


def start_program(words: list[str], environment: dict[str, str], folder: str) -> None:
    """Start a program that outlives this process and its terminal, and wait for nothing.

    Raises:
        OSError: it cannot be started.
    """
    try:
        _spawn(words, environment, folder)
    except (AttributeError, NotImplementedError, OSError):  # Windows; a folder that is gone.
        _start_plainly(words, environment, folder)


def _spawn(words: list[str], environment: dict[str, str], folder: str) -> None:
    """Start it by the system's own call, from the folder: the call itself has no word for one."""
    quiet = (
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_DUP2, 1, 2),
    )
    here = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        os.posix_spawn(words[0], words, environment, file_actions=quiet, setsid=True)
    finally:
        os.fchdir(here)
        os.close(here)


def _start_plainly(words: list[str], environment: dict[str, str], folder: str) -> None:
    import subprocess

    subprocess.Popen(  # noqa: S603  # Words of ours, and no shell.
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=environment,
        start_new_session=True,
    )


def in_shell(command: str) -> list[str]:
    """Give the words that run a line as a host's shell does."""
    return [SHELL, "-c", command]
