"""What is wrong with a folder of notes? Twelve checks, each with what was seen and what to do.

Source: OGL 3.6, docs/formats/notes.md.
"""

from __future__ import annotations

import re
from collections import Counter

from cortex.core.seat.claims import disagreements, note_claim
from cortex.core.seat.note_index import (
    BYTES_BUDGET,
    BYTES_HOST_MAX,
    LINE_CHARS_MAX,
    LINES_BUDGET,
    LINES_FAIL,
    NotesPlace,
    index_lines,
    size,
    targets,
)
from cortex.core.seat.notes import QUOTE, TYPES, Note, has_part, rules_of
from cortex.core.text.patterns import pattern
from cortex.model.durations import DAY_US
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_checks import FAIL, PASS, WARN, SeatCheck, shown

BODY_CHARS_MAX = 2_000
"""Characters of a note's body; what is longer is rarely one fact."""

STALE_DAYS = 180
"""Days after which a note that nobody touched or recalled is asked about."""

CHECKS = (
    "dangling",
    "unlisted",
    "duplicate",
    "name",
    "head",
    "multi-fact",
    "shape",
    "budget",
    "long-line",
    "wikilink",
    "stale",
    "conflict",
)
"""Every check, in the order they are told."""

_SHAPED = ("feedback", "project")
_ALSO = pattern(
    r"\b(?:and also|und au(?:ß|ss)erdem|et aussi|y tambi[eé]n|e anche)\b|而且还|另外还",
    re.IGNORECASE,
)
_WIKILINK = pattern(r"\[\[([^\]|#\n]{1,128})(?:[|#][^\]\n]*)?\]\]")
_CODE = pattern(r"```.*?```|`[^`\n]*`", re.DOTALL)


class Folder(NamedTuple):
    """What a folder of notes holds.

    Attributes:
        place: where its files are.
        index_text: the index; None without one.
        more: the page of lines that do not fit; empty without one.
        notes: every note, by slug.
        absent: files the index links to that are not there.
        unreadable: files that cannot be read, each with the reason.
        nouns: slugs of other things a wikilink may mean, such as entities.
        recalled: slugs of notes that somebody recalled.
    """

    place: NotesPlace
    index_text: str | None
    more: str
    notes: tuple[Note, ...]
    absent: frozenset[str]
    unreadable: tuple[str, ...] = ()
    nouns: frozenset[str] = frozenset()
    recalled: frozenset[str] = frozenset()


class _Found(NamedTuple):
    level: str
    where: str


def check_notes(folder: Folder, now_us: int) -> list[SeatCheck]:
    """Give one row for each check, in the order of ``CHECKS``."""
    found = {
        "dangling": _dangling(folder),
        "unlisted": _unlisted(folder),
        "duplicate": _duplicates(folder),
        "name": _names(folder),
        "head": _heads(folder),
        "multi-fact": _many_facts(folder),
        "shape": _shapes(folder),
        "budget": _budget(folder),
        "long-line": _long_lines(folder),
        "wikilink": _wikilinks(folder),
        "stale": _stale(folder, now_us),
        "conflict": _conflicts(folder),
    }
    return [_row(check, found[check], folder) for check in CHECKS]


_REMEDIES = {
    "dangling": "`cortex note index{option} --apply` takes the line out",
    "unlisted": "`cortex note index{option} --apply` lists it",
    "duplicate": "keep one of them; `cortex note index{option} --apply` takes doubled lines out",
    "name": "give the head the name of the file",
    "head": "give it a name, a description and a type: " + ", ".join(TYPES),
    "multi-fact": "make two notes of it",
    "shape": "add a paragraph `Why:` and one `How to apply:`",
    "budget": "`cortex note index{option} --apply` moves the least worth lines to a second page; "
    "what you wrote yourself you have to shorten",
    "long-line": f"shorten the line to {LINE_CHARS_MAX} characters; the note has the rest",
    "wikilink": "write the name of a note or an entity that is there",
    "stale": "confirm it with `cortex note add{option} --replace`, or remove it",
    "conflict": "find out which one holds, and replace the other with "
    "`cortex note add{option} --replace`",
}


def _row(check: str, found: list[_Found], folder: Folder) -> SeatCheck:
    if not found:
        said = "no index" if folder.index_text is None else "nothing found"
        return SeatCheck(check, PASS, f"{said}; notes: {len(folder.notes)}")
    level = FAIL if any(one.level == FAIL for one in found) else WARN
    remedy = _REMEDIES[check].replace("{option}", folder.place.option)
    return SeatCheck(check, level, shown([one.where for one in found]), remedy)


def _dangling(folder: Folder) -> list[_Found]:
    return [
        _Found(FAIL, f"{folder.place.index_path}: {target} is not there")
        for target in sorted(folder.absent)
    ]


