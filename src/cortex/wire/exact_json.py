"""How is JSON read so that nothing of it changes, or refused with the place that would?

Keys keep their order. A number that no machine number holds as written, a name that stands twice
in one object and what JSON does not have are refused: they would come back as something else.
"""

from __future__ import annotations

import json
import math
from decimal import Decimal, DecimalException
from typing import Any

from cortex.model.errors import InvalidRequest


def read_object(text: str, field: str) -> dict[str, Any]:
    """Give a JSON object as it is written.

    Args:
        field: what the text stands for, for the error.

    Raises:
        InvalidRequest: it is no object, or would not come back as it is.
    """
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_float=_exact,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        message = f"the {field} is not JSON: {error.msg} at character {error.pos + 1}"
        raise InvalidRequest(message, remedy="pipe one JSON object in", field=field) from None
    except _Inexact as error:
        message = f"the {field} holds {error}"
        raise InvalidRequest(message, remedy="write it as text", field=field) from None
    except (ValueError, RecursionError):
        message = f"the {field} holds a number too long to read, or is nested too deeply"
        remedy = "write it as text, or flatten it"
        raise InvalidRequest(message, remedy=remedy, field=field) from None
    if not isinstance(value, dict):
        message = f"the {field} is JSON, but no object"
        raise InvalidRequest(message, remedy="pipe one JSON object in", field=field)
    return value


def one_line(value: object) -> str:
    """Give a value that ``read_object`` gave as JSON on one line, its keys in their order."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


class _Inexact(ValueError):
    """What is read would not come back as it is written."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        message = "a name twice in one object"
        raise _Inexact(message)
    return value


def _exact(written: str) -> float:
    value = float(written)
    try:
        is_exact = math.isfinite(value) and Decimal(repr(value)) == Decimal(written)
    except DecimalException:
        is_exact = False
    if not is_exact:
        message = f"the number {written[:40]}, which a machine number does not hold exactly"
        raise _Inexact(message)
    return value


def _refuse_constant(name: str) -> None:
    message = f"{name}, which JSON does not have"
    raise _Inexact(message)
