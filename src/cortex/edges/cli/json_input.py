"""How does a JSON object that a person or a script wrote become named values?"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from cortex.edges.cli.streams import INPUT_JSON_BYTES_MAX, read_text
from cortex.model.errors import InvalidRequest

_KEY_CHARS_SHOWN = 80


def read_object(field: str) -> dict[str, Any]:
    """Read one JSON object from standard input.

    Raises:
        InvalidRequest: it is closed, empty, too long, or no JSON object.
    """
    return object_from(read_text(field, INPUT_JSON_BYTES_MAX), field, "standard input")


def object_from(text: str, field: str, known_as: str) -> dict[str, Any]:
    """Give the object that a JSON text is.

    Args:
        field: name of the argument it stands for, for the error.
        known_as: what the person who wrote it calls the place, for the message.

    Raises:
        InvalidRequest: it is no JSON, no object, or says a key twice.
    """

    def refuse(fault: str, remedy: str) -> NoReturn:
        message = f"{known_as} {fault}"
        raise InvalidRequest(message, remedy=remedy, field=field) from None

    def refuse_constant(name: str) -> NoReturn:
        refuse(f"holds {name}, which JSON does not have", "write a number")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, one in pairs:
            if key in found:
                refuse(f"says {json.dumps(key[:_KEY_CHARS_SHOWN])} twice", "leave one of them out")
            found[key] = one
        return found

    try:
        value = json.loads(text, parse_constant=refuse_constant, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        fault = f"is not JSON: {error.msg} at character {error.pos + 1}"
        refuse(fault, "quote the object for your shell")
    except ValueError:
        refuse("holds a number of more digits than can be read", "write it as text, or shorten it")
    except RecursionError:
        refuse("is nested too deeply", "flatten it")
    if not isinstance(value, dict):
        refuse("is JSON, but no object", "write {...} with the arguments inside")
    return value
