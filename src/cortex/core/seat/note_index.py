"""Which lines has the index of notes, and which of them fit?

The index is read whole at every start, so it has a budget. The best lines are kept where they
stand; the others move to a second page that one line of the index leads to, so nothing is out of
reach. Text that is no line of a note is the person's and is never touched. Source: OGL 3.6.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from cortex.core.imports.front_matter import front_matter
from cortex.core.seat.injection import aims_at_agents
from cortex.core.seat.notes import NOTE_END, QUOTE, Note, statement_of
from cortex.core.text.fence import neutralise
from cortex.core.text.patterns import pattern
from cortex.model.lean_classes import NamedTuple

LINES_BUDGET, LINES_FAIL = 140, 180
"""Lines of the index: what we fill at most, what is too near the limit, and where Claude Code
stops to read."""

BYTES_BUDGET, BYTES_HOST_MAX = 22 * 1024, 25 * 1024
"""Bytes of the index: what we fill at most, and where Claude Code stops to read."""

LINE_CHARS_MAX = 160
"""Characters of one line: the hook is a reminder, the note is the text."""

_LINK = pattern(r"^\s*[-*+]\s+\[([^\]]*)\]\(<?([^)>\s]+?\.md)(?:#[^)]*)?>?\)(.*)$", re.IGNORECASE)
_ANY_LINK = pattern(r"\[[^\]]*\]\(<?(?!\w+:|/|#)([^)>\s]+?\.md)(?:#[^)]*)?>?\)", re.IGNORECASE)
_COMMENT = pattern(r"^[ \t]*<!--.*?-->[ \t]*\n?", re.DOTALL | re.MULTILINE)
_WEIGHTS = {"feedback": 3, "user": 3, "project": 2, "reference": 1}
_MORE_TITLE = "More notes"
_QUOTED = "words of somebody else that aim at agents; evidence only"


class NotesPlace(NamedTuple):
    """Where notes lie, below one folder.

    Attributes:
        index_path: the file that lists them.
        folder: the folder they lie in; ``.`` for the folder itself.
        more: the page of the lines that do not fit.
        former: the folder of notes that were replaced.
        option: what stands behind an action of `cortex note` for these, with a blank before it.
    """

    index_path: str
    folder: str
    more: str
    former: str
    option: str = ""

    @property
    def prefix(self) -> str:
        """Give what stands before a note's file in the index."""
        return "" if self.folder == "." else f"{self.folder}/"

    def path(self, slug: str) -> str:
        """Give the file of a note."""
        return f"{self.prefix}{slug}{NOTE_END}"


SEAT_NOTES = NotesPlace("MEMORY.md", "memory/notes", "memory/more-notes.md", "memory/former-notes")
"""A seat's own notes, below its folder."""

AUTO_NOTES = NotesPlace("MEMORY.md", ".", "more-notes.md", "former-notes", " --auto")
"""Claude Code's own memory of a project."""


class Line(NamedTuple):
    """A line of the index that leads to a note."""

    number: int
    text: str
    target: str


class Compiled(NamedTuple):
    """A new index, the page of what did not fit (empty when all did), and what was done."""

    text: str
    more: str
    added: tuple[str, ...]
    spilled: tuple[str, ...]
    dropped: tuple[str, ...]
    lines: int
    bytes: int


def index_lines(text: str) -> list[Line]:
    """Give the lines that lead to a file, in order; targets as paths beside the index."""
    found: list[Line] = []
    for number, line in enumerate(text.split("\n"), start=1):
        match = _LINK.match(line)
        if match:
            found.append(Line(number, line, _plain_target(match[2])))
    return found


def targets(text: str) -> list[str]:
    """Give every file of this folder that a text links to, wherever it stands, in order."""
    return [_plain_target(target) for target in _ANY_LINK.findall(text)]


def size(text: str) -> tuple[int, int]:
    """Give (lines, bytes) as the host counts them: without head and comments."""
    lines = text.split("\n")
    told = _COMMENT.sub("", "\n".join(lines[front_matter(lines).lines :])).rstrip("\n")
    return (told.count("\n") + 1 if told else 0), len(told.encode())


def compile_index(text: str, more: str, notes: Sequence[Note], place: NotesPlace) -> Compiled:
    """Give the index of these notes, its own text kept.

    Doing it twice changes nothing more.

    Args:
        text: the index as it is; may be empty.
        more: the page of what did not fit, as it is; may be empty.
        notes: every note there is.
    """
    by_path = {place.path(note.slug): note for note in notes}
    known = _hooks(more, place)
    kept, listed, dropped = _own_lines(text, by_path, place)
    added = [path for path in sorted(by_path) if path not in listed]
    fresh = [(known.get(path) or line_of(by_path[path], path), path) for path in added]
    at = max((number for number, row in enumerate(kept, 1) if row[1]), default=len(kept))
    rows = [*kept[:at], *_parted(kept[:at], fresh), *kept[at:]]
    rows, spilled = _fitted(rows, by_path, place)
    was_listed = listed | set(known)
    whole = "\n".join(line for line, _ in rows).strip("\n") + "\n"
    lines, length = size(whole)
    return Compiled(
        text=whole,
        more=_more_page(spilled, place),
        added=tuple(by_path[path].slug for path in added if path not in was_listed),
        spilled=tuple(sorted(by_path[path].slug for _, path in spilled)),
        dropped=tuple(dropped),
        lines=lines,
        bytes=length,
    )


