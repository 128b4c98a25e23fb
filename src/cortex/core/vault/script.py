"""Which rules does the contract take from its first language, JavaScript?

Lengths count UTF-16 units, white space is a fixed set, numbers have a grammar of their own.
"""

from __future__ import annotations

import math
import re

WHITE = (
    "\t\n\x0b\x0c\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
)
"""White space, for trimming and in patterns; Python's own set differs in six characters."""

WHITE_CLASS = f"[{WHITE}]"
NOT_WHITE_OR_HASH = f"[^{WHITE}#]"

SAFE_INTEGER_MAX = 2**53 - 1
"""Largest whole number up to which every whole number is exact."""

_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)
_RADIX = re.compile(r"0(?:[xX][0-9A-Fa-f]+|[oO][0-7]+|[bB][01]+)", re.ASCII)


def trim(text: str) -> str:
    """Give a text without outer white space."""
    return text.strip(WHITE)


def units(text: str) -> int:
    """Count the UTF-16 units of a text."""
    return len(text) + sum(1 for character in text if character > "\uffff")


def unit_order(text: str) -> bytes:
    """Give a key that sorts texts by their UTF-16 units."""
    return text.encode("utf-16-be", "surrogatepass")


def number(text: str) -> float | None:
    """Read a number as the contract's first implementation did; blank is zero, NaN is None."""
    bare = trim(text)
    if not bare:
        return 0.0
    if _RADIX.fullmatch(bare):
        try:
            return float(int(bare, 0))
        except OverflowError:
            return math.inf
    if bare.lstrip("+-") == "Infinity" and len(bare) <= len("Infinity") + 1:
        return -math.inf if bare.startswith("-") else math.inf
    return float(bare) if _DECIMAL.fullmatch(bare) else None


def integer(text: str, low: int, high: int) -> int | None:
    """Read a whole number within bounds, both included; None when it is no such number."""
    value = number(text)
    if value is None or not math.isfinite(value) or value != int(value) or not low <= value <= high:
        return None
    return int(value)


def fixed(value: float, digits: int = 6) -> float:
    """Round half up on the exact decimal value, as ``toFixed`` does."""
    if abs(value) > SAFE_INTEGER_MAX:
        return value  # Beyond this a double has no decimals.
    over, under = abs(value).as_integer_ratio()  # Exact, and without the decimal module's 8 ms.
    steps = (2 * over * 10**digits + under) // (2 * under)
    return math.copysign(steps / 10**digits, value)
