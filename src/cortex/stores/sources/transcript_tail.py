"""What stands at the end of a transcript, and what was added to it since?

Only so many bytes are read, whatever the size of the file. Hooks load this, so it imports nothing.
"""

# pathlib costs a hook 11 ms.

from __future__ import annotations

import os

_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class Tail:
    """Bytes of a file, from a beginning to its present end.

    Attributes:
        content: the bytes; begins with a whole line.
        start: where they begin in the file.
        size: bytes the file had.
    """

    __slots__ = ("content", "size", "start")

    def __init__(self, content: bytes, start: int, size: int) -> None:
        self.content = content
        self.start = start
        self.size = size

    def lines(self) -> list[bytes]:
        """Give the lines; the last one may lack its end, while a host is writing."""
        return [line for line in self.content.split(b"\n") if line.strip()]

    def end(self) -> int:
        """Give the byte after the last complete line."""
        return self.start + self.content.rfind(b"\n") + 1


def read_tail(path: str, bytes_max: int, since: int = 0) -> Tail:
    """Give the end of a regular file: at most so many bytes, none before ``since``.

    A position behind the end means that the file was written anew; it is read from the beginning.

    Raises:
        OSError: it is missing, a link, no regular file, or cannot be read.
    """
    descriptor = os.open(path, _FLAGS)
    try:
        state = os.fstat(descriptor)
        if state.st_mode & 0o170000 != 0o100000:
            raise OSError(22, "it is no regular file")
        size = state.st_size
        since = since if since <= size else 0
        start = max(since, size - bytes_max)
        content = _read(descriptor, max(0, start - 1), size)
    finally:
        os.close(descriptor)
    if start == 0:
        return Tail(content, 0, size)
    cut = 1
    if content[:1] != b"\n":  # It begins inside a line.
        cut = content.find(b"\n") + 1 or len(content)
    return Tail(content[cut:], start - 1 + cut, size)


def _read(descriptor: int, start: int, end: int) -> bytes:
    parts = []
    while start < end:
        part = os.pread(descriptor, end - start, start)
        if not part:
            break
        parts.append(part)
        start += len(part)
    return b"".join(parts)
