"""How is forgetting put together: the brain, its file, the sidecar and the home around them?"""

from __future__ import annotations

import os
from contextlib import nullcontext
from typing import TYPE_CHECKING

from cortex.services.forget import Ground
from cortex.stores.system.residue import HomeFiles
from cortex.stores.system.spool import spool_path

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from cortex.model.callers import Caller
    from cortex.model.erasure import ErasureReport, Scrubbed, Selection
    from cortex.wiring.house import House


DRAIN_WAIT_SECONDS = 10.0
"""Seconds to wait for a drain that is at work; one of a command takes two."""


class Forgetting:
    """What `cortex forget` can do to one open house."""

    def __init__(self, house: House) -> None:
        self._house = house

    def forget(self, selection: Selection, caller: Caller, *, is_applied: bool) -> ErasureReport:
        """Forget what is selected, or tell exactly what that would take."""
        from cortex.services.forget import forget

        now_us = self._house.now_us()
        with self._undrained() if is_applied else nullcontext():
            return forget(self._ground(), selection, caller, now_us, is_applied=is_applied)

    def lift(self, selection: Selection, caller: Caller) -> int:
        """Allow forgotten wordings again; gives how many."""
        from cortex.services.forget import lift

        return lift(self._house.known, selection, caller, self._house.now_us())

    def finish(self) -> Scrubbed | None:
        """Clean the pages after an interrupted forgetting; None when there is none."""
        from cortex.services.forget import finish

        return finish(self._ground(), self._house.now_us())

    def _undrained(self) -> AbstractContextManager[None]:
        """Keep words that wait in the spool from passing into the brain unseen."""
        from cortex.stores.system.spool_draining import undrained

        settings = self._house.settings
        return undrained(spool_path(settings.home, settings.db_path), DRAIN_WAIT_SECONDS)

    def _ground(self) -> Ground:
        return ground_of(self._house)


def forgotten_bases(house: House, fact_id: int) -> list[tuple[int, str]]:
    """Give (number of a forgotten fact, relation) of what a standing fact was built on."""
    with house.known.reading() as reader:
        return [(base.base_fact_id, base.relation) for base in reader.erasure.bases_of(fact_id)]


def ground_of(house: House) -> Ground:
    """Give everything a forgetting touches; maintenance finishes one with it."""
    from cortex.stores.sqlite.scrubbing import SqliteScrubber, pages_of, search_copy
    from cortex.wiring.backends import write_queue
    from cortex.wiring.identity import existing_sidecar

    settings = house.settings
    is_made = os.path.lexists(settings.db_path)
    return Ground(
        brain=house.known,
        scrubber=SqliteScrubber(settings.db_path, write_queue(settings)) if is_made else None,
        residue=HomeFiles(settings.home, settings.db_path, search_copy, pages_of),
        identity=existing_sidecar(house),
        make_key=lambda: _key(house),
    )


def _key(house: House) -> bytes:
    """Give 32 bytes nobody can guess: two ids have 244 random bits."""
    return bytes.fromhex((house.new_id() + house.new_id()).replace("-", ""))
