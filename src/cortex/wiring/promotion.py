"""What does the operator of this machine allow to be promoted?

The policy is the file ``promote-policy.json`` in the Cortex home. A missing file means the built-in
defaults; one that cannot be read, or is not understood to the last word, is refused at every use.
Source: CQR 5.7, ADR 0076, docs/formats/promotion.md.
"""

from __future__ import annotations

import json
import os
import stat
from typing import NoReturn

from cortex.core.promotion.policy import DEFAULTS, read_policy
from cortex.model.errors import SettingsInvalid
from cortex.model.promotion import PromotePolicy

POLICY_FILE = "promote-policy.json"
POLICY_FILE_BYTES_MAX = 65_536
"""Bytes of the file: four rules with a list of names each."""

_WRITABLE_BY_OTHERS = stat.S_IWOTH


def read_promote_policy(home: str) -> PromotePolicy:
    """Give the operator's policy.

    Raises:
        SettingsInvalid: the file is a link, no plain file, writable by everybody, too large, no
            JSON, or says something that is not understood.
    """
    path = f"{home}/{POLICY_FILE}"
    raw = _bytes_of(path)
    if raw is None:
        return DEFAULTS
    try:
        document = json.loads(
            raw.decode("utf-8"), object_pairs_hook=_without_doubles, parse_constant=_refuse_constant
        )
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        _refuse(f"{path} is no valid JSON: {error}")
    return read_policy(document, path)


def _bytes_of(path: str) -> bytes | None:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, flags)
    except FileNotFoundError:
        return None
    except OSError as error:
        _refuse(f"{path} cannot be read: {error.strerror}")
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            _refuse(f"{path} is no plain file")
        if mode & _WRITABLE_BY_OTHERS and os.name == "posix":
            _refuse(f"{path} can be written by everybody on this machine")
        raw = os.read(descriptor, POLICY_FILE_BYTES_MAX + 1)
    finally:
        os.close(descriptor)
    if len(raw) > POLICY_FILE_BYTES_MAX:
        _refuse(f"{path} is larger than {POLICY_FILE_BYTES_MAX} bytes")
    return raw


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        message = "a name stands in one object twice"
        raise ValueError(message)
    return dict(pairs)


def _refuse_constant(name: str) -> NoReturn:
    message = f"{name} is no JSON"
    raise ValueError(message)


def _refuse(message: str) -> NoReturn:
    remedy = "correct the file, or move it away to get the defaults"
    raise SettingsInvalid(message, remedy=remedy, field=POLICY_FILE)
