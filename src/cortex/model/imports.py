"""What is taken in from elsewhere, and what became of it?

Source: docs/formats/imports.md, ADR 0095.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum


class ImportKind(StrEnum):
    """The sorts of source there are; the name is what ``--from`` takes."""

    MARKDOWN = "markdown"
    CLAUDE_MEMORY = "claude-memory"
    MEMORY_SERVER = "memory-server"
    CLAUDE_MEM = "claude-mem"
    CHATGPT = "chatgpt"
    CLAUDE = "claude"
    TRANSCRIPT = "transcript"
    GIT = "git"
    CORTEX = "cortex"


class Item(NamedTuple):
    """One statement of a source.

    Args:
        group: the place in the source whose items are compared when it is read again, such as a
            heading of a file.
        key: the source's own id of the item; empty when it has none, and its words are its key.
        locator: file and line, for a person.
        said_us: when the source says it was said, or None.
    """

    text: str
    locator: str
    group: str
    key: str = ""
    type: str = "note"
    context: str | None = None
    subject: str | None = None
    attribute: str | None = None
    aliases: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    is_pinned: bool = False
    said_us: int | None = None
    until_us: int | None = None


class Skipped(NamedTuple):
    """What is not taken in, and why.

    Args:
        is_damage: it could not be read; otherwise it was read and is no statement to keep.
    """

    locator: str
    reason: str
    is_damage: bool = False


class Source(NamedTuple):
    """Where items come from. ``identity`` stays the same when it is read again later."""

    kind: str
    identity: str


class ImportedItem(NamedTuple):
    """An item that was taken in; the three digests are hexadecimal digits."""

    key: str
    group: str
    digest: str
    fact_id: int
    locator: str


class Origin(NamedTuple):
    """Where a fact was taken in from."""

    source: Source
    locator: str
    imported_us: int


class ImportReport(NamedTuple):
    """What an import did, or would do when ``is_applied`` is false.

    Args:
        new: statements not taken in before; ``merged`` of them repeat a stored fact.
        edited: statements that replace what the same place of the source said before.
        known: statements taken in before.
        gone: statements taken in before that the source no longer has; they are kept.
        types: how many new or edited statements have each type, by type.
        examples: the first new statements as (type, text, locator).
        reasons: how often something was skipped for a reason, most often first.
        skipped: the first places that were skipped.
        damaged: how many places could not be read.
        redacted: kinds of secret and private span taken out, with their count.
    """

    source: Source
    is_applied: bool
    new: int
    edited: int
    known: int
    merged: int
    gone: int
    types: tuple[tuple[str, int], ...]
    examples: tuple[tuple[str, str, str], ...]
    reasons: tuple[tuple[str, int], ...]
    skipped: tuple[Skipped, ...]
    damaged: int
    redacted: tuple[tuple[str, int], ...]

    @property
    def is_partial(self) -> bool:
        """Tell whether something could not be read."""
        return self.damaged > 0
