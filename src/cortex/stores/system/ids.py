"""Where do fresh ids come from? The operating system's randomness, in the form of a UUID."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable

# RFC 9562: where version and variant sit in the 128 bits, and their values for a random UUID.
_VERSION_BITS = 0xF << 76
_VERSION_RANDOM = 0x4 << 76
_VARIANT_BITS = 0x3 << 62
_VARIANT_RFC = 0x2 << 62


class SystemIds:
    """Random ids. The ``uuid`` module would cost a hook 9 ms for the same characters."""

    __slots__ = ("_random_bytes",)

    def __init__(self, random_bytes: Callable[[int], bytes] = os.urandom) -> None:
        self._random_bytes = random_bytes

    def new_id(self) -> str:
        """Give 36 lower-case characters: a version 4 UUID with 122 random bits."""
        number = int.from_bytes(self._random_bytes(16), "big")
        number = number & ~_VERSION_BITS | _VERSION_RANDOM
        number = number & ~_VARIANT_BITS | _VARIANT_RFC
        digits = f"{number:032x}"
        return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
