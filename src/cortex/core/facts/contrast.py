"""Do two sentences say the same, the opposite, or another value in the same place?

Words decide, not similarity alone: "port 80" and "port 8080" are nearly the same letters and
opposite claims, "sprint 12" and "sprint 13" are the same words about two things.
Source: CQR 3.4 and 16.3 (defect 14), ADR 0033.
"""

import re

from cortex.core.text.edits import shared_length
from cortex.core.text.patterns import pattern
from cortex.core.text.tokens import words
from cortex.model.lean_classes import NamedTuple, StrEnum

RELATED = 0.40
SLOT_WORDS_MAX = 3
"""Content words that may differ for two sentences to differ in one place only."""

_NEGATIONS = frozenset("cannot neither never no none nor not without".split())
_ARTICLES = frozenset(("a", "an", "the"))
# Left out when one sentence is compared with the denial of another: "use x" and "do not use x".
_HELPERS = frozenset("do does did".split())
_OPPOSITES = frozenset(
    frozenset(pair.split("/"))
    for pair in (
        "always/never must/never allow/forbid allows/forbids allowed/forbidden enable/disable "
        "enabled/disabled use/avoid on/off accept/reject accepts/rejects accepted/rejected "
        "required/optional public/private true/false open/closed before/after increase/decrease "
        "synchronous/asynchronous"
    ).split()
)
# Words after which a value stands. Anything else before a number makes it a label (sprint 12).
_VALUE_CUES = frozenset(
    "is are be equals equal called named port timeout limit size ttl budget threshold max min "
    "maximum minimum interval retries capacity rate quota delay default every after within".split()
)
# A preposition is a cue only behind a word of state: "set to 5" is a value, "sent to 5" is not.
_PREPOSITIONS = frozenset("to at on by in as from for".split())
_STATES = frozenset(
    "is are set limited capped defaults default assigned pinned mapped bound points listens listen "
    "binds runs hosted deployed owned led maintained managed handled backed served lives live "
    "stored kept scheduled located based due".split()
)
_COPULAS = frozenset("is are equals called named".split())
# Words that make a number before them an amount, or replace each other in one place.
_MEASURES = frozenset(
    "second seconds minute minutes hour hours day days week weeks month months year years ms times "
    "threads workers cores replicas requests percent bytes kb mb gb tb january february march "
    "april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday".split()
)
_NUMBER = pattern(r"[v~]?\d[\d.,:/%-]*[a-z%]{0,4}", re.IGNORECASE)
_UNIT = pattern(r"\d\s?(?:%|[a-z]{1,4})$", re.IGNORECASE)
_IDENTIFIER = pattern(r".*[\d_./:@-].*|.*[a-z][A-Z].*")


class Contrast(StrEnum):
    """How two sentences stand to each other."""

    SAME = "same"
    OPPOSED = "opposed"
    OTHER_VALUE = "other_value"
    OTHER_WORD = "other_word"
    RELATED = "related"
    APART = "apart"


class Reading(NamedTuple):
    """A sentence taken apart; positions of the three tuples agree.

    ``spoken`` is every word folded, with "don't" as "do" and "not"; ``shown`` the word as written;
    ``terms`` the content term, empty for stop words and negations. ``exact`` is the whole text but
    for its spacing, articles and final stop: two texts that agree in it say the same.
    """

    spoken: tuple[str, ...]
    shown: tuple[str, ...]
    terms: tuple[str, ...]
    exact: str

    @property
    def content(self) -> frozenset[str]:
        """Give the content terms as a set."""
        return frozenset(term for term in self.terms if term)


def read(text: str) -> Reading:
    """Take a sentence apart."""
    spoken, shown, terms = [], [], []
    for word in words(text):
        folded = word.surface.casefold().replace("’", "'")
        pieces = (folded.removesuffix("n't"), "not") if folded.endswith("n't") else (folded,)
        for piece in pieces:
            is_content = not word.is_stop and piece not in _NEGATIONS
            spoken.append({"ca": "can", "wo": "will", "sha": "shall"}.get(piece, piece))
            shown.append(word.surface)
            terms.append((word.whole or " ".join(word.parts)) if is_content else "")
    return Reading(tuple(spoken), tuple(shown), tuple(terms), _exact(text))


