"""Which files belong to a vault, and what is in them?

Walks by directory descriptor and never follows a link, so that a folder swapped for a link while we
look cannot lead outside. Source: docs/formats/vault.md.
"""

# ruff: noqa: PTH112, PTH114, PTH118  # pathlib costs every command 8 ms.

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Sequence

from cortex.core.vault.script import unit_order
from cortex.core.vault.text import public
from cortex.model.vault import FileStamp, VaultCode, VaultFault
from cortex.ports.vault import CorpusFile

KNOWLEDGE = "KNOWLEDGE"
NESTED = "MEMORY"
HOT_END = "_MEMORY.md"
ENDINGS = (".md", ".jsonl")

DEPTH_MAX = 64
"""Folders within folders that are walked: each holds a descriptor open."""

_OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class PinnedFolder:
    """A root resolved once; implements ``cortex.ports.vault.VaultFolder``."""

    def __init__(self, root: str) -> None:
        """Pin the root, which may itself be a link.

        Raises:
            VaultFault: ``integrity_error``; it does not exist, or is no folder.
        """
        try:
            real = os.path.realpath(root, strict=True)
        except (OSError, ValueError):
            message = f"Canonical root does not exist: {public(root)}"
            raise VaultFault(VaultCode.INTEGRITY, message) from None
        if not os.path.isdir(real):
            message = f"Canonical root is not a directory: {public(real)}"
            raise VaultFault(VaultCode.INTEGRITY, message)
        self._root = real

    @property
    def root(self) -> str:
        """Give the real path of the root."""
        return self._root

    def files(self) -> Iterator[CorpusFile | Exception]:
        """Yield every file of the corpus, in UTF-16 order of paths; a fault in place of a file."""
        found = sorted(self._walked(), key=lambda pair: unit_order(pair[0]))
        yield from (entry for _, entry in found)

    def read(self, path: str, size_max: int) -> bytes:
        """Give the bytes of a file."""
        try:
            handle = self._opened(path)
        except OSError as error:
            raise _refused(path, error) from None
        try:
            seen = os.fstat(handle)
            if not stat.S_ISREG(seen.st_mode):
                raise _special(path)
            content = _read(handle, seen.st_size, size_max)
        except OSError as error:
            raise _refused(path, error) from None
        finally:
            os.close(handle)
        if len(content) > size_max:
            raise _grown(path)
        return content

    def _opened(self, path: str) -> int:
        """Open a file component by component, so that no component may have become a link."""
        *folders, name = path.split("/")
        at = self._opened_folder(folders)
        try:
            return os.open(name, _OPEN_FILE, dir_fd=at)
        finally:
            os.close(at)

    def _opened_folder(self, folders: Sequence[str]) -> int:
        """Open a folder the same way; without names, the root itself."""
        at = os.open(self._root, _OPEN_FOLDER)
        for folder in folders:
            try:
                inner = os.open(folder, _OPEN_FOLDER, dir_fd=at)
            finally:
                os.close(at)
            at = inner
        return at

    def _walked(self) -> Iterator[tuple[str, CorpusFile | VaultFault]]:
        """Yield (path, file or fault) in the layout that applies, unordered."""
        if os.path.lexists(os.path.join(self._root, KNOWLEDGE)):
            yield from self._subtree(KNOWLEDGE)
            yield from self._hot()
        elif os.path.lexists(os.path.join(self._root, NESTED, KNOWLEDGE)):
            if os.path.islink(os.path.join(self._root, NESTED)):
                yield NESTED, _fault("Canonical path is a symlink", NESTED)
            else:
                yield from self._subtree(f"{NESTED}/{KNOWLEDGE}")
        else:
            yield from self._opened_tree("")

    def _subtree(self, path: str) -> Iterator[tuple[str, CorpusFile | VaultFault]]:
        whole = os.path.join(self._root, path)
        if os.path.islink(whole):
            yield path, _fault("Canonical path is a symlink", path)
        elif not os.path.isdir(whole):
            yield path, _fault("Canonical corpus path is not a directory", path)
        else:
            yield from self._opened_tree(path)

    def _opened_tree(self, path: str) -> Iterator[tuple[str, CorpusFile | VaultFault]]:
        """Yield what a folder below the root holds; the empty path is the root."""
        try:
            handle = self._opened_folder(path.split("/") if path else ())
        except OSError as error:
            yield path, _refused(path, error)
            return
        yield from self._folder(handle, f"{path}/" if path else "", 0)

    def _hot(self) -> Iterator[tuple[str, CorpusFile | VaultFault]]:
        """Yield the memory files that lie in the root itself."""
        try:
            entries = [e for e in os.scandir(self._root) if e.name.endswith(HOT_END)]
        except OSError as error:
            yield "", _refused("", error)
            return
        for entry in entries:
            yield entry.name, _file(entry, entry.name)

    def _folder(
        self, handle: int, prefix: str, depth: int
    ) -> Iterator[tuple[str, CorpusFile | VaultFault]]:
        """Yield what an open folder holds, and close it."""
        try:
            try:
                entries = list(os.scandir(handle))
            except OSError as error:
                yield prefix, _refused(prefix, error)
                return
            for entry in entries:
                if entry.name[:1] in ("_", "."):
                    continue
                try:
                    if entry.name.endswith(ENDINGS) and entry.is_file(follow_symlinks=False):
                        path = prefix + entry.name  # Nearly all there is: by the shortest way.
                        yield path, _file(entry, path)
                        continue
                    yield from self._entry(handle, entry, prefix, depth)
                except OSError as error:
                    yield f"{prefix}{entry.name}", _refused(f"{prefix}{entry.name}", error)
        finally:
            os.close(handle)

    def _entry(
        self, handle: int, entry: os.DirEntry[str], prefix: str, depth: int
    ) -> Iterator[tuple[str, CorpusFile | VaultFault]]:
        path = f"{prefix}{entry.name}"
        if not _is_text(entry.name):
            yield path, _nameless(path)
        elif entry.is_symlink():
            yield path, _fault("Canonical path is a symlink", path)
        elif entry.is_dir(follow_symlinks=False):
            if depth == DEPTH_MAX:
                yield path, _fault(f"Canonical folders nest deeper than {DEPTH_MAX}", path)
                return
            inner = os.open(entry.name, _OPEN_FOLDER, dir_fd=handle)
            yield from self._folder(inner, f"{path}/", depth + 1)
        elif entry.name.endswith(ENDINGS):
            yield path, _file(entry, path)


