"""How are notes, checks and a compiled index written as JSON? Source: docs/formats/notes.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from cortex.wire.instants import format_instant

if TYPE_CHECKING:
    from cortex.model.seat_checks import SeatCheck


class NoteLike(Protocol):
    """What of a note is told."""

    @property
    def slug(self) -> str:
        """Its file's name without the end."""

    @property
    def type(self) -> str:
        """What it is; empty when its head does not say."""

    @property
    def description(self) -> str:
        """Its one line."""

    @property
    def source(self) -> str:
        """On whose word, as written."""

    @property
    def form(self) -> str:
        """Claim or quote."""

    @property
    def modified_us(self) -> int | None:
        """When it was last written."""


class CompiledLike(Protocol):
    """What of a compiled index is told."""

    @property
    def added(self) -> tuple[str, ...]:
        """Notes that were in no line."""

    @property
    def spilled(self) -> tuple[str, ...]:
        """Notes whose lines do not fit."""

    @property
    def dropped(self) -> tuple[str, ...]:
        """Targets of lines that lead nowhere, or twice to one note."""

    @property
    def lines(self) -> int:
        """Lines as the host counts them."""

    @property
    def bytes(self) -> int:
        """Bytes as the host counts them."""


def note_json(note: NoteLike) -> dict[str, object]:
    """Give a note of a list; what its head leaves out is null."""
    return {
        "name": note.slug,
        "type": note.type or None,
        "description": note.description or None,
        "source": note.source or None,
        "form": note.form,
        "modified_at": None if note.modified_us is None else format_instant(note.modified_us),
    }


def check_json(row: SeatCheck) -> dict[str, object]:
    """Give one row of a report."""
    return {
        "check": row.check,
        "level": row.level,
        "evidence": row.evidence,
        "remedy": row.remedy or None,
    }


def compiled_json(compiled: CompiledLike, *, is_applied: bool) -> dict[str, object]:
    """Give what compiling an index did, or would do."""
    return {
        "applied": is_applied,
        "listed": list(compiled.added),
        "spilled": list(compiled.spilled),
        "dropped": list(compiled.dropped),
        "lines": compiled.lines,
        "bytes": compiled.bytes,
    }
