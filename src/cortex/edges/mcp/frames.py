"""Which message does a line hold, or how is the line refused?

The SDK validates messages; it answers nothing to a line that holds none, and a client that waits
for an answer then waits for ever. So a line is taken apart here: bytes are UTF-8 whatever the
locale says, every line that asks for something is answered, under its own id where one can be read.
Source: docs/formats/operations.md, JSON-RPC 2.0.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp_types import JSONRPCMessage

LINE_BYTES_MAX = 2 * 1024 * 1024
"""Bytes of one message: a batch of the longest facts fits several times."""

LINE_BYTES_KEPT_MAX = 4 * LINE_BYTES_MAX
"""Bytes of an over-long line that are kept, only to read its id and refuse it by name."""

ID_BYTES_MAX = 4096
"""Bytes at the beginning of a line that cannot be read whole in which its id is looked for."""

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
INVALID_PARAMS = -32602

_BOM = b"\xef\xbb\xbf"
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')
_SURROGATE = re.compile("[\ud800-\udfff]")
REPLACEMENT = "\ufffd"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a line was not taken; ``request_id`` is None when it could not be read."""

    request_id: int | str | None
    code: int
    message: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Several messages on one line, in order; an item that is none is refused by itself."""

    items: tuple[JSONRPCMessage | Refusal, ...]


def read_frame(line: bytes) -> JSONRPCMessage | Batch | Refusal | None:
    """Give what is on a line, the refusal to send for it, or None for a line without content.

    A lone surrogate in a string, which has no UTF-8 form, is read as U+FFFD.

    Args:
        line: the bytes between two line breaks.
    """
    content = line.removeprefix(_BOM).strip()
    if not content:
        return None
    if len(line) > LINE_BYTES_MAX:
        request_id = _early_id(content)
        if request_id is None:
            request_id = _id_of(_decoded(content)[1])
        message = f"a message has at most {LINE_BYTES_MAX} bytes"
        return Refusal(request_id, INVALID_REQUEST, message)
    fault, value = _decoded(content)
    if fault is not None:
        known = fault.request_id if value is None else _id_of(value)
        return Refusal(known, fault.code, fault.message)
    if isinstance(value, list) and value:
        items = [_message(item) for item in value]
        return Batch(tuple(item for item in items if item is not None))
    return _message(value)


def sound(value: Any) -> Any:
    """Give a JSON value in which every string can be written as UTF-8."""
    if isinstance(value, str):
        return _SURROGATE.sub(REPLACEMENT, value)
    if isinstance(value, list):
        return [sound(item) for item in value]
    if isinstance(value, dict):
        return {sound(key): sound(item) for key, item in value.items()}
    return value


def _decoded(content: bytes) -> tuple[Refusal | None, Any]:
    """Give (fault, value); after a fault the value only serves to find the id."""
    fault = None
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        fault = Refusal(None, PARSE_ERROR, "the line is not UTF-8")
        text = content.decode("utf-8", "replace")
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError:
        return fault or Refusal(None, PARSE_ERROR, "the line is not JSON"), None
    except (ValueError, RecursionError):
        message = "the line is nested too deeply, or holds a number that cannot be read"
        return fault or Refusal(_early_id(content), PARSE_ERROR, message), None
    return fault, sound(value) if "\\ud" in text.lower() else value


def _refuse_constant(name: str) -> None:
    message = f"{name} is not JSON"
    raise json.JSONDecodeError(message, name, 0)


def _early_id(content: bytes) -> int | str | None:
    """Give the id of a line that cannot be read whole, if it stands near its beginning."""
    shown = content[:ID_BYTES_MAX].decode("utf-8", "replace")
    words = _WORD.findall(shown)
    depth = 0
    for at, word in enumerate(words[:-3]):
        depth += (word in "{[") - (word in "}]")
        is_key = depth == 1 and words[at - 1] in "{," and words[at + 1] == ":"
        if is_key and word == '"id"' and words[at + 3] in ",}":
            try:
                return _id_of({"id": json.loads(words[at + 2])})
            except ValueError:
                return None
    return None


def _id_of(value: Any) -> int | str | None:
    found = value.get("id") if isinstance(value, dict) else None
    is_id = isinstance(found, int | str) and not isinstance(found, bool)
    return found if is_id else None


def _message(value: Any) -> JSONRPCMessage | Refusal | None:
    from mcp_types import jsonrpc_message_adapter
    from pydantic import ValidationError

    request_id = _id_of(value)
    if not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
        return Refusal(request_id, INVALID_REQUEST, "not a JSON-RPC 2.0 message")
    if "id" in value and request_id is None:
        return Refusal(None, INVALID_REQUEST, "an id is a text or a whole number")
    is_answer = "method" not in value and ("result" in value or "error" in value)
    if not is_answer and not isinstance(value.get("method"), str):
        return Refusal(request_id, INVALID_REQUEST, "the message names no method")
    try:
        return jsonrpc_message_adapter.validate_python(value, by_name=False)
    except ValidationError:
        if "id" not in value or is_answer:
            return None  # Nobody waits for an answer to these.
        return Refusal(request_id, INVALID_PARAMS, "params must be an object with named values")
