"""Which facts does one message hold? Each with words of its sender that were checked.

Whatever names a candidate, a rule or a model, the same checks decide. Source: OGL 3.10, T8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cortex.core.seat.graph import dense_rules, spaced_rules
from cortex.core.seat.graph.attitude import NOT_STATED, is_stated, quotations
from cortex.core.seat.graph.evidence import (
    UNSUPPORTED,
    Span,
    find_quote,
    own_spans,
    plain,
    supports,
)
from cortex.core.seat.graph.figures import figures
from cortex.core.seat.graph.mentions import find_names, sentence_spans
from cortex.core.seat.graph.names import NAME_CHARS_MAX, Known, named_nouns, text_noun
from cortex.core.seat.graph.roles import ROLE, says_a_role
from cortex.core.seat.graph.spaced_rules import ALIAS, Said
from cortex.core.seat.injection import overrides
from cortex.core.text.cleaning import clean
from cortex.core.text.digests import digest
from cortex.core.text.folding import fold
from cortex.core.text.patterns import IGNORECASE, pattern
from cortex.core.text.scripts import graphemes
from cortex.model.client_graph import (
    BY_RULE,
    MESSAGE_CHARS_MAX,
    VALUE_CHARS_MAX,
    GraphEntity,
    GraphFact,
    GraphMessage,
)
from cortex.model.lean_classes import NamedTuple

RULES_VERSION = 2
"""Of the rules; facts made by others are made anew."""

SENTENCES_MAX = 64
"""Sentences of one message that are read."""

AIMED = "aimed_at_agents"
SECRET = "secret_or_private"  # noqa: S105  # A reason, no secret.
TAKEN = "name_is_taken"
VALUE_LENGTH = "value_length"
UNKNOWN = "unknown_entity"

_DOMAIN = "cortex/graph-fact/1"
_ID_CHARS = 16
_DENSE_FROM = "\u0e00"
_PAST = pattern(
    r"\b(?:was|were|had|did|since|ago|last|yesterday|signed|paid|approved|cancell?ed|rejected|accepted"
    r"|ordered|started|ended|war|waren|wurden?|hatten?|hat|haben|seit|letzten?|gestern)\b"
    r"|已|过了|昨|上周|ました|でした|以来"
)

_ANY_ONE = pattern(
    r"\b(?:my|our|your|their|his|her|its|an?|this|that|every|each|no|any"
    r"|(?:mein|dein|unser|euer|ihr|sein|kein|ein|dies|jed)\w{0,2})\s+$",
    IGNORECASE,
)
_DENIED = pattern(r"^\s*(?:not|no|never|nicht|kein\w*|nie)\b|^(?:不|没|沒|非)", IGNORECASE)


class Candidate(NamedTuple):
    """What is said to be a fact of a message, before anything was checked."""

    key: str
    said: Said
    quote: str
    extractor: str = BY_RULE


class Extracted(NamedTuple):
    """What a message gave: facts in order, other names of nouns, and reasons with their counts."""

    facts: tuple[GraphFact, ...]
    nouns: tuple[GraphEntity, ...]
    reasons: Counter[str]


def extract(message: GraphMessage, known: Known) -> Extracted:
    """Give the facts that rules find in a message."""
    return checked(message, candidates(message, known), known)


def nouns_in(message: GraphMessage) -> list[GraphEntity]:
    """Give the nouns that a message names in its sender's own words."""
    text = message.text[:MESSAGE_CHARS_MAX]
    return [
        noun
        for span in own_spans(text)
        for noun in named_nouns(text[span.start : span.end])
        if len(noun.name) <= NAME_CHARS_MAX
    ]


def checked(message: GraphMessage, found: Iterator[Candidate], known: Known) -> Extracted:
    """Give what of the candidates of a message stands up to every check."""
    facts: dict[str, GraphFact] = {}
    nouns: list[GraphEntity] = []
    reasons: Counter[str] = Counter()
    text = message.text[:MESSAGE_CHARS_MAX]
    cleaned: str | None = None
    is_aimed = False
    for one in found:
        fact, reason = _fact(message, text, one, known)
        if fact is not None:
            is_aimed = overrides(text) if cleaned is None else is_aimed
            cleaned = _plainly_clean(text) if cleaned is None else cleaned
            if cleaned and plain(fact.quote) not in cleaned:
                fact, reason = None, SECRET
        if fact is not None and is_aimed:
            fact, reason = None, AIMED
        if fact is not None and fact.predicate == ALIAS:
            entity = known.entities[fact.key]
            if fold(fact.value) in known.owned:
                fact, reason = None, TAKEN
            else:
                nouns.append(text_noun(entity.name, "", (fact.value,))._replace(key=fact.key))
        if fact is None:
            reasons[reason] += 1
        else:
            facts.setdefault(fact.fact_id, fact)
    return Extracted(tuple(facts.values()), tuple(nouns), reasons)


