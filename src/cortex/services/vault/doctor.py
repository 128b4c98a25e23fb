"""What is wrong with a vault, all of it, and what does it hide unnoticed?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from cortex.core.vault.hidden import Hidden, hidden_places
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import VAULT_FAULTS_MAX, VAULT_FILE_BYTES_MAX
from cortex.model.vault import VaultFault
from cortex.services.vault.corpus import contents

if TYPE_CHECKING:
    from cortex.ports.vault import VaultFolder

_Finding = TypeVar("_Finding")


class VaultHealth(NamedTuple):
    """Every fault and every place that hides more than it may have been meant to.

    ``records`` counts what can be read past the faults; ``more_faults`` and ``more_hidden`` what is
    not listed, because a broken file may have a fault in each of its lines.
    """

    root: str
    records: int
    faults: tuple[VaultFault, ...]
    hidden: tuple[Hidden, ...]
    more_faults: int = 0
    more_hidden: int = 0


def examine(folder: VaultFolder) -> VaultHealth:
    """Read everything once more than any command would; changes nothing.

    Limits of the whole vault are faults like any other here.
    """
    records = 0
    faults, hidden = _Some[VaultFault](), _Some[Hidden]()
    try:
        for found in contents(folder):
            if isinstance(found, VaultFault):
                faults.add(found.with_traceback(None))
            else:
                records += 1
    except VaultFault as fault:
        faults.add(fault)
    for place in _hidden(folder):
        hidden.add(place)
    return VaultHealth(
        folder.root, records, tuple(faults.kept), tuple(hidden.kept), faults.more, hidden.more
    )


def _hidden(folder: VaultFolder) -> Iterator[Hidden]:
    for file in folder.files():
        if isinstance(file, Exception) or file.size > VAULT_FILE_BYTES_MAX:
            continue
        try:
            content = folder.read(file.path, VAULT_FILE_BYTES_MAX)
        except VaultFault:
            continue  # Among the faults already.
        yield from hidden_places(content, file.path)


class _Some(Generic[_Finding]):
    """The first findings, and a count of the others."""

    def __init__(self) -> None:
        self.kept: list[_Finding] = []
        self.more = 0

    def add(self, finding: _Finding) -> None:
        if len(self.kept) < VAULT_FAULTS_MAX:
            self.kept.append(finding)
        else:
            self.more += 1
