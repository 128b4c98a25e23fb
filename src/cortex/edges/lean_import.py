"""How does a process of ours load its modules without asking again and again where each one is?

The ordinary finder looks at the folder, tries each ending a module may have, and works out where
the compiled form is, with path functions in Python: a third of what a module of ours costs. Ours
are plain files in one folder, so one look at the source and one read of its compiled form are
enough. Whatever is different is left to the ordinary finder. Source: ADR 0175.
"""

# ruff: noqa: PTH116, PTH123  # pathlib costs a hook 11 ms.

from __future__ import annotations

import sys
from marshal import loads
from os import stat

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec, SourceFileLoader
    from importlib.util import MAGIC_NUMBER
    from types import CodeType
else:  # What importlib hands on, loaded by every start.
    from _frozen_importlib import ModuleSpec
    from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader

_PACKAGE = "cortex."
_ENDING = f".{sys.implementation.cache_tag}.pyc"

# Before the code stand a magic number, a word of flags, the time of the source and its size. No
# flag is set when time and size decide whether it is the compiled form of its source.
_COMPARED = MAGIC_NUMBER + bytes(4)
_CODE_AT = 16
_WORD = 0xFFFF_FFFF


class CompiledLoader(SourceFileLoader):
    """Loads a module of ours from its compiled form, if that was made of the source as it is."""

    compiled = ""
    written = b""

    def get_code(self, fullname: str) -> CodeType | None:
        """Give the code of the module, as every loader of sources does."""
        try:
            with open(self.compiled, "rb", 0) as file:
                content = file.read()
        except OSError:
            return super().get_code(fullname)
        if content[:_CODE_AT] != self.written:
            return super().get_code(fullname)
        code: CodeType = loads(memoryview(content)[_CODE_AT:])  # noqa: S302 - As importlib does.
        return code


class OurFinder:
    """Finds the modules of this package; stands before the other finders."""

    @staticmethod
    def find_spec(
        fullname: str,
        path: Sequence[str] | None = None,
        target: object = None,  # noqa: ARG004 - Every finder is asked with it.
    ) -> ModuleSpec | None:
        """Say where a module is, or None when the others are to look."""
        if path is None or len(path) != 1 or not fullname.startswith(_PACKAGE):
            return None
        folder, name = path[0], fullname.rpartition(".")[2]
        source = f"{folder}/{name}.py"
        try:
            found = stat(source)
        except OSError:
            return None  # A package, or nothing.
        loader = CompiledLoader(fullname, source)
        loader.compiled = f"{folder}/__pycache__/{name}{_ENDING}"
        time, size = int(found.st_mtime) & _WORD, found.st_size & _WORD
        loader.written = _COMPARED + time.to_bytes(4, "little") + size.to_bytes(4, "little")
        spec = ModuleSpec(fullname, loader, origin=source)
        spec.has_location, spec.cached = True, loader.compiled
        return spec


def import_leanly() -> None:
    """Let this process find our modules the short way, where compiled forms stand as usual."""
    if not sys.flags.optimize and sys.pycache_prefix is None and OurFinder not in sys.meta_path:
        sys.meta_path.insert(0, OurFinder)