def candidates(message: GraphMessage, known: Known) -> Iterator[Candidate]:
    """Give what rules take for a fact, in the order of the message."""
    text = message.text[:MESSAGE_CHARS_MAX]
    names = known.names.near(fold(text))
    speaker = known.speaker(message)
    speakers = {speaker} & known.entities.keys()
    count = 0
    for span in own_spans(text):
        for start, end in sentence_spans(text[span.start : span.end]):
            count += 1
            if count > SENTENCES_MAX:
                return
            sentence = text[span.start + start : span.start + end]
            for key, said in _said(sentence, names, can_be_speaker=bool(speakers)):
                yield Candidate(key or speaker, said, sentence)


def _said(
    sentence: str, names: list[tuple[str, tuple[str, ...]]], *, can_be_speaker: bool
) -> Iterator[tuple[str, Said]]:
    """Give what a sentence states, each with the key of whom; an empty key means its speaker."""
    folded, starts, ends = _folded(sentence)
    mentions = find_names(folded, names) if names else []
    # A name that means two nouns is about neither for sure.
    own = [one for one in mentions if len(one.keys) == 1]
    places = [(starts[one.start], ends[one.end - 1]) for one in own]
    repeated = quotations(sentence)
    is_own = [
        not any(_is_inside(place, one) for one in repeated) and not _is_word(sentence, place[0])
        for place in places
    ]
    plain_ones = [one for one, is_plain in zip(own, is_own, strict=True) if is_plain]
    places = [one for one, is_plain in zip(places, is_own, strict=True) if is_plain]
    if not plain_ones and (mentions or not can_be_speaker):
        return
    is_dense = any(letter >= _DENSE_FROM and letter.isalpha() for letter in sentence)
    rules = dense_rules if is_dense else spaced_rules
    for number, said in rules.said_in(sentence, places, can_be_speaker=can_be_speaker):
        yield (plain_ones[number].keys[0] if number >= 0 else ""), said


def _fact(
    message: GraphMessage, text: str, one: Candidate, known: Known
) -> tuple[GraphFact | None, str]:
    """Give a candidate whose quote and value hold, or None and a reason."""
    said = one.said
    if one.key not in known.entities:
        return None, UNKNOWN
    if not said.predicate.strip() or not 0 < len(said.value.strip()) <= VALUE_CHARS_MAX:
        return None, VALUE_LENGTH
    if says_a_role(said.predicate, said.value):
        return None, ROLE
    span, reason = find_quote(one.quote, text)
    if span is None:
        return None, reason
    if not _is_said(text, span):
        return None, NOT_STATED
    quote = text[span.start : span.end]
    is_ahead = _PAST.search(fold(quote)) is None
    if not supports(quote, said.value, figures(quote, message.at_us, is_ahead=is_ahead)):
        return None, UNSUPPORTED
    # "Not 1 May" names a day and is not that day.
    is_denied = _DENIED.match(said.value) is not None
    read = () if is_denied else figures(said.value, message.at_us, is_ahead=is_ahead)
    parts = (message.sha, one.key, said.predicate, said.value, str(span.start))
    name = digest(_DOMAIN, "\n".join(parts).encode("utf-8", "surrogatepass"))[:_ID_CHARS]
    return GraphFact(
        name, one.key, said.predicate.strip(), said.value.strip(), read[0] if read else "",
        quote, span.start, span.end, message.sha, said.is_single, one.extractor,
    ), ""  # fmt: skip


def _is_said(text: str, span: Span) -> bool:
    """Tell whether the sentences a quote stands in are stated, and are no words of others."""
    around = sentence_spans(text)
    for at, (start, end) in enumerate(around):
        if start < span.end and span.start < end:
            following = text[slice(*around[at + 1])] if at + 1 < len(around) else ""
            place = (span.start - start, span.end - start)
            repeated = quotations(text[start:end])
            if not is_stated(text[start:end], following) or any(
                _is_inside(place, one) for one in repeated
            ):
                return False
    return True


def _is_word(sentence: str, at: int) -> bool:
    """Tell whether what is written like a name is a common word: "our target" is no company."""
    return sentence[at].islower() and _ANY_ONE.search(sentence[:at]) is not None


def _is_inside(place: tuple[int, int], other: tuple[int, int]) -> bool:
    return other[0] <= place[0] and place[1] <= other[1]


def _plainly_clean(text: str) -> str:
    """Give what of a text may be kept, as quotes are compared; empty when that is all of it."""
    cleaned = clean(text)
    return plain(cleaned.text) if cleaned.counts else ""


def _folded(text: str) -> tuple[str, list[int], list[int]]:
    """Give a folded text, and where each of its characters begins and ends in the text."""
    if text.isascii():
        return text.lower(), list(range(len(text))), list(range(1, len(text) + 1))
    letters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for cluster in graphemes(text):
        shown = fold(cluster)
        letters.append(shown)
        starts += [at] * len(shown)
        ends += [at + len(cluster)] * len(shown)
        at += len(cluster)
    return "".join(letters), starts, ends
