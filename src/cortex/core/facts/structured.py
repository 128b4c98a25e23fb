"""What does a fact have beyond its text, and how is that written?

One JSON object with texts, whole numbers, flags, lists and objects. Equal objects give the same
text: keys are sorted, and a number with a fraction becomes its decimal text. Every text in it,
keys included, is cleaned like a statement. Source: docs/formats/facts.md, ADR 0074.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cortex.core.text.cleaning import clean
from cortex.core.text.digests import canonical_json
from cortex.model.errors import InvalidRequest
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import FIELDS_BYTES_MAX, FIELDS_DEPTH_MAX, NAME_CHARS_MAX
from cortex.model.text import REDACTED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

INTEGER_MAX = 2**63 - 1
"""Largest whole number, and with a minus the smallest: what every reader of JSON can hold."""

FIELD = "fields"

PRECONDITIONS = "preconditions"
"""The field whose texts are a set: in whatever order they come, the same ones hold."""


class CleanFields(NamedTuple):
    """Structured fields that may be stored: None when nothing is left; counts as for a text."""

    text: str | None
    counts: tuple[tuple[str, int], ...]


def clean_fields(raw: Mapping[str, object] | None) -> CleanFields:
    """Give the canonical JSON of an object without what nobody may keep.

    Blank texts, nulls and empty lists and objects are left out. Doing it twice changes nothing.

    Raises:
        InvalidRequest: it is too large, nested too deeply, or holds what JSON has no word for.
    """
    if not raw:
        return CleanFields(None, ())
    cleaner = _Cleaner()
    kept = cleaner.whole(raw, FIELD, 0)
    counts = tuple(sorted(cleaner.counts.items()))
    if not kept:
        return CleanFields(None, counts)
    if PRECONDITIONS in kept:
        kept[PRECONDITIONS] = _as_set(kept[PRECONDITIONS])
    text = canonical_json(kept)
    size = len(text.encode("utf-8"))
    if size > FIELDS_BYTES_MAX:
        message = f"the fields have {size} bytes as JSON; at most {FIELDS_BYTES_MAX} are kept whole"
        remedy = "keep what a later reader needs, and name the file that has the rest"
        raise InvalidRequest(message, remedy=remedy, field=FIELD)
    return CleanFields(text, counts)


def read_fields(text: str | None) -> dict[str, object]:
    """Give stored structured fields as an object; empty when there are none."""
    if text is None:
        return {}
    import json

    value = json.loads(text)
    return value if isinstance(value, dict) else {}


def read_text(fields: Mapping[str, object], name: str) -> str | None:
    """Give a text of structured fields, or None when there is none of that name."""
    value = fields.get(name)
    return value if isinstance(value, str) else None


class _Cleaner:
    """Cleans every text of one object and counts what was taken out."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def value(self, value: object, where: str, name: str, depth: int) -> object:
        """Give what may be kept of a value; ``name`` is what it is called by its writer."""
        if isinstance(value, str):
            return self.text(value, name)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int | float):
            return _number(value, where)
        if depth == FIELDS_DEPTH_MAX:
            message = f"'{where}' is nested more than {FIELDS_DEPTH_MAX} levels deep"
            raise InvalidRequest(message, remedy="flatten it", field=FIELD)
        if isinstance(value, list | tuple):
            return self._list(value, where, name, depth)
        if isinstance(value, dict):
            return self.whole(value, where, depth)
        message = f"'{where}' holds what JSON has no word for"
        remedy = "write a text, number, flag, list or object"
        raise InvalidRequest(message, remedy=remedy, field=FIELD)

    def whole(self, value: Mapping[str, object], where: str, depth: int) -> dict[str, object]:
        """Give an object without what nobody may keep, nor what says nothing."""
        kept: dict[str, object] = {}
        for key, inner in value.items():
            name = self.text(" ".join(str(key).split()), "")
            if len(name) > NAME_CHARS_MAX:
                message = f"a name in '{where}' has more than {NAME_CHARS_MAX} characters"
                raise InvalidRequest(message, remedy="shorten it", field=FIELD)
            item = self.value(inner, f"{where}.{name}", name, depth + 1)
            if name and not _is_empty(item):
                kept[name] = item
        return kept

    def text(self, raw: str, name: str) -> str:
        """Give a clean text; one that its name makes a secret is taken out whole."""
        cleaned = clean(raw)
        self._count(cleaned.counts)
        return self._without_named(cleaned.text, f"{name}=") if name else cleaned.text

    def _list(self, value: Sequence[object], where: str, name: str, depth: int) -> list[object]:
        items: list[object] = []
        before = ""
        for at, each in enumerate(value):
            item = self.value(each, f"{where}[{at}]", name, depth + 1)
            if isinstance(item, str):  # A command line gives a secret in the word after its name.
                said = item
                item = self._without_named(item, f"{before} ") if before else item
                before = said
            if not _is_empty(item):
                items.append(item)
        return items

    def _without_named(self, text: str, lead: str) -> str:
        probe = clean(lead + text)
        if not text or probe.text == lead + text or clean(lead).text != lead.strip():
            return text
        self._count(probe.counts)
        return REDACTED

    def _count(self, counts: tuple[tuple[str, int], ...]) -> None:
        for kind, count in counts:
            self.counts[kind] = self.counts.get(kind, 0) + count


def _number(value: float, where: str) -> int | str:
    if isinstance(value, float):
        if not math.isfinite(value):
            message = f"'{where}' is no number"
            raise InvalidRequest(message, remedy="write a number or a text", field=FIELD)
        if not value.is_integer():
            return repr(value)
        value = int(value)
    if not -INTEGER_MAX <= value <= INTEGER_MAX:
        message = f"'{where}' has more digits than every reader can hold"
        raise InvalidRequest(message, remedy="write it as a text", field=FIELD)
    return value


def _as_set(value: object) -> object:
    """Give texts sorted and once each; one text counts as a list of it."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return sorted(set(value))
    return value


def _is_empty(value: object) -> bool:
    return value is None or (not isinstance(value, bool | int) and not value)
