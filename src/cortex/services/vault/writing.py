"""How does an item get into a vault? Decide, lock, decide again on what stands there, replace, log.

Everything that can be refused is refused before anything is touched. Source: ADR 0114 and 0115.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from cortex.core.vault.governance import (
    HOT_LOG,
    LOCK_LOG,
    NOTE_LOG,
    QUEUE,
    SNAPSHOTS,
    UPGRADES,
    Tier,
    joined,
    note_paths,
    require_tier,
    shares_note,
)
from cortex.core.vault.hot_memory import HotPlan, plan_hot
from cortex.core.vault.instants import iso_ms
from cortex.core.vault.notes import read_note
from cortex.core.vault.notes_writing import Composed, appended, new_note
from cortex.core.vault.payloads import deny
from cortex.core.vault.proposals import PENDING, line_of, pin, proposal_id, row_of
from cortex.core.vault.text import public
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import (
    VAULT_BYTES_MAX,
    VAULT_FILE_BYTES_MAX,
    VAULT_FILES_MAX,
    VAULT_RECORDS_MAX,
    VAULT_SNAPSHOTS_MAX,
)
from cortex.model.vault import TEMPORARY_END, VaultCode, VaultFault
from cortex.model.vault_writing import (
    FOLDERS,
    Ground,
    HotItem,
    Item,
    NoteItem,
    ProposalItem,
    Written,
)
from cortex.services.vault.corpus import ROWS_END, load

if TYPE_CHECKING:
    from cortex.ports.vault import CorpusFile, VaultFolder
    from cortex.ports.vault_writing import GovernedFolder, LockEvent


TRIES_MAX = 5
"""Times a file is composed again because somebody without a lock, an editor, wrote it meanwhile."""

BUSY = "EWRITE_FAILED: the file kept changing while it was written to; try again"


class Moment(NamedTuple):
    """What a write needs to know of the world: the instant, a random id, the person's home."""

    now_ms: int
    random_id: str
    home: str


