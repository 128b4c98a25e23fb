"""Which number does a reference name, when it is written ``task::12`` or only ``12``?"""

_DIGITS_MAX = 18
"""Digits of a number that any store can hold."""


def number_in(reference: str, prefix: str) -> int | None:
    """Give the number, or None when it names none."""
    digits = reference.strip().removeprefix(prefix).lstrip("0")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS_MAX
    return int(digits) if is_number else None
