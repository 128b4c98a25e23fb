"""How is the index of a vault made and dropped on the command line?"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence

from cortex.core.vault.index_layout import encode
from cortex.core.vault.words import refuse
from cortex.model.errors import CortexError, StoreBusy
from cortex.model.vault import VAULT_EXITS, IndexDamaged, VaultCode, VaultFault
from cortex.services.vault.indexing import collect
from cortex.stores.files.vault import PinnedFolder
from cortex.stores.files.vault_index import IndexPlace
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.environment import read_environment
from cortex.stores.system.locks import WriteQueue
from cortex.wiring.vault import VaultAnswer, root_named
from cortex.wiring.vault_known import decoded, index_place, is_inside, named

SCHEMA = "cortex-vault-index-report/1"
BUSY_S = 10.0
"""Seconds that a second builder waits for the first."""


def index(words: Sequence[str]) -> VaultAnswer:
    """Answer ``cortex vault index [--memory-root FOLDER] [--drop]``; statuses 0, 1 or 4."""
    try:
        return VaultAnswer(_line({"schema": SCHEMA, "ok": True, **_done(words)}), 0)
    except VaultFault as fault:
        found = fault
    except OSError as error:
        found = VaultFault(VaultCode.INTERNAL, f"No index was made: {error.strerror}")
    except StoreBusy:
        found = VaultFault(VaultCode.INTERNAL, "Another process makes this index; try again")
    except CortexError as error:
        found = VaultFault(VaultCode.INTERNAL, f"No index was made: {error}")
    report = {"schema": SCHEMA, "ok": False, "error": found.message}
    return VaultAnswer(_line(report), VAULT_EXITS[found.code])


def _done(words: Sequence[str]) -> dict[str, object]:
    root, is_drop = _options(words)
    environment = read_environment()
    folder = PinnedFolder(root_named(root, environment))
    place = index_place(folder.root, environment)
    if place is None:
        raise VaultFault(VaultCode.INTERNAL, "Cortex has no home to keep an index in")
    if is_drop:
        return {"path": place.path, "dropped": place.drop()}
    if is_inside(place, folder.root):
        refuse(f"CORTEX_HOME is inside the vault, and an index must not be: {place.path}")
    place.prepare()
    with WriteQueue(place.lock, BUSY_S):
        return _made(folder, place)


def _made(folder: PinnedFolder, place: IndexPlace) -> dict[str, object]:
    found = collect(folder, SystemClock().now_us())
    size = place.put(encode(named(folder.root), found.files, found.records, found.postings))
    _require_same(place, folder.root, found.records)
    return {
        "path": place.path,
        "files": len(found.files),
        "records": len(found.records),
        "left_out": found.left_out,
        "bytes": size,
    }


def _require_same(place: IndexPlace, root: str, records: Sequence[object]) -> None:
    """Drop what does not read back as it was meant."""
    opened = place.opened()
    if opened is not None:
        with contextlib.closing(opened), contextlib.suppress(IndexDamaged):
            if decoded(opened, root).records == records:
                return
    place.drop()
    raise VaultFault(VaultCode.INTERNAL, "The index did not read back as it was written")


def _options(words: Sequence[str]) -> tuple[str | None, bool]:
    rest = [word for word in words if word != "--drop"]
    is_root = len(rest) == 2 and rest[0] == "--memory-root" and bool(rest[1])
    if (rest and not is_root) or words.count("--drop") > 1:
        refuse("index takes --memory-root FOLDER and --drop, and nothing else")
    return (rest[1] if rest else None), "--drop" in words


def _line(value: dict[str, object]) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
    return text.encode("utf-8", "backslashreplace")