class VaultWriter:
    """A vault that items can be put into.

    Args:
        folder: the boundary.
        corpus: the same vault as reading sees it.
    """

    def __init__(
        self, folder: GovernedFolder, corpus: VaultFolder, ground: Ground, moment: Moment
    ) -> None:
        self._folder = folder
        self._corpus = corpus
        self._ground = ground
        self._moment = moment

    def put(self, item: Item) -> Written:
        """Write one item and give what became of it; a second call adds again.

        Raises:
            VaultFault: ``governance_refused``, and nothing was changed; or ``internal_error``: the
                item was written and its row in the audit log was not.
        """
        with self._folder.turn():
            if isinstance(item, HotItem):
                return self._put_hot(item)
            if isinstance(item, ProposalItem):
                return self._put_proposal(item)
            return self._put_note(item)

    def _put_note(self, item: NoteItem) -> Written:
        path, old, composed = self._note(item)
        self._require_room(path, old, composed.content)
        require_tier(path, self._ground, Tier.APPEND)
        self._require_logs(NOTE_LOG)
        self._make_room(path)
        with self._folder.lock(path, self._moment.now_ms) as events:
            self._settle()
            for _ in range(TRIES_MAX):
                path_now, old, composed = self._note(item)
                if path_now != path:
                    deny(BUSY)
                if self._folder.exchange(path, old, composed.content):
                    break
            else:
                deny(BUSY)
        size = len(composed.content)
        shown = self._shown(path)
        self._log(NOTE_LOG, {"file": shown, "bytes_written": size, "type": item.type}, events)
        detail: dict[str, object] = {
            "bytes_written": size,
            "created_or_appended": "created" if old is None else "appended",
            "related_links": composed.links,
        }
        return Written(item.type, shown, detail)

    def _note(self, item: NoteItem) -> tuple[str, bytes | None, Composed]:
        """Give the file a note belongs in, what it holds if anything, and what it would."""
        path, old = self._note_file(item)
        known = self._ground.corpus_path(path)
        if old is None:
            composed = self._new_note(item, path, known)
        else:
            composed = appended(old, item, known, self._moment.now_ms)
        return path, old, composed

    def _note_file(self, item: NoteItem) -> tuple[str, bytes | None]:
        """Give the file a note belongs in and what it holds; no title gets into another's note."""
        special, plain = note_paths(item, self._ground)
        old = self._folder.find(special, VAULT_FILE_BYTES_MAX)
        if old is not None:
            return special, old
        old = self._folder.find(plain, VAULT_FILE_BYTES_MAX)
        if old is None or shares_note(item.title, _title_of(old, plain)):
            return plain, old
        return special, None

    def _new_note(self, item: NoteItem, path: str, known: str) -> Composed:
        """Give a new note whose id no namesake has: ids are made of name and instant."""
        name = path.rpartition("/")[2]
        taken = set()
        for folder in FOLDERS.values():
            other = joined(self._ground.knowledge, f"{folder}/{name}")
            content = self._folder.find(other, VAULT_FILE_BYTES_MAX)
            if content is not None:
                taken.add(_id_of(content, other))
        slug = name.rpartition(".")[0]
        at_ms = self._moment.now_ms
        composed = new_note(item, slug, known, at_ms)
        while composed.record.id in taken:
            at_ms += 1
            composed = new_note(item, slug, known, at_ms)
        return composed

    def _put_hot(self, item: HotItem) -> Written:
        path = self._ground.hot[item.actor]
        require_tier(path, self._ground, Tier.REPLACE)
        plan, old = self._hot(item, path)
        if plan.content is not None:
            self._require_room(path, old, plan.content)
        self._require_logs(HOT_LOG)
        if plan.content is None:
            return self._hot_written(item, path, plan, ())
        self._make_room(path)
        with self._folder.lock(path, self._moment.now_ms) as events:
            self._settle()
            for _ in range(TRIES_MAX):
                plan, old = self._hot(item, path)
                if plan.content is None:
                    break
                kept = self._snapshot(path, old)
                if self._folder.exchange(path, old, plan.content):
                    self._forget_snapshots(path, kept)
                    break
            else:
                deny(BUSY)
        return self._hot_written(item, path, plan, events)

    def _hot(self, item: HotItem, path: str) -> tuple[HotPlan, bytes]:
        old = self._folder.find(path, VAULT_FILE_BYTES_MAX)
        if old is None:
            deny(f"EINVAL_PATH: {self._shown(path)} is missing; an empty file is enough")
        return plan_hot(old, item, self._ground.corpus_path(path), self._moment.now_ms), old

    def _hot_written(
        self, item: HotItem, path: str, plan: HotPlan, events: tuple[LockEvent, ...]
    ) -> Written:
        shown = self._shown(path)
        row = {"file": shown, "updated_by": item.actor, "rejected": False, **plan.detail}
        self._log(HOT_LOG, row, events)
        return Written(item.type, shown, plan.detail)

    def _snapshot(self, path: str, old: bytes) -> str:
        """Keep what a hot file holds before it is replaced, and give the name it is kept under."""
        stem = _stem(path)
        folder = joined(self._ground.evidence, SNAPSHOTS)
        stamp = iso_ms(self._moment.now_ms).replace(":", "-").replace(".", "-")
        names = self._folder.names(folder)
        name = f"{stem}__{stamp}.md"
        count = 1
        while name in names:
            count += 1
            name = f"{stem}__{stamp}-{count:03}.md"
        self._folder.replace(f"{folder}/{name}", old)
        return name

    def _forget_snapshots(self, path: str, kept: str) -> None:
        """Remove the oldest snapshots of a hot file beyond those that are kept, and torn ones."""
        folder = joined(self._ground.evidence, SNAPSHOTS)
        start = f"{_stem(path)}__"
        found = [name for name in self._folder.names(folder) if name.startswith(start)]
        whole = [name for name in found if name.endswith(".md")]
        torn = [name for name in found if name.endswith(TEMPORARY_END)]
        for name in (*torn, *whole[: max(0, len(whole) - VAULT_SNAPSHOTS_MAX)]):
            if name != kept:
                self._folder.remove(f"{folder}/{name}")

    def _put_proposal(self, item: ProposalItem) -> Written:
        now_ms = self._moment.now_ms
        pinned = pin(item, self._ground, self._moment.home)
        store = QUEUE if pinned.owner is None else UPGRADES
        path = joined(self._ground.evidence, store)
        name = proposal_id(now_ms, self._moment.random_id)
        row = row_of(item, pinned, name, iso_ms(now_ms))
        _queued(path, self._queue(path), row)
        self._require_logs(store)
        self._make_room(path)
        with self._folder.lock(path, now_ms) as events:
            self._settle()
            for _ in range(TRIES_MAX):
                old = self._queue(path)
                if self._folder.exchange(path, old, _queued(path, old, row)):
                    break
            else:
                deny(BUSY)
        self._log_locks(events)
        detail: dict[str, object] = {"id": name, "status": "queued"}
        if pinned.owner is not None:
            detail["owner"] = pinned.owner
        return Written(item.type, self._shown(path), detail)

    def _queue(self, path: str) -> bytes | None:
        """Give what a queue holds, which has no other name; None when there is none."""
        self._folder.require_own(path)
        return self._folder.find(path, VAULT_FILE_BYTES_MAX)

    def _shown(self, path: str) -> str:
        """Give the absolute path of a file as it may be told; the root's name may hold a tag."""
        return public(self._ground.show(path))

    def _make_room(self, path: str) -> None:
        """Make the folder a file and its lock are in."""
        parent = path.rpartition("/")[0]
        if parent:
            self._folder.make_folder(parent)

    def _settle(self) -> None:
        """Make the folder of the notes where it decides what is read, before anything beside it."""
        if self._ground.is_fresh:
            self._folder.make_folder(self._ground.knowledge)

    def _require_logs(self, *names: str) -> None:
        """Refuse to write what could not be accounted for."""
        for name in (*names, LOCK_LOG):
            self._folder.require_own(joined(self._ground.evidence, name))

    def _require_room(self, path: str, old: bytes | None, new: bytes) -> None:
        """Refuse what would make the vault larger than a reader accepts."""
        if len(new) > VAULT_FILE_BYTES_MAX:
            deny(f"EAT_CAP: {path} would exceed {VAULT_FILE_BYTES_MAX} bytes")
        files = [found for found in self._corpus.files() if not isinstance(found, Exception)]
        total = sum(file.size for file in files)
        if total + len(new) - len(old or b"") > VAULT_BYTES_MAX:
            deny(f"EAT_CAP: the vault would exceed {VAULT_BYTES_MAX} bytes")
        if old is not None:
            return
        if len(files) >= VAULT_FILES_MAX:
            deny(f"EAT_CAP: the vault holds {VAULT_FILES_MAX} files already")
        if self._records(files) >= VAULT_RECORDS_MAX:
            deny(f"EAT_CAP: the vault holds {VAULT_RECORDS_MAX} records already")

    def _records(self, files: list[CorpusFile]) -> int:
        """Count the records of a vault, or more: only when lines are that many are they read."""
        count = 0
        for file in files:
            if not file.path.endswith(ROWS_END):
                count += 1
            elif file.size <= VAULT_FILE_BYTES_MAX:
                with suppress(VaultFault):  # No reader reads past it either.
                    count += self._corpus.read(file.path, VAULT_FILE_BYTES_MAX).count(b"\n") + 1
        if count < VAULT_RECORDS_MAX:
            return count
        return len(load(self._corpus, is_tolerant=True).records)

    def _log(self, name: str, row: dict[str, object], events: tuple[LockEvent, ...]) -> None:
        """Account for a write that has happened.

        Raises:
            VaultFault: ``internal_error``.
        """
        line = line_of({"ts": iso_ms(self._moment.now_ms), **row})
        try:
            self._folder.append(joined(self._ground.evidence, name), line)
        except VaultFault as fault:
            message = f"The item was written, but not its row in the audit log: {fault.message}"
            raise VaultFault(VaultCode.INTERNAL, message) from None
        self._log_locks(events)

    def _log_locks(self, events: tuple[LockEvent, ...]) -> None:
        for event in events:
            row: dict[str, object] = {
                "ts": iso_ms(self._moment.now_ms),
                "pid": event.pid,
                "event": event.event,
                "reason": event.reason,
                "lock": event.lock,
                "detail": event.holder,
            }
            self._folder.append(joined(self._ground.evidence, LOCK_LOG), line_of(row))


def _queued(path: str, before: bytes | None, row: bytes) -> bytes:
    """Give a queue with one more row at its end."""
    old = before or b""
    gap = b"\n" if old and not old.endswith(b"\n") else b""
    if len(old) + len(gap) + len(row) > VAULT_FILE_BYTES_MAX:
        deny(f"EAT_CAP: {path} is full; decide on what is {PENDING} and remove it")
    return old + gap + row


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _title_of(content: bytes, path: str) -> str | None:
    try:
        return read_note(content, path).title
    except VaultFault:
        return None


def _id_of(content: bytes, path: str) -> str:
    try:
        return read_note(content, path).id
    except VaultFault:
        return ""
