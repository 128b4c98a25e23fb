"""How is a source taken in? Its files are found, told apart, read, and handed to the services.

Nothing of a source is changed or locked. Source: docs/formats/imports.md, ADR 0095.
"""

# ruff: noqa: PTH110, PTH118  # Paths are texts here.

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cortex.core.imports import chats, decisions, markdown, memory_notes, recognition
from cortex.core.imports import claude_mem as claude_mem_rows_of
from cortex.core.imports.front_matter import front_matter
from cortex.core.imports.json_items import json_items
from cortex.core.imports.markdown import Note
from cortex.core.imports.memory_server import memory_server_items
from cortex.core.imports.transcripts import transcript_items
from cortex.core.text.private_spans import remove_private
from cortex.model.callers import Caller, Place
from cortex.model.errors import CortexError, InvalidRequest
from cortex.model.exports import RestoreReport
from cortex.model.imports import ImportKind, ImportReport, Item, Skipped, Source
from cortex.model.lean_classes import NamedTuple
from cortex.model.scopes import USER_SCOPE_ID, Scope, scope_kind
from cortex.services.labels import known_caller
from cortex.services.scope import place_path
from cortex.services.take_in import Progress, Setting, take_in
from cortex.stores.sources.files import FoundFile, found_files, head_of, iter_lines, iter_text
from cortex.stores.sources.files import read_note as read_note_file
from cortex.stores.system.places import SystemPlaces
from cortex.wire.markdown import read_facts
from cortex.wiring.exports import restore_export
from cortex.wiring.trust import read_trust

if TYPE_CHECKING:
    from cortex.wiring.house import House

OWN_ID_KINDS = (ImportKind.CHATGPT, ImportKind.CLAUDE, ImportKind.TRANSCRIPT)
"""Kinds whose items have ids that are the same in every export, wherever the file lies."""

_Stream = Iterator[Item | Skipped]


class Wanted(NamedTuple):
    """What to import.

    Args:
        path: absolute path of a file or folder.
        kind: how to read it; None finds out.
        fact_type: the type that notes get when they name none; None takes the kind's own.
    """

    path: str
    kind: ImportKind | None = None
    fact_type: str | None = None


def import_source(
    house: House,
    wanted: Wanted,
    place: Place,
    caller: Caller,
    *,
    is_applied: bool,
    on_progress: Progress | None = None,
) -> tuple[ImportReport | RestoreReport, ...]:
    """Take a source in, or tell what that would do; one report for each kind found in it.

    Raises:
        InvalidRequest: there is no such source, or nothing in it is of a known kind.
        CortexError: as the store says; what was stored before stays.
    """
    scope = house.scope(place)
    places = SystemPlaces()
    cwd = place.cwd or house.settings.cwd
    who = known_caller(caller)
    reports: list[ImportReport | RestoreReport] = []
    for kind, files, own in _portions(_by_kind(wanted), scope):
        if own is None:
            reports += [
                restore_export(house, file, caller, is_applied=is_applied, on_progress=on_progress)
                for file in files
            ]
            continue
        setting = Setting(
            source=Source(kind.value, _identity(kind, wanted.path, own.scope_id)),
            scope=own,
            caller=who._replace(agent=f"import-{kind.value}"),
            trust=read_trust(house.settings.home),
            now_us=house.now_us(),
            new_id=house.new_id,
            locate=lambda path: place_path(places, path, scope, cwd),
            is_judged=kind is not ImportKind.CORTEX,
            clock=house.now_us,
        )
        project = None if scope.scope_id == USER_SCOPE_ID else scope.name
        found = _items(kind, files, wanted, project)
        brain = house.brain if is_applied else house.known
        reports.append(
            take_in(brain, found, setting, is_applied=is_applied, on_progress=on_progress)
        )
    return tuple(reports)


def _portions(
    by_kind: dict[ImportKind, list[FoundFile]], scope: Scope
) -> Iterator[tuple[ImportKind, list[FoundFile], Scope | None]]:
    """Give the files that are taken in together, and into which scope; None says which they say."""
    for kind, files in by_kind.items():
        if kind is not ImportKind.CORTEX:
            yield kind, files, scope
            continue
        for file in files:
            is_note = file.name.lower().endswith(recognition.NOTE_ENDINGS)
            yield kind, [file], _own_scope(file) or scope if is_note else None


def _own_scope(file: FoundFile) -> Scope | None:
    """Give the scope that a Markdown export says it is of."""
    head = front_matter(head_of(file).decode("utf-8", "replace").split("\n"))
    scope_id = head.values.get("scope", "")
    if not scope_kind(scope_id):
        return None
    ancestors = () if scope_id == USER_SCOPE_ID else (USER_SCOPE_ID,)
    return Scope(scope_id, head.values.get("name") or scope_id, ancestors=ancestors)


def _identity(kind: ImportKind, path: str, scope_id: str) -> str:
    """Give the name of a source that is the same when it is read again into the same scope."""
    where = "" if kind in OWN_ID_KINDS else os.path.realpath(path)
    return f"{scope_id}\n{where}"


