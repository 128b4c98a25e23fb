"""What is an inventory: the registered files as they were found, and how far they were taken in?

Source: CQR 6.4; docs/formats/observations.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum


class FileStatus(StrEnum):
    """How one file stands, and the whole inventory with it."""

    READY = "ready"
    """Kept as it is; of an inventory: every file is."""

    PARTIALLY_INDEXED = "partially_indexed"
    """Found and not kept yet; of an inventory: it goes on."""

    SOURCE_UNAVAILABLE = "source_unavailable"
    """It is gone, a link, no plain file, or what was kept of it was taken back."""

    SOURCE_CHANGED = "source_changed"
    """It is not the file any more that was found."""

    PERMISSION_REQUIRED = "permission_required"
    """The system or the operator does not let it be read."""

    QUOTA_BLOCKED = "quota_blocked"
    """It is larger than its grant, or than what may be taken at once."""

    UNKNOWN_FORMAT = "unknown_format"
    """It is no text in UTF-8, or holds what may not be kept."""


class FileLook(NamedTuple):
    """A plain file as the system describes it. ``fingerprint`` changes whenever it is written."""

    fingerprint: str
    identity: str
    size_bytes: int
    modified_us: int


class Entry(NamedTuple):
    """One registered file. ``observation_id`` is what was kept of it, by this inventory."""

    source_no: int
    key: str
    format: str
    size_bytes: int
    fingerprint: str
    status: FileStatus
    detail: str = ""
    observation_id: int | None = None


class Inventory(NamedTuple):
    """Every registered file of a principal, and the place of the next one to take in.

    ``untracked`` counts files registered since, which are in no list.
    """

    inventory_no: int
    revision: str
    restore_epoch: int
    made_us: int
    next_index: int
    entries: tuple[Entry, ...]
    untracked: int = 0

    @property
    def status(self) -> FileStatus:
        """Give how the next file stands; ready when there is none."""
        if self.next_index >= len(self.entries):
            return FileStatus.READY
        return self.entries[self.next_index].status
