"""How are logs, files, inventories and the operator's word put together for the command line?"""

# ruff: noqa: PTH118  # pathlib costs every command 8 ms.

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from cortex.core.observe.intake import is_stale
from cortex.model.callers import Place
from cortex.model.capture_policy import EVERY_SCOPE
from cortex.model.errors import InvalidRequest, StoreReadOnly
from cortex.model.scopes import scope_kind
from cortex.services import intake, inventory
from cortex.services.intake import FILE_PREFIX, Intake, Portion
from cortex.services.inventory import Budget
from cortex.stores.sources.whole_files import WholeFiles
from cortex.stores.system.capture_policy import policy_path, read_policy, write_policy

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.capture_policy import CapturePolicy
    from cortex.model.inventories import Inventory
    from cortex.model.observations import CaptureReceipt, TailReceipt
    from cortex.wiring.house import House

__all__ = ["Budget", "Policing", "Portion", "Told", "canonical_key", "named_scope", "taking_in"]


class Told(NamedTuple):
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
        return intake.tail(self._house.known, key, portion, self._taking)

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

    def told(self) -> Told:
        """Give the policy as it stands."""
        policy = read_policy(self._house.settings.home)
        with self._house.known.reading() as reader:
            own = reader.observations.sources(self._caller.principal)
        return Told(policy, tuple(one.key for one in own if is_stale(one, policy)))

    def change(self, state: str, scope_id: str = EVERY_SCOPE) -> Told:
        """Say what holds from now on, for a scope or for every one, and give how it stands then.

        Raises:
            StoreReadOnly: the home cannot be written.
        """
        home = self._house.settings.home
        changed = read_policy(home).changed(state, scope_id, self._house.now_us())
        try:
            write_policy(home, changed)
        except OSError as error:
            message = f"{policy_path(home)} cannot be written: {error.strerror}"
            raise StoreReadOnly(message) from None
        return self.told()


def taking_in(house: House, caller: Caller) -> TakingIn:
    """Give what takes in many events."""
    return TakingIn(house, caller)


def canonical_key(house: House, key: str) -> str:
    """Give a key as it is kept: a file's path absolute, its folder real, its own name as it is."""
    if not key.startswith(FILE_PREFIX) or not key.removeprefix(FILE_PREFIX).strip():
        return key
    path = os.path.join(house.settings.cwd or os.sep, key.removeprefix(FILE_PREFIX))
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
        home = house.settings.user_home
        written = home + named[1:] if named.startswith("~") and home else named
        folder = house.real_path(written, place)
        if not os.path.isdir(folder):  # noqa: PTH112  # pathlib costs 8 ms.
            message = f"'{named}' is no folder"
            raise InvalidRequest(message, remedy="name a folder or a scope", field="scope")
        return house.scope(Place(folder)).scope_id
    return house.scope(Place(place.cwd, named)).scope_id
