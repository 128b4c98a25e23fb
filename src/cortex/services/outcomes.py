"""How is the outcome of a commit kept, so that a repeat gives exactly the first one?

The ledger stores it as JSON; this module is the only reader and writer of that text.
Source: CQR 4.2 (operation_ledger), docs/formats/receipts.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cortex.model.commits import CommitAction, CommitOutcome, Related
from cortex.model.conflicts import ConflictClass, ConflictStatus
from cortex.model.facts import (
    Fact,
    FactContent,
    FactKind,
    FactStatus,
    Naming,
    Provenance,
    RetentionClass,
    Visibility,
)
from cortex.model.receipts import AckProfile
from cortex.model.text import CleanText


def outcome_to_json(outcome: CommitOutcome) -> str:
    """Give the stored text of an outcome."""
    return json.dumps(_plain(outcome), sort_keys=True, ensure_ascii=False)


def outcome_from_json(text: str) -> CommitOutcome:
    """Read a stored outcome back; equal to the one written."""
    raw: Mapping[str, Any] = json.loads(text)
    return CommitOutcome(
        **{
            **raw,
            "fact": _fact(raw["fact"]),
            "action": CommitAction(raw["action"]),
            "ack_profile": AckProfile(raw["ack_profile"]),
            "related": tuple(_related(item) for item in raw["related"]),
            "superseded": tuple(raw["superseded"]),
            "redacted": tuple((kind, count) for kind, count in raw["redacted"]),
        }
    )


def _plain(value: object) -> object:
    """Give a value as objects, lists and what JSON writes itself; field names become keys."""
    if not isinstance(value, tuple):
        return value
    names = getattr(value, "_fields", None)
    if names is None:
        return [_plain(item) for item in value]
    return {name: _plain(item) for name, item in zip(names, value, strict=True)}


def _fact(raw: Mapping[str, Any]) -> Fact:
    return Fact(**{**raw, "content": _content(raw["content"])})


def _content(raw: Mapping[str, Any]) -> FactContent:
    return FactContent(
        **{
            **raw,
            "kind": FactKind(raw["kind"]),
            "text": CleanText(raw["text"]),
            "context": None if raw["context"] is None else CleanText(raw["context"]),
            "naming": _naming(raw["naming"]),
            "provenance": Provenance(**raw["provenance"]),
            "status": FactStatus(raw["status"]),
            "retention": RetentionClass(raw["retention"]),
            "visibility": Visibility(raw["visibility"]),
        }
    )


def _naming(raw: Mapping[str, Any]) -> Naming:
    fields: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()
    }
    return Naming(**fields)


def _related(raw: Mapping[str, Any]) -> Related:
    status = raw["conflict_status"]
    return Related(
        **{
            **raw,
            "classification": ConflictClass(raw["classification"]),
            "conflict_status": None if status is None else ConflictStatus(status),
        }
    )
