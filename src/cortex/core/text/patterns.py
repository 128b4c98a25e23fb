"""How is a pattern written beside its meaning, and compiled only when a text needs it?

Compiling one costs a command as much as loading a module, and most texts are plain words, which
need few of them.
"""

from __future__ import annotations

import re
from typing import cast


def pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Give a regular expression that is compiled at its first use; a mistake in it shows then."""
    return cast("re.Pattern[str]", _Pattern(source, flags))


class _Pattern:
    """Stands for a compiled pattern until one of its methods is asked for.

    The method then stays on this object, so later calls take no detour.
    """

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        method = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, method)
        return method
