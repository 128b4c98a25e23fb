"""What is a copy of a brain, and what do making it and bringing it back report?

Source: docs/formats/backup.md, ADR 0105, ADR 0106.
"""

from __future__ import annotations

from cortex.model.lean_classes import NamedTuple, StrEnum

COPY_FORMAT = "cortex-backup/1"
"""Name of the format of a copy; a reader refuses every other one."""

SIDECAR_SUFFIX = ".refzero.sqlite"
"""End of the name of the file beside a brain that gives exact bytes a name."""

BRAIN_MEMBER = "brain.db"
SIDECAR_MEMBER = "refzero.sqlite"
"""Files inside a copy: the brain, and its identity sidecar when there was one."""

COPIES_KEPT = 10
"""Copies of one brain kept in the home unless the person says otherwise: two weeks of work days."""

COPIES_KEPT_MAX = 1000
"""Most copies that may be kept: more is an archive, which belongs elsewhere."""

PROBES_MAX = 16
"""Facts of a brain about which a copy is asked; spread over its whole age."""

MANIFEST_BYTES_MAX = 1_048_576
"""Bytes of a manifest that are read; a real one has a few thousand."""


class Member(NamedTuple):
    """One file inside a copy: its length in bytes, and its SHA-256 in hexadecimal digits."""

    name: str
    size: int
    sha256: str


class Probe(NamedTuple):
    """What a brain said when it was asked about one of its facts; both are SHA-256 digits.

    ``text_sha256`` is of the statement, ``answer_sha256`` of all cards it was answered with.
    """

    fact_id: int
    text_sha256: str
    answer_sha256: str


class Contents(NamedTuple):
    """What a brain holds, as far as two of them are compared by it.

    ``counts`` has (name, number of rows) of what people would miss, by name.
    """

    brain_id: str
    schema_version: int
    analysis_version: int
    restore_epoch: int
    head: int | None
    facts: int
    counts: tuple[tuple[str, int], ...]


class Manifest(NamedTuple):
    """What a copy says about itself.

    Args:
        created_us: when it was made; its probes were asked about that instant.
        cortex: version of the program that made it.
    """

    created_us: int
    cortex: str
    contents: Contents
    members: tuple[Member, ...]
    probes: tuple[Probe, ...]


class CopyFile(NamedTuple):
    """A copy in the folder of copies: its path, its length, and when it was made, by its name."""

    path: str
    size: int
    created_us: int


class Proof(NamedTuple):
    """What a copy was asked, and what fits.

    Args:
        facts: read and counted.
        probes: questions asked.
        same_answers: how many were answered to the byte as when the copy was made; None when the
            program or the format has changed since, so that answers may differ for a good reason.
    """

    facts: int
    probes: int
    same_answers: int | None


class BackupReport(NamedTuple):
    """A copy that was made.

    Args:
        proof: None when nobody asked for it.
        dropped: older copies that were deleted to keep the number asked for, by path.
    """

    path: str
    size: int
    manifest: Manifest
    proof: Proof | None
    dropped: tuple[str, ...]


class PresentState(StrEnum):
    """What stands where a brain is to be put."""

    ABSENT = "absent"
    READABLE = "readable"
    DAMAGED = "damaged"


class Present(NamedTuple):
    """The brain that is to give way.

    Args:
        facts, entries: how many there are; 0 when they cannot be read.
        facts_since, entries_since: how many are younger than the copy, and would not be there
            afterwards.
        detail: why it cannot be read; empty when it can.
    """

    state: PresentState
    facts: int = 0
    entries: int = 0
    facts_since: int = 0
    entries_since: int = 0
    restore_epoch: int = 0
    detail: str = ""


class RestoreReport(NamedTuple):
    """What a restore did; when ``is_applied`` is false, what it would do.

    Args:
        copy: path of the copy.
        set_aside: where the brain that gave way is now; None when there was none, or not yet.
        restore_epoch: of the brain that stands there afterwards.
        forgotten_again: facts of the copy that had been forgotten since and stay so.
    """

    copy: str
    manifest: Manifest
    present: Present
    proof: Proof
    is_applied: bool
    set_aside: str | None
    restore_epoch: int
    forgotten_again: int


class TableYield(NamedTuple):
    """How many rows of one table could be read, and how many are known to be lost.

    ``lost`` counts rows that are there by the table's own numbering, or that point at such rows.
    """

    table: str
    kept: int
    lost: int


class Salvage(NamedTuple):
    """What came over from a damaged file.

    Args:
        tables: of each table that had rows or lost some, by name.
        altered: references of facts whose words do not fit the digest taken when they were said.
    """

    tables: tuple[TableYield, ...]
    altered: tuple[str, ...]


class RecoverReport(NamedTuple):
    """What could be read from a damaged brain.

    Args:
        altered: facts that were kept though their words do not fit their digest, by reference.
        tables: of each table that had rows or lost some, by name.
        findings: what is damaged, in words; empty for a brain that is sound.
        set_aside: where the damaged files are now; None when nothing was replaced.
    """

    path: str
    facts: int
    tables: tuple[TableYield, ...]
    findings: tuple[str, ...]
    is_applied: bool
    set_aside: str | None
    altered: tuple[str, ...] = ()
