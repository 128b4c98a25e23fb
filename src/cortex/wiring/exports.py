"""How is a brain written out for others, and taken in again?

Source: docs/formats/export.md, ADR 0098.
"""

# ruff: noqa: PTH118  # Paths are texts here.

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from cortex.model.errors import CortexError
from cortex.model.exports import ExportReport, RestoreReport
from cortex.model.facts import COLD_STATUSES, Fact
from cortex.model.gates import Gate, TemporalMode
from cortex.services.export import ExportLines, Progress
from cortex.services.labels import known_caller
from cortex.services.merge import Circumstances, left_out, merge
from cortex.services.refill import Survey, refill, rows_of
from cortex.stores.sources.files import FoundFile, iter_lines
from cortex.stores.sources.target import make_folder, replace_file
from cortex.wire.markdown import scope_lines
from cortex.wiring.backends import open_archive

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.ports.brain import BrainReader
    from cortex.wiring.house import House

STANDARD_OUTPUT = "-"
FORMAT_LINES, FORMAT_MARKDOWN = "jsonl", "markdown"
FILE_NAME_CHARS_MAX = 80
PAGE_FACTS = 500


def export_lines(house: House, target: str, on_progress: Progress | None = None) -> ExportReport:
    """Write every canonical row as a line to a file, or to standard output for ``-``.

    Raises:
        CortexError: the store cannot be read, or the file not written; an older file is intact.
    """
    archive = open_archive(house.settings, is_read_only=True)
    try:
        with archive.reading() as reader:
            lines = ExportLines(reader, on_progress)
            _write(target, lines)
    finally:
        archive.close()
    return ExportReport(target, FORMAT_LINES, lines.counts, lines.digest)


def export_markdown(house: House, target: str, caller: Caller) -> ExportReport:
    """Write what is in force as Markdown, one file a scope, into a folder, or all to ``-``.

    Raises:
        CortexError: the store cannot be read, or a file not written.
    """
    counts: list[tuple[str, int]] = []
    taken: set[str] = set()
    now_us = house.now_us()
    with house.known.reading() as reader:
        total = reader.fact_count()
        if target != STANDARD_OUTPUT:
            make_folder(target)
        for row in reader.scopes():
            gate = Gate(TemporalMode.HISTORICAL, now_us, (row.scope_id,), caller.owner_id)
            facts = _standing(reader, gate)
            if not facts:
                continue
            lines = (f"{line}\n".encode() for line in scope_lines(row.scope_id, row.name, facts))
            if target == STANDARD_OUTPUT:
                _write(target, lines)
            else:
                path = os.path.join(target, _file_name(row.name, taken))
                replace_file(path, lines)
            counts.append((row.scope_id, len(facts)))
    written = sum(count for _, count in counts)
    return ExportReport(target, FORMAT_MARKDOWN, tuple(counts), None, total - written)


def restore_export(
    house: House,
    file: FoundFile,
    caller: Caller,
    *,
    is_applied: bool,
    on_progress: Callable[[int], None] | None = None,
) -> RestoreReport:
    """Take in an export: exactly into an empty brain, merged by content into any other.

    Raises:
        InvalidRequest: a newer Cortex wrote it.
        CortexError: as the store says.
    """
    survey = Survey(iter_lines(file), on_progress)
    if not is_applied:
        return _preview(house, survey)
    house.close()  # Two handles of one process would wait for each other's turn.
    archive = open_archive(house.settings)
    try:
        if survey.is_whole:
            done = refill(archive, survey, iter_lines(file), on_progress)
            if done is not None:
                return done
        circumstances = Circumstances(known_caller(caller), house.new_id, house.now_us())
        return merge(archive, survey, rows_of(iter_lines(file)), circumstances, on_progress)
    finally:
        archive.close()


def _preview(house: House, survey: Survey) -> RestoreReport:
    with house.known.reading() as reader:
        is_exact = survey.is_whole and reader.fact_count() == 0
    counts = tuple(sorted(survey.counts.items()))
    if not is_exact:
        counts = (("facts", survey.counts.get("facts", 0)),)
    return RestoreReport(
        is_applied=False,
        is_exact=is_exact,
        counts=counts,
        known=0,
        left_out=() if is_exact else left_out(survey),
        skipped=tuple(survey.skipped),
        damaged=survey.damaged,
    )


def _standing(reader: BrainReader, gate: Gate) -> list[Fact]:
    """Give the facts of a scope that are in force, or disputed, by type and id."""
    found: list[Fact] = []
    before: int | None = None
    while page := reader.fact_page(gate, before, PAGE_FACTS):
        found += (fact for fact in page if fact.content.status not in COLD_STATUSES)
        before = page[-1].fact_id
    return sorted(found, key=lambda fact: (fact.content.type, fact.fact_id))


def _file_name(name: str, taken: set[str]) -> str:
    """Give a file name for a scope that no other scope of this export has."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip("-.")[:FILE_NAME_CHARS_MAX] or "scope"
    found, number = f"{plain}.md", 1
    while found.casefold() in taken:
        number += 1
        found = f"{plain}-{number}.md"
    taken.add(found.casefold())
    return found


def _write(target: str, parts: Iterable[bytes]) -> None:
    if target != STANDARD_OUTPUT:
        replace_file(target, parts)
        return
    try:
        for part in _portions(parts):
            sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        message = f"standard output cannot be written: {error.strerror}"
        raise CortexError(message, remedy="choose another place for the output") from None


def _portions(parts: Iterable[bytes], bytes_min: int = 65_536) -> Iterator[bytes]:
    """Join small parts, so that each write is worth a system call."""
    held = bytearray()
    for part in parts:
        held += part
        if len(held) >= bytes_min:
            yield bytes(held)
            held.clear()
    yield bytes(held)
