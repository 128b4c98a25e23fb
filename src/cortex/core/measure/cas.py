"""What does a file of the CAS set say?

One JSON object a line: ``id``, ``category``, ``q``, ``gold`` (accepted answers, empty for silence)
and ``context_memories`` (objects with ``text``). Other keys are ignored.
Source: docs/formats/bench-report.md.
"""

import json
from collections.abc import Mapping

from cortex.model.errors import InvalidRequest
from cortex.model.measures import LabelledItem


def read_items(text: str, source: str) -> tuple[LabelledItem, ...]:
    """Give the items of a file in its order; blank lines are skipped.

    Args:
        text: the content of the file.
        source: its name, for messages.

    Raises:
        InvalidRequest: a line is not an item, an id is used twice, or there is no item at all; the
            message names the line.
    """
    items: dict[str, LabelledItem] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        where = f"{source}, line {number}"
        item = _item(line, where)
        if item.item_id in items:
            raise _wrong(where, f"the id '{item.item_id}' is used before")
        items[item.item_id] = item
    if not items:
        msg = f"{source} holds no item"
        raise InvalidRequest(msg, remedy="give a CAS file", field="data")
    return tuple(items.values())


def _item(line: str, where: str) -> LabelledItem:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise _wrong(where, "this is not JSON") from error
    if not isinstance(row, dict):
        raise _wrong(where, "this is not a JSON object")
    memories = row.get("context_memories")
    if not isinstance(memories, list) or not all(isinstance(one, dict) for one in memories):
        raise _wrong(where, "'context_memories' must be a list of objects with 'text'")
    answers = row.get("gold")
    if not isinstance(answers, list) or not all(_is_words(one) for one in answers):
        raise _wrong(where, "'gold' must be a list of texts; an empty list asks for silence")
    return LabelledItem(
        item_id=_words(row, "id", where),
        category=_words(row, "category", where),
        question=_words(row, "q", where),
        answers=tuple(answers),
        memories=tuple(_words(one, "text", where) for one in memories),
    )


def _words(row: Mapping[str, object], key: str, where: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise _wrong(where, f"'{key}' must be a text that is not blank")
    return value


def _is_words(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _wrong(where: str, what: str) -> InvalidRequest:
    remedy = "docs/formats/bench-report.md shows what a line holds"
    return InvalidRequest(f"{where}: {what}", remedy=remedy, field="data")
