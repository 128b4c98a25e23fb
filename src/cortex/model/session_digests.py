"""What is known of a session that waits to be written up, and of what was found in a memory?"""

from __future__ import annotations

from cortex.model.lean_classes import NamedTuple

DIGESTS_FILE = "digests.toml"
"""The operator's file in the Cortex home; without it digests are made by rule alone."""

SOURCE_LINE = "_source: "
"""How the last line of an entry begins, which says where a digest comes from."""

HITS_DEFAULT = 8
HITS_MAX = 50

WRITTEN = "written"
REPEATED = "repeated"
RETRY = "retry"
SET_ASIDE = "set_aside"


class RunResult(NamedTuple):
    """What became of one staged session.

    Attributes:
        stage: names what was staged, by its content.
        session_id: the host's id of the session; empty when it could not be read.
        became: ``written``, ``repeated``, ``retry`` or ``set_aside``.
        file: the file of the day it stands in, below the seat's folder; empty when in none.
        by_model: a model wrote a part of it.
        detail: what went wrong; empty when nothing did.
    """

    stage: str
    session_id: str
    became: str
    file: str = ""
    by_model: bool = False
    detail: str = ""


class Waiting(NamedTuple):
    """What waits to be written up, and what could not be.

    Attributes:
        staged: (name, when it was staged), oldest first.
        set_aside: names of what failed for good.
    """

    staged: tuple[tuple[str, int], ...]
    set_aside: tuple[str, ...]


class DigestFile(NamedTuple):
    """The digests of one day: its file below the seat's folder, and how many entries it has."""

    day: str
    file: str
    entries: int


class MemoryHit(NamedTuple):
    """One place in a seat's memory folder that holds words of a question.

    Attributes:
        file: below the seat's folder.
        line: its first line, from 1.
        heading: the nearest heading above it; may be empty.
        text: the passage, as it stands there.
        score: how well it fits; only comparable within one answer.
        terms: which words of the question it holds.
        changed_us: when the file was last written.
        standing: what the words are for a reader: never instructions.
    """

    file: str
    line: int
    heading: str
    text: str
    score: float
    terms: tuple[str, ...]
    changed_us: int
    standing: str = ""


class MemoryFound(NamedTuple):
    """What was found, and over what.

    Attributes:
        hits: best first.
        files: files that were searched.
        chunks: passages that were searched.
        renewed: files that were read anew, as they had changed.
        skipped: files that could not be read or are too large.
        held: (term, passages that hold it) of the question's terms, in their order.
        waiting: files that changed and were not read for want of time.
        kin: (term that no passage holds, one with a word that begins like it).
    """

    hits: tuple[MemoryHit, ...]
    files: int
    chunks: int
    renewed: int
    skipped: tuple[str, ...]
    held: tuple[tuple[str, int], ...] = ()
    waiting: tuple[str, ...] = ()
    kin: tuple[tuple[str, MemoryHit], ...] = ()
