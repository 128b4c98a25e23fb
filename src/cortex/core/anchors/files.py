"""Which files of a checkout does a fact speak of?

Only what can be looked for on a disk counts: a pattern, an address or a bare file name does not.
"""

from __future__ import annotations

from cortex.core.anchors.classify import anchors_in
from cortex.core.scopes.paths import GLOB_CHARACTERS, is_absolute, is_inside
from cortex.model.anchors import AnchorKind

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cortex.model.facts import FactContent


def files_named(content: FactContent, root: str | None) -> Iterator[str]:
    """Give the paths a fact names, those its author gave first; the same may come twice.

    Paths in the statement count when they are files by their ending and are written with their
    folder, and as absolute ones only below ``root``: a machine's own files are not the checkout's.
    Relative paths start at the root of the fact's scope.
    """
    for path in content.naming.paths:
        if not path.startswith("~") and ":/" not in path and not _is_pattern(path):
            yield path
    text = content.text
    for anchor in anchors_in(text) if "/" in text or "\\" in text else ():
        written = anchor.display.replace("\\", "/")
        if anchor.kind is not AnchorKind.PATH or "/" not in anchor.value or _is_pattern(written):
            continue
        if is_absolute(written):
            if root is not None and is_inside(written, root):
                yield written
        elif _is_file(anchor.value) and not written.startswith("../"):
            yield anchor.value


def _is_pattern(path: str) -> bool:
    return any(character in path for character in GLOB_CHARACTERS)


def _is_file(path: str) -> bool:
    """Tell whether a path has an ending, and begins neither at a home folder nor with a host."""
    first = path.partition("/")[0]
    is_address = first == "~" or "." in first.lstrip(".")
    return "." in path.rpartition("/")[2].strip(".") and not is_address
