"""Which record does a text name, and does it still say what it said when it was cited?

Source: ADR 0118, docs/formats/vault.md.
"""

from __future__ import annotations

import re

from cortex.core.vault.digests import corpus_digest
from cortex.core.vault.text import public
from cortex.model.errors import InvalidRequest
from cortex.model.lean_classes import NamedTuple
from cortex.model.vault import (
    RECORD_PREFIX,
    CitedRecord,
    JudgedRecord,
    RecordStanding,
    VaultRecord,
)

REMEDY = "write vault:<path below the root>#<record id>, such as vault:KNOWLEDGE/a.md#a"

_FILE_END = re.compile(r"\.(?:md|jsonl)(?=#|\Z)")
"""Where the name of a file ends and an id may begin: both may hold a ``#`` of their own."""


class RecordName(NamedTuple):
    """A record by its file and id; without an id the file must hold exactly one."""

    path: str
    record_id: str | None


def is_record(reference: str) -> bool:
    """Tell whether a text means a record of a vault and not an observation."""
    return reference.strip().startswith(RECORD_PREFIX)


def parse_record(reference: str, field: str) -> RecordName:
    """Give the record a text names.

    Raises:
        InvalidRequest: the text names none, or a file that could lie outside the root.
    """
    named = reference.strip().removeprefix(RECORD_PREFIX)
    end = _FILE_END.search(named)
    path, record_id = (named[: end.end()], named[end.end() + 1 :]) if end else ("", "")
    parts = path.split("/")
    if not path or "\0" in path or any(part in ("", ".", "..") for part in parts):
        message = f"'{public(reference.strip())[:60]}' names no record of a vault"
        raise InvalidRequest(message, remedy=REMEDY, field=field)
    return RecordName(path, record_id or None)


def record_digest(record: VaultRecord) -> str:
    """Give the digest of everything a record says."""
    return corpus_digest([record])


def judged(cited: CitedRecord, found: VaultRecord | None) -> JudgedRecord:
    """Give how a cited record stands against what its file holds now."""
    if found is None:
        return JudgedRecord(cited, RecordStanding.GONE)
    is_same = record_digest(found) == cited.digest
    return JudgedRecord(
        cited, RecordStanding.SAME if is_same else RecordStanding.EDITED, found.line
    )
