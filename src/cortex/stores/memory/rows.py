"""How is a published state kept from changing while a writer works on a copy?"""

from typing import Any, Self


class Rows:
    """A dataclass of dictionaries and lists of frozen values."""

    __slots__: tuple[str, ...] = ()

    def copy(self) -> Self:
        """Give the same rows in containers of their own."""
        copied: dict[str, Any] = {}
        for name in self.__slots__:
            value = getattr(self, name)
            copied[name] = value.copy() if isinstance(value, dict | list | Rows) else value
        return type(self)(**copied)
