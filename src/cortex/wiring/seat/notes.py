"""Where do a seat's notes lie, and Claude Code's own memory of its project?"""

# ruff: noqa: PTH112, PTH117, PTH118, PTH120, PTH208  # Paths are texts here.

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cortex.core.seat.note_index import AUTO_NOTES, SEAT_NOTES, Compiled, NotesPlace
from cortex.core.seat.note_requests import new_note
from cortex.model.errors import NotFound
from cortex.model.lean_classes import NamedTuple
from cortex.seat.entities import nouns_of
from cortex.seat.notes import Read, Wanted, add_note, check_folder, index_notes, read_notes
from cortex.stores.files.seat_files import SeatFolder
from cortex.stores.system.environment import read_host_environment
from cortex.stores.system.places import SystemPlaces
from cortex.wiring.operator_files import read_plain
from cortex.wiring.seat.gate import Proposed, concluded
from cortex.wiring.seat.opening import OpenSeat, open_seat

if TYPE_CHECKING:
    from cortex.model.seat_checks import SeatCheck
    from cortex.ports.seat_files import SeatFiles
    from cortex.wiring.settings import Settings

SLUG_CHARS_MAX = 200
"""Characters of a project's folder name that Claude Code keeps; longer ones end in a digest."""

SETTINGS_BYTES_MAX = 1_048_576
"""Bytes of the person's settings of Claude Code that are read."""


class OpenNotes(NamedTuple):
    """A seat, the folder its notes lie in, and where in it."""

    opened: OpenSeat
    files: SeatFiles
    place: NotesPlace
    root: str


@contextmanager
def open_notes(settings: Settings, seat: str | None, *, is_auto: bool) -> Iterator[OpenNotes]:
    """Open the notes of a seat, or Claude Code's memory of its project.

    Raises:
        NoSeat: there is no such seat.
        NotFound: Claude Code keeps no memory for its project.
        SeatFileRefused: a folder cannot be opened.
    """
    with open_seat(settings, seat) as opened:
        if not is_auto:
            yield OpenNotes(opened, opened.files, SEAT_NOTES, opened.seat.root)
            return
        root = auto_memory_folder(settings, opened.seat.root)
        if root is None:
            message = f"Claude Code keeps no memory for {opened.seat.root}"
            remedy = "start it there once, or leave out --auto to use the seat's own notes"
            raise NotFound(message, remedy=remedy)
        with SeatFolder(root) as files:
            yield OpenNotes(opened, files, AUTO_NOTES, root)


def auto_memory_folder(settings: Settings, folder: str) -> str | None:
    """Give the folder in which Claude Code keeps its memory of a project, or None without one."""
    memory = auto_memory_place(settings, folder)
    return os.path.realpath(memory) if memory and os.path.isdir(memory) else None


def auto_memory_place(settings: Settings, folder: str) -> str:
    """Give where Claude Code looks for its memory of a project, whether it is there or not.

    Empty when only Claude Code can say: it ends the name of a long path in a digest of its own.
    """
    told = read_host_environment()
    config = told["CLAUDE_CONFIG_DIR"] or os.path.join(settings.user_home, ".claude")
    own = _own_directory(config, settings.user_home)
    if own:
        return own
    projects = os.path.join(config, "projects")
    name = told["CLAUDE_CODE_PROJECT_DIR_NAME"] if told["CLAUDE_CONFIG_DIR"] else ""
    named = name if name and "/" not in name and name not in {".", ".."} else ""
    found = named or _existing(projects, project_slug(_project_of(folder)))
    return os.path.join(projects, found, "memory") if found else ""


def project_slug(path: str) -> str:
    """Give the name of a project's folder: every character but ASCII letters and digits is ``-``.

    Of a longer one than ``SLUG_CHARS_MAX`` only the part before its digest.
    """
    return re.sub(r"[^A-Za-z0-9]", "-", path)[:SLUG_CHARS_MAX]


