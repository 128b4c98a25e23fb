"""How does a value become JSON text that any program, terminal and editor reads the same way?"""

from __future__ import annotations

import json
import re

# Characters JSON allows raw but that hurt on the way: DEL and the C1 controls drive terminals, the
# two line separators break line-wise readers, the direction marks reorder what a person sees, and a
# lone surrogate has no UTF-8 form at all.
_UNSAFE = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def encode(value: object, *, indent: int | None = None) -> str:
    """Give the JSON text of a value: keys sorted, other scripts readable, one line by default.

    The same value gives the same text on every machine. Decoding gives the value back, lone
    surrogates included.

    Args:
        value: dicts with str keys, lists, tuples, str, int, finite float, bool, None.
        indent: spaces per level for a person to read; None for one line.

    Raises:
        ValueError: a float is not finite, so that no reader would accept it.
        TypeError: a value has no JSON form.
    """
    separators = (",", ":") if indent is None else (",", ": ")
    text = json.dumps(
        value,
        ensure_ascii=False,
        allow_nan=False,
        sort_keys=True,
        indent=indent,
        separators=separators,
    )
    return _UNSAFE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    """Give the JSON escape of one character of the basic plane."""
    return f"\\u{ord(match[0]):04x}"
