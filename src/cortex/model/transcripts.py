"""What became of a transcript that was read?

Source: docs/formats/transcripts.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum

Counts = tuple[tuple[str, int], ...]
"""How often each kind was met, by kind."""


class Standing(StrEnum):
    """How a file stands to what was read of it before."""

    NEW = "new"
    GROWN = "grown"
    REWRITTEN = "rewritten"
    UNCHANGED = "unchanged"
    UNKNOWN_FORMAT = "unknown_format"
    EMPTY = "empty"
    UNREADABLE = "unreadable"
    REFUSED = "refused"


class TranscriptReport(NamedTuple):
    """What became of one file.

    Attributes:
        path: absolute path.
        host: who wrote it; empty when nobody knows.
        session: the host's id of the session; empty when no row says it.
        standing: how it stands to what was read before.
        lines: complete lines that were read now.
        kept: new observations, by speaker. A preview counts what would be kept.
        duplicates: events that were kept before, live or from here.
        differing: those of them whose words were told in another way.
        refused: events that were not kept, by reason.
        ignored: rows and parts that are known and never kept, by kind.
        unknown: rows that nobody knows, by kind.
        redacted: what was taken out of the texts, by kind.
        bad_lines: numbers of the first lines that could not be read, counted from the first one
            read now.
        bad: how many there were.
        waiting_bytes: bytes of a last line that is not complete yet.
        detail: why it could not be read; empty when it could.
    """

    path: str
    host: str = ""
    session: str = ""
    standing: Standing = Standing.NEW
    lines: int = 0
    kept: Counts = ()
    duplicates: int = 0
    differing: int = 0
    refused: Counts = ()
    ignored: Counts = ()
    unknown: Counts = ()
    redacted: Counts = ()
    bad_lines: tuple[int, ...] = ()
    bad: int = 0
    waiting_bytes: int = 0
    detail: str = ""
