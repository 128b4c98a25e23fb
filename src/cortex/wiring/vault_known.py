"""Is there an index for this vault that may be used?"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from cortex.model.vault import IndexDamaged
from cortex.stores.files.vault_index import IndexPlace

if TYPE_CHECKING:
    from cortex.services.vault.indexing import KnownVault
    from cortex.stores.files.vault_index import OpenIndex


def index_place(root: str, environment: Mapping[str, str]) -> IndexPlace | None:
    """Give the place of a root's index in Cortex's home; None when there is no home to be found."""
    from cortex.model.errors import CortexError
    from cortex.wiring.settings import read_settings

    try:
        return IndexPlace(read_settings(environment=dict(environment)).home, root)
    except CortexError:
        return None


@contextmanager
def known_vault(root: str, environment: Mapping[str, str]) -> Iterator[KnownVault | None]:
    """Give the index of a root while it is open; None when there is none that can be used."""
    place = index_place(root, environment)
    found: OpenIndex | None
    try:
        found = place.opened() if place is not None else None
    except IndexDamaged:
        found = None
    if found is None:
        yield None
        return
    try:
        yield _usable(found, root)
    finally:
        found.close()


def named(root: str) -> dict[str, object]:
    """Give what an index of a root says of itself when it is ours, of this very program."""
    from cortex import __version__
    from cortex.core.vault.index_layout import identity

    major, minor, *_ = sys.version_info
    return identity(root, f"cortex {__version__}, python {major}.{minor}, {sys.byteorder}-endian")


def decoded(found: OpenIndex, root: str) -> KnownVault:
    """Give an open index at work.

    Raises:
        IndexDamaged: it cannot be used, and why.
    """
    from cortex.core.vault.index_layout import decode
    from cortex.services.vault.indexing import KnownVault

    return KnownVault(decode(found.read, named(root)), found.read)


def index_standing(root: str, environment: Mapping[str, str]) -> str | None:
    """Give why the index of a root is ignored; None when it is used or there is none."""
    place = index_place(root, environment)
    try:
        found = place.opened() if place is not None else None
        if found is not None:
            with closing(found):
                decoded(found, root)
    except IndexDamaged as damage:
        return str(damage)
    return None


def is_inside(place: IndexPlace, root: str) -> bool:
    """Tell whether an index would lie in the vault itself."""
    real = os.path.realpath(place.path)
    return os.path.commonpath([real, root]) == root


def _usable(found: OpenIndex, root: str) -> KnownVault | None:
    try:
        return decoded(found, root)
    except IndexDamaged:
        return None
