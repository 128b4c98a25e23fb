"""Where is measured? A folder of its own, with a brain and a bare index that grow together."""

from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.model.scopes import USER_SCOPE_ID
from cortex.wiring.house import House, open_house
from cortex.wiring.settings import DURABILITY_FAST, Settings
from tools.bench.corpus import Corpus
from tools.bench.plain_index import PlainIndex
from tools.bench.samples import Sample, milliseconds

CALLER = Caller(agent="bench")
PLACE = Place(project=USER_SCOPE_ID)
BATCH_FACTS = 500
"""Facts of one transaction when many are loaded."""

Say = Callable[[str], None]


class Site:
    """A growing brain with what it is compared with; close it to give the disk back.

    Args:
        folder: an empty folder; the caller removes it.
        say: is told what goes on.
    """

    def __init__(self, folder: Path, say: Say) -> None:
        self.folder = folder
        self.say = say
        self.corpus = Corpus()
        self.facts: list[str] = []
        self._source = self.corpus.facts()
        self.house = open_house(settings_of(folder))
        self.plain = PlainIndex(folder / "plain.db", "normal")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.house.close()
        self.plain.close()

    def next_facts(self, count: int) -> list[str]:
        """Give facts that nobody has stored yet."""
        return list(islice(self._source, count))

    def grow(self, size: int) -> Sample:
        """Load facts until there are this many, and give the facts per second of each batch."""
        rates = []
        shown = 0
        while len(self.facts) < size:
            texts = self.next_facts(min(BATCH_FACTS, size - len(self.facts)))
            taken_ms = milliseconds(partial(commit, self.house, texts))
            rates.append(1000 * len(texts) / taken_ms)
            self.plain.insert_all(texts)
            self.facts.extend(texts)
            if len(self.facts) * 10 // size > shown:
                shown = len(self.facts) * 10 // size
                self.say(f"{len(self.facts):,} of {size:,} facts, {rates[-1]:,.0f} a second")
        return Sample(tuple(rates), "facts/s")


def commit(house: House, texts: list[str]) -> None:
    """Keep statements through the shipped deposit, in one transaction."""
    house.commit_all([CommitRequest(text) for text in texts], PLACE, CALLER)


def settings_of(folder: Path, durability: str = DURABILITY_FAST) -> Settings:
    """Give the settings of a brain in a folder."""
    return Settings(
        home=str(folder),
        db_path=str(folder / "cortex.db"),
        durability=durability,
        cwd=str(folder),
        user_home=str(folder),
    )
