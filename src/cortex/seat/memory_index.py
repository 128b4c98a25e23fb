"""Where in a seat's memory folder do the words of a question stand?

The index is one file in the seat's home, renewed file by file where the content changed: what is
gone from a file is gone from the index. It is derived; without it everything is read once more.
Source: OGL 3.9, docs/formats/digests.md, ADR 0190.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cortex.core.seat.memory_search import Weighed, counts_of, passages_of, ranked, terms_of
from cortex.core.text.digests import plain_digest
from cortex.model.refusals import SeatFileRefused
from cortex.model.seats import (
    CHECKPOINTS_FOLDER,
    COMPACTIONS_FOLDER,
    MEMORY_FOLDER,
    STATE_HISTORY_FOLDER,
)
from cortex.model.session_digests import HITS_DEFAULT, MemoryFound, MemoryHit

if TYPE_CHECKING:
    from cortex.ports.seat_files import SeatFiles

INDEX = "memory-index.json"
VERSION = 1
"""Of the rules an index was made by; one of another version is made anew."""

INDEX_BYTES_MAX = 64 * 1024 * 1024
FILE_BYTES_MAX = 4 * 1024 * 1024
FILES_MAX = 5_000
"""Files that are searched: ten years of daily logs."""

DEPTH_MAX = 4

RECALL_INDEX_BYTES_MAX = 4 * 1024 * 1024
"""Bytes of an index that a prompt waits for: some 40 ms."""

NAME_CHARS = 16
RECALL_LOOKED = 12
RECALL_MAX = 3
"""Passages beside one prompt."""

RAW = (f"{CHECKPOINTS_FOLDER}/", f"{COMPACTIONS_FOLDER}/")
"""Records of talk that nobody checked; they are searched, and told to nobody unasked."""

LEFT_OUT = frozenset(
    {
        f"{CHECKPOINTS_FOLDER}/latest.md",
        STATE_HISTORY_FOLDER,
        f"{MEMORY_FOLDER}/former-notes",
        f"{MEMORY_FOLDER}/more-notes.md",
        f"{MEMORY_FOLDER}/quotes.md",
    }
)
"""What says again what stands elsewhere, and words of strangers that speak to agents."""


def search_memory(
    files: SeatFiles, kept: SeatFiles, question: str, limit: int = HITS_DEFAULT
) -> MemoryFound:
    """Give the passages that fit a question best; the index is brought up to date before.

    Raises:
        SeatFileRefused: the folder cannot be read.
    """
    index, renewed, skipped = _renewed(files, kept)
    passages = _weighed(index)
    hits = []
    for hit in ranked(passages, terms_of(question), limit):
        text = _text(files, hit.file) or ""
        found = list(passages_of(text))
        if hit.number < len(found):
            one = found[hit.number]
            changed_us = files.changed_us(hit.file) or 0
            hits.append(
                MemoryHit(
                    hit.file, one.line, one.heading, one.text, hit.score, hit.terms, changed_us
                )
            )
    return MemoryFound(tuple(hits), len(index), len(passages), renewed, tuple(skipped))


def renew_index(files: SeatFiles, kept: SeatFiles) -> int:
    """Bring the index up to date, and tell how many files were read anew.

    Raises:
        SeatFileRefused: the folder cannot be read, or the index not be written.
    """
    return _renewed(files, kept)[1]


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
        one = list(passages_of(text))[hit.number]
        place = (hit.file, one.line, one.heading, one.text)
        changed_us = files.changed_us(hit.file) or 0
        found.append((name, MemoryHit(*place, hit.score, hit.terms, changed_us)))
        if len(found) == RECALL_MAX:
            break
    return tuple(found)


def _weighed(index: dict[str, Any]) -> list[Weighed]:
    return [
        Weighed(path, number, counts, length)
        for path, entry in index.items()
        for number, (length, counts) in enumerate(entry["passages"])
    ]


def _name(text: str) -> str:
    return plain_digest(text.encode("utf-8", "surrogatepass"))


def _renewed(files: SeatFiles, kept: SeatFiles) -> tuple[dict[str, Any], int, list[str]]:
    """Give the index as the folder is now, how many files were read anew, and which were not."""
    old = _read(kept)
    index: dict[str, Any] = {}
    renewed = 0
    skipped: list[str] = []
    for path in memory_files(files, LEFT_OUT):
        text = _text(files, path)
        if text is None or len(index) >= FILES_MAX:
            skipped.append(path)
            continue
        name = _name(text)
        known = old.get(path)
        if known is not None and known["digest"] == name:
            index[path] = known
            continue
        counts = [counts_of(passage) for passage in passages_of(text)]
        passages = [(sum(one.values()), one) for one in counts]
        index[path] = {"digest": name, "passages": passages}
        renewed += 1
    if index != old:
        content = json.dumps({"version": VERSION, "files": index}, ensure_ascii=False)
        kept.replace(INDEX, content.encode("utf-8", "replace"))
    return index, renewed, skipped


def _read(kept: SeatFiles, bytes_max: int = INDEX_BYTES_MAX) -> dict[str, Any]:
    try:
        fields = json.loads(kept.find(INDEX, bytes_max) or b"{}")
        if fields.get("version") != VERSION:
            return {}
        return {
            path: {
                "digest": str(entry["digest"]),
                "passages": [(int(length), dict(counts)) for length, counts in entry["passages"]],
            }
            for path, entry in fields["files"].items()
        }
    except (SeatFileRefused, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}  # It is made anew.


def memory_files(
    files: SeatFiles, left_out: frozenset[str], folder: str = MEMORY_FOLDER, depth: int = 1
) -> Iterator[str]:
    """Give the Markdown files below a folder, sorted; links and hidden ones are left out."""
    for name in files.names(folder):
        path = f"{folder}/{name}"
        if name.startswith(".") or path in left_out:
            continue
        if name.endswith(".md"):
            yield path
        elif "." not in name and depth < DEPTH_MAX:
            try:
                yield from memory_files(files, left_out, path, depth + 1)
            except SeatFileRefused:
                continue  # A link or a plain file.


def _text(files: SeatFiles, path: str) -> str | None:
    try:
        content = files.find(path, FILE_BYTES_MAX)
    except SeatFileRefused:
        return None
    return None if content is None else content.decode("utf-8", "replace")
