"""What is found for a question when nothing may be missed, and what is said of each find?

Search gives leads: places to look, never claims we stand behind. Source: docs/formats/search.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum
from cortex.model.text import CleanText

PEOPLE_PARTS = frozenset({"user", "assistant", "system", "tool"})
"""Speakers that are a part somebody plays and no person's name."""

USER = "user"


class LeadKind(StrEnum):
    """What a lead leads to; the order breaks ties."""

    FACT = "fact"
    TURN = "turn"
    DOCUMENT = "document"
    TOOL = "tool"


class IndexEntry(NamedTuple):
    """What an observation is found by.

    ``terms`` are (term, occurrences) of text, speaker and day; ``words`` (as written, term) of the
    plain words, for slips. ``length`` counts the occurrences of all terms. ``session_no`` is None
    outside a session.
    """

    terms: tuple[tuple[str, int], ...]
    words: tuple[tuple[str, str], ...]
    length: int
    kind: LeadKind
    speaker: str
    at_us: int
    session_no: int | None
    is_question: bool
    has_time: bool


class Space(NamedTuple):
    """A scope of one principal as search sees it: ``length`` is the sum over its documents."""

    space_no: int
    scope_id: str
    documents: int
    length: int


Posting = tuple[int, int, int, int]
"""A term in a document: session (``NO_SESSION`` outside one), observation, occurrences, length of
the document. A plain tuple, since a question meets tens of thousands."""

NO_SESSION = 0
"""Stands in a posting for no session; sessions are counted from 1."""


class Document(NamedTuple):
    """An indexed observation that may be offered, as ``IndexEntry`` says it.

    ``source_no`` is 0 for what is of no source.
    """

    observation_id: int
    session_no: int | None
    kind: LeadKind
    speaker: str
    at_us: int
    length: int
    is_question: bool
    has_time: bool
    source_no: int = 0

    @property
    def is_person(self) -> bool:
        """Tell whether somebody with a name speaks."""
        return bool(self.speaker) and self.speaker.casefold() not in PEOPLE_PARTS


class SessionSize(NamedTuple):
    """How much is said in a session."""

    documents: int
    length: int


class SearchQuestion(NamedTuple):
    """What somebody looks for.

    ``since_us`` is inclusive, ``until_us`` exclusive; None is an open end. No ``kinds`` means any.
    ``session`` is a host's id. ``skip`` is how many leads were given before.
    """

    text: str
    kinds: tuple[LeadKind, ...] = ()
    since_us: int | None = None
    until_us: int | None = None
    session: str | None = None
    limit: int = 10
    skip: int = 0

    def takes(self, kind: LeadKind, at_us: int) -> bool:
        """Tell whether something of this kind and instant was asked for."""
        return (
            (not self.kinds or kind in self.kinds)
            and (self.since_us is None or at_us >= self.since_us)
            and (self.until_us is None or at_us < self.until_us)
        )


class TermShare(NamedTuple):
    """What one word of the question gave: ``weight`` in thousandths.

    ``word`` is as asked; ``through`` the stored word it was taken for, when it is another.
    """

    word: str
    weight: int
    through: str = ""


class ScoreStory(NamedTuple):
    """Why a lead stands where it stands; shares are thousandths and add up to its score.

    ``own`` is for its own words, ``neighbours`` for those around it, ``session`` for its session.
    ``factors`` are (name, permille) and already counted in the first two.
    """

    own: int
    neighbours: int
    session: int
    terms: tuple[TermShare, ...]
    factors: tuple[tuple[str, int], ...] = ()


class SearchLead(NamedTuple):
    """One find. ``start`` and ``end`` are character offsets of ``passage`` in the whole text."""

    kind: LeadKind
    reference: str
    score: int
    passage: CleanText
    start: int
    end: int
    text_length: int
    at_us: int
    scope_id: str
    speaker: str = ""
    source: str = ""
    session: str = ""
    host: str = ""
    story: ScoreStory | None = None


class SessionLead(NamedTuple):
    """A session as a whole, by its best turn and by all that is said in it."""

    session: str
    host: str
    scope_id: str
    score: int


class SearchCoverage(NamedTuple):
    """What was searched. ``scope_ids`` None means every scope.

    ``documents`` and ``facts`` count what there is; ``pending`` the observations that are not
    indexed yet. ``unseen`` are words nothing holds; ``replaced`` (asked, taken for) words one slip
    away; ``common`` words that were only looked up in what the others found.
    """

    scope_ids: tuple[str, ...] | None
    documents: int
    facts: int
    pending: int
    unseen: tuple[str, ...] = ()
    replaced: tuple[tuple[str, str], ...] = ()
    common: tuple[str, ...] = ()


class SearchPage(NamedTuple):
    """Leads in order, and whether more follow."""

    question: SearchQuestion
    leads: tuple[SearchLead, ...]
    sessions: tuple[SessionLead, ...]
    coverage: SearchCoverage
    has_more: bool

    @property
    def next_skip(self) -> int | None:
        """Give what to skip for the next page, or None on the last one."""
        return self.question.skip + len(self.leads) if self.has_more else None
