"""How is one entry of a JSON text set or taken out, and every other byte left as it was?

New entries follow the text's own manner: its line ends, its indentation, one line or many.
Whoever takes out what was put in gets the text back as it was. Source: ADR 0160.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from cortex.core.config_edit.json_tree import JsonText, Node

INDENT = "  "
"""What an entry is indented by in a text that shows no manner of its own."""

_BLANKS = " \t\r\n"


class JsonEdit:
    """A JSON text under change. Each call leaves a valid text.

    Raises:
        EditRefused: by its constructor and by every call; the text is then as before the call.
    """

    def __init__(self, text: str, *, is_lenient: bool) -> None:
        self._is_lenient = is_lenient
        self._load(text)
        self.line_end = "\r\n" if re.search(r"[^\r]?\r\n", text) else "\n"
        self._unit = self._indent_unit()

    @property
    def text(self) -> str:
        """The text as it stands now."""
        return self.tree.text

    def value(self, path: tuple[str, ...]) -> Any:
        """Give what stands at a path, or None."""
        node = self.tree.find(path)
        return None if node is None else self.tree.value(node)

    def put(self, path: tuple[str, ...], value: Any) -> None:
        """Set what stands at a path; objects on the way are made."""
        depth = len(path) - 1
        while depth and self.tree.find(path[:depth]) is None:
            depth -= 1
        node = self.tree.find(path)
        if node is not None:
            self.replace(node, value)
            return
        for name in reversed(path[depth + 1 :]):
            value = {name: value}
        holder = self.tree.find(path[:depth])
        assert holder is not None
        self._append(holder, value, name=path[depth])

    def add(self, path: tuple[str, ...], value: Any) -> None:
        """Put a value at the end of the list at a path; the list is made when there is none."""
        node = self.tree.find(path)
        if node is None:
            self.put(path, [value])
        else:
            self._append(node, value)

    def replace(self, node: Node, value: Any) -> None:
        """Put another value in the place of a node."""
        shown = self._shown(value, self._indent_at(node.start))
        self._load(self.text[: node.start] + shown + self.text[node.end :])

    def drop(self, path: tuple[str, ...]) -> None:
        """Take out what stands at a path, and the objects that are empty then."""
        holder = self.tree.find(path[:-1])
        if holder is None or holder.names is None or holder.member(path[-1]) is None:
            return
        self.drop_item(path[:-1], holder.names.index(path[-1]))

    def drop_item(self, path: tuple[str, ...], at: int) -> None:
        """Take one element out of the object or list at a path, and what is empty then."""
        holder = self.tree.find(path)
        assert holder is not None
        assert holder.inner is not None
        if len(holder.inner) == 1 and path:
            self.drop(path)
            return
        self._load(self._without(holder, at))

    def drop_inner(self, path: tuple[str, ...], at: int, name: str, deep: int) -> None:
        """Take one of several elements out of a list that an element of another list holds."""
        outer = self.tree.find(path)
        assert outer is not None
        assert outer.inner is not None
        holder = outer.inner[at].member(name)
        assert holder is not None
        self._load(self._without(holder, deep))

    def _without(self, holder: Node, at: int) -> str:
        """Give the text without an element and without one comma, remarks left alone."""
        text, inner = self.text, holder.inner or ()
        start, end = holder.item_start(at), inner[at].end
        comma = self.tree.skip(end)
        has_comma = text[comma] == ","
        is_last = at == len(inner) - 1
        if has_comma and not text[end:comma].strip(_BLANKS):
            end = comma + 1
        elif has_comma:
            text = text[:comma] + text[comma + 1 :]
        begin = len(text[:start].rstrip(_BLANKS))
        if is_last and at and not has_comma:  # The comma in front has nothing to separate now.
            before = self.tree.skip(inner[at - 1].end)
            if before == begin - 1:
                begin = before
            else:
                text, begin, end = text[:before] + text[before + 1 :], begin - 1, end - 1
        if len(inner) == 1 and not text[holder.start + 1 : begin].strip(_BLANKS):
            close = holder.end - 1
            rest = text[end:close]
            return text[:begin] + ("" if not rest.strip(_BLANKS) else rest) + text[close:]
        return text[:begin] + text[end:]

    def _append(self, holder: Node, value: Any, name: str | None = None) -> None:
        text, inner = self.text, holder.inner
        close = holder.end - 1
        head = "" if name is None else json.dumps(name, ensure_ascii=False) + ": "
        is_compact = self._is_compact(holder)
        at = len(text[:close].rstrip(_BLANKS))
        indent = self._inner_indent(holder)
        if is_compact:
            shown = head + json.dumps(value, ensure_ascii=False)
            gap, tail = (" " if inner else ""), text[at:close]
        else:
            shown = head + self._shown(value, indent)
            gap = self.line_end + indent
            tail = text[at:close] or self.line_end + self._indent_at(holder.start)
            if "\n" not in tail:
                tail = self.line_end + self._indent_at(holder.start)
        has_trailing = False
        if inner:
            comma = self.tree.skip(inner[-1].end)
            has_trailing = text[comma] == ","
            if not has_trailing:
                end = inner[-1].end
                text, at, close = text[:end] + "," + text[end:], at + 1, close + 1
        ending = "," if has_trailing else ""
        self._load(text[:at] + gap + shown + ending + tail + text[close:])

    def _load(self, text: str) -> None:
        self.tree = JsonText(text, is_lenient=self._is_lenient)

    def _shown(self, value: Any, indent: str) -> str:
        if self._is_one_line():
            return json.dumps(value, ensure_ascii=False)
        lines = json.dumps(value, ensure_ascii=False, indent=self._unit).split("\n")
        return (self.line_end + indent).join(lines)

    def _is_one_line(self) -> bool:
        return self._is_compact(self.tree.root)

    def _is_compact(self, node: Node) -> bool:
        """Tell whether a container with content is written on one line."""
        if not node.inner:
            root = self.tree.root
            return node is not root and bool(root.inner) and self._is_compact(root)
        return "\n" not in self.text[node.start : node.item_start(0)]

    def _indent_unit(self) -> str:
        root = self.tree.root
        if not root.inner or self._is_compact(root):
            return INDENT
        return self._indent_at(root.item_start(0)) or INDENT

    def _indent_at(self, at: int) -> str:
        """Give the white space that begins the line of a position."""
        line = self.text[self.text.rfind("\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def _inner_indent(self, holder: Node) -> str:
        if holder.inner and not self._is_compact(holder):
            return self._indent_at(holder.item_start(0))
        return self._indent_at(holder.start) + self._unit


def differing(fields: Mapping[str, Any], present: Any) -> list[str]:
    """Give the names of fields that are not in an object as they should be, in order."""
    held = present if isinstance(present, dict) else {}
    return [name for name, value in fields.items() if name not in held or held[name] != value]
