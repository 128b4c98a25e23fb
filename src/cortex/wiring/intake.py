"""How are logs, files, inventories and the operator's word put together for the command line?"""

# ruff: noqa: PTH118  # pathlib costs every command 8 ms.

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cortex.core.observe.standing import is_stale
from cortex.model.callers import Place
from cortex.model.capture_policy import EVERY_SCOPE
from cortex.model.errors import CortexError, InvalidRequest, StoreReadOnly
from cortex.model.lean_classes import NamedTuple
from cortex.model.scopes import scope_kind
from cortex.services import intake, inventory
from cortex.services.intake import FILE_PREFIX, Intake, Portion
from cortex.services.inventory import Budget
from cortex.stores.sources.whole_files import WholeFiles
from cortex.stores.system.capture_policy import policy_path, read_policy, write_policy
from cortex.stores.system.locks import WriteQueue

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.capture_policy import CapturePolicy
    from cortex.model.inventories import Inventory
    from cortex.model.observations import CaptureReceipt, TailReceipt
    from cortex.wiring.house import House

__all__ = [
    "Budget",
    "Policing",
    "Portion",
    "StandingPolicy",
    "TakingIn",
    "canonical_key",
    "named_scope",
]


_TURN_SECONDS = 5.0  # A word is written in milliseconds.


class StandingPolicy(NamedTuple):
    """The operator's word as it stands, and the keys of sources it keeps closed until enabled."""

    policy: CapturePolicy
    stale: tuple[str, ...]


class TakingIn:
    """What hands over many events, in an open house; each method as the service it names."""

    def __init__(self, house: House, caller: Caller) -> None:
        self._house = house
        self._taking = Intake(caller, house.now_us(), house.capture_policy())
        self._files = WholeFiles()

    def tail(self, key: str, portion: Portion) -> TailReceipt:
        """Keep the complete lines of a portion of a log."""
        known = canonical_key(self._house, key)
        return intake.tail(self._house.known, known, portion, self._taking)

    def file(self, path: str) -> CaptureReceipt:
        """Keep a registered file whole."""
        key = canonical_key(self._house, FILE_PREFIX + path)
        absolute = key.removeprefix(FILE_PREFIX)
        return intake.take_file(self._house.known, self._files, absolute, self._taking)

    def take_stock(self) -> Inventory:
        """List the registered files."""
        revision = self._house.new_id().replace("-", "")
        return inventory.take_stock(self._house.known, self._files, revision, self._taking)

    def find_inventory(self, revision: str) -> Inventory:
        """Give a list as it stands."""
        return inventory.find_inventory(self._house.known, revision, self._taking)

    def bootstrap(self, revision: str, budget: Budget) -> Inventory:
        """Take in the next files of a list."""
        return inventory.bootstrap(self._house.known, self._files, revision, budget, self._taking)

    def reconcile(self, revision: str) -> Inventory:
        """Look at every file of a list again."""
        return inventory.reconcile(self._house.known, self._files, revision, self._taking)


class Policing:
    """The operator's word on capture, for the home of a house."""

    def __init__(self, house: House, caller: Caller) -> None:
        self._house = house
        self._caller = caller

    def told(self) -> StandingPolicy:
        """Give the policy as it stands; of a store that cannot be read no source is named."""
        policy = read_policy(self._house.settings.home)
        try:
            with self._house.known.reading() as reader:
                own = reader.observations.sources(self._caller.principal)
        except CortexError:
            own = []  # The word holds all the same, and the doctor tells about the store.
        return StandingPolicy(policy, tuple(one.key for one in own if is_stale(one, policy)))

    def change(self, state: str, scope_id: str = EVERY_SCOPE) -> StandingPolicy:
        """Say what holds from now on, for a scope or for every one, and give how it stands then.

        Whoever says something at the same time waits, so that no word is lost.

        Raises:
            StoreReadOnly: the home cannot be written.
            StoreBusy: somebody else kept their turn for too long.
        """
        home = self._house.settings.home
        try:
            os.makedirs(home, mode=0o700, exist_ok=True)  # noqa: PTH103  # pathlib costs 8 ms.
            with WriteQueue(f"{policy_path(home)}.queue", _TURN_SECONDS):
                policy = read_policy(home)
                write_policy(home, policy.changed(state, scope_id, self._house.now_us()))
        except OSError as error:
            message = f"{policy_path(home)} cannot be written: {error.strerror}"
            raise StoreReadOnly(message) from None
        return self.told()


def canonical_key(house: House, key: str) -> str:
    """Give a key as it is kept: a file's path absolute, its folder real, its own name as it is."""
    if not key.startswith(FILE_PREFIX) or not key.removeprefix(FILE_PREFIX).strip():
        return key
    written = _at_home(house, key.removeprefix(FILE_PREFIX))
    path = os.path.join(house.settings.cwd or os.sep, written)
    folder, name = os.path.split(os.path.normpath(path))
    return FILE_PREFIX + os.path.join(house.real_path(folder, Place()), name)


def named_scope(house: House, named: str | None, place: Place) -> str:
    """Give the id of a scope as a person names it: an id, a path, a known name, or this place's.

    Raises:
        InvalidRequest: it is a path that is no folder.
        UnknownScope: nothing of that name is known.
    """
    if not named:
        return house.scope(place).scope_id
    if scope_kind(named) is not None:
        return named
    if named.startswith(("/", "./", "../", "~/")) or named in (".", "..", "~"):
        folder = house.real_path(_at_home(house, named), place)
        if not os.path.isdir(folder):  # noqa: PTH112  # pathlib costs 8 ms.
            message = f"'{named}' is no folder"
            raise InvalidRequest(message, remedy="name a folder or a scope", field="scope")
        return house.scope(Place(folder)).scope_id
    return house.scope(Place(place.cwd, named)).scope_id


def _at_home(house: House, path: str) -> str:
    """Give a path with the person's home for ``~``: behind a prefix no shell puts it there."""
    home = house.settings.user_home
    return home + path[1:] if home and (path == "~" or path.startswith("~/")) else path
