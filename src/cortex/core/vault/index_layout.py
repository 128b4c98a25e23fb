"""How do the heads and terms of a vault's records lie in one file, and what of it is to be trusted?

Columns before postings, so that a search reads the columns and the lists of its own terms only.
Every byte that is used is checked against a checksum first. Source: docs/formats/vault.md.
"""

from __future__ import annotations

import json
import struct
import unicodedata
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from zlib import crc32

from cortex.model.lean_classes import NamedTuple
from cortex.model.vault import FileStamp, IndexDamaged, Provenance, Unread, VaultRecord

RULES = 1
"""Raised whenever a record or a term may be read otherwise than before, or the layout changes."""

MAGIC = b"cortex-vault-index\n"
NO_TEXT = "\x01"
"""Stands for None, and ends each target of a list: no text of a vault holds this character."""

NO_INSTANT = -(2**63)
_SEPARATOR = "\0"
_PREFIX = struct.Struct("<II")
_HEADER_MAX = 64 * 1024
PREFIX_BYTES = len(MAGIC) + _PREFIX.size

_TEXTS = ("paths", "ids", "types", "created", "updated", "sources", "sessions", "shown", "related",
          "valid_from", "valid_until", "links")  # fmt: skip
_NUMBERS = {
    **dict.fromkeys(("sizes", "mtimes", "ctimes", "firsts", "counts"), "q"),
    "inodes": "Q",
    **dict.fromkeys(("created_ms", "updated_ms", "from_ms", "until_ms"), "q"),
    **dict.fromkeys(("lines", "units", "lengths", "starts"), "q"),
    "checks": "I",
}
_ODD = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError,
        struct.error)  # fmt: skip
"""What decoding of anything may raise."""

_SECTIONS = (*_TEXTS, *_NUMBERS, "terms")


class IndexedFile(NamedTuple):
    """A file with the records it held when it had this stamp: so many from a place on."""

    path: str
    stamp: FileStamp
    first: int
    records: int


class Layout(NamedTuple):
    """What an index holds besides postings.

    ``starts`` are the places of each term's postings in the last part, in numbers of four bytes.
    """

    files: tuple[IndexedFile, ...]
    records: tuple[VaultRecord, ...]
    terms: bytes
    starts: Sequence[int]
    checks: Sequence[int]
    postings_at: int


def identity(root: str, program: str) -> dict[str, object]:
    """Give what an index must say of itself to be used by a program, for a root.

    Args:
        program: its version, and whatever else decides how it reads texts and numbers.
    """
    return {
        "root": root,
        "rules": RULES,
        "program": program,
        "unicode": unicodedata.unidata_version,
    }


def encode(
    named: Mapping[str, object],
    files: Sequence[IndexedFile],
    records: Sequence[VaultRecord],
    postings: Mapping[bytes, array[int]],
) -> Iterable[bytes]:
    """Yield an index piece by piece.

    Args:
        named: what ``identity`` gave.
        records: heads; each is ``unread``.
        postings: term -> place of a record, how often it holds the term, place, how often ...
    """
    terms = sorted(postings)
    lists: list[bytes] = []
    starts, checks = array("q", [0]), array("I")
    for term in terms:
        pairs = postings[term]
        packed = (pairs[::2] + pairs[1::2]).tobytes()
        lists.append(packed)
        starts.append(starts[-1] + len(pairs))
        checks.append(crc32(packed))
    columns: dict[str, bytes] = {"terms": b"\n" + b"".join(term + b"\n" for term in terms)}
    columns |= {name: _SEPARATOR.join(column).encode() for name, column in _texts(files, records)}
    for name, numbers in _numbers(files, records):
        columns[name] = array(_NUMBERS[name], numbers).tobytes()
    columns["starts"], columns["checks"] = starts.tobytes(), checks.tobytes()
    body = b"".join(columns[name] for name in _SECTIONS)
    sizes = [len(columns[name]) for name in _SECTIONS]
    header = json.dumps(
        {**named, "files": len(files), "records": len(records), "sizes": sizes, "crc": crc32(body)}
    ).encode()
    yield MAGIC + _PREFIX.pack(len(header), crc32(header))
    yield header
    yield body
    yield from lists


def _texts(
    files: Sequence[IndexedFile], records: Sequence[VaultRecord]
) -> Iterable[tuple[str, list[str]]]:
    def optional(text: str | None) -> str:
        return NO_TEXT if text is None else text

    yield "paths", [file.path for file in files]
    yield "ids", [one.id for one in records]
    yield "types", [one.type for one in records]
    yield "created", [one.created for one in records]
    yield "updated", [one.updated for one in records]
    yield "sources", [one.provenance.source for one in records]
    yield "sessions", [optional(one.provenance.session) for one in records]
    yield "shown", [one.provenance.path for one in records]
    yield "related", ["".join(each + NO_TEXT for each in one.related) for one in records]
    yield "valid_from", [optional(one.valid_from) for one in records]
    yield "valid_until", [optional(one.valid_until) for one in records]
    yield "links", ["".join(each + NO_TEXT for each in one.links) for one in records]