def _exact(text: str) -> str:
    kept = [word for word in text.split() if word.casefold() not in _ARTICLES]
    whole = " ".join(kept).rstrip(".!。 ")
    return whole[:1].casefold() + whole[1:]


def similarity(left: Reading, right: Reading) -> float:
    """Give the Jaccard overlap of the content words, four decimals; two empty texts are alike."""
    return _overlap(left.content, right.content)


def contrast(new: Reading, old: Reading) -> Contrast:
    """Tell how a new sentence stands to an old one."""
    if new.exact == old.exact:
        return Contrast.SAME
    if _are_opposed(new, old):
        return Contrast.OPPOSED
    slot = _slot(new, old)
    if slot is not None:
        return slot
    return Contrast.RELATED if similarity(new, old) >= RELATED else Contrast.APART


def _overlap(left: frozenset[str], right: frozenset[str]) -> float:
    union = left | right
    return round(len(left & right) / len(union), 4) if union else 1.0


def _are_opposed(new: Reading, old: Reading) -> bool:
    """Tell whether one sentence denies the other, or says the opposite in one place.

    Everything else must be the same in the same order: "Bob is not allergic" denies nothing that
    was said of Alice.
    """
    mine, theirs = _claim(new), _claim(old)
    if _denials(new) % 2 != _denials(old) % 2 and mine == theirs and mine:
        return True
    if len(new.spoken) != len(old.spoken):
        return False
    differing = [pair for pair in zip(new.spoken, old.spoken, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and frozenset(differing[0]) in _OPPOSITES


def _claim(reading: Reading) -> tuple[str, ...]:
    """Give the words without negations, helpers and articles."""
    left_out = _NEGATIONS | _HELPERS | _ARTICLES
    return tuple(word for word in reading.spoken if word not in left_out)


def _denials(reading: Reading) -> int:
    return sum(1 for word in reading.spoken if word in _NEGATIONS)


def _slot(new: Reading, old: Reading) -> Contrast | None:
    """Tell whether the sentences differ in one place only, and by what."""
    head = shared_length(new.spoken, old.spoken)
    tail = shared_length(new.spoken[head:][::-1], old.spoken[head:][::-1])
    mine, theirs = _middle(new, head, tail), _middle(old, head, tail)
    if not mine or not theirs or max(len(mine), len(theirs)) > SLOT_WORDS_MAX:
        return None
    subject = [term for term in new.terms[:head] if term]
    if not subject:
        return None
    is_cued, is_copula = _cue(new, head)
    if all(_is_value(w) for w in mine) and all(_is_value(w) for w in theirs):
        if is_cued:
            return Contrast.OTHER_VALUE
        return Contrast.OTHER_WORD if _are_amounts(new, mine, theirs, tail) else None
    are_measures = {w.casefold() for w in (*mine, *theirs)} <= _MEASURES
    return Contrast.OTHER_WORD if are_measures or (is_copula and len(subject) >= 2) else None


def _are_amounts(new: Reading, mine: list[str], theirs: list[str], tail: int) -> bool:
    """Tell whether the differing numbers are amounts: a unit is part of them or comes next."""
    following = new.spoken[len(new.spoken) - tail] if tail else ""
    has_units = all(_UNIT.search(word) for word in (*mine, *theirs))
    return has_units or following in _MEASURES


def _cue(reading: Reading, head: int) -> tuple[bool, bool]:
    """Tell whether the words before a place announce a value, and whether by saying "is"."""
    before = reading.spoken[head - 1]
    earlier = reading.spoken[head - 2] if head >= 2 else ""
    is_state = before in _PREPOSITIONS and earlier in _STATES
    is_assigned = bool(_IDENTIFIER.fullmatch(reading.shown[head - 1]))
    has_subject = any(reading.terms[: head - 1]) or is_assigned
    is_cued = has_subject and (before in _VALUE_CUES or is_state or is_assigned)
    return is_cued, is_state or before in _COPULAS


def _middle(reading: Reading, head: int, tail: int) -> list[str]:
    end = len(reading.shown) - tail
    places = range(head, end)
    return [reading.shown[place] for place in places if reading.terms[place]]


def _is_value(word: str) -> bool:
    """Tell whether a word is a value: a number, a version, an identifier, a proper name."""
    return bool(_NUMBER.fullmatch(word) or _IDENTIFIER.fullmatch(word) or word[:1].isupper())
