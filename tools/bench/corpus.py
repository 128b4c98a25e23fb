"""What is measured on? Made-up facts with the proportions of real notes, the same on every machine.

Words follow Zipf's law, with English function words in front as in any English text; facts name
paths, functions, tickets and flags from a pool, so that handles are shared as in a real project.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

SEED = 20260
VOCABULARY_WORDS = 30_000
NAMES = 6_000
"""Identifiers and paths of the made-up project; a fact mentions two."""

FACT_WORDS = 60
QUESTION_WORDS = 12
ZIPF_EXPONENT = 1.07
"""Word frequency falls with this power of the rank; English is close to one."""

FUNCTION_WORDS = (
    "the of and to in a is that for it was on are as with this be at by from or an have which they "
    "if so we you when there can more will all one their has been would what some into than could "
    "then them these its about also after two do how our because any those where most each very "
    "only other such through between both while before being under over same until during few"
).split()
_ONSETS = ("b", "br", "c", "d", "dr", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "pl", "r", "s")
_ENDS = ("", "l", "m", "n", "r", "s", "t")
_VOWELS = "aeiou"
_FOLDERS = ("src", "lib", "app", "tests", "docs", "tools")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the words of it that carry meaning."""

    text: str
    content_words: tuple[str, ...]


class Corpus:
    """An endless list of facts; the first n are the same in every corpus with this seed."""

    def __init__(self, seed: int = SEED) -> None:
        self._seed = seed
        rng = _seeded(f"words:{seed}")
        known = dict.fromkeys(FUNCTION_WORDS)
        while len(known) < VOCABULARY_WORDS:
            known[_word(rng)] = None
        self._words = tuple(known)
        self._weights = _zipf(len(self._words))
        self._names = tuple(_name(rng, place) for place in range(NAMES))
        self._name_weights = _zipf(len(self._names))

    def facts(self) -> Iterator[str]:
        """Yield facts for ever, of FACT_WORDS words each."""
        rng = _seeded(f"facts:{self._seed}")
        while True:
            words = rng.choices(self._words, cum_weights=self._weights, k=FACT_WORDS - 2)
            for name in rng.choices(self._names, cum_weights=self._name_weights, k=2):
                words.insert(rng.randrange(1, len(words)), name)
            text = " ".join(words)
            yield f"{text[0].upper()}{text[1:]}."

    def questions(self, facts: Sequence[str], count: int) -> list[Asked]:
        """Give questions of QUESTION_WORDS words, each a stretch of one of the facts."""
        rng = _seeded(f"questions:{self._seed}:{len(facts)}")
        asked = []
        for _ in range(count):
            words = rng.choice(facts).rstrip(".").split()
            start = rng.randrange(len(words) - QUESTION_WORDS)
            part = words[start : start + QUESTION_WORDS]
            content = tuple(word for word in part if word.lower() not in FUNCTION_WORDS)
            asked.append(Asked(" ".join(part) + "?", content or tuple(part)))
        return asked


def _seeded(purpose: str) -> random.Random:
    """Give numbers that repeat; each purpose has its own."""
    return random.Random(purpose)  # noqa: S311 - Measurements must repeat; nothing here is secret.


def _zipf(count: int) -> tuple[float, ...]:
    """Give cumulative weights by rank."""
    return tuple(accumulate((rank + 2.0) ** -ZIPF_EXPONENT for rank in range(count)))


def _word(rng: random.Random) -> str:
    syllables = rng.choices((1, 2, 3, 4), weights=(2, 6, 4, 1))[0]
    return "".join(
        rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_ENDS) for _ in range(syllables)
    )


def _name(rng: random.Random, place: int) -> str:
    """Give one name as code has them: a path, function, class, ticket, flag or error code."""
    first, second = _word(rng), _word(rng)
    return (
        f"{rng.choice(_FOLDERS)}/{first}/{second}.py",
        f"{first}_{second}()",
        first.capitalize() + second.capitalize(),
        f"OPS-{place}",
        f"--{first}-{second}",
        f"E{1000 + place}",
    )[place % 6]
