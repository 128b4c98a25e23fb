"""How is JSON read and written where the json module is too slow to load?

Its scanner and its quoting are a small C module of their own; what makes ``json`` slow to load is
what stands around them. Strict JSON only. Hooks load this on every run. Source: ADR 0135.
"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from typing import Any


def _c_parts() -> Any:
    """Give the C module, or None in an interpreter without it: slower, and the same answers."""
    try:
        import _json
    except ImportError:
        return None
    return _json


_parts = _c_parts()

_BLANKS = " \t\n\r"

# Digits of a whole number that is read exactly; a longer one is no id and no count.
_DIGITS_MAX = 300


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= _DIGITS_MAX else float(digits)


def _refuse(word: str) -> float:
    message = f"{word} is no JSON"
    raise ValueError(message)


class _Reading:
    """What the scanner asks for: how strict, and what becomes of numbers and objects."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = staticmethod(_whole)
    parse_constant = staticmethod(_refuse)


def read_object(text: str) -> dict[str, object] | None:
    """Give a JSON object, or None when the text is none. Never raises.

    A byte order mark in front is passed over. Of a repeated name the last member counts.
    """
    try:
        value = _scanned(text.removeprefix("\ufeff").strip(_BLANKS))
    except (ValueError, StopIteration, RecursionError):
        return None
    except SystemError:  # What the scanner of Python 3.11 raises when ``json`` was never loaded.
        return None
    return value if isinstance(value, dict) else None


def _scanned(text: str) -> object:
    value, end = _scan(text)
    if end != len(text):
        message = "more than one value"
        raise ValueError(message)
    return value


def _scan(text: str) -> tuple[object, int]:
    """Give the value at the beginning of a text, and where it ends."""
    made: tuple[object, int]
    if _parts is not None:
        made = _parts.make_scanner(_Reading)(text, 0)
    else:
        from json.decoder import JSONDecoder

        made = JSONDecoder(parse_int=_whole, parse_constant=_refuse).raw_decode(text)
    return made


def quoted(text: str) -> str:
    """Give a text as a JSON string; only what must be is escaped."""
    if _parts is not None:
        return str(_parts.encode_basestring(text))
    from json import dumps

    return dumps(text, ensure_ascii=False)
