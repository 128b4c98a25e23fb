"""Who does the work while the event loop answers the client?

One thread owns the house: it opens the store at the first request that needs it, and takes requests
in the order they were read, so that a question sent after a commit sees the commit.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from cortex.model.callers import Caller, Place, principal_of
from cortex.model.errors import CortexError
from cortex.model.operations import Operation, find_operation
from cortex.wire.refusals import broken, refused
from cortex.wiring.spool import SLICE_MS, drain_now

if TYPE_CHECKING:
    from cortex.wiring.house import House
    from cortex.wiring.settings import Settings


class Worker:
    """Runs operations one after the other."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._house: House | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mcp work")

    async def operate(self, name: str, arguments: Any, agent: str) -> dict[str, Any]:
        """Run one operation and give its answer; errors are answers too.

        Args:
            name: of the tool or the operation.
            arguments: decoded JSON.
            agent: what the caller calls itself; kept with what it commits.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._operate, name, arguments, agent)

    def close(self) -> None:
        """Finish what was begun, drop what was not, and release the store."""
        self._thread.submit(self._close_house)
        self._thread.shutdown(wait=True)

    def _operate(self, name: str, arguments: Any, agent: str) -> dict[str, Any]:
        owner_id = self._settings.owner_id
        caller = Caller(principal_of(owner_id), agent, owner_id, is_mcp=True)
        try:
            place = Place(self._settings.cwd or None)
            house = self._open()
            drain_now(house, SLICE_MS)
            return house.operate(name, arguments, caller, place)
        except CortexError as error:
            return refused(error)
        except Exception as error:  # noqa: BLE001  # The client gets an answer, whatever it was.
            return broken(find_operation(name) or Operation.CAPABILITIES, error)

    def _open(self) -> House:
        if self._house is None:
            from cortex.wiring.guarded import open_house

            self._house = open_house(self._settings)
        return self._house

    def _close_house(self) -> None:
        if self._house is not None:
            from cortex.wiring.tending import tend

            tend(self._house)
            self._house.close()