def _read(handle: int, size: int, size_max: int) -> bytes:
    """Give a whole file, or a little more than ``size_max`` bytes of one that grew.

    Asking for ``size_max`` at once would make room for it, for each of ten thousand small files.
    """
    parts: list[bytes] = []
    left = size_max + 1
    while left > 0:
        wanted = min(left, size + 1)
        part = os.read(handle, wanted)
        parts.append(part)
        left -= len(part)
        if len(part) < wanted:  # Only the end of a file makes a read short.
            break
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _file(entry: os.DirEntry[str], path: str) -> CorpusFile | VaultFault:
    if not _is_text(entry.name):
        return _nameless(path)
    try:
        if not entry.is_file(follow_symlinks=False):
            return _special(path)
        seen = entry.stat(follow_symlinks=False)
        stamp = FileStamp(seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino)
        return CorpusFile(path, seen.st_size, stamp)
    except OSError as error:
        return _refused(path, error)


def _nameless(path: str) -> VaultFault:
    shown = ascii(public(path))
    return VaultFault(VaultCode.INTERNAL, f"A file name is not valid UTF-8: {shown}", path=shown)


def _is_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _fault(message: str, path: str) -> VaultFault:
    shown = public(path)
    return VaultFault(VaultCode.INTEGRITY, f"{message}: {shown}", path=shown)


def _special(path: str) -> VaultFault:
    return _fault("Canonical path is not a regular file", path)


def _grown(path: str) -> VaultFault:
    return _fault("Canonical file exceeds per-file byte limit", path)


def _refused(path: str, error: OSError) -> VaultFault:
    """Give the fault for what the system refused; a link or special file is the vault's fault."""
    shown = public(path.rstrip("/")) or "."
    if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.ENXIO):
        return _fault("Canonical path is a symlink", path)
    message = f"Cannot read {shown}: {error.strerror}"
    return VaultFault(VaultCode.INTERNAL, message, path=shown)
