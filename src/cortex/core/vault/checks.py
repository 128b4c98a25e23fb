"""Which rules does every record keep, wherever it was read from?"""

from __future__ import annotations

from typing import NoReturn

from cortex.core.vault.instants import parse_ms
from cortex.core.vault.script import trim
from cortex.model.lean_classes import NamedTuple
from cortex.model.vault import Provenance, VaultCode, VaultFault, VaultRecord


class Draft(NamedTuple):
    """What a file says of a record, before it is checked."""

    id: str
    type: str
    title: str
    created: str
    updated: str
    source: str
    session: str | None
    path: str
    content: str
    related: tuple[str, ...]
    valid_from: str | None
    valid_until: str | None
    links: tuple[str, ...] = ()
    line: int = 1


def fault(message: str, path: str, line: int | None = None) -> VaultFault:
    """Give the error of a file that cannot be read as it stands; private names stay private."""
    from cortex.core.vault.text import public

    shown = public(path)
    place = shown if line is None else f"{shown}:{line}"
    return VaultFault(VaultCode.INTEGRITY, f"{message} at {place}", path=shown, line=line)


def refuse(message: str, path: str, line: int | None = None) -> NoReturn:
    """Raise the error that ``fault`` gives."""
    raise fault(message, path, line)


def checked(draft: Draft, path: str, line: int | None = None) -> VaultRecord:
    """Give the record of a draft that keeps every rule.

    Raises:
        VaultFault: ``integrity_error``: a blank id, an instant that is none, an update before the
            creation, or a window that is empty.
    """
    if not trim(draft.id):
        refuse("Canonical record has an empty ID", path, line)

    def instant(name: str, text: str) -> int:
        milliseconds = parse_ms(text)
        if milliseconds is None:
            refuse(f"Invalid {name} timestamp", path, line)
        return milliseconds

    created, updated = instant("created", draft.created), instant("updated", draft.updated)
    start = None if draft.valid_from is None else instant("valid_from", draft.valid_from)
    end = None if draft.valid_until is None else instant("valid_until", draft.valid_until)
    if updated < created:
        refuse("Canonical record is updated before it was created", path, line)
    if start is not None and end is not None and start >= end:
        refuse("Canonical record has an incoherent validity window", path, line)
    return VaultRecord(
        draft.id,
        draft.type,
        draft.title,
        draft.created,
        draft.updated,
        Provenance(draft.source, draft.session, draft.path),
        draft.content,
        draft.related,
        draft.valid_from,
        draft.valid_until,
        created,
        updated,
        start,
        end,
        draft.links,
        draft.line,
    )
