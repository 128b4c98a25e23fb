"""How is the answer of a vault command written?

One compact JSON object and a line end, keys in the published order. Source: docs/formats/vault.md.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from cortex.model.vault import VaultCard, VaultFault, VaultRecord, record_fields

SCHEMA = "lifeos-cortex/v1"
EXPORT_FORMAT = "lifeos-cortex-export/v1"
REBUILD_FORMAT = "lifeos-cortex-canonical-rebuild/v1"


def success(command: str, data: dict[str, object]) -> bytes:
    """Give the envelope of an answer."""
    return _line({"schema": SCHEMA, "ok": True, "command": command, "data": data, "error": None})


def failure(command: str, fault: VaultFault) -> bytes:
    """Give the envelope of a refusal."""
    error = {"code": fault.code.value, "message": fault.message}
    return _line({"schema": SCHEMA, "ok": False, "command": command, "data": None, "error": error})


def card_json(card: VaultCard) -> dict[str, object]:
    """Give a card: what names a record and where it is from, never its text."""
    record = card.record
    source, session, path = record.provenance
    shown: dict[str, object] = {
        "id": record.id,
        "type": record.type,
        "created": record.created,
        "updated": record.updated,
        "provenance": {"source": source, "session": session, "path": path},
    }
    return {**shown, "score": _number(card.score), "est_tokens": card.est_tokens}


def records_json(records: Sequence[VaultRecord]) -> dict[str, object]:
    """Give records whole."""
    return {"format": EXPORT_FORMAT, "items": [record_fields(record) for record in records]}


def skipped_json(faults: Sequence[VaultFault]) -> dict[str, object]:
    """Give what was read past, so that nobody takes a part for the whole; empty when nothing."""
    if not faults:
        return {}
    return {
        "skipped": [
            {"path": fault.path, "line": fault.line, "message": fault.message} for fault in faults
        ]
    }


def _number(value: float) -> float | int:
    """Give a number as JavaScript writes it: a whole one without a point, if it is not huge."""
    return int(value) if abs(value) < 1e21 and value == int(value) else value


def _line(envelope: dict[str, object]) -> bytes:
    text = json.dumps(envelope, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    # A word of the command line that is no UTF-8 arrives as lone surrogates: written as escapes.
    return text.encode("utf-8", "backslashreplace") + b"\n"