def _existing(projects: str, slug: str) -> str:
    """Give the folder of a slug; of a long one that which begins like this, if it is the only one.

    Empty for a long one of which there is none or several.
    """
    if len(slug) < SLUG_CHARS_MAX:
        return slug
    try:
        names = sorted(name for name in os.listdir(projects) if name.startswith(f"{slug}-"))
    except OSError:
        return ""
    if os.path.isdir(os.path.join(projects, slug)):
        return slug
    return names[0] if len(names) == 1 else ""


def _project_of(folder: str) -> str:
    """Give the main checkout a folder belongs to, or the folder: worktrees share one memory."""
    from cortex.core.scopes.checkouts import find_checkout

    at = folder
    while at != "/":
        checkout = find_checkout(SystemPlaces(), at)
        if checkout is not None:
            common = checkout.common_dir
            return common.removesuffix("/.git") if common.endswith("/.git") else at
        at = os.path.dirname(at)
    return folder


def _own_directory(config: str, home: str) -> str:
    """Give the folder the person's own settings name; a repository's settings are not asked."""
    try:
        content = read_plain(os.path.join(config, "settings.json"), SETTINGS_BYTES_MAX)
        settings = json.loads(content or b"{}")
    except (OSError, ValueError, RecursionError):
        return ""
    path = settings.get("autoMemoryDirectory") if isinstance(settings, dict) else None
    if not isinstance(path, str):
        return ""
    path = os.path.join(home, path[2:]) if path.startswith("~/") else path
    return os.path.realpath(path) if os.path.isabs(path) else ""


class NoteRequest(NamedTuple):
    """A note somebody wants to have, as they wrote it: see ``core.seat.note_requests``."""

    said: dict[str, str]
    as_of_us: int | None = None
    is_replacing: bool = False


def add(settings: Settings, seat: str | None, request: NoteRequest, *, is_auto: bool) -> Proposed:
    """Write a note if the gate lets it pass; a refused one waits, or is kept as a quote.

    Raises:
        NoSeat, NotFound, SeatFileRefused, InvalidRequest: as their docstrings say.
    """
    with open_notes(settings, seat, is_auto=is_auto) as opened:
        return add_to(opened, request)


def add_to(opened: OpenNotes, request: NoteRequest, *, is_decided: bool = False) -> Proposed:
    """Write a note into an open folder; ``is_decided`` when a person said so."""
    now_us = opened.opened.now_us
    as_of_us = now_us if request.as_of_us is None else request.as_of_us
    note, claim = new_note(request.said, as_of_us, now_us)
    wanted = Wanted(note, claim, request.said["checked"], request.is_replacing, is_decided)
    added = add_note(opened.files, opened.place, wanted, now_us)
    is_auto = opened.place is AUTO_NOTES
    path = f"{opened.root}/{added.path}" if is_auto and added.path else added.path
    extra = {**request.said, "name": note.slug, "auto": "yes" if is_auto else ""}
    extra["replace"] = "yes" if request.is_replacing else ""
    about = "" if note.description in note.rule else note.description
    words = "\n".join(filter(None, (note.rule, note.why, note.how, about)))
    written = (path, added.replaced)
    return concluded(opened.opened, claim, added.verdict, written, extra, words)


def check(settings: Settings, seat: str | None, *, is_auto: bool) -> list[SeatCheck]:
    """Give what the twelve checks find.

    Raises:
        NoSeat, NotFound, SeatFileRefused: as their docstrings say.
    """
    with open_notes(settings, seat, is_auto=is_auto) as opened:
        return check_folder(
            opened.files, opened.place, opened.opened.now_us, nouns_of(opened.opened.files)
        )


def notes(settings: Settings, seat: str | None, *, is_auto: bool) -> Read:
    """Give every note of a seat, by name.

    Raises:
        NoSeat, NotFound, SeatFileRefused: as their docstrings say.
    """
    with open_notes(settings, seat, is_auto=is_auto) as opened:
        return read_notes(opened.files, opened.place)


def index(settings: Settings, seat: str | None, *, is_auto: bool, is_applied: bool) -> Compiled:
    """Compile the index of a seat's notes, and write it when that is wanted.

    Raises:
        NoSeat, NotFound, SeatFileRefused: as their docstrings say.
    """
    with open_notes(settings, seat, is_auto=is_auto) as opened:
        return index_notes(opened.files, opened.place, is_applied=is_applied)