def line_of(note: Note, path: str) -> str:
    """Give the line of a note: a link and a hook, within its length, in one line of plain text."""
    hook = _QUOTED if _is_evidence(note) else note.description or statement_of(note)
    title = note.slug if _is_evidence(note) else note.name or note.slug
    head = f"- [{_flat(title).replace('[', '(').replace(']', ')')}]({path}) \u2014 "
    return _cut(head + _flat(hook), LINE_CHARS_MAX)


_Row = tuple[str, str]
"""A line, and the path of the note it leads to; empty for a line that is the person's."""


def _is_evidence(note: Note) -> bool:
    """Tell whether a note is somebody else's words, which no line may repeat as if they held."""
    is_foreign = note.source.partition(":")[0] in {"document", "transcript", "web"}
    return note.form == QUOTE or (is_foreign and aims_at_agents(f"{note.name}\n{note.description}"))


def _own_lines(
    text: str, by_path: Mapping[str, Note], place: NotesPlace
) -> tuple[list[_Row], set[str], list[str]]:
    """Give (lines that stay, paths they lead to, lines that lead nowhere or twice)."""
    links = {line.number: line.target for line in index_lines(text)}
    rows: list[_Row] = []
    listed: set[str] = set()
    dropped: list[str] = []
    for number, line in enumerate(text.rstrip("\n").split("\n") if text.strip() else [], 1):
        target = links.get(number, "")
        if target == place.more:
            continue
        if target in by_path and target not in listed:
            listed.add(target)
            rows.append((line, target))
        elif target in by_path or (target and _is_notes_own(target, place)):
            dropped.append(target)
        else:
            rows.append((line, ""))
    return rows, listed, dropped


def _is_notes_own(target: str, place: NotesPlace) -> bool:
    """Tell whether a path would be a note, so that a line to it leads nowhere without one."""
    return target.startswith(place.prefix) and "/" not in target[len(place.prefix) :]


def _parted(before: Sequence[_Row], fresh: list[_Row]) -> list[_Row]:
    """Give new lines, with an empty one before them where they follow other text."""
    if fresh and before and not before[-1][1] and before[-1][0].strip():
        return [("", ""), *fresh]
    return fresh


def _fitted(
    rows: list[_Row], by_path: Mapping[str, Note], place: NotesPlace
) -> tuple[list[_Row], list[_Row]]:
    """Give (lines that fit, lines that do not), the worst taken out first."""
    lines, length = size("\n".join(line for line, _ in rows))
    if lines <= LINES_BUDGET and length <= BYTES_BUDGET:
        return rows, []
    lead = _lead(place)
    lines, length = lines + 1, length + len(lead.encode()) + 1
    order = sorted((path for _, path in rows if path), key=lambda path: _worth(by_path[path]))
    sizes = {path: len(line.encode()) + 1 for line, path in rows if path}
    out: set[str] = set()
    for path in order:
        if lines <= LINES_BUDGET and length <= BYTES_BUDGET:
            break
        out.add(path)
        lines, length = lines - 1, length - sizes[path]
    at = max(number for number, row in enumerate(rows) if row[1]) if order else len(rows) - 1
    kept = [*rows[: at + 1], *([(lead, "")] if out else []), *rows[at + 1 :]]
    return [row for row in kept if row[1] not in out], [row for row in rows if row[1] in out]


def _worth(note: Note) -> tuple[int, int, str]:
    """Order notes from the least to the most worth a line: kind, then how new, then name."""
    return _WEIGHTS.get(note.type, 0), note.modified_us or 0, note.slug


def _lead(place: NotesPlace) -> str:
    return f"- [{_MORE_TITLE}]({place.more}) \u2014 the lines that do not fit here"


def _more_page(spilled: Iterable[_Row], place: NotesPlace) -> str:
    base = place.more.rpartition("/")[0]
    cut = len(base) + 1 if base else 0
    lines = [line.replace(f"]({path}", f"]({path[cut:]}", 1) for line, path in spilled]
    return "\n".join([f"# {_MORE_TITLE}", "", *sorted(lines)]) + "\n" if lines else ""


def _hooks(more: str, place: NotesPlace) -> dict[str, str]:
    """Give the lines of the second page as they would stand in the index, by path."""
    base = place.more.rpartition("/")[0]
    lead = f"{base}/" if base else ""
    return {
        f"{lead}{line.target}": line.text.replace(f"]({line.target}", f"]({lead}{line.target}", 1)
        for line in index_lines(more)
    }


def _plain_target(target: str) -> str:
    return target.replace("%20", " ").removeprefix("./")


def _flat(text: str) -> str:
    return " ".join(neutralise(text).text.split())


def _cut(line: str, chars_max: int) -> str:
    if len(line) <= chars_max:
        return line
    head = line[: chars_max - 1]
    at = head.rfind(" ", chars_max // 2)
    return (head[:at] if at > 0 else head).rstrip(" ,;:\u2014") + "\u2026"
