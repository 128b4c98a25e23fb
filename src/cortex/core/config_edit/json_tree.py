"""Where in a JSON text does each value stand? Strict JSON, or with comments and trailing commas.

The standard decoder forgets where things were; whoever changes one entry and leaves every other
byte alone must know. Source: ADR 0160.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from cortex.model.installation import CONFIG_DEPTH_MAX, EditRefused
from cortex.model.lean_classes import NamedTuple

_SPACE = re.compile(r"[ \t\r\n]*")
_SPACE_AND_REMARKS = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"')
_SCALAR = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")

FIX_IT = "correct the file and run this again; `cortex install` will not guess"


class Node(NamedTuple):
    """A value and where it stands: ``text[start:end]``.

    Attributes:
        names: the names of an object's members, in order; None for what is no object.
        name_starts: where each name begins.
        inner: the values of an object or an array, in order; None for a plain value.
    """

    start: int
    end: int
    inner: tuple[Node, ...] | None = None
    names: tuple[str, ...] | None = None
    name_starts: tuple[int, ...] = ()

    def member(self, name: str) -> Node | None:
        """Give the value of a name, or None; a name that stands twice is refused."""
        if self.names is None or self.inner is None:
            return None
        found = [node for each, node in zip(self.names, self.inner, strict=True) if each == name]
        if len(found) > 1:
            message = f"the name {json.dumps(name)} stands twice in one object"
            raise EditRefused(message, FIX_IT)
        return found[0] if found else None

    def item_start(self, at: int) -> int:
        """Give where an element begins, its name included."""
        assert self.inner is not None
        return self.name_starts[at] if self.names is not None else self.inner[at].start


class JsonText:
    """A JSON text and its tree.

    Args:
        text: without a byte order mark.
        is_lenient: comments and trailing commas are allowed, as the host allows them.

    Raises:
        EditRefused: the text is no such JSON; the message has line and column.
    """

    def __init__(self, text: str, *, is_lenient: bool) -> None:
        self.text = text
        self._space = _SPACE_AND_REMARKS if is_lenient else _SPACE
        self._is_lenient = is_lenient
        self.root, at = self._value(self.skip(0), 0)
        at = self.skip(at)
        if at != len(text):
            self._refuse(at, "something stands behind the end")

    def skip(self, at: int) -> int:
        """Give the next position that holds something else than space and remarks."""
        found = self._space.match(self.text, at)
        return found.end() if found else at

    def value(self, node: Node) -> Any:
        """Give what a node says, as Python values."""
        if node.inner is None:
            return json.loads(self.text[node.start : node.end])
        if node.names is None:
            return [self.value(each) for each in node.inner]
        return {name: self.value(each) for name, each in zip(node.names, node.inner, strict=True)}

    def find(self, path: tuple[str, ...]) -> Node | None:
        """Give the node of a path, or None; refuses to walk through what is no object."""
        node = self.root
        for depth, name in enumerate(path):
            if node.names is None:
                shown = ".".join(path[:depth]) or "the whole file"
                message = f"{shown} is no JSON object"
                raise EditRefused(message, FIX_IT)
            found = node.member(name)
            if found is None:
                return None
            node = found
        return node

    def _value(self, at: int, depth: int) -> tuple[Node, int]:
        if depth > CONFIG_DEPTH_MAX:
            self._refuse(at, f"more than {CONFIG_DEPTH_MAX} levels")
        opening = self.text[at : at + 1]
        if opening == "{":
            return self._container(at, depth, "}")
        if opening == "[":
            return self._container(at, depth, "]")
        found = (_STRING if opening == '"' else _SCALAR).match(self.text, at)
        if found is None or found.end() == at:
            self._refuse(at, "a value is missing or malformed")
        return Node(at, found.end()), found.end()

    def _container(self, start: int, depth: int, closing: str) -> tuple[Node, int]:
        inner: list[Node] = []
        names: list[str] = []
        name_starts: list[int] = []
        at = self.skip(start + 1)
        while self.text[at : at + 1] != closing:
            if closing == "}":
                name_starts.append(at)
                at = self._name(at, names)
            node, at = self._value(at, depth + 1)
            inner.append(node)
            at = self.skip(at)
            if self.text[at : at + 1] != ",":
                break
            at = self.skip(at + 1)
            if self.text[at : at + 1] == closing and not self._is_lenient:
                self._refuse(at, "a comma stands before the end of a list")
        if self.text[at : at + 1] != closing:
            self._refuse(at, f"a comma or '{closing}' is missing")
        is_object = closing == "}"
        node = Node(
            start, at + 1, tuple(inner), tuple(names) if is_object else None, tuple(name_starts)
        )
        return node, at + 1

    def _name(self, at: int, names: list[str]) -> int:
        found = _STRING.match(self.text, at)
        if found is None:
            self._refuse(at, "a name in double quotes is missing")
        names.append(json.loads(found.group()))
        at = self.skip(found.end())
        if self.text[at : at + 1] != ":":
            self._refuse(at, "a colon is missing")
        return self.skip(at + 1)

    def _refuse(self, at: int, what: str) -> NoReturn:
        line = self.text.count("\n", 0, at) + 1
        column = at - self.text.rfind("\n", 0, at)
        message = f"it is not valid JSON: line {line}, column {column}: {what}"
        raise EditRefused(message, FIX_IT)
