"""Is the ranking exact although it does not read everything?"""

import random
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

import pytest

from cortex.model.facts import FactStatus
from cortex.model.gates import Gate, TemporalMode
from cortex.ports.brain import Brain
from cortex.stores.sqlite.terms import Lexicon, Term
from tests.contracts.brains import NOW_US, sqlite_brain
from tests.contracts.deposits import content, handles, insert

SEED = 23
FACTS = 1500
VOCABULARY = 400
WORDS_PER_FACT = 25
ZIPF = list(accumulate(1 / (rank + 2) for rank in range(VOCABULARY)))

Corpus = dict[int, tuple[str, FactStatus, dict[str, int]]]
"""By fact id: scope, status, weights."""


def words(rng: random.Random, count: int) -> list[str]:
    """Draw words as a text does: few of them make up most of it."""
    drawn = rng.choices(range(VOCABULARY), cum_weights=ZIPF, k=count)
    return [f"w{rank}" for rank in drawn]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """Give the facts of a brain, most of them in other scopes."""
    rng = random.Random(SEED)
    facts: Corpus = {}
    for fact_id in range(1, FACTS + 1):
        weights = {word: rng.randint(1, 4095) for word in words(rng, WORDS_PER_FACT)}
        scope_id = rng.choices(["user", "folder:/a", "folder:/b"], [2, 8, 90])[0]
        status = rng.choices([FactStatus.ACTIVE, FactStatus.SUPERSEDED], [9, 1])[0]
        facts[fact_id] = (scope_id, status, weights)
    return facts


@pytest.fixture(scope="module")
def brain(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Brain]:
    """Give a brain with these facts, the last of them not folded yet."""
    made = sqlite_brain(tmp_path_factory.mktemp("ranking") / "cortex.db")
    for ids in (range(1, FACTS - 100), range(FACTS - 100, FACTS + 1)):
        with made.writing() as writer:
            for fact_id in ids:
                scope_id, status, weights = corpus[fact_id]
                insert(writer, content(scope_id=scope_id, status=status), handles(weights.items()))
    yield made
    made.close()


def plainly(
    corpus: Corpus, asked: list[tuple[str, int]], scopes: tuple[str, ...] | None, limit: int
) -> list[tuple[int, int]]:
    """Compute the answer from the definition."""
    scores = {
        fact_id: sum(factor * weights[word] for word, factor in asked if word in weights)
        for fact_id, (scope_id, status, weights) in corpus.items()
        if status is FactStatus.ACTIVE and (scopes is None or scope_id in scopes)
    }
    found = [(fact_id, score) for fact_id, score in scores.items() if score]
    return sorted(found, key=lambda hit: (-hit[1], hit[0]))[:limit]


@pytest.mark.parametrize("scopes", [None, ("user",), ("user", "folder:/a"), ("folder:/b",), ()])
@pytest.mark.parametrize("limit", [1, 7, 64])
def test_ranking_is_that_of_the_definition(
    brain: Brain, corpus: Corpus, scopes: tuple[str, ...] | None, limit: int
) -> None:
    """Whatever is asked, common words or rare ones, the best are the best and in order."""
    rng = random.Random(SEED + limit)
    gate = Gate(TemporalMode.CURRENT, NOW_US, scopes)
    with brain.reading() as reader:
        for _ in range(30):
            drawn = words(rng, rng.randint(1, 12))
            asked = [(word, rng.randint(1, 9000)) for word in dict.fromkeys(drawn)]
            assert plainly(corpus, asked, scopes, limit) == reader.lexical_hits(asked, gate, limit)


@pytest.mark.parametrize("first", [{"common": 10}, {"rare": 4, "common": 6}])
def test_tie_for_the_last_place_goes_to_the_lower_id(tmp_path: Path, first: dict[str, int]) -> None:
    """A fact that can only just draw level is still looked at, because its id may decide."""
    made = sqlite_brain(tmp_path / "cortex.db")
    with made.writing() as writer:
        for weights in (first, {"rare": 10}, {"rare": 10}, *([{"common": 5}] * 300)):
            insert(writer, content(), handles(weights.items()))
    with made.reading() as reader:
        gate = Gate(TemporalMode.CURRENT, NOW_US)
        assert [(1, 10), (2, 10)] == reader.lexical_hits([("rare", 1), ("common", 1)], gate, 2)
    made.close()


def test_postings_of_common_words_are_not_read_whole(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question with a rare word does not walk through everything its common words are in."""
    read: list[str] = []
    plain = Lexicon.blocks_of

    def noted(self: Lexicon, term: Term) -> list[tuple[int, bytes]]:
        read.append(term.term)
        return plain(self, term)

    monkeypatch.setattr(Lexicon, "blocks_of", noted)
    monkeypatch.setattr("cortex.stores.sqlite.terms.SEEK_SHARE", 0)
    rare = [f"w{rank}" for rank in range(VOCABULARY - 3, VOCABULARY)]
    asked = [("w0", 1), ("w1", 1), *((word, 1000) for word in rare)]
    with brain.reading() as reader:
        assert 5 == len(reader.lexical_hits(asked, Gate(TemporalMode.CURRENT, NOW_US), 5))
    assert set(rare) >= set(read)
