"""Where in a seat's memory folder do the words of a question stand?

The index is one file in the seat's home, renewed file by file where the content changed: what is
gone from a file is gone from the index, and what is private or a secret never is in it. It is
derived; without it everything is read once more.
Source: OGL 3.9, docs/formats/digests.md, ADR 0190.
"""

from __future__ import annotations

from cortex.core.seat.memory_search import (
    Hit,
    Passage,
    Weighed,
    counts_of,
    kin_of,
    passages_of,
    ranked,
    said_in,
    terms_of,
)
from cortex.core.text.digests import plain_digest
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatFileRefused
from cortex.model.session_digests import HITS_DEFAULT, MemoryFound, MemoryHit
from cortex.seat.memory_files import LEFT_OUT, RAW, memory_files
from cortex.wire.lean_json import read_object

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from cortex.ports.seat_files import SeatFiles

INDEX = "memory-index.json"
VERSION = 2
"""Of the rules an index was made by; one of another version is made anew."""

INDEX_BYTES_MAX = 64 * 1024 * 1024
FILE_BYTES_MAX = 4 * 1024 * 1024
FILES_MAX = 5_000
"""Files that are searched: ten years of daily logs."""

RECALL_INDEX_BYTES_MAX = 4 * 1024 * 1024
"""Bytes of an index that a prompt waits for: some 40 ms."""

NAME_CHARS = 16
RECALL_LOOKED = 12
RECALL_MAX = 3
"""Passages beside one prompt."""


def search_memory(
    files: SeatFiles, kept: SeatFiles, question: str, limit: int = HITS_DEFAULT
) -> MemoryFound:
    """Give the passages that fit a question best; the index is brought up to date before.

    Raises:
        SeatFileRefused: the folder cannot be read, or the index not be written.
    """
    renewed = _renewed(files, kept)
    return _found(files, renewed, _weighed(renewed.by_file), (terms_of(question), limit))


def search_each(
    files: SeatFiles,
    kept: SeatFiles,
    questions: Sequence[tuple[Sequence[str], int]],
    is_over: Callable[[], bool],
) -> list[MemoryFound]:
    """Give what ``search_memory`` gives for several questions, the folder read once.

    An index that cannot be written is done without: nothing is kept, and everything is searched.

    Args:
        questions: terms, and how many passages, of each.
        is_over: tells that there is no time to read more; files that changed are then skipped, and
            what was read is kept, so that the next search has less to read.

    Raises:
        SeatFileRefused: the folder cannot be read.
    """
    renewed = _renewed(files, kept, is_kept=False, is_over=is_over)
    passages = _weighed(renewed.by_file)
    return [_found(files, renewed, passages, question) for question in questions]


def _found(
    files: SeatFiles,
    renewed: _Renewed,
    passages: Sequence[Weighed],
    question: tuple[Sequence[str], int],
) -> MemoryFound:
    terms, limit = question
    read: dict[str, list[Passage]] = {}

    def shown(hit: Hit) -> MemoryHit | None:
        if hit.file not in read:
            text = _text(files, hit.file) or ""
            read[hit.file] = _passages(text, is_open=renewed.by_file[hit.file]["open"])
        found = read[hit.file]
        if hit.number >= len(found):
            return None  # The file changed under our hands.
        one = found[hit.number]
        changed_us = files.changed_us(hit.file) or 0
        place = (hit.file, one.line, one.heading, one.text)
        return MemoryHit(*place, hit.score, hit.terms, changed_us)

    hits = [one for hit in ranked(passages, terms, limit) if (one := shown(hit))]
    alike = ((term, Hit(one.file, one.number, 0.0, ())) for term, one in kin_of(passages, terms))
    kin = [(term, one) for term, hit in alike if (one := shown(hit))]
    held = tuple((term, sum(1 for one in passages if term in one.counts)) for term in terms)
    return MemoryFound(
        tuple(hits),
        len(renewed.by_file),
        len(passages),
        renewed.anew,
        tuple(renewed.skipped),
        held,
        tuple(renewed.waiting),
        tuple(kin),
    )


def renew_index(files: SeatFiles, kept: SeatFiles) -> int:
    """Bring the index up to date, and tell how many files were read anew.

    Raises:
        SeatFileRefused: the folder cannot be read, or the index not be written.
    """
    return _renewed(files, kept).anew


class IndexState(NamedTuple):
    """How an index stands to the folder it was made of.

    Attributes:
        files: how many are indexed.
        changed: that changed since, are new or are gone.
        unread: that are not searched: too many, too large, or not to be opened.
        is_readable: it is there and of this version, or there is none yet.
    """

    files: int
    changed: tuple[str, ...]
    unread: tuple[str, ...]
    is_readable: bool


def index_state(files: SeatFiles, kept: SeatFiles) -> IndexState:
    """Give how the index stands to the folder; nothing is written.

    Raises:
        SeatFileRefused: the folder cannot be read.
    """
    index = _read(kept)
    changed: list[str] = []
    unread: list[str] = []
    seen = 0
    paths = list(memory_files(files, LEFT_OUT))
    for path in paths:
        text = _text(files, path)
        if text is None or seen >= FILES_MAX:
            unread.append(path)
            continue
        seen += 1
        if path not in index or index[path]["digest"] != _name(text):
            changed.append(path)
    gone = index.keys() - {*paths}
    is_readable = bool(index) or kept.changed_us(INDEX) is None or _is_empty(kept)
    return IndexState(len(index), (*changed, *sorted(gone)), tuple(unread), is_readable)


