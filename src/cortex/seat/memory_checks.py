"""Does what a seat remembers agree with itself, keep no secret, and say no time that has not come?

Doctor D5, D11, D12 and D13. What could not be looked at is never a pass. Source: OGL 9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from cortex.core.seat.claims import note_claim, settled
from cortex.core.seat.knowledge import KNOWLEDGE_FILE, held_claims
from cortex.core.seat.note_index import AUTO_NOTES, SEAT_NOTES, NotesPlace
from cortex.core.seat.notes import QUOTE
from cortex.core.seat.quotes import QUOTES_FILE
from cortex.core.seat.stamps import broken, future, log_day, stamps
from cortex.core.text.redaction import redact
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_checks import FAIL, LEVELS, PASS, WARN, SeatCheck, shown
from cortex.model.seat_gate import Claim, HoldState
from cortex.model.seats import (
    CHECKPOINTS_FOLDER,
    COMPACTIONS_FOLDER,
    DIGESTS_FOLDER,
    ENTITIES_FILE,
    MEMORY_FILE,
    STATE_FILE,
)
from cortex.seat.entities import entities_of, nouns_of
from cortex.seat.holds import holds_of
from cortex.seat.looking import looked, unreadable
from cortex.seat.memory_files import memory_files
from cortex.seat.memory_index import FILE_BYTES_MAX
from cortex.seat.notes import check_folder, read_notes

if TYPE_CHECKING:
    from cortex.ports.seat_files import SeatFiles

INDEX_CHECKS = ("dangling", "unlisted", "budget")
"""What of the twelve checks of notes D5 is about."""

_RAW = (CHECKPOINTS_FOLDER, COMPACTIONS_FOLDER, DIGESTS_FOLDER, QUOTES_FILE)
"""Records of what somebody said: their times are those of the talk."""


class Memory(NamedTuple):
    """Everything a seat remembers in files.

    Attributes:
        files, kept: its folder, and what Cortex keeps for it.
        auto: Claude Code's memory of its project; None without one.
        org: the folder of its organisation; None without one.
    """

    files: SeatFiles
    kept: SeatFiles
    auto: SeatFiles | None
    org: SeatFiles | None


class _Text(NamedTuple):
    """A file; no text when it cannot be read. ``is_raw``: a record of what others said."""

    path: str
    text: str | None
    is_raw: bool = False


def memory_checks(memory: Memory, now_us: int) -> tuple[SeatCheck, ...]:
    """Give D5, D11, D12 and D13.

    What stops one check is its FAIL; the others are made all the same.
    """
    index = looked("D5", lambda: _index_check(memory, now_us))
    conflicts = looked("D11", lambda: _conflict_check(memory))
    try:
        texts = list(_texts(memory))
    except SeatFileRefused as refused:
        return (index, conflicts, unreadable("D12", refused), unreadable("D13", refused))
    return (
        index,
        conflicts,
        _text_check("D12", texts, _secrets, "no secret", _KEY_REMEDY),
        _text_check(
            "D13",
            [one for one in texts if not one.is_raw],
            lambda one: _times(one, now_us),
            "no time that is none or has not come",
            _TIME_REMEDY,
        ),
    )


_KEY_REMEDY = "take it out of the file, and change the secret: it was readable"
_TIME_REMEDY = "write what the clock said; `cortex log` and `cortex state` take it from there"


def _index_check(memory: Memory, now_us: int) -> SeatCheck:
    """Give D5: of a seat's own index and of Claude Code's, the worse."""
    rows: list[tuple[str, SeatCheck]] = []
    folders: list[tuple[str, SeatFiles, NotesPlace]] = [("seat", memory.files, SEAT_NOTES)]
    if memory.auto is not None:
        folders.append(("Claude Code", memory.auto, AUTO_NOTES))
    nouns = nouns_of(memory.files)
    for name, files, place in folders:
        checks = check_folder(files, place, now_us, nouns)
        rows += [(name, row) for row in checks if row.check in INDEX_CHECKS]
    bad = [(name, row) for name, row in rows if row.level != PASS]
    if bad:
        level = max((row.level for _, row in bad), key=LEVELS.index)
        said = [f"{name}: {row.evidence}" for name, row in bad]
        return SeatCheck("D5", level, shown(said), bad[0][1].remedy)
    if memory.auto is None:
        remedy = "start Claude Code there once, or leave it if another host is used"
        return SeatCheck("D5", WARN, "Claude Code keeps no memory for this folder", remedy)
    return SeatCheck("D5", PASS, "both indexes list every note within their budget")


def _conflict_check(memory: Memory) -> SeatCheck:
    """Give D11: statements of all layers that cannot both hold, and claims that wait."""
    claims = _claims(memory)
    matters = settled(claims)
    if matters:
        said = [
            f"{one.winner.layer.value} {_about(one.winner)}: {len(one.superseded) + 1} values, "
            f"{one.winner.source or 'no source'} counts"
            for one in matters
        ]
        remedy = "find out which one holds, and write it with `cortex entity add` or `note add`"
        return SeatCheck("D11", FAIL, shown(said), remedy)
    waiting = sum(1 for hold in holds_of(memory.kept) if hold.state is HoldState.OPEN)
    if waiting:
        said_of = f"{waiting} claims wait to be verified"
        return SeatCheck("D11", WARN, said_of, "work through them with `cortex gate list`")
    if not claims:
        remedy = "keep what holds with `cortex entity add` or `cortex note add`"
        return SeatCheck("D11", WARN, "no note and no entity states anything yet", remedy)
    return SeatCheck("D11", PASS, f"{len(claims)} statements, none against another")


def _claims(memory: Memory) -> list[Claim]:
    claims = entities_of(memory.files).claims()
    for files, place in ((memory.files, SEAT_NOTES), (memory.auto, AUTO_NOTES)):
        if files is not None:
            notes = read_notes(files, place).notes
            claims += [note_claim(note) for note in notes if note.form != QUOTE]
    content = None if memory.org is None else memory.org.find(KNOWLEDGE_FILE, FILE_BYTES_MAX)
    return claims + held_claims((content or b"").decode("utf-8", "replace"))


def _about(claim: Claim) -> str:
    return f"{claim.subject} {claim.predicate}".strip()


def _text_check(
    name: str,
    texts: Sequence[_Text],
    look: Callable[[_Text], list[str]],
    well: str,
    remedy: str,
) -> SeatCheck:
    """Give the row of a check that looks at every file for itself."""
    found = [place for one in texts if one.text is not None for place in look(one)]
    if found:
        return SeatCheck(name, FAIL, shown(found), remedy)
    unread = [f"{one.path} cannot be read" for one in texts if one.text is None]
    if unread:
        return SeatCheck(name, WARN, shown(unread), "look at the file that is named")
    if not texts:
        return SeatCheck(name, WARN, "nothing is written yet", "write the first log entry")
    return SeatCheck(name, PASS, f"{well} in {len(texts)} files")


def _secrets(one: _Text) -> list[str]:
    found = redact(one.text or "")
    pairs = zip(found.kinds, found.counts, strict=True)
    return [f"{one.path}: {count} x {kind}" for kind, count in pairs]


def _times(one: _Text, now_us: int) -> list[str]:
    found = stamps(one.text or "", log_day(one.path))
    ahead = [f"{one.path}:{at.line} {at.shown} has not come" for at in future(found, now_us)]
    return ahead + [f"{one.path}:{at.line} {at.shown} is no time" for at in broken(found)]


def _texts(memory: Memory) -> Iterator[_Text]:
    """Give every text of a seat's memory, in a fixed order."""
    for path in (STATE_FILE, MEMORY_FILE, ENTITIES_FILE):
        if memory.files.changed_us(path) is not None:
            yield _read(memory.files, path, path)
    for path in memory_files(memory.files, frozenset()):
        yield _read(memory.files, path, path, is_raw=path.startswith(_RAW))
    if memory.auto is not None:
        for note in sorted(name for name in memory.auto.names(".") if name.endswith(".md")):
            yield _read(memory.auto, note, f"auto:{note}")
    if memory.org is not None and memory.org.changed_us(KNOWLEDGE_FILE) is not None:
        yield _read(memory.org, KNOWLEDGE_FILE, KNOWLEDGE_FILE)


def _read(files: SeatFiles, path: str, shown: str, *, is_raw: bool = False) -> _Text:
    try:
        content = files.find(path, FILE_BYTES_MAX)
    except SeatFileRefused:
        return _Text(shown, None, is_raw)
    return _Text(shown, None if content is None else content.decode("utf-8", "replace"), is_raw)
