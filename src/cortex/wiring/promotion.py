"""What does the operator of this machine allow to be promoted?

The policy is the file ``promote-policy.json`` in the Cortex home. A missing file means the built-in
defaults; one that cannot be read, or is not understood to the last word, is refused at every use.
Source: CQR 5.7, ADR 0076, docs/formats/promotion.md.
"""

from __future__ import annotations

import json
from typing import NoReturn

from cortex.core.promotion.policy import DEFAULTS, read_policy
from cortex.model.errors import SettingsInvalid
from cortex.model.promotion import PromotePolicy
from cortex.wiring.operator_files import read_plain

POLICY_FILE = "promote-policy.json"
POLICY_FILE_BYTES_MAX = 65_536
"""Bytes of the file: four rules with a list of names each."""


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
    try:
        raw = read_plain(path, POLICY_FILE_BYTES_MAX, is_operators_only=True)
    except OSError as error:
        _refuse(f"{path} cannot be read: {error.strerror}")
    if raw is not None and len(raw) > POLICY_FILE_BYTES_MAX:
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
