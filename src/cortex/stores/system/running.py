"""What does another program answer, given so much time? One process, ended with its children."""

from __future__ import annotations

import os
import signal
import subprocess
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
