"""How is search put together for the command line?"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from cortex.model.errors import CortexError
from cortex.services.labels import known_caller
from cortex.services.projection import project_pending
from cortex.services.search import search
from cortex.wiring.spool import COMMAND_MS, drain_now

if TYPE_CHECKING:
    from cortex.model.callers import Caller, Place
    from cortex.model.search import SearchPage, SearchQuestion
    from cortex.wiring.house import House

SLICES_MAX = 6
"""Slices of waiting observations that one search indexes first: some hundred milliseconds."""


def search_in(house: House, question: SearchQuestion, place: Place, caller: Caller) -> SearchPage:
    """Give a page of leads, having taken in and indexed some of what waits for it.

    A store that cannot be written is searched as it is; the answer's coverage says what waits.
    """
    house.asking(caller)
    catch_up(house, COMMAND_MS)
    who = known_caller(caller)
    gate = house.gate(place, who)
    return search(house.known, question, who.principal, gate, house.capture_policy())


def catch_up(house: House, budget_ms: int) -> None:
    """Take in what hooks took down and index what waits, as far as the time and the store let it.

    Raises:
        CortexError: the brain cannot be opened.
    """
    drain_now(house, budget_ms)
    brain = house.known
    with suppress(CortexError):
        for _ in range(SLICES_MAX):
            with brain.reading() as reader:
                if not reader.search_index.pending():
                    break
            with brain.writing() as writer:
                project_pending(writer)