def _unlisted(folder: Folder) -> list[_Found]:
    listed = set(targets(folder.index_text or ""))
    base = folder.place.more.rpartition("/")[0]
    lead = f"{base}/" if base else ""
    if folder.place.more in listed:
        listed |= {f"{lead}{target}" for target in targets(folder.more)}
    missing = [note.slug for note in folder.notes if folder.place.path(note.slug) not in listed]
    return [_Found(FAIL, f"{slug} is in no line of {folder.place.index_path}") for slug in missing]


def _duplicates(folder: Folder) -> list[_Found]:
    lines = Counter(line.target for line in index_lines(folder.index_text or ""))
    names = Counter(note.name for note in folder.notes if note.name)
    twice = [
        _Found(WARN, f"{name} has {count} lines")
        for name, count in sorted(lines.items())
        if count > 1
    ]
    return twice + [
        _Found(FAIL, f"{count} notes are called {name}")
        for name, count in sorted(names.items())
        if count > 1
    ]


def _names(folder: Folder) -> list[_Found]:
    return [
        _Found(WARN, f"{note.slug} calls itself {note.name}")
        for note in folder.notes
        if note.name and note.name != note.slug
    ]


def _heads(folder: Folder) -> list[_Found]:
    found = [_Found(FAIL, reason) for reason in folder.unreadable]
    for note in folder.notes:
        if not note.has_head:
            found.append(_Found(WARN, f"{note.slug} has no head"))
            continue
        missing = [name for name in ("name", "description", "type") if not getattr(note, name)]
        if missing:
            found.append(_Found(WARN, f"{note.slug} has no {', no '.join(missing)}"))
        if note.type and note.type not in TYPES:
            found.append(_Found(WARN, f"{note.slug} has the unknown type {note.type[:40]}"))
    return found


def _many_facts(folder: Folder) -> list[_Found]:
    found = []
    for note in folder.notes:
        rules = rules_of(note)
        if note.form == QUOTE:
            continue
        if len(rules) > 1:
            found.append(_Found(WARN, f"{note.slug} states {len(rules)} things"))
        elif len(note.body) > BODY_CHARS_MAX:
            found.append(_Found(WARN, f"{note.slug} has {len(note.body)} characters"))
        elif _ALSO.search("\n".join([note.description, *rules])):
            found.append(_Found(WARN, f"{note.slug} says 'and also'"))
    return found


def _shapes(folder: Folder) -> list[_Found]:
    found = []
    for note in folder.notes:
        if note.type not in _SHAPED or note.form == QUOTE:
            continue
        parts = (("why", "Why:"), ("how", "How to apply:"))
        missing = [label for part, label in parts if not has_part(note, part)]
        if missing:
            found.append(_Found(WARN, f"{note.slug} has no {' and no '.join(missing)}"))
    return found


def _budget(folder: Folder) -> list[_Found]:
    lines, length = size(folder.index_text or "")
    name = folder.place.index_path
    found = []
    if lines > LINES_BUDGET:
        level = FAIL if lines > LINES_FAIL else WARN
        found.append(_Found(level, f"{name} has {lines} lines of {LINES_BUDGET}"))
    if length > BYTES_BUDGET:
        level = FAIL if length > BYTES_HOST_MAX else WARN
        found.append(_Found(level, f"{name} has {length} bytes of {BYTES_BUDGET}"))
    return found


def _long_lines(folder: Folder) -> list[_Found]:
    return [
        _Found(WARN, f"{folder.place.index_path}:{line.number} has {len(line.text)} characters")
        for line in index_lines(folder.index_text or "")
        if len(line.text) > LINE_CHARS_MAX
    ]


def _wikilinks(folder: Folder) -> list[_Found]:
    known = {note.slug for note in folder.notes} | {note.name for note in folder.notes}
    known |= folder.nouns
    found = []
    for note in folder.notes:
        links = _WIKILINK.findall(_CODE.sub("", note.body))
        broken = sorted({link.strip() for link in links} - known)
        found += [
            _Found(WARN, f"{note.slug} links to {name}")
            for name in broken
            if name.casefold() not in known
        ]
    return found


def _stale(folder: Folder, now_us: int) -> list[_Found]:
    before_us = now_us - STALE_DAYS * DAY_US
    return [
        _Found(WARN, f"{note.slug} is {(now_us - note.modified_us) // DAY_US} days old")
        for note in folder.notes
        if note.modified_us is not None
        and note.modified_us < before_us
        and note.slug not in folder.recalled
    ]


def _conflicts(folder: Folder) -> list[_Found]:
    slugs = {note_claim(note): note.slug for note in folder.notes if note.form != QUOTE}
    return [
        _Found(FAIL, f"{slugs[left]} and {slugs[right]} disagree")
        for left, right in disagreements(list(slugs))
    ]
