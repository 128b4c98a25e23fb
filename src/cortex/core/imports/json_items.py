"""How is one JSON array of any size read item by item, in bounded memory?

The standard decoder reads an item when all of it has arrived; the buffer doubles until it has, so
that the work stays proportional to the length. Source: ADR 0097.
"""

import json
import re
from collections.abc import Iterable, Iterator

from cortex.model.imports import Skipped

ITEM_CHARS_MAX = 32 * 1024 * 1024
"""Characters of one item: the longest conversations seen have a few million."""

_DECODER = json.JSONDecoder()
_BETWEEN = re.compile(r"[\s,]*")
_MARK = re.compile(r'["{}\[\]\\]')
_SLACK = 16
"""Characters before the end of the buffer where an error may just mean that more is to come."""


def json_items(chunks: Iterable[str], name: str) -> Iterator[tuple[str, object]]:
    """Give (locator, value) of each item of the array, or of the one value there is.

    An item that cannot be read is a Skipped, and reading goes on behind it. A file that ends too
    early gives what came before, and a Skipped.
    """
    reader = _Reader(chunks, name)
    if not reader.more():
        yield name, Skipped(name, "the file is empty", is_damage=True)
        return
    if not reader.enters_array():
        yield reader.locator(), reader.value()
        return
    while True:
        if reader.at_end_of_array():
            return
        value = reader.value()
        yield reader.locator(), value
        reader.count += 1
        if reader.is_lost:
            return


class _Reader:
    def __init__(self, chunks: Iterable[str], name: str) -> None:
        self._chunks = iter(chunks)
        self._name = name
        self._text = ""
        self._at = 0
        self.count = 1
        self.is_lost = False

    def locator(self) -> str:
        return f"{self._name}[{self.count}]"

    def more(self) -> bool:
        """Read as much again as is held; False at the end of the file."""
        wanted = max(1, len(self._text) - self._at)
        parts, got = [self._text[self._at :]], 0
        while got < wanted:
            chunk = next(self._chunks, "")
            if not chunk:
                break
            parts.append(chunk)
            got += len(chunk)
        self._text, self._at = "".join(parts), 0
        return got > 0

    def enters_array(self) -> bool:
        self._skip()
        if self._text[self._at : self._at + 1] != "[":
            return False
        self._at += 1
        return True

    def at_end_of_array(self) -> bool:
        self._skip()
        return self._text[self._at : self._at + 1] == "]"

    def value(self) -> object:
        """Read one value, or say why not and move behind it."""
        while True:
            try:
                found, self._at = _DECODER.raw_decode(self._text, self._at)
            except (json.JSONDecodeError, RecursionError) as error:
                if isinstance(error, RecursionError) or self._is_wrong(error):
                    return self._leave("no JSON")
            else:
                return found
            if len(self._text) - self._at > ITEM_CHARS_MAX:
                return self._leave("an item that is too long")
            if not self.more():
                self.is_lost = True
                return Skipped(self.locator(), "the file ends in the middle", is_damage=True)

    def _is_wrong(self, error: json.JSONDecodeError) -> bool:
        """Tell an error in what is here from one that more text would cure."""
        return not error.msg.startswith("Unterminated") and error.pos < len(self._text) - _SLACK

    def _skip(self) -> None:
        while True:
            found = _BETWEEN.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text) or not self.more():
                return

    def _leave(self, reason: str) -> Skipped:
        """Move behind an item that cannot be read, by its brackets."""
        depth, in_text, at = 0, False, self._at
        while True:
            found = _MARK.search(self._text, at)
            if found is None:
                self._at = len(self._text)
                if not self.more():
                    self.is_lost = True
                    break
                at = self._at
                continue
            at, mark = found.end(), found.group()
            if mark == "\\":
                at += 1
            elif mark == '"':
                in_text = not in_text
            elif not in_text:
                depth += 1 if mark in "{[" else -1
                if depth <= 0:
                    self._at = at if depth == 0 else at - 1
                    break
        return Skipped(self.locator(), reason, is_damage=True)
