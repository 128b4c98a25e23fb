"""What is said about a forgetting, without a word of what was forgotten?"""

from cortex.model.lean_classes import NamedTuple


class Tombstone(NamedTuple):
    """Keeps a wording out for good; says nothing about it to whoever cannot guess it whole.

    Args:
        digest: 32 bytes, keyed with ``key`` over the normal wording.
        scope_id: where the fact was filed that said it.
        fact_id: that fact, or None when the stone came from another brain.
    """

    digest: bytes
    scope_id: str
    key: bytes
    fact_id: int | None
    forgotten_us: int


class ForgottenBase(NamedTuple):
    """A standing fact that was built on a forgotten one: by replacing, extending, disputing it."""

    fact_id: int
    base_fact_id: int
    relation: str


class Erasure(NamedTuple):
    """One forgetting in the brain's book; ``finished_us`` is None while file pages may hold it."""

    erasure_id: int
    agent: str
    facts: int
    created_us: int
    finished_us: int | None


class Selection(NamedTuple):
    """What is meant: references of facts and observations, or all that meets every condition.

    Args:
        matching: words it holds, in any case and spacing.
        scope_id: where it is filed; None does not ask.
        source: the agent that said a fact; no observation meets it.
        takes_copies: copies of the brain that Cortex made go too, where they hold the words.
    """

    references: tuple[str, ...] = ()
    matching: str = ""
    scope_id: str | None = None
    source: str = ""
    takes_copies: bool = False


class Scrubbed(NamedTuple):
    """What became of the pages of a file.

    Args:
        log_bytes_left: bytes of the log that a reader still holds; 0 when everything is gone.
        fault: why the pages were not rewritten, or an empty text.
    """

    bytes_before: int
    bytes_after: int
    log_bytes_left: int = 0
    fault: str = ""

    @property
    def is_clean(self) -> bool:
        """Tell whether nothing of the old pages is left."""
        return not self.log_bytes_left and not self.fault


class Proof(NamedTuple):
    """What a search for the words found afterwards.

    Args:
        bytes_searched: over all files of the home and the brain, inside deflated values too.
        found_in: files, or table and column, that still hold them; empty when nothing does.
    """

    bytes_searched: int
    files_searched: int
    found_in: tuple[str, ...] = ()


class ErasureReport(NamedTuple):
    """What a forgetting takes, or took.

    Args:
        facts: references of what goes, by id.
        counts: (place, rows) of everything that goes with them, by place.
        flagged: (standing fact, how it was built on one of them), by reference.
        also_said_by: standing facts that hold the same words in their own statement, by id.
        copies: files with the words that stay, by path: backups, and what others put there.
        removed_copies: copies that Cortex made and that were deleted, or would be, by path.
        captured: references of the observations that go, by id.
        captured_left: how many more are meant, for the next call.
        tombstones: digests as 64 hexadecimal digits, sorted.
        scrubbed: what became of the file; None while nothing was done.
        proof: None while nothing was done.
    """

    facts: tuple[str, ...]
    counts: tuple[tuple[str, int], ...]
    flagged: tuple[tuple[str, str], ...] = ()
    also_said_by: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()
    removed_copies: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    captured_left: int = 0
    tombstones: tuple[str, ...] = ()
    is_applied: bool = False
    scrubbed: Scrubbed | None = None
    proof: Proof | None = None
