"""Is what a view finds after many captures what one look at everything would find?"""

import random
from collections.abc import Callable

import pytest

from cortex.core.observe.cues import cues_of, held
from cortex.core.search.entries import entry_of
from cortex.model.needs import Rank, ViewStatus
from cortex.ports.brain import Brain
from cortex.services import observe
from tests.contracts.brains import NOW_US
from tests.services.needs.conftest import HERE, ME, SPEC, prepared, putting, refs, subscribed

WORDS = (
    "failed",
    "failing",
    "timeout",
    "get_user",
    "検索結果",
    "検索",
    "port",
    "flaky",
    "the",
    "é",
)
SPECS = (
    SPEC._replace(cues=("failed", "検索結果"), exclude_cues=("flaky",), results_max=128),
    SPEC._replace(cues=("get_user", "timeout", "é"), results_max=128, bytes_max=65_536),
    SPEC._replace(cues=("failed", "timeout", "port"), results_max=7, bytes_max=1500),
)


def recomputed(brain: Brain, cues: tuple[str, ...], excluded: tuple[str, ...]) -> list[Rank]:
    """Rank everything that stands by reading each text anew."""
    found = []
    with brain.reading() as reader:
        for seen in reader.observations.iter_all():
            terms = dict(entry_of(seen, None).terms)
            count = held(cues_of(cues), terms)
            is_here = seen.source.scope_id == HERE and seen.retracted_us is None
            if count and is_here and not held(cues_of(excluded), terms):
                found.append(Rank(count, seen.observation_id))
    return sorted(found, reverse=True)


def walked(brain: Brain) -> list[str]:
    """Give every reference of a view, page after page."""
    view = prepared(brain)
    found = refs(view)
    while view.omitted.next_rank is not None:
        view = prepared(brain, after=view.omitted.next_rank)
        found += refs(view)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_incremental_is_the_same_as_recomputed(fresh_brain: Callable[[], Brain], seed: int) -> None:
    """After each of 80 captures and retractions, a view has what a full reading finds. CQR H9"""
    brain, chance = fresh_brain(), random.Random(seed)  # A seeded example.
    spec = SPECS[seed]
    subscribed(brain, spec)
    put, ranks = putting(brain), list[Rank]()
    for number in range(80):
        said = " ".join(chance.choices(WORDS, k=chance.randint(1, 6)))
        scope, source = (HERE, "log") if chance.random() < 0.8 else ("user", "other")
        put(f"{said} {number}", source, scope)
        if chance.random() < 0.3:
            gone = f"obs:{chance.randint(1, number + 1)}"
            observe.retract(brain, gone, "wrong", ME, NOW_US)
        ranks = recomputed(brain, spec.cues, spec.exclude_cues)
        expected = [f"obs:{rank.observation_id}" for rank in ranks]
        found = walked(brain)
        if prepared(brain).status is ViewStatus.READY:
            assert sorted(expected) == sorted(found)
        else:
            assert expected == found
    assert ranks
