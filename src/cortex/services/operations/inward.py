"""What in a decoded request can be kept and looked up as it is?

Every surface decodes JSON in its own way, and JSON can spell what no store takes: a lone surrogate,
a NUL, a number beyond every bound. Here it becomes plain once, for all of them.
Source: docs/formats/operations.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from cortex.core.text.redaction import storable
from cortex.model.errors import InvalidRequest

KEY_CHARS_SHOWN = 60
"""Characters of a name repeated in a message: enough to find it."""


DEPTH_MAX = 64
"""Levels of one request: ten times what anything here means something by, and far from where the
interpreter gives up."""


def plain_values(value: object, where: str = "", depth: int = 0) -> object:
    """Give decoded JSON in which every text can be written and every number has an end.

    What no text can hold becomes U+FFFD, in names as well.

    Raises:
        InvalidRequest: a number is too large to be one, or something is nested too deeply; the
            field names it.
    """
    if depth > DEPTH_MAX:
        message = f"'{where}' is nested more than {DEPTH_MAX} levels deep"
        raise InvalidRequest(message, remedy="flatten it", field=where)
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, Mapping):
        named = ((storable(key) if isinstance(key, str) else key, of) for key, of in value.items())
        return {
            key: plain_values(of, where or str(key)[:KEY_CHARS_SHOWN], depth + 1)
            for key, of in named
        }
    if isinstance(value, list | tuple):
        return [plain_values(item, where, depth + 1) for item in value]
    if isinstance(value, float) and not isfinite(value):
        message = f"'{where}' holds a number that is too large to be read"
        raise InvalidRequest(message, remedy="write it as text, or shorten it", field=where)
    return value
