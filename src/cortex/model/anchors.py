"""What named handles can a text be found by?

An anchor is a handle with a kind and a normal form; a mention is a reference to a thing of the
user's world (a service, a person, a ticket). Both are derived: dropped and rebuilt at will.
Source: CQR 2.1 and 2.2, ADR 0030.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum


class AnchorKind(StrEnum):
    """The sort of handle an anchor is; the order of the members breaks ties.

    The order is published. Two members only hold their place in it: the text analysis reads an
    acronym as a symbol or term, and has no rule for a source.
    """

    CITATION = "citation"
    PATH = "path"
    SYMBOL = "symbol"
    ENTITY = "entity"
    TICKET = "ticket"
    ERROR_CODE = "error_code"
    COMMAND = "command"
    FLAG = "flag"
    URL_HOST = "url_host"
    QUOTED_PHRASE = "quoted_phrase"
    TERM = "term"
    ACRONYM = "acronym"
    GOAL = "goal"
    SESSION = "session"
    SOURCE = "source"


ANCHOR_KIND_ORDER = {kind: place for place, kind in enumerate(AnchorKind)}

HARD_KINDS = frozenset(
    {
        AnchorKind.CITATION,
        AnchorKind.PATH,
        AnchorKind.SYMBOL,
        AnchorKind.ERROR_CODE,
        AnchorKind.TICKET,
    }
)


class AnchorOrigin(StrEnum):
    """Who said that a fact carries an anchor."""

    EXPLICIT = "explicit"
    DETERMINISTIC_EXTRACT = "deterministic_extract"
    ENTITY_PROJECTION = "entity_projection"


class Anchor(NamedTuple):
    """One handle: ``value`` is the normal form compared, ``display`` what the author wrote.

    ``specificity`` runs from 0 (vague) to 3 (names one thing).
    """

    kind: AnchorKind
    value: str
    display: str
    specificity: int
    origin: AnchorOrigin = AnchorOrigin.DETERMINISTIC_EXTRACT

    @property
    def is_hard(self) -> bool:
        """Tell whether this anchor alone names one thing."""
        return self.specificity >= 3 and self.kind in HARD_KINDS


class Mention(NamedTuple):
    """A reference to an entity: the canonical ``qualifier`` and ``kind`` are its identity.

    ``surface`` is the normalised wording used here and becomes an alias of the entity.
    ``is_explicit`` marks a subject or alias the author named.
    """

    surface: str
    qualifier: str
    kind: str
    is_explicit: bool = False


class Handles(NamedTuple):
    """Everything a fact is found by: analysed terms with their weight, anchors, mentions, matter.

    Terms (weight 1..4095) are in text order, anchors sorted by specificity, kind and value.
    ``words`` pairs each plain word as written (folded) with its term, sorted and unique; it feeds
    the fallback for slips of the pen. ``matter`` is the key of the subject's attribute the fact
    speaks of, None when its author did not name both.
    """

    terms: tuple[tuple[str, int], ...]
    words: tuple[tuple[str, str], ...]
    anchors: tuple[Anchor, ...]
    mentions: tuple[Mention, ...]
    matter: tuple[str, str] | None = None


class AnchorHit(NamedTuple):
    """A fact that carries an anchor asked for, with the stored specificity."""

    fact_id: int
    kind: AnchorKind
    value: str
    specificity: int
    is_explicit: bool
