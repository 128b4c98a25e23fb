"""What does a path say by its spelling alone?

Nothing here looks at a disk. Paths are ``/`` separated; case is never changed, because two files
whose names differ only in case are two files.
"""

from __future__ import annotations

from cortex.model.scopes import KIND_PROJECT

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.scopes import Scope

GLOB_CHARACTERS = "*?[{"


def is_absolute(path: str) -> bool:
    """Tell whether a path starts at a root or a Windows drive."""
    return path.startswith("/") or _has_drive(path)


def join(folder: str, path: str) -> str:
    """Give ``path`` as seen from ``folder``; an absolute path stands alone. Not normalised."""
    if is_absolute(path):
        return path
    return f"{folder}{path}" if folder.endswith("/") else f"{folder}/{path}"


def base_name(path: str) -> str:
    """Give the last segment of a normalised path; empty for a root."""
    return path.rpartition("/")[2]


def parent(path: str) -> str:
    """Give the folder that holds a normalised absolute path; a root holds itself."""
    above = path.rpartition("/")[0]
    if not above or (len(above) == 2 and _has_drive(path)):
        return f"{above}/"
    return above


def is_root(path: str) -> bool:
    """Tell whether nothing holds this normalised absolute path."""
    return parent(path) == path


def is_inside(path: str, folder: str) -> bool:
    """Tell whether a normalised path is the folder or lies below it, by whole segments."""
    return path == folder or path.startswith(folder if folder.endswith("/") else f"{folder}/")


def normalise(path: str) -> str:
    """Give the path without empty, ``.`` and resolvable ``..`` segments, and no slash at the end.

    Leading ``..`` segments of a relative path stay; above a root there is only the root. A Windows
    drive letter becomes a capital, a network share keeps its two slashes. An empty result is ``.``.
    """
    lead, rest = _split_root(path)
    kept: list[str] = []
    for segment in rest.split("/"):
        if segment == ".." and kept and kept[-1] != "..":
            kept.pop()
        elif segment == "..":
            if not lead:
                kept.append(segment)
        elif segment not in ("", "."):
            kept.append(segment)
    return lead + "/".join(kept) or "."


def split_glob(path: str) -> tuple[str, str]:
    """Give (folder, pattern): all before the first segment with a wildcard, and the rest.

    The pattern is empty for a path without wildcards.
    """
    segments = path.split("/")
    for place, segment in enumerate(segments):
        if any(character in segment for character in GLOB_CHARACTERS):
            return "/".join(segments[:place]) or "/", "/".join(segments[place:])
    return path, ""


def printable(path: str) -> str:
    """Give a path as valid Unicode: each byte that is no UTF-8 is spelt ``%NN``.

    A path from the operating system may hold lone surrogates, which no store and no JSON keeps.
    """
    if path.isascii():
        return path
    try:
        whole = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # A surrogate that never came from bytes, for example out of JSON.
        whole = path.encode("utf-8", "surrogatepass")
    return "".join(
        f"%{ord(character) - 0xDC00:02X}" if "\udc80" <= character <= "\udcff" else character
        for character in whole.decode("utf-8", "surrogateescape")
    )


def repo_relative(path: str, scope: Scope, cwd: str) -> str:
    r"""Give a path as the person wrote it in the form facts are stored under.

    Args:
        path: absolute, or relative to ``cwd``; ``./x``, ``../x``, ``a\b`` and wildcards are fine.
        scope: the scope of ``cwd``; its root is what the answer is relative to.
        cwd: real absolute path of the folder the path was written in.

    Returns:
        The path from the scope's root when it lies inside (``.`` for the root itself); otherwise
        the normalised absolute path. A project without a checkout keeps relative paths as they
        are, and so do URLs and ``~`` paths, which nothing here can place. Empty for empty.
    """
    given = printable(path.strip().replace("\\", "/"))
    if not given or given == "~" or given.startswith("~/") or "://" in given:
        return given
    has_no_checkout = scope.kind == KIND_PROJECT and scope.root is None
    if not is_absolute(given) and (has_no_checkout or not is_absolute(cwd)):
        return normalise(given)
    whole = normalise(join(printable(cwd), given))
    if scope.root is not None and is_inside(whole, scope.root):
        return whole[len(scope.root) :].lstrip("/") or "."
    return whole


def _has_drive(path: str) -> bool:
    return len(path) > 2 and path[1:3] == ":/" and path[0].isascii() and path[0].isalpha()


def _split_root(path: str) -> tuple[str, str]:
    """Give (root, rest): the part that ``..`` cannot climb above, and what follows it."""
    if _has_drive(path):
        return path[0].upper() + ":/", path[3:]
    if path.startswith("//") and not path.startswith("///"):
        return "//", path[2:]
    if path.startswith("/"):
        return "/", path[1:]
    return "", path