def _numbers(
    files: Sequence[IndexedFile], records: Sequence[VaultRecord]
) -> Iterable[tuple[str, list[int]]]:
    def optional(instant: int | None) -> int:
        return NO_INSTANT if instant is None else instant

    yield "sizes", [file.stamp.size for file in files]
    yield "mtimes", [file.stamp.mtime_ns for file in files]
    yield "ctimes", [file.stamp.ctime_ns for file in files]
    yield "inodes", [file.stamp.inode for file in files]
    yield "firsts", [file.first for file in files]
    yield "counts", [file.records for file in files]
    yield "created_ms", [one.created_ms for one in records]
    yield "updated_ms", [one.updated_ms for one in records]
    yield "from_ms", [optional(one.valid_from_ms) for one in records]
    yield "until_ms", [optional(one.valid_until_ms) for one in records]
    yield "lines", [one.line for one in records]
    yield "units", [one.unread.units for one in records if one.unread is not None]
    yield "lengths", [one.unread.length for one in records if one.unread is not None]


def decode(read: Callable[[int, int], bytes], named: Mapping[str, object]) -> Layout:
    """Give what an index holds.

    Args:
        read: gives so many bytes from a place of the file, fewer at its end.
        named: what it has to say of itself, see ``identity``.

    Raises:
        IndexDamaged: it cannot be used; nothing of it was.
    """
    try:
        return _decoded(read, named)
    except _ODD as error:
        message = f"it is damaged ({type(error).__name__})"
        raise IndexDamaged(message) from None


def _decoded(read: Callable[[int, int], bytes], named: Mapping[str, object]) -> Layout:
    start = read(0, PREFIX_BYTES)
    if not start.startswith(MAGIC):
        message = "it is no index"
        raise IndexDamaged(message)
    header_size, header_crc = _PREFIX.unpack(start[len(MAGIC) :])
    header_bytes = read(PREFIX_BYTES, min(header_size, _HEADER_MAX))
    if len(header_bytes) != header_size or crc32(header_bytes) != header_crc:
        message = "its head is damaged"
        raise IndexDamaged(message)
    header = json.loads(header_bytes)
    if {name: header.get(name) for name in named} != dict(named):
        message = "it was made by another version, or for another folder"
        raise IndexDamaged(message)
    sizes: list[int] = header["sizes"]
    at = PREFIX_BYTES + header_size
    body = read(at, sum(sizes))
    if len(body) != sum(sizes) or len(sizes) != len(_SECTIONS) or crc32(body) != header["crc"]:
        message = "its columns are damaged"
        raise IndexDamaged(message)
    columns: dict[str, bytes] = {}
    place = 0
    for name, size in zip(_SECTIONS, sizes, strict=True):
        columns[name] = body[place : place + size]
        place += size
    return _layout(columns, header["files"], header["records"], at + len(body))


def _layout(columns: Mapping[str, bytes], files: int, records: int, postings_at: int) -> Layout:
    def texts(name: str, count: int) -> list[str]:
        found = columns[name].decode().split(_SEPARATOR) if count else []
        if len(found) != count:
            message = "a column has another length"
            raise IndexDamaged(message)
        return found

    def optional(name: str) -> list[str | None]:
        return [None if text == NO_TEXT else text for text in texts(name, records)]

    def lists(name: str) -> list[tuple[str, ...]]:
        return [
            tuple(text.split(NO_TEXT)[:-1]) if text else () for text in texts(name, records)
        ]  # fmt: skip

    def numbers(name: str, count: int) -> array[int]:
        found = array(_NUMBERS[name])
        found.frombytes(columns[name])
        if len(found) != count:
            message = "a column has another length"
            raise IndexDamaged(message)
        return found

    def instants(name: str) -> list[int | None]:
        return [None if value == NO_INSTANT else value for value in numbers(name, records)]

    stamps = map(FileStamp, *(numbers(n, files) for n in ("sizes", "mtimes", "ctimes", "inodes")))
    paths, firsts, counts = (
        texts("paths", files),
        numbers("firsts", files),
        numbers("counts", files),
    )
    owners = [path for path, count in zip(paths, counts, strict=True) for _ in range(count)]
    unread = map(
        Unread, owners, range(records), numbers("units", records), numbers("lengths", records)
    )
    provenance = map(
        Provenance, texts("sources", records), optional("sessions"), texts("shown", records)
    )
    nothing = [""] * records
    heads = map(
        VaultRecord,
        texts("ids", records), texts("types", records), nothing,
        texts("created", records), texts("updated", records), provenance, nothing,
        lists("related"), optional("valid_from"), optional("valid_until"),
        numbers("created_ms", records), numbers("updated_ms", records),
        instants("from_ms"), instants("until_ms"), lists("links"), numbers("lines", records),
        unread,
    )  # fmt: skip
    found = tuple(heads)
    if not len(found) == len(owners) == records:
        message = "its files and records do not agree"
        raise IndexDamaged(message)
    terms = columns["terms"].count(b"\n") - 1
    return Layout(
        tuple(map(IndexedFile, paths, stamps, firsts, counts)), found, columns["terms"],
        numbers("starts", terms + 1), numbers("checks", terms), postings_at,
    )  # fmt: skip


def postings_of(layout: Layout, term: bytes, read: Callable[[int, int], bytes]) -> dict[int, int]:
    """Give place of a record -> how often it holds a term.

    Raises:
        IndexDamaged: the list is not as it was written.
    """
    found = layout.terms.find(b"\n" + term + b"\n")
    if found < 0:
        return {}
    place = layout.terms.count(b"\n", 0, found)
    start, end = layout.starts[place], layout.starts[place + 1]
    packed = read(layout.postings_at + 4 * start, 4 * (end - start))
    if len(packed) != 4 * (end - start) or crc32(packed) != layout.checks[place]:
        message = "the list of a term is damaged"
        raise IndexDamaged(message)
    both = array("I")
    both.frombytes(packed)
    half = len(both) // 2
    return dict(zip(both[:half], both[half:], strict=True))
