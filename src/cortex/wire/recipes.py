"""How is what a recipe gave written as JSON? Source: docs/formats/recipes.md."""

from __future__ import annotations

from cortex.model.recipes import Result, Row, Value
from cortex.wire.facts import id_reference
from cortex.wire.instants import instant_json


def values_json(result: Result) -> dict[str, object]:
    """Give the values of a run by output name."""
    return {name: _value_json(value) for name, value in result.values}


def _value_json(value: Value) -> object:
    if isinstance(value, tuple):
        return [_row_json(row) if isinstance(row, Row) else row for row in value]
    return value


def _row_json(row: Row) -> dict[str, object]:
    return {
        "id": row.id,
        "references": [id_reference(fact_id) for fact_id in row.fact_ids],
        "scope": row.scope,
        "relation": row.relation,
        "fields": dict(row.fields),
        "valid_from": instant_json(row.valid_from_us),
        "valid_until": instant_json(row.valid_until_us),
        "known_seq": row.known_seq,
    }
