"""May anything be taken in from hosts and sources? The operator says so, in the home.

The truth is one small file of plain lines, ``capture-policy`` in the home; without it everything is
allowed. Hooks read it on every event, so nothing that costs is imported. A file that is a link, too
large or not understood counts as a stop: whoever meant to close something must not find it open.
"""

# ruff: noqa: PTH103, PTH105, PTH108, PTH118  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.model.capture_policy import (
    ACTIVE,
    PAUSED,
    STATES,
    STOPPED,
    CapturePolicy,
    Word,
)

__all__ = ["ACTIVE", "PAUSED", "STOPPED", "policy_of", "policy_path", "read_policy", "write_policy"]

FILE = "capture-policy"

# The first line of the file; a later form gets another number.
HEADING = "cortex capture policy 1"

# Bytes of the file: some hundreds of scopes with long paths. A larger one is not ours.
FILE_BYTES_MAX = 65_536

# Digits of an epoch: microseconds up to the year 9999.
_DIGITS_MAX = 18

_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_MAKE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)


def policy_of(home: str, scope_id: str) -> str:
    """Give what the operator allows for a scope: ``ACTIVE``, ``PAUSED`` or ``STOPPED``."""
    return read_policy(home).state(scope_id)


def policy_path(home: str) -> str:
    """Give where the policy of a home is kept."""
    return os.path.join(home, FILE)


def read_policy(home: str) -> CapturePolicy:
    """Give the policy of a home. Never raises: one that cannot be believed has a ``fault``."""
    try:
        descriptor = os.open(policy_path(home), _READ)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return CapturePolicy()  # Nobody said anything: everything is allowed.
    except OSError as error:
        return CapturePolicy(fault=f"it cannot be read: {error.strerror}")
    try:
        content = os.read(descriptor, FILE_BYTES_MAX + 1)
    except OSError as error:
        return CapturePolicy(fault=f"it cannot be read: {error.strerror}")
    finally:
        os.close(descriptor)
    if len(content) > FILE_BYTES_MAX:
        return CapturePolicy(fault=f"it is larger than {FILE_BYTES_MAX} bytes")
    return _parsed(content)


def write_policy(home: str, policy: CapturePolicy) -> None:
    """Put a policy in its place, in one step; only its owner can read it.

    Raises:
        OSError: it cannot be written, or is larger than is read back.
    """
    lines = [HEADING]
    for scope_id, word in sorted(policy.words.items()):
        lines.append(f"{word.state} {word.epoch} {_escaped(scope_id)}")
    content = ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape")
    if len(content) > FILE_BYTES_MAX:
        raise OSError(27, "it would be larger than is read back", policy_path(home))
    os.makedirs(home, mode=0o700, exist_ok=True)
    path = policy_path(home)
    beside = f"{path}.{os.getpid()}.tmp"
    descriptor = os.open(beside, _MAKE, 0o600)
    try:
        try:
            os.write(descriptor, content)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(beside, path)
    except BaseException:
        _remove(beside)
        raise


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return


def _parsed(content: bytes) -> CapturePolicy:
    if not content.endswith(b"\n"):
        return CapturePolicy(fault="its last line broke off")
    lines = content.decode("utf-8", "surrogateescape").split("\n")[:-1]
    if not lines or lines[0] != HEADING:
        return CapturePolicy(fault=f"it does not begin with '{HEADING}'")
    words: dict[str, Word] = {}
    for number, line in enumerate(lines[1:], start=2):
        state, _, rest = line.partition(" ")
        digits, _, written = rest.partition(" ")
        scope_id = _unescaped(written)
        is_epoch = digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS_MAX
        if state not in STATES or not is_epoch or not scope_id or scope_id in words:
            return CapturePolicy(fault=f"its line {number} is not understood")
        words[scope_id] = Word(state, int(digits))
    return CapturePolicy(words)


def _escaped(scope_id: str) -> str:
    """Keep a scope on one line: a path may hold a line break."""
    return scope_id.replace("\\", "\\\\").replace("\n", "\\n")


def _unescaped(written: str) -> str:
    if "\\" not in written:
        return written
    return "\\".join(part.replace("\\n", "\n") for part in written.split("\\\\"))
