"""Is this file a set of labels, and does each one say how it came to be known?

A label counts only when it names the search it was seen in and the person who checked it against
the records. The first fault refuses the file. Source: docs/formats/vault-programs.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from hashlib import sha256
from typing import NoReturn

from cortex.core.vault.instants import parse_ms
from cortex.core.vault.ranking import tokens
from cortex.core.vault.script import trim, units
from cortex.core.vault.text import decode, has_forbidden
from cortex.model.limits import (
    VAULT_IDS_MAX,
    VAULT_LABEL_COMMAND_BYTES_MAX,
    VAULT_LABEL_COMMAND_WORDS_MAX,
    VAULT_LABEL_ID_UNITS_MAX,
    VAULT_LABELS_MAX,
    VAULT_QUERY_TERMS_MAX,
    VAULT_QUERY_UNITS_MAX,
)
from cortex.model.vault import VaultCode, VaultFault
from cortex.model.vault_bench import Label, Labels

PROVENANCE_SCHEMA = "lifeos-cortex-benchmark-label-provenance/v1"
EXECUTION_METHOD = "live-cortex-cli"
VERIFICATION_METHOD = "manual-corpus-verification"
VERIFIER = "upgrade-validation"
SEARCH = "search"

_FIELDS = frozenset(
    {"id", "query", "expected_ids", "temporal_expected_order", "false_ids", "provenance"}
)
_PROVENANCE = frozenset({"schema", "query_execution", "expected_ids_verification"})
_EXECUTION = frozenset({"method", "command", "executed_at", "query", "returned_ids"})
_VERIFICATION = frozenset({"method", "verified_at", "verifier", "verified_ids"})
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
_LINE_END = re.compile(r"\r?\n")


def read_labels(content: bytes) -> Labels:
    """Give the labels of a file.

    Raises:
        VaultFault: ``invalid_input``; the row and what is wrong with it are named.
    """
    text = decode(content)
    if text is None:
        _refuse("The file of labels is not valid UTF-8")
    if has_forbidden(text):
        _refuse("The file of labels holds a control character")
    lines = [line for line in _LINE_END.split(text) if trim(line)]
    if not lines:
        _refuse("The file of labels is empty")
    if len(lines) > VAULT_LABELS_MAX:
        _refuse(f"The file holds more than {VAULT_LABELS_MAX} labels")
    objects = [_object(line, number) for number, line in enumerate(lines, start=1)]
    rows = tuple(_Row(row, number).label() for number, row in enumerate(objects, start=1))
    seen: set[str] = set()
    for row in rows:
        if row.id in seen:
            _refuse(f"Two labels have the id {row.id}")
        seen.add(row.id)
    compact = json.dumps(objects, ensure_ascii=False, separators=(",", ":"))
    return Labels(rows, sha256(compact.encode("utf-8")).hexdigest())


def require_known(labels: Iterable[Label], ids: frozenset[str]) -> None:
    """Check that every id a label names is that of a record.

    Raises:
        VaultFault: ``invalid_input``; the label and the id are named.
    """
    for label in labels:
        for name in (*label.expected_ids, *(label.order or ()), *label.false_ids):
            if name not in ids:
                _refuse(f"Label {label.id} names {name}, which is no record")


def _refuse(message: str) -> NoReturn:
    raise VaultFault(VaultCode.INVALID_INPUT, message)


def _object(line: str, number: int) -> dict[str, object]:
    try:
        row = json.loads(line, parse_constant=_refuse_constant)
        json.dumps(row, ensure_ascii=False).encode("utf-8")  # Halves of a pair cannot be digested.
    except (ValueError, RecursionError):
        _refuse(f"Label {number} is not JSON")
    if not isinstance(row, dict):
        _refuse(f"Label {number} is not an object")
    return row


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


class _Row:
    """One row on its way to a label; every refusal names its number."""

    def __init__(self, row: dict[str, object], number: int) -> None:
        self._row = row
        self._number = number

    def label(self) -> Label:
        """Give the label, after everything about it was checked."""
        row = self._row
        if not row.keys() <= _FIELDS:
            self._refuse("has unknown fields")
        id_, query = row.get("id"), row.get("query")
        if not isinstance(id_, str) or not trim(id_) or units(id_) > VAULT_LABEL_ID_UNITS_MAX:
            self._refuse("needs an id")
        if not isinstance(query, str) or units(query) > VAULT_QUERY_UNITS_MAX:
            self._refuse("needs a query that can be searched for")
        if not 1 <= len(tokens(query)) <= VAULT_QUERY_TERMS_MAX:
            self._refuse("has a query with no terms, or with too many")
        expected = self._ids(row.get("expected_ids"), "expected_ids", is_needed=True)
        order = None
        if "temporal_expected_order" in row:
            order = self._ids(row["temporal_expected_order"], "temporal_expected_order")
        false_ids = self._ids(row.get("false_ids", []), "false_ids")
        self._provenance(query, expected)
        return Label(id_, query, expected, order, false_ids)

    def _provenance(self, query: str, expected: tuple[str, ...]) -> None:
        provenance = self._exact(self._row.get("provenance"), _PROVENANCE, "provenance")
        if provenance["schema"] != PROVENANCE_SCHEMA:
            self._refuse("has a provenance of another schema")
        execution = self._exact(provenance["query_execution"], _EXECUTION, "query_execution")
        if execution["method"] != EXECUTION_METHOD or execution["query"] != query:
            self._refuse("was not seen in a search for its query")
        self._instant(execution["executed_at"], "executed_at")
        self._command(execution["command"], query)
        returned = self._ids(execution["returned_ids"], "returned_ids")
        if not set(expected) <= set(returned):
            self._refuse("expects what its search did not return")
        verified = self._exact(
            provenance["expected_ids_verification"], _VERIFICATION, "expected_ids_verification"
        )
        if (verified["method"], verified["verifier"]) != (VERIFICATION_METHOD, VERIFIER):
            self._refuse("was not verified against the records")
        self._instant(verified["verified_at"], "verified_at")
        if self._ids(verified["verified_ids"], "verified_ids", is_needed=True) != expected:
            self._refuse("has verified_ids that differ from its expected_ids")

    def _command(self, command: object, query: str) -> None:
        if not isinstance(command, list) or not all(_is_named(word) for word in command):
            self._refuse("has a command that is no list of words")
        size = len("\0".join(command).encode("utf-8"))
        if not 1 <= len(command) <= VAULT_LABEL_COMMAND_WORDS_MAX:
            self._refuse("has a command of no words, or of too many")
        if size > VAULT_LABEL_COMMAND_BYTES_MAX:
            self._refuse("has a command that is too long")
        if SEARCH not in command or query not in command:
            self._refuse("has a command that does not search for its query")

    def _exact(self, value: object, fields: frozenset[str], name: str) -> dict[str, object]:
        if not isinstance(value, dict) or value.keys() != fields:
            self._refuse(f"has unknown or missing fields in {name}")
        return value

    def _instant(self, value: object, name: str) -> None:
        if not isinstance(value, str) or not _INSTANT.fullmatch(value) or parse_ms(value) is None:
            self._refuse(f"has a {name} that is not written 2026-01-31T09:30:00.000Z")

    def _ids(self, value: object, name: str, *, is_needed: bool = False) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(_is_named(one) for one in value):
            self._refuse(f"has {name} that are no list of ids")
        if is_needed and not value:
            self._refuse(f"has empty {name}")
        if len(value) > VAULT_IDS_MAX:
            self._refuse(f"has more than {VAULT_IDS_MAX} {name}")
        if any(units(one) > VAULT_LABEL_ID_UNITS_MAX for one in value):
            self._refuse(f"has {name} that are too long")
        if len(set(value)) != len(value):
            self._refuse(f"names one of its {name} twice")
        return tuple(value)

    def _refuse(self, what: str) -> NoReturn:
        _refuse(f"Label {self._number} {what}")


def _is_named(value: object) -> bool:
    return isinstance(value, str) and bool(trim(value))
