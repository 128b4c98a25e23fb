"""Which units has a question of plain words, without loading what reads every other text?

Most prompts are plain English words, and most of them have no answer here. This reads only such
prompts, exactly as ``core.query.units`` and ``core.text.tokens`` do, and gives up on any other:
then the question is asked in full. A test compares the two. Source: ADR 0154.
"""

from __future__ import annotations

import math

from cortex.core.anchors.clusters import SUFFIX_KINDS, mates
from cortex.core.query.generic import GENERIC_STEMS
from cortex.core.text.stems import stem
from cortex.core.text.stop_words import STOP_WORDS
from cortex.model.limits import ENTITY_NGRAM_WORDS_MAX, QUERY_BYTES_MAX, QUERY_UNITS_MAX

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Mapping

# What a text is asked for in the numbers of `core.query.units` and `core.recall.quorum`, which cost
# a hook 40 ms to load; a test holds the two together.
BACKGROUND_FACTS = 50
UNSEEN_FREQUENCY = 2.0
GENERIC_SHARE = 0.4
NUMBER_SHARE = 0.6
TELLING_SHARE = 1.0
VARIANT_STRENGTH = 850
MATE_STRENGTH = 500
SLIP_STRENGTH = 850
WHOLE = 1000
FLOOR_PERMILLE = 250
SLIP_LENGTH_MIN = 4
TERM_CHARS_MAX = 128

# Words beyond which a text is asked in full: looking for names in it would cost as much.
WORDS_MAX = 150

_OPENING = "\"'([{<*`"
_CLOSING = "\"')]}>*,.;:!?`"

# Words that may ask for the past, where other rows count.
_PAST = ("histor", "previous", "rolled")

# Capitals that are read as the name of an error.
_ERROR = "ERR"


class PlainUnit:
    """One word of a question: what satisfies it, and its weight once it is known.

    Attributes:
        word: as asked, in small letters.
        terms: (term, permille it is credited), the word itself first.
        share: part of its weight that counts: less for words that only say how one asks.
        weight: in thousandths of a nat; 0 until weighed.
    """

    __slots__ = ("share", "terms", "weight", "word")

    def __init__(self, word: str, terms: list[tuple[str, int]], share: float) -> None:
        self.word = word
        self.terms = terms
        self.share = share
        self.weight = 0

    @property
    def is_telling(self) -> bool:
        """Tell whether meeting this word says anything about the subject."""
        return self.share == TELLING_SHARE


class PlainQuestion:
    """A question of plain words.

    Attributes:
        units: in question order, each once.
        names: runs of its words that may be the name of a thing, each once.
    """

    __slots__ = ("names", "units")

    def __init__(self, units: list[PlainUnit], names: list[str]) -> None:
        self.units = units
        self.names = names


def read_plain(text: str) -> PlainQuestion | None:
    """Give a question that is made of plain words only, or None for any other."""
    if not text.isascii():
        return None
    words: list[tuple[str, bool]] = []
    found: dict[str, PlainUnit] = {}
    for chunk in text.strip()[:QUERY_BYTES_MAX].split():
        core = chunk.lstrip(_OPENING).rstrip(_CLOSING)
        if not core:
            continue
        if "'" in core:
            plain = _without_apostrophe(core)
            if plain is None:
                return None
            core = plain
        if not _is_plain(core):
            return None
        folded = core.lower()
        is_stop = folded in STOP_WORDS
        words.append((folded, is_stop))
        if not is_stop:
            unit = _unit(folded)
            found.setdefault(unit.terms[0][0], unit)
    if not found or len(words) > WORDS_MAX:
        return None
    return PlainQuestion(list(found.values())[:QUERY_UNITS_MAX], _names(words))


def weigh(units: list[PlainUnit], frequencies: Mapping[str, int], corpus_size: int) -> int:
    """Set the weight of each unit, and give the sum."""
    facts = corpus_size + BACKGROUND_FACTS
    for unit in units:
        seen = [frequencies[term] for term, _ in unit.terms if term in frequencies]
        frequency = float(max(seen)) if seen else UNSEEN_FREQUENCY
        nats = math.log(1 + (facts - frequency + 0.5) / (frequency + 0.5))
        unit.weight = max(1, round(WHOLE * nats * unit.share))
    return sum([unit.weight for unit in units])


def _without_apostrophe(core: str) -> str | None:
    """Give the word of a contraction or possessive that is surely read as that word, else None."""
    bare = core.replace("'", "")
    if bare.lower() in STOP_WORDS and core.count("'") == 1 and bare.isalpha():
        return bare
    return core[:-2] if core.endswith("'s") and "'" not in core[:-2] else None


def _is_plain(core: str) -> bool:
    if core.isdigit():
        return True
    is_written_plainly = core.islower() or core[1:].islower() or core.isupper()
    is_past = core.lower().startswith(_PAST)
    return core.isalpha() and is_written_plainly and not is_past and not core.startswith(_ERROR)


def _unit(folded: str) -> PlainUnit:
    if folded.isdigit():
        return PlainUnit(folded, [(folded[:TERM_CHARS_MAX], WHOLE)], NUMBER_SHARE)
    term = stem(folded)[:TERM_CHARS_MAX]
    others: dict[str, str] = {}
    for mate in (*mates(folded), *mates(term)):
        others.setdefault(stem(mate), mate)
    others.pop(term, None)
    terms = [(term, WHOLE)]
    for other, mate in others.items():
        is_variant = folded.startswith(mate) or mate.startswith(folded)
        terms.append((other, VARIANT_STRENGTH if is_variant else MATE_STRENGTH))
    return PlainUnit(folded, terms, GENERIC_SHARE if term in GENERIC_STEMS else TELLING_SHARE)


def _names(words: list[tuple[str, bool]]) -> list[str]:
    """Give every run of words that may name a thing, and the other wordings of such a name."""
    found: dict[str, None] = {}
    for size in range(1, ENTITY_NGRAM_WORDS_MAX + 1):
        for start in range(len(words) - size + 1):
            run = words[start : start + size]
            if not (run[0][1] or run[-1][1]):
                found[" ".join([word for word, _ in run])] = None
    for place, (word, _) in enumerate(words[1:]):
        kind = SUFFIX_KINDS.get(word)
        if kind is not None:
            qualifier = words[place][0]
            suffixes = [suffix for suffix, its in SUFFIX_KINDS.items() if its == kind]
            for name in (qualifier, *mates(qualifier)):
                for suffix in suffixes:
                    found[f"{name} {suffix}"] = None
    return list(found)
