"""What is handed over by a seat to its next session, and carried to another place?"""

from __future__ import annotations

from cortex.model.lean_classes import NamedTuple


class HandedOff(NamedTuple):
    """A document that was written for the next session.

    Attributes:
        seat: whose.
        path: absolute path of it.
        session: whose work it hands over; empty when nobody knows.
        text: what it says.
        warnings: what could not be known, for the writer.
    """

    seat: str
    path: str
    session: str
    text: str
    warnings: tuple[str, ...]


PACK_FORMAT = "cortex-seat/1"
"""Name of the format of a pack; a reader refuses every other one."""

SEAT = "seat"
HOME = "home"
AUTO_MEMORY = "auto-memory"
ORGANISATION = "organisation"
BUS = "bus"

AREAS = (SEAT, HOME, AUTO_MEMORY, ORGANISATION, BUS)
"""Parts of a pack: the seat's own folder, what Cortex keeps for it, the host's memory of its
project, what the seats of its organisation share, and its tasks and approvals."""

CREATE = "create"
SAME = "same"
KEEP = "keep"
"""What becomes of a part: it is made, it is there as it was packed, or what is there stays."""


class FolderEntry(NamedTuple):
    """One name in a folder.

    Attributes:
        name: as the system gives it.
        kind: ``file``, ``folder``, or ``other`` for a link, a pipe, a device.
        size: bytes of a file.
        changed_us: when it was last written.
        is_executable: its owner may run it.
    """

    name: str
    kind: str
    size: int
    changed_us: int
    is_executable: bool


class PackFile(NamedTuple):
    """One file of a pack: where it belongs, its length, SHA-256, and when it was last written."""

    area: str
    path: str
    size: int
    sha256: str
    changed_us: int
    is_executable: bool

    @property
    def member(self) -> str:
        """Give its name inside the pack."""
        return f"{self.area}/{self.path}"


class LeftOut(NamedTuple):
    """What is not in a pack, and why."""

    area: str
    path: str
    reason: str


class PackProbe(NamedTuple):
    """A question to the seat's memory, and the SHA-256 of what it answered."""

    question: str
    answer_sha256: str


class PackManifest(NamedTuple):
    """What a pack says about itself.

    Attributes:
        created_us: when it was made.
        cortex: version of the program that made it.
        seat: name of the seat.
        org: organisation it works for; empty without one.
        root: absolute path its folder had.
        is_whole: the whole folder was packed.
        files: by area and path.
        left_out: by area and path.
        probes: what the restored memory is asked.
        signed: messages in the home that this machine had signed, by path: there they are signed
            anew.
    """

    created_us: int
    cortex: str
    seat: str
    org: str
    root: str
    is_whole: bool
    files: tuple[PackFile, ...]
    left_out: tuple[LeftOut, ...]
    probes: tuple[PackProbe, ...]
    signed: tuple[str, ...] = ()


class Packed(NamedTuple):
    """A pack that was written and read back."""

    path: str
    size: int
    manifest: PackManifest


class PackPlace(NamedTuple):
    """Where a part of a pack goes.

    Attributes:
        area: one of ``AREAS``.
        path: absolute path of the folder, or of the file of an organisation.
        became: ``create``, ``same`` or ``keep``.
        files: how many.
        size: bytes of all.
    """

    area: str
    path: str
    became: str
    files: int
    size: int


class Unpacked(NamedTuple):
    """What a pack becomes on this machine.

    Attributes:
        manifest: what it says of itself.
        seat: name of the seat here.
        org: organisation it works for here.
        root: absolute path of its folder here.
        home: absolute path of what Cortex keeps for it here.
        places: every part, in the order of ``AREAS``.
        is_new: the seat is not registered here yet, before anything is done.
        is_applied: it was done.
        rehashed: files that were read back and are what was packed; 0 when nothing was done.
        answered: questions that had the same answer as when it was packed.
        warnings: what a person should know.
    """

    manifest: PackManifest
    seat: str
    org: str
    root: str
    home: str
    places: tuple[PackPlace, ...]
    is_new: bool
    is_applied: bool
    rehashed: int
    answered: int
    warnings: tuple[str, ...]
