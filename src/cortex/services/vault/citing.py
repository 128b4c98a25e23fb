"""Which records of the configured vault does a fact rest on, and do they still say so?

Only the configured root is ever read: a request names a file below it, never a root.
Source: ADR 0118.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from cortex.core.vault.citing import is_record, judged, parse_record, record_digest
from cortex.core.vault.text import public
from cortex.model.errors import InvalidRequest
from cortex.model.vault import (
    CitedRecord,
    JudgedRecord,
    RecordStanding,
    VaultFault,
    VaultRecord,
)
from cortex.services.vault.corpus import read_file

if TYPE_CHECKING:
    from cortex.ports.vault import VaultFolder

FIELD = "evidence"

OpenVault = Callable[[], "VaultFolder | None"]
"""Gives the configured vault, or None when there is none."""


def cited_records(
    open_vault: OpenVault, evidence: Sequence[str], now_us: int
) -> tuple[CitedRecord, ...]:
    """Give the records a request cites, as they stand now; other evidence is passed over.

    Raises:
        InvalidRequest: there is no vault, the file cannot be read, or it does not hold the record
            now; nothing was kept.
    """
    names = [parse_record(one, FIELD) for one in evidence if is_record(one)]
    if not names:
        return ()
    folder = open_vault()
    if folder is None:
        message = "no vault is configured, so none of its records can be cited"
        raise InvalidRequest(message, remedy="set CORTEX_MEMORY_ROOT to it", field=FIELD)
    found: dict[tuple[str, str], CitedRecord] = {}
    known = {getattr(one, "path", None) for one in folder.files()}
    for name in names:
        _require_public(name.path)
        if name.path not in known:
            message = f"{name.path} is no file of the vault, so it cannot be cited"
            raise InvalidRequest(message, remedy="see `cortex vault search`", field=FIELD)
        try:
            records = _records(folder, name.path)
        except VaultFault as fault:
            message = f"{fault.message}, so it cannot be cited"
            raise InvalidRequest(message, remedy="run `cortex vault doctor`", field=FIELD) from None
        meant = [one for one in records if name.record_id in (None, one.id)]
        if len(meant) != 1 or not meant[0].is_active(now_us // 1000):
            message = f"{name.path} does not hold that one record now, so it cannot be cited"
            remedy = "name a record that holds, with its id"
            raise InvalidRequest(message, remedy=remedy, field=FIELD)
        record = meant[0]
        cited = CitedRecord(
            folder.root, name.path, record.id, record.line, record_digest(record), now_us
        )
        found[name.path, record.id] = cited
    return tuple(found[key] for key in sorted(found))


def _require_public(path: str) -> None:
    """Refuse a file whose name hides a part of itself: every answer would show it."""
    if public(path) != path:
        message = "the name of that file holds a private tag, so it cannot be cited"
        raise InvalidRequest(message, remedy="give the file another name", field=FIELD)


def standing_of(open_vault: OpenVault, cited: Iterable[CitedRecord]) -> tuple[JudgedRecord, ...]:
    """Give how each cited record stands now, in the order given."""
    told = list(cited)
    folder = open_vault() if told else None
    return tuple(_standing(folder, one) for one in told)


def _standing(folder: VaultFolder | None, cited: CitedRecord) -> JudgedRecord:
    if folder is None or folder.root != cited.root:
        return JudgedRecord(cited, RecordStanding.ELSEWHERE)
    try:
        records = _records(folder, cited.path)
    except VaultFault:
        is_there = any(getattr(one, "path", None) == cited.path for one in folder.files())
        standing = RecordStanding.UNREADABLE if is_there else RecordStanding.GONE
        return JudgedRecord(cited, standing)
    return judged(cited, next((one for one in records if one.id == cited.record_id), None))


def _records(folder: VaultFolder, path: str) -> list[VaultRecord]:
    """Give the records of one file; a row at fault hides no other."""
    records: list[VaultRecord] = []
    faults: list[VaultFault] = []
    for one in read_file(folder, path):
        if isinstance(one, VaultRecord):
            records.append(one)
        else:
            faults.append(one)
    if faults and not records:
        raise faults[0]
    return records
