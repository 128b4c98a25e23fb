"""What is a record of a vault, and how may a command over it fail?

A vault is a folder of Markdown and JSONL that people and agents write; its text is canonical.
Names, codes and key order are those of the published eight-command contract.
Source: docs/formats/vault.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum

TEMPORARY_END = ".tmp"
"""End of the name under which a file is written before it takes its place."""


class VaultCode(StrEnum):
    """Why a command over a vault failed; the value is what programs compare."""

    INTERNAL = "internal_error"
    NOT_FOUND = "not_found"
    INVALID_INPUT = "invalid_input"
    INTEGRITY = "integrity_error"
    WRITE_REFUSED = "write_refused"
    GOVERNANCE_REFUSED = "governance_refused"


VAULT_EXITS = {
    VaultCode.INTERNAL: 1,
    VaultCode.NOT_FOUND: 3,
    VaultCode.INVALID_INPUT: 4,
    VaultCode.INTEGRITY: 4,
    VaultCode.WRITE_REFUSED: 5,
    VaultCode.GOVERNANCE_REFUSED: 5,
}
"""Exit status of each code; this contract's own, not that of the other verbs."""


class VaultFault(Exception):
    """A command over a vault was refused, or the vault cannot be read as it stands.

    Attributes:
        code: one of the published codes.
        message: one sentence; it names a file or an argument and never quotes a record.
        path: the file at fault, relative to the root, or None.
        line: its line, counted from 1, or None.
    """

    def __init__(
        self, code: VaultCode, message: str, *, path: str | None = None, line: int | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.path = path
        self.line = line


class Provenance(NamedTuple):
    """Where a record is from: who wrote it, in which session, and its file below the root."""

    source: str
    session: str | None
    path: str


class IndexDamaged(Exception):
    """A derived index cannot be used; its words say why. The files it was made from are fine."""


class FileStamp(NamedTuple):
    """What the system says of a file; a changed file has another one, unless it is very young."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


class Unread(NamedTuple):
    """What an index knows of a record's title and text in their place.

    ``path`` is that of its file, ``place`` its place in the index, ``units`` the length of the text
    in UTF-16 units, ``length`` the number of its terms.
    """

    path: str
    place: int
    units: int
    length: int


class VaultRecord(NamedTuple):
    """One Markdown file, or one row of a JSONL file.

    Instants stay as they were written; ``content`` is the text without private spans.
    ``links`` are the targets of its wikilinks as written, which only the graph uses. ``line`` is
    where the record begins in its file. One that is ``unread`` comes from an index: its title and
    text are empty, and it cannot be given away whole.
    """

    id: str
    type: str
    title: str
    created: str
    updated: str
    provenance: Provenance
    content: str
    related: tuple[str, ...]
    valid_from: str | None
    valid_until: str | None
    created_ms: int
    updated_ms: int
    valid_from_ms: int | None
    valid_until_ms: int | None
    links: tuple[str, ...] = ()
    line: int = 1
    unread: Unread | None = None

    def is_active(self, at_ms: int) -> bool:
        """Tell whether the record holds at an instant; the start is inside, the end is not."""
        return (self.valid_from_ms is None or self.valid_from_ms <= at_ms) and (
            self.valid_until_ms is None or at_ms < self.valid_until_ms
        )


class VaultCard(NamedTuple):
    """A record as a list shows it: everything but its text."""

    record: VaultRecord
    score: float
    est_tokens: int


class Corpus(NamedTuple):
    """Everything read from one root, in the order of the files' paths.

    ``faults`` are empty unless the caller asked to read past them.
    """

    root: str
    records: tuple[VaultRecord, ...]
    faults: tuple[VaultFault, ...] = ()


def record_fields(record: VaultRecord) -> dict[str, object]:
    """Give the published fields of a record, in their published order.

    Raises:
        ValueError: the record is a head without its text.
    """
    if record.unread is not None:
        raise ValueError(record.unread.path)
    source, session, path = record.provenance
    return {
        "id": record.id,
        "type": record.type,
        "title": record.title,
        "created": record.created,
        "updated": record.updated,
        "provenance": {"source": source, "session": session, "path": path},
        "content": record.content,
        "related": list(record.related),
        "valid_from": record.valid_from,
        "valid_until": record.valid_until,
    }


class CitedRecord(NamedTuple):
    """A record of a vault that a fact rests on, as it stood when it was cited.

    ``digest`` is of the whole record, 64 hexadecimal digits; its text is not kept.
    """

    root: str
    path: str
    record_id: str
    line: int
    digest: str
    cited_us: int

    @property
    def reference(self) -> str:
        """Give the published form, ``vault:<path>#<record id>``."""
        return f"{RECORD_PREFIX}{self.path}#{self.record_id}"


class RecordStanding(StrEnum):
    """What became of a cited record since."""

    SAME = "same"
    EDITED = "edited"
    GONE = "gone"
    UNREADABLE = "unreadable"
    ELSEWHERE = "elsewhere"


class JudgedRecord(NamedTuple):
    """A cited record with its standing now; ``line_now`` is where it stands, if it still does."""

    cited: CitedRecord
    standing: RecordStanding
    line_now: int | None = None


RECORD_PREFIX = "vault:"
"""Begins the reference of a record."""