def _is_empty(kept: SeatFiles) -> bool:
    """Tell whether an index says that there is nothing, and is no broken one."""
    try:
        return _parsed(kept.find(INDEX, INDEX_BYTES_MAX) or b"") == _fields({})
    except (SeatFileRefused, UnicodeDecodeError):
        return False


def _fields(index: dict[str, Any]) -> dict[str, Any]:
    return {"version": VERSION, "files": index}


def recall_notes(
    files: SeatFiles, kept: SeatFiles, question: str, told: frozenset[str]
) -> tuple[tuple[str, MemoryHit], ...]:
    """Give what the index as it stands has to a prompt, each with a name, best first.

    A passage needs two words of the prompt and a third of them, and half the weight of the best. Of
    raw records there is none, nor of a file that changed since: what is told stands there.

    Args:
        files: the seat's own folder.
        kept: what Cortex keeps for it.
        question: what a person asks.
        told: names of what the session has in view.
    """
    terms = terms_of(question)
    index = {
        path: entry
        for path, entry in _read(kept, RECALL_INDEX_BYTES_MAX).items()
        if not path.startswith(RAW)
    }
    hits = ranked(_weighed(index), terms, RECALL_LOOKED)
    if not hits:
        return ()
    least = max(min(2, len(terms)), -(-len(terms) // 3))
    fits = [hit for hit in hits if len(hit.terms) >= least and hit.score * 2 >= hits[0].score]
    found: list[tuple[str, MemoryHit]] = []
    for hit in fits:
        text = _text(files, hit.file)
        digest = index[hit.file]["digest"]
        name = _name(f"{hit.file}#{hit.number}@{digest}")[:NAME_CHARS]
        if text is None or name in told or _name(text) != digest:
            continue
        one = _passages(text, is_open=index[hit.file]["open"])[hit.number]
        said = said_in(one.text)
        if not said:
            continue
        place = (hit.file, one.line, one.heading, said)
        changed_us = files.changed_us(hit.file) or 0
        found.append((name, MemoryHit(*place, hit.score, hit.terms, changed_us)))
        if len(found) == RECALL_MAX:
            break
    return tuple(found)


def _passages(text: str, *, is_open: bool) -> list[Passage]:
    """Give the passages of a file, without what is private or a secret in it.

    Args:
        is_open: the index says that there is nothing of that kind in this very text.
    """
    if not is_open:
        from cortex.core.seat.readable import open_text

        text = open_text(text)
    return list(passages_of(text))


def _weighed(index: dict[str, Any]) -> list[Weighed]:
    return [
        Weighed(path, number, counts, length)
        for path, entry in index.items()
        for number, (length, counts) in enumerate(entry["passages"])
    ]


def _name(text: str) -> str:
    return plain_digest(text.encode("utf-8", "surrogatepass"))


class _Renewed(NamedTuple):
    """An index as the folder is now.

    Attributes:
        by_file: what is searched.
        anew: files that were read anew.
        skipped: files that could not be read, or are too many.
        waiting: files that changed and were not read in time.
    """

    by_file: dict[str, Any]
    anew: int
    skipped: list[str]
    waiting: list[str]


def _renewed(
    files: SeatFiles,
    kept: SeatFiles,
    *,
    is_kept: bool = True,
    is_over: Callable[[], bool] = lambda: False,
) -> _Renewed:
    """Bring the index up to date.

    Args:
        is_kept: whether it has to be written where it changed; else it is written if it can be.
        is_over: tells that there is no time to read more.
    """
    from cortex.core.seat.readable import open_text

    old = _read(kept)
    renewed = _Renewed({}, 0, [], [])
    count = 0
    for path in memory_files(files, LEFT_OUT):
        text = _text(files, path)
        if text is None or len(renewed.by_file) >= FILES_MAX:
            renewed.skipped.append(path)
            continue
        name = _name(text)
        known = old.get(path)
        if known is not None and known["digest"] == name:
            renewed.by_file[path] = known
        elif is_over():
            renewed.waiting.append(path)
        else:
            is_open = open_text(text) == text
            counts = [counts_of(passage) for passage in _passages(text, is_open=is_open)]
            passages = [(sum(one.values()), one) for one in counts]
            renewed.by_file[path] = {"digest": name, "open": is_open, "passages": passages}
            count += 1
    if renewed.by_file != old:
        _write(kept, renewed.by_file, is_kept=is_kept)
    return renewed._replace(anew=count)


def _write(kept: SeatFiles, index: dict[str, Any], *, is_kept: bool) -> None:
    import json  # No hook writes it.

    content = json.dumps(_fields(index), ensure_ascii=False)
    try:
        with kept.turn():  # Two at once would take each other's half-made file.
            kept.replace(INDEX, content.encode("utf-8", "replace"))
    except SeatFileRefused:
        if is_kept:
            raise


def _read(kept: SeatFiles, bytes_max: int = INDEX_BYTES_MAX) -> dict[str, Any]:
    try:
        fields = _parsed(kept.find(INDEX, bytes_max) or b"") or {}
        if fields.get("version") != VERSION:
            return {}
        return {
            path: {
                "digest": str(entry["digest"]),
                "open": bool(entry["open"]),
                "passages": [(int(length), dict(counts)) for length, counts in entry["passages"]],
            }
            for path, entry in fields["files"].items()
        }
    except (SeatFileRefused, ValueError, TypeError, KeyError, AttributeError):
        return {}  # It is made anew.


def _parsed(content: bytes) -> dict[str, Any] | None:
    return read_object(content.decode("utf-8"))


def _text(files: SeatFiles, path: str) -> str | None:
    try:
        content = files.find(path, FILE_BYTES_MAX)
    except SeatFileRefused:
        return None
    return None if content is None else content.decode("utf-8", "replace")
