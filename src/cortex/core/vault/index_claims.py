"""What do a policy and a manifest claim of a derived index? The published shape, or nothing.

Source: docs/formats/vault-programs.md.
"""

from __future__ import annotations

import json
import re

from cortex.core.vault.instants import parse_ms
from cortex.model.lean_classes import NamedTuple

POLICY_SCHEMA = "lifeos-cortex-index-policy/v1"
NO_INDEX_POLICY = "no-index-v1"
MANIFEST_SCHEMA = "lifeos-cortex-index/v1"

_MANIFEST = frozenset({"schema", "canonical_sha256", "index_path", "index_sha256", "indexed_at"})
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)


class Manifest(NamedTuple):
    """What an index was made from, where it lies beside its manifest, and when it was made."""

    canonical_sha256: str
    index_path: str
    index_sha256: str
    indexed_at: str
    indexed_ms: int


def is_no_index_policy(content: bytes) -> bool:
    """Tell whether a policy file says that there is no index."""
    return _object(content) == {"schema": POLICY_SCHEMA, "policy": NO_INDEX_POLICY}


def read_manifest(content: bytes) -> Manifest | None:
    """Give what a manifest claims, or None when it is none.

    A path that leaves the manifest's folder makes it none; so do links, which only the store sees.
    """
    row = _object(content)
    if row is None or row.keys() != _MANIFEST or row["schema"] != MANIFEST_SCHEMA:
        return None
    canonical, index = row["canonical_sha256"], row["index_sha256"]
    path, indexed_at = row["index_path"], row["indexed_at"]
    if not (isinstance(canonical, str) and isinstance(index, str)):
        return None
    if not (isinstance(path, str) and isinstance(indexed_at, str)):
        return None
    indexed_ms = parse_ms(indexed_at)
    parts = [part for part in path.split("/") if part != "."]
    is_inside = bool(path) and not path.startswith("/") and ".." not in parts and all(parts)
    if not (_DIGEST.fullmatch(canonical) and _DIGEST.fullmatch(index)):
        return None
    if indexed_ms is None or not is_inside or "\0" in path:
        return None
    return Manifest(canonical, "/".join(parts), index, indexed_at, indexed_ms)


def _object(content: bytes) -> dict[str, object] | None:
    try:
        row = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None
