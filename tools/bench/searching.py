"""What does a search over many turns cost, next to a bare full-text query on the same rows?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

from cortex.model.search_measures import SetTurn
from cortex.wiring.bench_search import HouseSearchNotebook
from cortex.wiring.house import House
from tools.bench.corpus import SEED, Corpus
from tools.bench.figures import Figure
from tools.bench.plain_index import PlainIndex
from tools.bench.samples import Sample, in_turns, milliseconds
from tools.bench.site import settings_of

TURN_WORDS = 20
SESSION_TURNS = 20
BATCH_TURNS = 1_000
LEADS = 10
FIRST_US = 1_767_225_600_000_000
MINUTE_US = 60_000_000

Say = Callable[[str], None]


def searching(folder: Path, say: Say, turns: int, rounds: int) -> list[Figure]:
    """Keep turns of sessions in a brain of their own, and search them.

    The questions hold five words of one turn, as somebody remembers them.
    """
    folder.mkdir()
    texts = list(islice(_turn_texts(), turns))
    with (
        House(settings_of(folder)) as house,
        PlainIndex(folder / "plain.db", "normal") as plain,
    ):
        notebook = HouseSearchNotebook(house)
        taken = []
        for start in range(0, turns, BATCH_TURNS):
            end = min(turns, start + BATCH_TURNS)
            batch = [_turn(place, texts[place]) for place in range(start, end)]
            taken.append(milliseconds(partial(notebook.keep, batch)) / len(batch))
            plain.insert_all(turn.text for turn in batch)
            say(f"{start + len(batch):,} of {turns:,} turns")
        questions = _questions(texts, rounds + 1)
        ours, bare = in_turns(
            [
                lambda at: notebook.ask(" ".join(questions[at]), LEADS),
                lambda at: plain.ask(questions[at]),
            ],
            rounds,
        )
    return [
        Figure(f"search, 5 words, {turns:,} turns", ours, ("FTS5 OR, same words", bare)),
        Figure("keep one turn, in a batch", Sample(tuple(taken), "ms")),
    ]


def _turn_texts() -> Iterator[str]:
    for fact in Corpus().facts():
        words = fact.split()
        for start in range(0, len(words) - TURN_WORDS + 1, TURN_WORDS):
            yield " ".join(words[start : start + TURN_WORDS])


def _turn(place: int, text: str) -> SetTurn:
    speaker = ("user", "assistant")[place % 2]
    session = f"s{place // SESSION_TURNS}"
    return SetTurn(str(place), text, speaker, session, FIRST_US + place * MINUTE_US)


def _questions(texts: list[str], count: int) -> list[list[str]]:
    dice = Random(f"search:{SEED}")  # noqa: S311 - Measurements must repeat; nothing here is secret.
    return [dice.sample(dice.choice(texts).split(), 5) for _ in range(count)]
