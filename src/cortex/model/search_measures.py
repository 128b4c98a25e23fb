"""What is measured of search, and what comes out?

Source: ADR 0171, docs/formats/bench-report.md.
"""

from cortex.model.lean_classes import NamedTuple


class SetTurn(NamedTuple):
    """A document of a labelled set. ``session`` is empty for one that stands alone."""

    key: str
    text: str
    speaker: str = ""
    session: str = ""
    at_us: int = 0


class SetQuestion(NamedTuple):
    """A question and the keys of the documents that answer it; never none."""

    text: str
    gold: tuple[str, ...]
    category: str


class SetGroup(NamedTuple):
    """What belongs together: a conversation, or a project."""

    name: str
    turns: tuple[SetTurn, ...]
    questions: tuple[SetQuestion, ...]


class SearchSet(NamedTuple):
    """A labelled set; ``left_out`` counts questions without any document that answers."""

    suite: str
    groups: tuple[SetGroup, ...]
    left_out: int


class Asked(NamedTuple):
    """What one question got: keys of documents and of sessions, best first.

    ``typed`` is the question with one slip of the finger, ``typed_keys`` what that one got.
    """

    pool: str
    group: str
    question: SetQuestion
    keys: tuple[str, ...]
    sessions: tuple[str, ...]
    typed: str
    typed_keys: tuple[str, ...]


class SearchFigures(NamedTuple):
    """Means over questions, 0..1; the sessions' are None for a set without sessions.

    ``fraction`` is the share of the documents that answer among the first 5 and 10, ``hit`` whether
    any is among the first 10, ``mrr`` one over the place of the first (of 100). ``typed`` is
    ``fraction`` at 10 of the questions with one slip.
    """

    questions: int
    fraction_5: float
    fraction_10: float
    hit_10: float
    mrr: float
    typed_10: float
    session_1: float | None
    session_5: float | None
    session_10: float | None
    session_mrr: float | None


class SearchPool(NamedTuple):
    """The figures of one way of pooling; categories and groups in order of name."""

    name: str
    documents: int
    overall: SearchFigures
    groups: tuple[tuple[str, SearchFigures], ...]
    categories: tuple[tuple[str, SearchFigures], ...]


class SearchReport(NamedTuple):
    """A measured set."""

    suite: str
    source: str
    questions: int
    left_out: int
    pools: tuple[SearchPool, ...]
    asked: tuple[Asked, ...]
