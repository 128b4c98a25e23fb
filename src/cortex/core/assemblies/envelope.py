"""How are the rows of an assembly packed, so that every value comes back as it was?

Two codecs. ``raw`` is the rows; ``template_residual`` says once what all rows agree in. Whichever
is shorter is kept. Values are compared as JSON text: ``true``, ``1``, ``1.0`` and ``"1"`` differ,
and so do two orders of the same keys. Source: CQR 6.6, ADR 0132.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cortex.model.assemblies import Member, MemberRole

RAW = "raw"
TEMPLATE = "template_residual"

Rows = Sequence[Mapping[str, Any]]


def pack(rows: Rows) -> str:
    """Give the envelope: one line of ASCII."""
    raw = line({"codec": RAW, "rows": list(rows)})
    shared = _template(rows)
    return raw if shared is None else min(raw, shared, key=len)


def unpack(envelope: str) -> list[dict[str, Any]]:
    """Give the rows of an envelope that ``pack`` gave.

    Raises:
        ValueError: it is none.
    """
    read = json.loads(envelope)
    try:
        return _READERS[read["codec"]](read)
    except (KeyError, StopIteration, TypeError, ValueError) as error:
        message = "this is no envelope of an assembly"
        raise ValueError(message) from error


def rows_of(members: Sequence[Member]) -> list[dict[str, Any]]:
    """Give the members as rows."""
    return [
        {"revision_id": member.reference, "role": member.role.value}
        | ({} if member.fields_json is None else {"fields": json.loads(member.fields_json)})
        for member in members
    ]


def members_of(envelope: str) -> tuple[Member, ...]:
    """Give the members in an envelope.

    Raises:
        ValueError: it is none.
    """
    try:
        return tuple(
            Member(
                row["revision_id"],
                MemberRole(row["role"]),
                line(row["fields"]) if "fields" in row else None,
            )
            for row in unpack(envelope)
        )
    except (KeyError, TypeError) as error:
        message = "this is no envelope of an assembly"
        raise ValueError(message) from error


def line(value: object) -> str:
    """Give JSON on one line: keys in their order, other scripts escaped.

    Raises:
        ValueError: a number is not finite.
    """
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def _template(rows: Rows) -> str | None:
    """Give the second codec's envelope, or None where rows differ in their keys."""
    if not rows or any(list(row) != list(rows[0]) for row in rows):
        return None
    keys = list(rows[0])
    shared = {key: rows[0][key] for key in keys if len({line(row[key]) for row in rows}) == 1}
    residuals = [[row[key] for key in keys if key not in shared] for row in rows]
    return line({"codec": TEMPLATE, "keys": keys, "template": shared, "residuals": residuals})


def _rows(read: Mapping[str, Any]) -> list[dict[str, Any]]:
    return list(read["rows"])


def _refilled_rows(read: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [_refilled(read["keys"], read["template"], left) for left in read["residuals"]]


def _refilled(
    keys: Sequence[str], template: Mapping[str, Any], left: Sequence[Any]
) -> dict[str, Any]:
    rest = iter(left)
    return {key: template[key] if key in template else next(rest) for key in keys}


_READERS = {RAW: _rows, TEMPLATE: _refilled_rows}
