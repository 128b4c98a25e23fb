"""What does a question to every layer of a seat bring back, and what was searched for it?

Source: OGL 6, docs/formats/ask.md.
"""

from __future__ import annotations

from cortex.model.lean_classes import NamedTuple, StrEnum

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.seat_gate import Claim

HITS_DEFAULT = 8
HITS_MAX = 50
"""Hits of one answer."""

LAYER_HITS_MAX = 12
"""Hits one layer may offer: a layer that says much does not crowd out the others."""

BUDGET_DEFAULT = 6_000
BUDGET_MAX = 60_000
"""Bytes of text of all hits together: what an agent reads before it goes on, and ten times that."""

QUESTION_CHARS_MAX = 2_000
"""Characters of a question; a longer one is a text."""

PIECE_CHARS_MAX = 4_096
"""Characters of one piece that are searched: a long paragraph of a person."""

PIECES_MAX = 20_000
"""Pieces of one layer that are searched: 2,000 entities with ten statements each."""

NEAR_SHOWN = 5
"""Places of near misses that are told."""

EXCERPT_CHARS_MAX = 480
"""Characters of a hit that are shown, where it stands in a larger text."""

CONTROL_CHARS_MAX = 64
"""Characters of a control query that is a word; a statement may have more."""


class AskLayer(StrEnum):
    """Where is looked, in this order: own memory first, and structured before raw."""

    STATE = "state"
    ENTITIES = "entities"
    MEMORY = "memory"
    NOTES = "notes"
    AUTO_NOTES = "auto_notes"
    LOG = "log"
    SESSION_FACTS = "session_facts"
    SAVED = "saved"
    HELD = "held"
    QUOTES = "quotes"
    KNOWLEDGE = "knowledge"
    FACTS = "facts"
    OBSERVATIONS = "observations"
    VAULT = "vault"
    GRAPH = "graph"
    BUS = "bus"
    RECORDS = "records"


LAYER_ORDER = {layer: place for place, layer in enumerate(AskLayer)}


class Standing(StrEnum):
    """What a hit is worth to whoever reads it."""

    OWN = "own"
    CLAIM = "claim"
    RECORD = "record"
    QUOTE = "quote"


class Truth(StrEnum):
    """Whether something else speaks against a hit."""

    HOLDS = "holds"
    DISPUTED = "disputed"
    SUPERSEDED = "superseded"


class LayerState(StrEnum):
    """What became of a layer.

    An empty one was looked into and holds nothing; an absent one is not set up here.
    """

    SEARCHED = "searched"
    EMPTY = "empty"
    ABSENT = "absent"
    NOT_SEARCHED = "not_searched"


class Piece(NamedTuple):
    """One readable piece of a layer.

    Attributes:
        layer: which one.
        where: what somebody opens to see it.
        text: what it says, clean.
        heading: what stands above it and helps to find it; may be empty.
        at_us: the instant it speaks of, or its file was written; None where nothing says so.
        standing: what it is worth.
        note: what a reader must know beside it; may be empty.
        claim: the statement it is, where it is one.
        is_replaced: its file says that something took its place.
        is_admitted: its layer stands behind it by a law of its own.
    """

    layer: AskLayer
    where: str
    text: str
    heading: str = ""
    at_us: int | None = None
    standing: Standing = Standing.OWN
    note: str = ""
    claim: Claim | None = None
    is_replaced: bool = False
    is_admitted: bool = False


class Control(NamedTuple):
    """A query that must find something, made of a layer's own content, and whether it did."""

    query: str
    is_matched: bool


class LayerFound(NamedTuple):
    """What one layer gave.

    Attributes:
        layer: which one.
        state: whether it was searched.
        places: what was looked into.
        pieces: how many pieces were searched.
        hits: what may answer, best first.
        controls: the queries that had to find something.
        why: why it was not searched, or not whole; empty when all of it was.
        holding: (term, pieces that hold it) of the question's terms, where that is known.
        claims: every statement of it that holds.
        kin: (term of the question, passage that holds a word that begins like it).
        took_us: microseconds.
        remedy: what to do about it; may be empty.
    """

    layer: AskLayer
    state: LayerState
    places: tuple[str, ...] = ()
    pieces: int = 0
    hits: tuple[Piece, ...] = ()
    controls: tuple[Control, ...] = ()
    why: str = ""
    holding: tuple[tuple[str, int], ...] = ()
    claims: tuple[Piece, ...] = ()
    kin: tuple[tuple[str, Piece], ...] = ()
    took_us: int = 0
    remedy: str = ""

    @property
    def is_proved(self) -> bool:
        """Tell whether a word that stands in this layer would have been found.

        Of an empty or absent layer that is so: there is nothing in which it could stand.
        """
        if self.state in {LayerState.EMPTY, LayerState.ABSENT}:
            return not self.why or self.state is LayerState.ABSENT
        is_whole = self.state is LayerState.SEARCHED and not self.why
        return is_whole and bool(self.controls) and all(one.is_matched for one in self.controls)


class AskHit(NamedTuple):
    """One thing that may answer, with every place it stands in.

    Attributes:
        piece: as the first of its layers has it.
        text: the part of it that is shown.
        also: the same elsewhere.
        ranks: (layer, its rank there), from 1.
        match_rank: its rank by the words of the question it holds, from 1.
        score: the sum of reciprocal ranks.
        permille: share of the question's weight that it holds.
        words: those words, as they were asked.
        truth: whether something speaks against it.
        against: what does, each with its place.
    """

    piece: Piece
    text: str
    also: tuple[Piece, ...]
    ranks: tuple[tuple[AskLayer, int], ...]
    match_rank: int
    score: float
    permille: int
    words: tuple[str, ...]
    truth: Truth = Truth.HOLDS
    against: tuple[str, ...] = ()


class AskAnswer(NamedTuple):
    """What was found in all layers, and what was searched.

    Attributes:
        question: as it was asked.
        seat: name of the seat; empty outside of one.
        hits: best first.
        layers: every layer in order.
        unseen: words of the question that no searched layer holds.
        omitted: hits there was no room for.
        near: where there is no hit, what holds a rare word of the question.
    """

    question: str
    seat: str
    hits: tuple[AskHit, ...]
    layers: tuple[LayerFound, ...]
    unseen: tuple[str, ...] = ()
    omitted: int = 0
    near: tuple[Piece, ...] = ()

    @property
    def missing(self) -> tuple[LayerFound, ...]:
        """Give the layers that were not searched whole, or whose control found nothing."""
        return tuple(one for one in self.layers if not one.is_proved)

    @property
    def is_absent(self) -> bool:
        """Tell whether it may be said that nothing of this is known: the certificate."""
        is_nothing = not self.hits and not self.omitted and not self.near
        return is_nothing and not self.missing
