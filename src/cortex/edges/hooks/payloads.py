"""What does the host write to a hook, and how is it read without ever waiting too long?"""

from __future__ import annotations

import os
import select

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable

# Bytes of a payload that are read (CQR 7.3); what a tool gave is the longest part of one.
PAYLOAD_BYTES_MAX = 2 * 1024 * 1024

# Bytes taken off a host that goes on writing, so that it does not meet a closed pipe.
DRAINED_BYTES_MAX = 64 * 1024 * 1024

# Bytes read at once: what a pipe holds.
_CHUNK_BYTES = 65_536


def read_payload(descriptor: int, left_seconds: Callable[[], float]) -> bytes | None:
    """Give what stands on a descriptor up to its end.

    Args:
        descriptor: where the host writes; may be closed.
        left_seconds: the time that is left, asked before every wait.

    Returns:
        At most ``PAYLOAD_BYTES_MAX`` + 1 bytes: one more than allowed shows that there was more.
        Empty when nothing was written; None when it is a terminal or time ran out.
    """
    kept: list[bytes] = []
    room = PAYLOAD_BYTES_MAX + 1
    drained = 0
    try:
        if os.isatty(descriptor):
            return None
        while drained <= DRAINED_BYTES_MAX:
            if not select.select([descriptor], [], [], left_seconds())[0]:
                return None
            chunk = os.read(descriptor, _CHUNK_BYTES)
            if not chunk:
                break
            kept.append(chunk[:room])
            room -= len(kept[-1])
            drained += len(chunk)
    except (OSError, ValueError):
        return b"".join(kept)
    return b"".join(kept)


def write_all(descriptor: int, content: bytes) -> None:
    """Write all of the bytes, or as many as the other end takes. Never raises."""
    try:
        while content:
            content = content[os.write(descriptor, content) :]
    except OSError:
        return
