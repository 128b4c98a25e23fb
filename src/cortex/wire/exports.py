"""How is one row of an export written as a line, and read again? Source: docs/formats/export.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cortex.model.exports import SCHEMA, ExportReport, RestoreReport
from cortex.model.lean_classes import NamedTuple
from cortex.wire.encoding import encode

BYTES_KEY = "hex"
CONFLICT_MARKS = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")


class Header(NamedTuple):
    """The first line: which brain, which format, how many rows of each table."""

    brain_id: str
    created_us: int
    schema_version: int
    tables: tuple[tuple[str, int], ...]


class Trailer(NamedTuple):
    """The last line: how many lines came before it, and their SHA-256."""

    lines: int
    digest: str


class TableRow(NamedTuple):
    """Any other line."""

    table: str
    row: dict[str, Any]


class BadLine(NamedTuple):
    """A line that is none of these, and why."""

    reason: str


def header_line(header: Header) -> str:
    """Give the first line."""
    return encode(
        {
            "schema": SCHEMA,
            "brain_id": header.brain_id,
            "created_us": header.created_us,
            "format": header.schema_version,
            "tables": [[name, count] for name, count in header.tables],
        }
    )


def trailer_line(trailer: Trailer) -> str:
    """Give the last line."""
    return encode({"end": {"lines": trailer.lines, "sha256": trailer.digest}})


def row_line(table: str, row: Mapping[str, Any]) -> str:
    """Give the line of a row; bytes are written as hexadecimal digits."""
    plain = {
        name: {BYTES_KEY: value.hex()} if isinstance(value, bytes) else value
        for name, value in row.items()
    }
    return encode({"table": table, "row": plain})


def read_line(line: str) -> Header | Trailer | TableRow | BadLine:
    """Read one line of an export."""
    if line.startswith(CONFLICT_MARKS):
        return BadLine("a mark of a merge that was not finished")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return BadLine("no JSON, or half of it")
    if not isinstance(value, dict):
        return BadLine("no row of an export")
    try:
        return _read(value)
    except (KeyError, TypeError, ValueError):
        return BadLine("no row of an export")


def export_json(report: ExportReport) -> dict[str, object]:
    """Give what was exported."""
    return {
        "target": report.target,
        "format": report.format,
        "counts": dict(report.counts),
        "sha256": report.digest,
        "left_out": report.left_out,
    }


def restore_json(report: RestoreReport) -> dict[str, object]:
    """Give what taking in an export did, or would do."""
    return {
        "kind": "cortex",
        "applied": report.is_applied,
        "exact": report.is_exact,
        "counts": dict(report.counts),
        "known": report.known,
        "left_out": dict(report.left_out),
        "damaged": report.damaged,
        "skipped": [
            {"where": one.locator, "reason": one.reason, "damaged": one.is_damage}
            for one in report.skipped
        ],
    }


def _read(value: dict[str, Any]) -> Header | Trailer | TableRow | BadLine:
    if "schema" in value:
        if value["schema"] != SCHEMA:
            return BadLine(f"another format than {SCHEMA}")
        tables = tuple((str(name), int(count)) for name, count in value["tables"])
        return Header(
            str(value["brain_id"]), int(value["created_us"]), int(value["format"]), tables
        )
    if "end" in value:
        return Trailer(int(value["end"]["lines"]), str(value["end"]["sha256"]))
    row = {name: _value(inner) for name, inner in value["row"].items()}
    return TableRow(str(value["table"]), {k: v for k, v in row.items() if v is not None})


def _value(value: object) -> object:
    if isinstance(value, dict):
        return bytes.fromhex(value[BYTES_KEY])
    if isinstance(value, list | bool):
        message = "a column holds no list"
        raise TypeError(message)
    return value
