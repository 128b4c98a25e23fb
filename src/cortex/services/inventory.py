"""Which registered files are there, and how are they taken in a few at a time?

A file is kept and the place of the next one moved in one transaction, so whoever is killed goes on
where they were. Source: CQR 6.4; docs/formats/observations.md; ADR 0123.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.observe.intake import require_intake
from cortex.model.errors import CortexError, NotFound
from cortex.model.inventories import Entry, FileStatus, Inventory
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import (
    BOOTSTRAP_BYTES_MAX,
    BOOTSTRAP_SOURCES_MAX,
    INVENTORIES_MAX,
    INVENTORY_SOURCES_MAX,
)
from cortex.model.refusals import CaptureRefused, Forgotten
from cortex.services.intake import FILE_PREFIX, file_bytes_max, keep_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.observations import CaptureReceipt, Source
    from cortex.ports.brain import Brain, BrainReader, BrainWriter
    from cortex.ports.source_files import SourceFiles
    from cortex.services.intake import Intake

SOURCE_LIMIT = "inventory_source_limit"
BUDGET = "invalid_bootstrap_budget"
RESUME = "inventory_resume_conflict"
EPOCH = "inventory_restore_epoch_changed"
MISSING = "registration_missing"

FORMATS = ("md", "txt", "json", "jsonl", "toml", "yaml", "yml", "rs", "js", "ts", "py")
"""Endings of names that say what a file is; another file is kept all the same, when it is text."""

UNKNOWN = "unknown"

_STATUSES = frozenset(status.value for status in FileStatus)
_DETAIL_CHARS_MAX = 300  # A sentence; the rest of a message is for the one who typed a command.


class Budget(NamedTuple):
    """How much one bootstrap may take in, and whether it passes over what cannot be."""

    sources: int
    size_bytes: int
    skips_blocked: bool = False


def take_stock(brain: Brain, files: SourceFiles, revision: str, taking: Intake) -> Inventory:
    """List the caller's registered files as they are now; nothing of them is read.

    Args:
        revision: name of the new list, 32 hexadecimal digits.

    Raises:
        CaptureRefused: more files are registered than one list may have.
    """
    principal = taking.caller.principal
    with brain.reading() as reader:
        sources = _files_of(reader, principal)
    if len(sources) > INVENTORY_SOURCES_MAX:
        message = f"{len(sources)} files are registered, a list has at most {INVENTORY_SOURCES_MAX}"
        remedy = "register folders' worth of files for another owner or brain"
        raise CaptureRefused(SOURCE_LIMIT, message, remedy=remedy)
    entries = tuple(_found(files, source, taking) for source in sources)
    with brain.writing() as writer:
        made = Inventory(0, revision, writer.restore_epoch(), taking.now_us, 0, entries)
        return writer.intake.add_inventory(principal, made, INVENTORIES_MAX)


def find_inventory(brain: Brain, revision: str, taking: Intake) -> Inventory:
    """Give a list as it stands.

    Raises:
        NotFound: this caller has none of that name.
        CaptureRefused: the store was restored since it was made.
    """
    with brain.reading() as reader:
        return _inventory(reader, revision, taking)


def bootstrap(
    brain: Brain, files: SourceFiles, revision: str, budget: Budget, taking: Intake
) -> Inventory:
    """Take in the next files of a list, as many as the budget allows, and give how it stands then.

    A file that cannot be taken in stops the walk, and is the next one again; or is passed over
    when the budget says so.

    Raises:
        NotFound, CaptureRefused: as ``find_inventory``; the budget is out of bounds; or somebody
            else walks the same list.
    """
    _require_budget(budget)
    left = budget.size_bytes
    for _ in range(budget.sources):
        with brain.reading() as reader:
            inventory = _inventory(reader, revision, taking)
            at = inventory.next_index
            if at >= len(inventory.entries):
                break
            entry = inventory.entries[at]
            source = reader.observations.find_source(taking.caller.principal, entry.key)
        if left < entry.size_bytes <= budget.size_bytes:
            break  # The next call has room for it.
        result = _walked(brain, files, inventory, source, left, taking)
        if result.status is not FileStatus.READY and not budget.skips_blocked:
            break
        left -= entry.size_bytes if result.status is FileStatus.READY else 0
        if result.status is not FileStatus.READY:
            with brain.writing() as writer:
                _move(writer, inventory, at)
    return find_inventory(brain, revision, taking)


def reconcile(brain: Brain, files: SourceFiles, revision: str, taking: Intake) -> Inventory:
    """Look at every file of a list again and say how each stands; nothing is taken in or moved.

    Raises:
        NotFound, CaptureRefused: as ``find_inventory``.
    """
    with brain.reading() as reader:
        inventory = _inventory(reader, revision, taking)
        registered = {one.key: one for one in _files_of(reader, taking.caller.principal)}
    listed = {entry.key for entry in inventory.entries}
    changed = []
    for position, entry in enumerate(inventory.entries):
        source = registered.get(entry.key)
        now = _compared(files, entry, source, taking)
        if now != entry:
            changed.append((position, now))
    with brain.writing() as writer:
        for position, now in changed:
            writer.intake.set_entry(inventory.inventory_no, position, now)
        untracked = len(registered.keys() - listed)
        writer.intake.set_untracked(inventory.inventory_no, untracked)
        return _inventory(writer, revision, taking)


def _walked(  # One file, where it stands in its list, and the room there is.
    brain: Brain,
    files: SourceFiles,
    inventory: Inventory,
    source: Source | None,
    left: int,
    taking: Intake,
) -> Entry:
    """Take one file in, or say in its list why not."""
    at = inventory.next_index
    entry = inventory.entries[at]
    try:
        receipt = _taken(brain, files, inventory, source, left, taking)
    except (CaptureRefused, Forgotten) as error:
        if isinstance(error, CaptureRefused) and error.reason == RESUME:
            raise
        blocked = _blocked(entry, error)
        with brain.writing() as writer:
            writer.intake.set_entry(inventory.inventory_no, at, blocked)
        return blocked
    return entry._replace(
        status=FileStatus.READY, observation_id=receipt.observation.observation_id
    )


def _taken(  # As `_walked`.
    brain: Brain,
    files: SourceFiles,
    inventory: Inventory,
    source: Source | None,
    left: int,
    taking: Intake,
) -> CaptureReceipt:
    at = inventory.next_index
    entry = inventory.entries[at]
    standing = _permitted(source, taking)
    if entry.size_bytes > left:
        message = f"it has {entry.size_bytes} bytes, and {left} may be taken in at once"
        raise CaptureRefused(FileStatus.QUOTA_BLOCKED.value, message)
    read = files.read(entry.key.removeprefix(FILE_PREFIX), file_bytes_max(standing))
    if read.look.fingerprint != entry.fingerprint:
        raise CaptureRefused(FileStatus.SOURCE_CHANGED.value, "it changed since it was listed")
    with brain.writing() as writer:
        again = writer.observations.find_source(taking.caller.principal, entry.key)
        receipt = keep_file(writer, _permitted(again, taking), read, taking.now_us)
        done = entry._replace(
            status=FileStatus.READY,
            detail="",
            observation_id=receipt.observation.observation_id,
        )
        writer.intake.set_entry(inventory.inventory_no, at, done)
        _move(writer, inventory, at)
    return receipt


def _move(writer: BrainWriter, inventory: Inventory, at: int) -> None:
    if not writer.intake.move_inventory(inventory.inventory_no, at, at + 1):
        message = f"somebody else goes on with the list {inventory.revision}"
        remedy = "look at it again: cortex capture inventory --revision"
        raise CaptureRefused(RESUME, message, remedy=remedy, field="revision")


def _found(files: SourceFiles, source: Source, taking: Intake) -> Entry:
    """Give how a registered file stands before anything of it is read."""
    path = source.key.removeprefix(FILE_PREFIX)
    ending = path.rpartition("/")[2].rpartition(".")[2].lower()
    entry = Entry(
        source.source_no,
        source.key,
        ending if ending in FORMATS else UNKNOWN,
        0,
        "",
        FileStatus.PARTIALLY_INDEXED,
    )
    try:
        _permitted(source, taking)
        look = files.look(path)
    except CaptureRefused as error:
        return _blocked(entry, error)
    entry = entry._replace(size_bytes=look.size_bytes, fingerprint=look.fingerprint)
    bytes_max = file_bytes_max(source)
    if look.size_bytes > bytes_max:
        detail = f"it has {look.size_bytes} bytes, and {bytes_max} may be kept"
        return entry._replace(status=FileStatus.QUOTA_BLOCKED, detail=detail)
    return entry


def _compared(files: SourceFiles, entry: Entry, source: Source | None, taking: Intake) -> Entry:
    """Give how a listed file stands now."""
    if source is None:
        return entry._replace(status=FileStatus.PERMISSION_REQUIRED, detail=MISSING)
    now = _found(files, source, taking)
    if now.fingerprint and now.fingerprint != entry.fingerprint:
        detail = "it changed since it was listed"
        return entry._replace(status=FileStatus.SOURCE_CHANGED, detail=detail)
    if now.status is not FileStatus.PARTIALLY_INDEXED:
        return entry._replace(status=now.status, detail=now.detail)
    if entry.observation_id is not None:
        return entry._replace(status=FileStatus.READY, detail="")
    return entry._replace(status=now.status, detail="")


def _permitted(source: Source | None, taking: Intake) -> Source:
    """Give a source that may hand over; a file is asked of nobody but the operator."""
    reason = FileStatus.PERMISSION_REQUIRED.value
    if source is None:
        raise CaptureRefused(reason, MISSING)
    try:
        return require_intake(source, source.key, taking.policy)
    except CaptureRefused as error:
        raise CaptureRefused(reason, error.detail) from None


def _blocked(entry: Entry, error: CortexError) -> Entry:
    status, detail = FileStatus.UNKNOWN_FORMAT, error.message
    if isinstance(error, CaptureRefused) and error.reason in _STATUSES:
        status, detail = FileStatus(error.reason), error.detail
    return entry._replace(status=status, detail=detail[:_DETAIL_CHARS_MAX])


def _inventory(reader: BrainReader, revision: str, taking: Intake) -> Inventory:
    found = reader.intake.find_inventory(taking.caller.principal, revision)
    if found is None:
        message = f"there is no inventory '{revision[:40]}' here"
        raise NotFound(message, remedy="make one: cortex capture inventory", field="revision")
    if found.restore_epoch != reader.restore_epoch():
        message = "the store was restored since this inventory was made"
        remedy = "make another: cortex capture inventory"
        raise CaptureRefused(EPOCH, message, remedy=remedy, field="revision")
    return found


def _files_of(reader: BrainReader, principal: str) -> Sequence[Source]:
    """Give the registered files of a principal, by key."""
    own = reader.observations.sources(principal)
    return [source for source in own if source.key.startswith(FILE_PREFIX)]


def _require_budget(budget: Budget) -> None:
    if 0 < budget.sources <= BOOTSTRAP_SOURCES_MAX and 0 < budget.size_bytes <= BOOTSTRAP_BYTES_MAX:
        return
    message = (
        f"one bootstrap takes in 1 to {BOOTSTRAP_SOURCES_MAX} files and 1 to {BOOTSTRAP_BYTES_MAX}"
        " bytes"
    )
    raise CaptureRefused(BUDGET, message, remedy="give --max-sources and --max-bytes in range")
