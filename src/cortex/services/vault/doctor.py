"""What is wrong with a vault, all of it, and what does it hide unnoticed?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cortex.core.vault.hidden import Hidden, hidden_places
from cortex.model.limits import VAULT_FILE_BYTES_MAX
from cortex.model.vault import VaultFault
from cortex.services.vault.corpus import load

if TYPE_CHECKING:
    from cortex.ports.vault import VaultFolder


class VaultHealth(NamedTuple):
    """Every fault and every place that hides more than it may have been meant to.

    ``records`` counts what can be read past the faults.
    """

    root: str
    records: int
    faults: tuple[VaultFault, ...]
    hidden: tuple[Hidden, ...]


def examine(folder: VaultFolder) -> VaultHealth:
    """Read everything once more than any command would; changes nothing.

    Limits of the whole vault are faults like any other here.
    """
    try:
        corpus = load(folder, is_tolerant=True)
        records, faults = len(corpus.records), corpus.faults
    except VaultFault as fault:
        records, faults = 0, (fault,)
    hidden: list[Hidden] = []
    for file in folder.files():
        if isinstance(file, Exception) or file.size > VAULT_FILE_BYTES_MAX:
            continue
        try:
            content = folder.read(file.path, VAULT_FILE_BYTES_MAX)
        except VaultFault:
            continue  # Among the faults already.
        hidden += hidden_places(content, file.path)
    return VaultHealth(folder.root, records, tuple(faults), tuple(hidden))
