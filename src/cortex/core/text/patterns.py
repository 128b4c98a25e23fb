"""How is a pattern written beside its meaning, and compiled only when a text needs it?

Compiling one costs a command as much as loading a module, and most texts are plain words, which
need few of them.
"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    import re


# As ``re.IGNORECASE``: taking it from there would load the module.
IGNORECASE = 2


def pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Give a regular expression that is compiled at its first use; a mistake in it shows then."""
    made: object = _Pattern(source, flags)
    return made  # type: ignore[return-value]  # It answers as a compiled one.


class _Pattern:
    """Stands for a compiled pattern until one of its methods is asked for.

    The method then stays on this object, so later calls take no detour.
    """

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        import re

        method = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, method)
        return method
