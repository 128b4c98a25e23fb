"""How are standard input and output kept for the protocol alone?

Anything may print: a library, a child process, a warning. One foreign byte on standard output ends
the session, so both descriptors are moved away before anything else is loaded, and what is left in
their place leads to standard error and to nothing.
"""

from __future__ import annotations

import os
import sys

READ_BYTES = 65_536
"""Bytes asked for at once: what a pipe holds."""

_FIRST_FREE = 3


def claim_standard_streams() -> tuple[int, int]:
    """Move standard input and output away and give (input, output) for the protocol.

    Afterwards reading descriptor 0 ends at once, and what is written to descriptor 1, by this
    process or a child, appears on standard error. Call it once, before heavy imports.
    """
    _fill_gaps()
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    for descriptor in (incoming, outgoing):
        # A parent may have left its end non-blocking, which both ends share.
        os.set_blocking(descriptor, True)
    for stream in (sys.stdout, sys.stderr):
        # A stray print must not fail either, whatever it prints in whatever code page.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace", line_buffering=True)
    return incoming, outgoing


def write_all(descriptor: int, content: bytes) -> None:
    """Write every byte.

    Raises:
        OSError: nobody reads any more.
    """
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


class LineCutter:
    """Cuts a stream of bytes into lines and keeps its memory bounded.

    A line past ``kept_max`` bytes is given as its first ``kept_max`` bytes: enough to be refused,
    since nothing that long is accepted.
    """

    def __init__(self, kept_max: int) -> None:
        self._kept_max = kept_max
        self._parts: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """Give the lines that end in this chunk, without their line breaks."""
        *ended, rest = chunk.split(b"\n")
        lines = []
        for part in ended:
            self._keep(part)
            lines.append(self._taken())
        self._keep(rest)
        return lines

    def finish(self) -> bytes:
        """Give what stood after the last line break; may be empty."""
        return self._taken()

    def _keep(self, part: bytes) -> None:
        kept = part[: self._kept_max - self._size]
        if kept:
            self._parts.append(kept)
            self._size += len(kept)

    def _taken(self) -> bytes:
        line = b"".join(self._parts)
        self._parts.clear()
        self._size = 0
        return line


def _fill_gaps() -> None:
    """Open the null device in place of a closed standard descriptor, so that none is reused."""
    while True:
        descriptor = os.open(os.devnull, os.O_RDWR)
        if descriptor >= _FIRST_FREE:
            os.close(descriptor)
            return
