"""What does the operator's file say about nouns, roles and a model for client graphs?

It stands in the Cortex home, where no repository and no chat can write. Source: ADR 0204.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cortex.core.seat.graph.mentions import fold_name
from cortex.core.seat.graph.names import ALIASES_MAX, NAME_CHARS_MAX
from cortex.model.client_graph import (
    ENTITIES_MAX,
    GRAPH_FILE,
    ORIGIN_CONFIG,
    VALUE_CHARS_MAX,
    GraphEntity,
    GraphRole,
)
from cortex.model.errors import SettingsInvalid
from cortex.model.lean_classes import NamedTuple
from cortex.wiring.model_commands import Command, model_command
from cortex.wiring.operator_files import read_table

if TYPE_CHECKING:
    from typing import NoReturn

_TOP = {"entity", "role", "model"}
_ENTITY = {"name", "kind", "aliases", "senders", "seats"}
_ROLE = {"entity", "role", "holder", "seats"}


class GraphSettings(NamedTuple):
    """What the operator says: nouns, roles, and how a model is asked; None without one."""

    entities: tuple[GraphEntity, ...] = ()
    roles: tuple[GraphRole, ...] = ()
    command: Command | None = None


def read_settings_of(home: str, seat: str) -> GraphSettings:
    """Give what the operator's file says for a seat; nothing without a file.

    Raises:
        SettingsInvalid: the file cannot be used.
    """
    table = read_table(home, GRAPH_FILE)
    if table is None:
        return GraphSettings()
    if set(table) - _TOP:
        _refuse(f"it knows no '{min(set(table) - _TOP)}'")
    entities = {}
    for row in _rows(table, "entity", _ENTITY, seat):
        one = _entity(row)
        if one.key in entities:
            _refuse(f"'{one.name}' stands there twice")
        entities[one.key] = one
    roles = []
    for row in _rows(table, "role", _ROLE, seat):
        key = fold_name(_text(row, "entity", NAME_CHARS_MAX))
        if key not in entities:
            _refuse(f"a role is about '{row['entity']}', which is no [[entity]] there")
        names = (_text(row, name, VALUE_CHARS_MAX) for name in ("role", "holder"))
        roles.append(GraphRole(key, *names))
    command = model_command(table, GRAPH_FILE) if "model" in table else None
    return GraphSettings(tuple(entities.values()), tuple(roles), command)


def _entity(row: dict[str, Any]) -> GraphEntity:
    name = _text(row, "name", NAME_CHARS_MAX)
    kind = _text(row, "kind", NAME_CHARS_MAX) if "kind" in row else ""
    aliases, senders = _texts(row, "aliases"), _texts(row, "senders")
    return GraphEntity(fold_name(name), name, kind, ORIGIN_CONFIG, aliases, senders)


def _rows(table: dict[str, Any], part: str, fields: set[str], seat: str) -> list[dict[str, Any]]:
    """Give the rows of a part that are for a seat: those that name it, or no seat."""
    rows = table.get(part, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        _refuse(f"write each {part} as [[{part}]]")
    if len(rows) > ENTITIES_MAX:
        _refuse(f"it has more than {ENTITIES_MAX} of [[{part}]]")
    for row in rows:
        if set(row) - fields:
            _refuse(f"[[{part}]] knows no '{min(set(row) - fields)}'")
    return [row for row in rows if "seats" not in row or seat in _texts(row, "seats")]


def _text(row: dict[str, Any], field: str, chars_max: int) -> str:
    value = row.get(field)
    shown = " ".join(value.split()) if isinstance(value, str) else ""
    if not shown or len(shown) > chars_max or not shown.isprintable():
        _refuse(f"'{field}' is a text of 1 to {chars_max} characters")
    return shown


def _texts(row: dict[str, Any], field: str) -> tuple[str, ...]:
    values = row.get(field, [])
    if not isinstance(values, list) or len(values) > ALIASES_MAX:
        _refuse(f"'{field}' is a list of at most {ALIASES_MAX} texts")
    return tuple(_text({field: str(one)}, field, NAME_CHARS_MAX) for one in values)


def _refuse(what: str) -> NoReturn:
    message = f"{GRAPH_FILE}: {what}"
    raise SettingsInvalid(message, remedy="docs/formats/client-graph.md shows one")
