"""What does the graph of the MCP memory server say?

Modelled on ``@modelcontextprotocol/server-memory`` 2025.8: a file of JSON objects, one a line, of
``type`` entity (name, entityType, observations) and relation (from, to, relationType). A line may
hold several objects, which happens when a write was cut short and the next one followed at once.
"""

import json
from collections.abc import Iterable, Iterator

from cortex.core.imports.pieces import pieces
from cortex.model.imports import Item, Skipped
from cortex.model.limits import NAME_CHARS_MAX

_DECODER = json.JSONDecoder()


def memory_server_items(
    lines: Iterable[tuple[str, str | Skipped]],
) -> Iterator[Item | Skipped]:
    """Give an observation or a relation as a statement each, in the order of the file.

    Args:
        lines: the place of each line and its text, or why it cannot be read.
    """
    for locator, line in lines:
        if isinstance(line, Skipped):
            yield line
            continue
        for value in json_values(line, locator):
            if isinstance(value, Skipped):
                yield value
            elif isinstance(value, dict) and value.get("type") == "entity":
                yield from _entity(value, locator)
            elif isinstance(value, dict) and value.get("type") == "relation":
                yield from _relation(value, locator)
            else:
                yield Skipped(locator, "neither an entity nor a relation", is_damage=True)


def json_values(line: str, locator: str) -> Iterator[object]:
    """Give every JSON value of a line, and a Skipped for what is none."""
    at = 0
    text = line.strip().lstrip("\ufeff")
    if text.startswith(("<<<<<<<", "=======", ">>>>>>>", "|||||||")):
        yield Skipped(locator, "a mark of a merge that was not finished", is_damage=True)
        return
    while at < len(text):
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            yield Skipped(locator, "no JSON, or half of it", is_damage=True)
            return
        yield value
        while at < len(text) and text[at].isspace():
            at += 1


def _entity(value: dict[str, object], locator: str) -> Iterator[Item | Skipped]:
    name, observations = value.get("name"), value.get("observations", [])
    if not isinstance(name, str) or not isinstance(observations, list):
        yield Skipped(locator, "an entity without a name or observations", is_damage=True)
        return
    kind = value.get("entityType")
    for observation in observations:
        if not isinstance(observation, str):
            yield Skipped(locator, "an observation that is no text", is_damage=True)
            continue
        said = (
            observation if name.casefold() in observation.casefold() else f"{name}: {observation}"
        )
        for piece in pieces(said):
            yield Item(
                text=piece,
                locator=locator,
                group=f"entity\0{name}",
                type="memory",
                context=f"{name} ({kind})" if kind else None,
                subject=name[:NAME_CHARS_MAX] or None,
            )


def _relation(value: dict[str, object], locator: str) -> Iterator[Item | Skipped]:
    one, other, relation = value.get("from"), value.get("to"), value.get("relationType")
    if not (isinstance(one, str) and isinstance(other, str) and isinstance(relation, str)):
        yield Skipped(locator, "a relation without its ends or its name", is_damage=True)
        return
    yield Item(
        text=f"{one} {relation.replace('_', ' ')} {other}",
        locator=locator,
        group=f"relation\0{one}",
        type="memory",
        subject=one[:NAME_CHARS_MAX] or None,
    )
