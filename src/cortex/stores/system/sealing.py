"""How does a ZIP file give away that it was changed or cut short, and how is one read?

Its comment, the last bytes of all, is a word and the SHA-256 of every byte before it: no bit can
change unnoticed. That is a seal against accidents and careless hands; somebody who means it can
seal again. Its entries say nothing of the machine: no time, no owner. Source: ADR 0105.
"""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO

from cortex.model.errors import CortexError, InvalidRequest
from cortex.model.lean_classes import NamedTuple

CHUNK_BYTES = 1_048_576
"""Bytes read or written at once."""

FILE_MODE = 0o600
MANIFEST = "manifest.json"

_FAULTS = (
    zipfile.BadZipFile,
    EOFError,
    KeyError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""What is raised where the bytes of a ZIP file make no sense to the library, or cannot be read."""

_DIGITS = 64
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class Kind(NamedTuple):
    """What sort of sealed file it is.

    Attributes:
        seal: the word its seal begins with.
        noun: what one is called where one cannot be read.
        of: what it is a copy of, in a sentence.
        remedy: what to do where there is none.
        refusal: how one is refused.
    """

    seal: bytes
    noun: str
    of: str
    remedy: str
    refusal: type[CortexError]

    def changed(self, path: str) -> CortexError:
        """Give the refusal of a file that is none, or none any more."""
        return self.refusal(f"this is no {self.of}, or it was changed or cut short: {path}")


class Sealed:
    """A sealed file that is open; every member is what its manifest says, or is refused."""

    def __init__(self, packed: zipfile.ZipFile, kind: Kind, path: str) -> None:
        self._packed = packed
        self._kind = kind
        self._path = path

    def manifest(self, bytes_max: int) -> str:
        """Give the text of what it says about itself.

        Raises:
            CortexError: the refusal of its kind; it is missing, too long, or cannot be read.
        """
        with self._told():
            if self._packed.getinfo(MANIFEST).file_size > bytes_max:
                raise self._kind.changed(self._path)
            with self._open(MANIFEST) as member:
                return member.read(bytes_max).decode("utf-8", "replace")

    def require_members(self, sizes: dict[str, int]) -> None:
        """Check that it holds members of these lengths, its manifest, and nothing else.

        Raises:
            CortexError: the refusal of its kind.
        """
        found = [info for info in self._packed.infolist() if info.filename != MANIFEST]
        there = {info.filename: info.file_size for info in found}
        if len(found) != len(sizes) or there != sizes:
            raise self._kind.changed(self._path)

    def pieces(self, name: str, size: int, digest: str) -> Iterator[bytes]:
        """Give a member piece by piece; all of it was read when nothing was raised at its end.

        Raises:
            CortexError: the refusal of its kind; it is longer, shorter, or something else.
        """
        found, left = sha256(), size
        with self._told(), self._open(name) as member:
            while chunk := member.read(CHUNK_BYTES):
                left -= len(chunk)
                if left < 0:
                    raise self._kind.changed(self._path)
                found.update(chunk)
                yield chunk
        if left or found.hexdigest() != digest:
            raise self._kind.changed(self._path)

    def read(self, name: str, size: int, digest: str) -> bytes:
        """Give a whole member; raises as ``pieces``."""
        return b"".join(self.pieces(name, size, digest))

    def _open(self, name: str) -> IO[bytes]:
        """Open a member that is packed as ``entry_of`` says, and in no other way."""
        entry = self._packed.getinfo(name)
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise self._kind.changed(self._path)
        return self._packed.open(entry)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except _FAULTS as error:
            raise self._kind.changed(self._path) from error


@contextmanager
def opened(path: str, kind: Kind) -> Iterator[Sealed]:
    """Open a sealed file for reading; one that is a pipe or a device is none.

    Raises:
        InvalidRequest: there is no such file.
        CortexError: the refusal of its kind; it cannot be read, or its seal does not fit.
    """
    with _opened(path, kind) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode) or not is_sealed(file, kind.seal):
            raise kind.changed(path)
        try:
            packed = zipfile.ZipFile(file)
        except _FAULTS as error:
            raise kind.changed(path) from error
        with packed:
            yield Sealed(packed, kind, path)


def open_seal(word: bytes) -> bytes:
    """Give the comment a file has while it is written; ``seal`` puts the digest into it."""
    return word + b"0" * _DIGITS


def seal(file: IO[bytes], word: bytes) -> None:
    """Write the digest of everything before the comment into the comment, which is at the end."""
    size = file.seek(0, os.SEEK_END)
    digest = _digest_up_to(file, size - len(word) - _DIGITS)
    file.seek(size - _DIGITS)
    file.write(digest.encode())


def is_sealed(file: IO[bytes], word: bytes) -> bool:
    """Tell whether a file ends in a seal of this word that fits."""
    length = len(word) + _DIGITS
    size = file.seek(0, os.SEEK_END)
    if size <= length:
        return False
    file.seek(size - length)
    found = file.read(length)
    return found == word + _digest_up_to(file, size - length).encode()


def entry_of(name: str) -> zipfile.ZipInfo:
    """Give an entry that says nothing of this machine."""
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = FILE_MODE << 16
    return entry


def digest_of(file: IO[bytes]) -> str:
    """Give the SHA-256 of what is left of a file, in hexadecimal digits."""
    digest = sha256()
    while chunk := file.read(CHUNK_BYTES):
        digest.update(chunk)
    return digest.hexdigest()


def give_name(half_made: Path, place: Path) -> None:
    """Let a file be called so, without replacing what came there meanwhile, where that can be had.

    A stick with a file system of another world knows no second names.

    Raises:
        InvalidRequest: something is there.
    """
    try:
        os.link(half_made, place)
    except FileExistsError:
        message = f"something is there already: {place}"
        raise InvalidRequest(message, remedy="choose another name", field="to") from None
    except OSError:
        half_made.rename(place)


def _digest_up_to(file: IO[bytes], size: int) -> str:
    file.seek(0)
    digest = sha256()
    while size > 0 and (chunk := file.read(min(CHUNK_BYTES, size))):
        digest.update(chunk)
        size -= len(chunk)
    return digest.hexdigest()


@contextmanager
def _opened(path: str, kind: Kind) -> Iterator[IO[bytes]]:
    try:
        file = os.fdopen(os.open(path, _READ), "rb")
    except FileNotFoundError as error:
        message = f"there is no {kind.noun} at {path}"
        raise InvalidRequest(message, remedy=kind.remedy, field="file") from error
    except OSError as error:
        message = f"the {kind.noun} cannot be read: {path}: {os.strerror(error.errno or 0)}"
        raise kind.refusal(message) from error
    with file:
        yield file
