"""How is search measured on a real brain? In a throw-away home, through the shipped search.

Source: ADR 0171, docs/formats/bench-report.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from cortex.model.callers import SOLO, Caller, Place
from cortex.model.observations import Event, Grant, Role
from cortex.model.scopes import USER_SCOPE_ID
from cortex.model.search import SearchPage, SearchQuestion
from cortex.model.search_measures import SearchReport, SearchSet, SetTurn
from cortex.model.text import CleanText
from cortex.services.measure_search import Progress, SearchNotebook, measure_search
from cortex.services.search import search
from cortex.services.turns import Saying, keep_turn
from cortex.wiring.house import House
from cortex.wiring.settings import DURABILITY_FAST, Settings

HOST = "bench"
TEXT_BYTES_MAX = 1024 * 1024
CALLER = Caller(agent=HOST)
PLACE = Place(project=USER_SCOPE_ID)
"""The scope that every machine has, so that a figure does not depend on the current folder."""

Reader = Callable[[str, str], SearchSet]
"""Reads a file's text, given its name for errors."""


def measure_set(
    reader: Reader, text: str, source: str, on_progress: Progress | None
) -> SearchReport:
    """Read a labelled set and measure it.

    Raises:
        InvalidRequest: the text is no such set.
    """
    return measure_search(reader(text, source), source, open_search_notebook, on_progress)


class HouseSearchNotebook:
    """A house that a measurement of search may fill and ask."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._kept = 0

    def keep(self, turns: Sequence[SetTurn]) -> list[str]:
        """Keep documents; see ``SearchNotebook``."""
        grant = Grant("bench", USER_SCOPE_ID, Role.DOCUMENT, TEXT_BYTES_MAX)
        references = []
        with self._house.brain.writing() as writer:
            observations = writer.observations
            source = observations.find_source(SOLO, grant.key) or observations.register(
                SOLO, grant, self._house.now_us()
            )
            for turn in turns:
                self._kept += 1
                event = Event(str(self._kept), CleanText(turn.text), turn.at_us)
                session_no = (
                    writer.turns.open_session(SOLO, HOST, turn.session, USER_SCOPE_ID, turn.at_us)
                    if turn.session
                    else None
                )
                saying = Saying(session_no, turn.speaker, turn.at_us)
                kept = keep_turn(writer, source, "1", event, saying, turn.at_us)
                references.append(kept.reference)
        return references

    def ask(self, question: str, limit: int) -> SearchPage:
        """Ask the shipped search; see ``SearchNotebook``."""
        gate = self._house.gate(PLACE, CALLER)
        asked = SearchQuestion(question, limit=limit)
        return search(self._house.brain, asked, CALLER.principal, gate)


@contextmanager
def open_search_notebook() -> Iterator[SearchNotebook]:
    """Give an empty brain in a folder of its own, which is removed when the block ends."""
    with TemporaryDirectory(prefix="cortex-bench-") as folder:
        settings = Settings(
            home=folder,
            db_path=str(Path(folder, "cortex.db")),
            durability=DURABILITY_FAST,
            cwd=folder,
            user_home=folder,
        )
        with House(settings) as house:
            yield HouseSearchNotebook(house)
