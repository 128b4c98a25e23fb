"""Which files of a seat go along when it moves, and may what a pack names be written?

Source: docs/formats/seat-pack.md, ADR 0211.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from cortex.core.seat.knowledge import KNOWLEDGE_FILE
from cortex.model.seat_moves import (
    AREAS,
    AUTO_MEMORY,
    BUS,
    HOME,
    ORGANISATION,
    SEAT,
    PackFile,
    PackManifest,
)
from cortex.model.seats import LAST_PACK

FILES_MAX = 20_000
"""Files of a pack: ten years of logs, checkpoints and digests are some ten thousand."""

FILE_BYTES_MAX = 256 * 1024 * 1024
"""Bytes of one file: it is held in memory while it is packed."""

PACK_BYTES_MAX = 4 * 1024 * 1024 * 1024
"""Bytes of all files: beyond, it is no working memory but an archive."""

PATH_BYTES_MAX = 1_024
NAME_BYTES_MAX = 255
DEPTH_MAX = 32
"""Folders within each other: systems refuse longer paths and names."""

_FILES = ("seat.toml",)
_FOLDERS = ("memory",)
_HOST_FOLDER = ".claude"
_HOST_FOLDERS = ("agents", "commands", "output-styles", "rules", "skills")
_MARKDOWN = ".md"
_PASSING = ".tmp"
_OF_DATABASES = ("-wal", "-shm", "-journal")
_STAGING = "cortex-copying."
_GIT = ".git"
_BUS_FOLDERS = frozenset({"approvals", "tasks"})
_PATH_LISTS = frozenset({(HOME, "graph/sources")})

# What an installation wrote here: it names programs of this machine. And copies it made of files.
_OF_MACHINE = "/.claude/settings.local.json"
_COPY = ".bak-"


def is_passing(area: str, path: str) -> bool:
    """Tell whether a file is there only while somebody writes, or is of this machine alone."""
    path = path.casefold()  # Some disks make no difference.
    name = path.rpartition("/")[2]
    if name.endswith(_PASSING) or name.startswith(_STAGING):
        return True
    if area == SEAT and (f"/{path}".endswith(_OF_MACHINE) or ("/" not in path and _COPY in name)):
        return True
    # A database is copied whole, as it is at one instant.
    return area == HOME and (path == LAST_PACK or name.endswith(_OF_DATABASES))


def is_wanted(area: str, path: str, *, is_folder: bool, is_whole: bool) -> bool:
    """Tell whether a file goes along, or a folder is looked into.

    Args:
        area: one of ``AREAS``.
        path: below its folder, with ``/``.
        is_folder: it is a folder.
        is_whole: the whole folder of the seat was asked for.
    """
    if area == ORGANISATION:
        return path == KNOWLEDGE_FILE
    if area in {HOME, AUTO_MEMORY}:
        return True
    top, _, below = path.partition("/")
    if area == BUS:
        return top in _BUS_FOLDERS and bool(below)
    if is_whole:
        return _GIT not in path.casefold().split("/")
    if top in _FOLDERS:
        return is_folder or bool(below)
    if top == _HOST_FOLDER:
        inner = below.partition("/")[0]
        return is_folder if not below else inner in _HOST_FOLDERS and (is_folder or inner != below)
    return not is_folder and not below and (path.endswith(_MARKDOWN) or path in _FILES)


def fault_of_path(path: str) -> str:
    """Give why a path below a folder cannot be carried to another system; empty when it can.

    What only some systems refuse is refused when it is unpacked there.
    """
    try:
        length = len(path.encode("utf-8"))
    except UnicodeEncodeError:
        return "its name is no text in UTF-8"
    parts = path.split("/")
    if length > PATH_BYTES_MAX or any(len(part.encode()) > NAME_BYTES_MAX for part in parts):
        return "its path is too long"
    if len(parts) > DEPTH_MAX:
        return "it lies too deep"
    if any(part in {"", ".", ".."} for part in parts):
        return "its path leads elsewhere"
    if any(unicodedata.category(letter) == "Cc" for letter in path):
        return "its name has control characters"
    return ""


def fault_of_manifest(manifest: PackManifest) -> str:
    """Give why what a pack names may not be written, or an empty text."""
    files = manifest.files
    if len(files) > FILES_MAX:
        return f"it names more than {FILES_MAX} files"
    if sum(one.size for one in files) > PACK_BYTES_MAX:
        return f"it holds more than {PACK_BYTES_MAX} bytes"
    if len({one.member for one in files}) != len(files):
        return "it names a file twice"
    for one in files:
        if one.area not in AREAS:
            return f"nobody knows its part '{_shown(one.area)}'"
        if fault := fault_of_path(one.path):
            return f"{_shown(one.member)}: {fault}"
        if not 0 <= one.size <= FILE_BYTES_MAX:
            return f"{_shown(one.member)} has more than {FILE_BYTES_MAX} bytes"
        is_ours = is_wanted(one.area, one.path, is_folder=False, is_whole=True)
        if not is_ours or is_passing(one.area, one.path):
            return f"{_shown(one.member)} belongs into no pack"
    within = _within_files(files)
    return f"{_shown(within)} is a file and a folder" if within else ""


def collisions(files: Iterable[PackFile]) -> list[tuple[str, str]]:
    """Give the files, or folders of files, that are one where case does not count, in pairs."""
    seen: dict[str, str] = {}
    found: dict[tuple[str, str], None] = {}
    for one in sorted(files):
        parts = one.member.split("/")
        for end in range(2, len(parts) + 1):
            path = "/".join(parts[:end])
            other = seen.setdefault(_folded(path), path)
            if other != path:
                found[(other, path)] = None
    return list(found)


def of_area(manifest: PackManifest, area: str) -> list[PackFile]:
    """Give the files of a part, by path."""
    return sorted(one for one in manifest.files if one.area == area)


def is_path_list(file: PackFile) -> bool:
    """Tell whether a file is a list of paths, which change when the seat moves."""
    return (file.area, file.path) in _PATH_LISTS


def moved_content(file: PackFile, content: bytes, old_root: str, new_root: str) -> bytes:
    """Give what a file holds once the seat lies in another folder.

    Only files that are lists of paths, one a line, say where something lies; words stay as they
    were said. Elsewhere records name files below the seat's folder.
    """
    if not is_path_list(file) or old_root == new_root:
        return content
    old, new = old_root.encode(), new_root.encode()
    lines = [
        new + line[len(old) :] if line == old or line.startswith(old + b"/") else line
        for line in content.split(b"\n")
    ]
    return b"\n".join(lines)


def _within_files(files: Iterable[PackFile]) -> str:
    """Give a file that is the folder of another one, or an empty text."""
    members = {one.member for one in files}
    for member in sorted(members):
        folder = member.rpartition("/")[0]
        while folder:
            if folder in members:
                return folder
            folder = folder.rpartition("/")[0]
    return ""


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def _shown(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:200]
