"""What of a seat is carried to another place, and does its memory answer there as it did?

Source: docs/formats/seat-pack.md, ADR 0211.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING

from cortex.core.seat.memory_search import passages_of
from cortex.core.seat.packs import (
    FILE_BYTES_MAX,
    FILES_MAX,
    PACK_BYTES_MAX,
    fault_of_path,
    is_passing,
    is_wanted,
)
from cortex.model.refusals import SeatFileRefused, SeatPackRefused
from cortex.model.seat_moves import HOME, SEAT, LeftOut, PackFile, PackProbe
from cortex.seat.memory_files import LEFT_OUT, memory_files
from cortex.seat.memory_index import search_memory

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cortex.model.seat_moves import FolderEntry
    from cortex.ports.seat_files import SeatFiles

    Put = Callable[[PackFile, bytes], None]

PROBES_MAX = 8
"""Questions a pack is asked, spread over the files of the memory."""

LEFT_OUT_MAX = 1_000
"""Names that were left out and are listed; a folder counts as one."""

QUESTION_WORDS = 12
ANSWERS = 3

_NOT_OURS = "it is no file of a seat; --whole-folder takes it along"
_NO_FILE = "it is a link, or no regular file"


class Gathering:
    """What has been taken of a seat so far, and what was left.

    Attributes:
        files: in the order they were taken.
        left_out: what was passed over, with the reason.
        size: bytes of all files.
    """

    def __init__(
        self,
        put: Put,
        now_us: int,
        *,
        is_whole: bool,
        skipped: frozenset[str] = frozenset(),
        snapshot: Callable[[str], bytes | None] = lambda _: None,
    ) -> None:
        """Begin to gather.

        Args:
            put: takes a file and its content.
            now_us: the present instant; no file was written later.
            is_whole: the whole folder of the seat was asked for.
            skipped: folders of the seat that are left out, such as a Cortex home inside.
            snapshot: gives a database of the home as it is at one instant; None for other files.
        """
        self.files: list[PackFile] = []
        self.left_out: list[LeftOut] = []
        self.size = 0
        self._put = put
        self._is_whole = is_whole
        self._skipped = skipped
        self._now_us = now_us
        self._snapshot = snapshot

    def take(self, folder: SeatFiles, area: str, below: str = "") -> None:
        """Take what belongs to a part, by path. The caller has the folder's turn.

        Raises:
            SeatPackRefused: it is more than a pack holds, or a file is too large.
            SeatFileRefused: a folder cannot be read.
        """
        for entry in folder.entries(below):
            path = f"{below}/{entry.name}" if below else entry.name
            if is_passing(area, path):
                continue
            reason = self._reason(area, path, entry)
            if reason:
                self.leave(area, path, reason)
            elif entry.kind == "folder":
                self.take(folder, area, path)
            else:
                self._file(folder, area, path, entry)

    def add(self, area: str, path: str, content: bytes, entry: FolderEntry) -> None:
        """Take one file with this content.

        Raises:
            SeatPackRefused: it is more than a pack holds.
        """
        _require_size(f"{area}/{path}", len(content))
        self.size += len(content)
        if len(self.files) >= FILES_MAX or self.size > PACK_BYTES_MAX:
            message = f"a pack holds {FILES_MAX} files and {PACK_BYTES_MAX} bytes, and this is more"
            raise SeatPackRefused(message, remedy="leave out --whole-folder, or move files away")
        digest = sha256(content).hexdigest()
        changed_us = min(max(0, entry.changed_us), self._now_us)
        file = PackFile(area, path, len(content), digest, changed_us, entry.is_executable)
        self._put(file, content)
        self.files.append(file)

    def take_these(self, folder: SeatFiles, area: str, paths: Iterable[str]) -> None:
        """Take these files of a folder, those that are there; each folder is listed once.

        Raises:
            SeatPackRefused, SeatFileRefused: as ``take``.
        """
        wanted = frozenset(paths)
        for above in sorted({path.rpartition("/")[0] for path in wanted}):
            for entry in folder.entries(above):
                path = f"{above}/{entry.name}" if above else entry.name
                if path in wanted and entry.kind == "file":
                    self._file(folder, area, path, entry)

    def leave(self, area: str, path: str, reason: str) -> None:
        """Note what is not taken, and why."""
        if len(self.left_out) < LEFT_OUT_MAX:
            shown = path.encode("utf-8", "backslashreplace").decode()
            self.left_out.append(LeftOut(area, shown, reason))
        elif len(self.left_out) == LEFT_OUT_MAX:
            self.left_out.append(LeftOut(area, "...", "and more of them"))

    def _reason(self, area: str, path: str, entry: FolderEntry) -> str:
        """Give why a name is left out, or an empty text."""
        is_folder = entry.kind == "folder"
        if area == SEAT and path in self._skipped:
            return "it is the Cortex home, or what the host keeps"
        if not is_wanted(area, path, is_folder=is_folder, is_whole=self._is_whole):
            return _NOT_OURS if not self._is_whole else "git keeps it"
        return _NO_FILE if entry.kind == "other" else fault_of_path(path)

    def _file(self, folder: SeatFiles, area: str, path: str, entry: FolderEntry) -> None:
        copied = self._snapshot(path) if area == HOME else None
        if copied is None:
            _require_size(f"{area}/{path}", entry.size)
        content = folder.find(path, FILE_BYTES_MAX) if copied is None else copied
        if content is not None:  # Else it went away meanwhile.
            self.add(area, path, content, entry)


def questions_of(files: SeatFiles) -> list[str]:
    """Give what a seat's memory can be asked: the first words of files, spread over all of them."""
    paths = list(memory_files(files, LEFT_OUT))
    step = max(1, len(paths) // PROBES_MAX)
    questions = []
    for path in paths[::step][:PROBES_MAX]:
        try:
            content = files.find(path, FILE_BYTES_MAX) or b""
        except SeatFileRefused:
            continue
        first = next(iter(passages_of(content.decode("utf-8", "replace"))), None)
        words = f"{first.heading} {first.text}".split()[:QUESTION_WORDS] if first else []
        if words:
            questions.append(" ".join(words))
    return questions


def answers_of(files: SeatFiles, kept: SeatFiles, questions: list[str]) -> list[PackProbe]:
    """Ask a seat's memory, and give each question with the digest of its answer.

    Raises:
        SeatFileRefused: its folder cannot be read, or the index not be written.
    """
    probes = []
    for question in questions:
        hits = search_memory(files, kept, question, ANSWERS).hits
        said = [[hit.file, hit.line, hit.heading, hit.text, list(hit.terms)] for hit in hits]
        answer = json.dumps(said, ensure_ascii=True).encode()
        probes.append(PackProbe(question, sha256(answer).hexdigest()))
    return probes


def _require_size(what: str, size: int) -> None:
    if size > FILE_BYTES_MAX:
        message = f"{what} has more than {FILE_BYTES_MAX} bytes"
        raise SeatPackRefused(message, remedy="move it away, or leave out --whole-folder")
