"""How do processes of ours take turns in a folder?

Hooks load this, so it imports little. Source: ADR 0115.
"""

from __future__ import annotations

import errno
import time

from cortex.model.lean_contexts import contextmanager
from cortex.model.vault import VaultCode, VaultFault

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator

TURN_S = 20.0
"""Longest wait for another process of ours; a turn is held for some tens of milliseconds."""

VAULT = "the vault"
PAUSE_S = 0.02
UNSUPPORTED = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL)
"""What a file system says that knows no such lock, or no second name of a file."""


@contextmanager
def turn(folder: int, wait_s: float | None = None) -> Iterator[None]:
    """Hold the kernel's lock on a folder itself: it needs no file and ends with its process.

    Where the file system knows no such lock, the lock files alone guard.

    Args:
        folder: the open folder.
        wait_s: seconds to wait for another process; None for as long as a person does.

    Raises:
        VaultFault: ``governance_refused``: another process kept it for the whole wait.
    """
    import fcntl

    deadline = time.monotonic() + (TURN_S if wait_s is None else wait_s)
    is_held = False
    while not is_held:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_held = True
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise held(VAULT, "another process is writing in it") from None
            time.sleep(PAUSE_S)
        except OSError as error:
            if error.errno not in UNSUPPORTED:
                raise
            break
    try:
        yield
    finally:
        if is_held:
            fcntl.flock(folder, fcntl.LOCK_UN)


def held(shown: str, reason: str) -> VaultFault:
    """Give the fault of a lock that another one has."""
    message = f"ELOCK_HELD: {shown} is locked ({reason}); try again"
    return VaultFault(VaultCode.GOVERNANCE_REFUSED, message)