def _by_kind(wanted: Wanted) -> dict[ImportKind, list[FoundFile]]:
    """Give the files of a source by what they are, kinds sorted."""
    if wanted.kind is ImportKind.GIT or (wanted.kind is None and _is_checkout(wanted.path)):
        return {ImportKind.GIT: []}
    found: dict[ImportKind, list[FoundFile]] = {}
    files = found_files(wanted.path)
    for file in files:
        kind = recognition.recognise(file.name, head_of(file))
        if wanted.kind is not None and _may_be(wanted, file, kind, len(files)):
            kind = wanted.kind
        elif wanted.kind is not None:
            kind = None
        if kind is not None:
            found.setdefault(kind, []).append(file)
    if not found:
        known = ", ".join(kind.value for kind in ImportKind)
        message = f"{wanted.path} holds nothing that Cortex knows how to import"
        raise InvalidRequest(message, remedy=f"name the kind with --from: {known}", field="source")
    return dict(sorted(found.items()))


def _may_be(wanted: Wanted, file: FoundFile, kind: ImportKind | None, count: int) -> bool:
    """Tell whether a file is read as the kind that was named: by its ending, or as the only one."""
    if count == 1 or kind is wanted.kind:
        return True
    is_note = file.name.lower().endswith(recognition.NOTE_ENDINGS)
    if wanted.kind in (ImportKind.MARKDOWN, ImportKind.CLAUDE_MEMORY):
        return is_note
    is_lines = file.name.lower().endswith((".jsonl", ".ndjson"))
    return is_lines and wanted.kind in (ImportKind.TRANSCRIPT, ImportKind.MEMORY_SERVER)


def _is_checkout(path: str) -> bool:
    return os.path.exists(os.path.join(path, ".git"))


def _items(
    kind: ImportKind, files: list[FoundFile], wanted: Wanted, project: str | None
) -> _Stream:
    if kind is ImportKind.GIT:
        yield from _history(wanted.path)
        return
    for file in files:
        try:
            yield from _READERS[kind](file, wanted, project)
        except CortexError as error:
            yield Skipped(file.name, error.message, is_damage=True)
        except OSError as error:
            yield Skipped(file.name, f"it cannot be read: {error.strerror}", is_damage=True)


def _note(file: FoundFile, wanted: Wanted, project: str | None) -> _Stream:
    del project
    text, skipped = _public_note(file)
    yield from skipped
    note = Note(file.name, wanted.fact_type or Note("").type, file.modified_us)
    yield from markdown.markdown_items(text, note)


def _memory_note(file: FoundFile, wanted: Wanted, project: str | None) -> _Stream:
    del project
    text, skipped = _public_note(file)
    yield from skipped
    note = Note(file.name, wanted.fact_type or Note("").type, file.modified_us)
    yield from memory_notes.memory_items(text, note)


def _public_note(file: FoundFile) -> tuple[str, list[Skipped]]:
    """Give a note without its private spans, which may reach over several statements."""
    text, skipped = read_note_file(file)
    public = remove_private(text)
    if public.hidden:
        skipped.append(Skipped(file.name, "a private span"))
    return public.text, skipped


def _own_markdown(file: FoundFile, wanted: Wanted, project: str | None) -> _Stream:
    del wanted, project
    text, skipped = _public_note(file)
    yield from skipped
    lines = text.split("\n")
    for one in read_facts(lines, front_matter(lines).lines):
        locator = f"{file.name}:{one.line}"
        try:
            yield Item(
                text=one.text,
                locator=locator,
                group=file.name,
                key=one.name("id") or "",
                type=one.type,
                context=one.context,
                subject=one.name("subject"),
                attribute=one.name("attribute"),
                aliases=one.names("aliases"),
                paths=one.names("paths"),
                symbols=one.names("symbols"),
                is_pinned=one.details.get("pinned") is True,
                said_us=one.instant_us("from"),
                until_us=one.instant_us("until"),
            )
        except CortexError as error:
            yield Skipped(locator, error.message, is_damage=True)


def _memory_server(file: FoundFile, wanted: Wanted, project: str | None) -> _Stream:
    del wanted, project
    return memory_server_items(iter_lines(file))


def _transcript(file: FoundFile, wanted: Wanted, project: str | None) -> _Stream:
    del wanted, project
    return transcript_items(iter_lines(file))


def _chats(file: FoundFile, wanted: Wanted, project: str | None) -> _Stream:
    del wanted, project
    for locator, value in json_items(iter_text(file), file.name):
        if isinstance(value, Skipped):
            yield value
        else:
            yield from chats.chat_items(value, locator)


def _claude_mem(file: FoundFile, wanted: Wanted, project: str | None) -> _Stream:
    from cortex.stores.sqlite.claude_mem import claude_mem_rows

    del wanted
    for table, row in claude_mem_rows(file.path):
        yield from claude_mem_rows_of.claude_mem_items(table, row, project)


def _history(folder: str) -> _Stream:
    from cortex.stores.sources.git_log import commits

    for commit in commits(folder):
        yield from decisions.commit_items(commit)
    for file in found_files(folder):
        if decisions.is_decision_record(file.name):
            text, skipped = _public_note(file)
            yield from skipped
            yield from decisions.record_items(text, file.name)


_READERS: dict[ImportKind, Callable[[FoundFile, Wanted, str | None], _Stream]] = {
    ImportKind.CORTEX: _own_markdown,
    ImportKind.MARKDOWN: _note,
    ImportKind.CLAUDE_MEMORY: _memory_note,
    ImportKind.MEMORY_SERVER: _memory_server,
    ImportKind.TRANSCRIPT: _transcript,
    ImportKind.CHATGPT: _chats,
    ImportKind.CLAUDE: _chats,
    ImportKind.CLAUDE_MEM: _claude_mem,
}
