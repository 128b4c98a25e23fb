"""How do the plan of an installation and its manifest read as JSON?

Source: docs/formats/installation.md.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from cortex.model.errors import StoreUnreadable
from cortex.model.installation import FileOp, HostPlan, Installation, KeptFile

MANIFEST_SCHEMA = "cortex.install/1"


def plan_json(plans: Sequence[HostPlan]) -> list[dict[str, object]]:
    """Give each host with what happens, or happened, to its files."""
    return [
        {
            "host": plan.host,
            "name": plan.name,
            "state": plan.state.value,
            "reason": plan.reason,
            "remedy": plan.remedy,
            "ops": [op_json(op) for op in plan.ops],
            "backups": list(plan.backups),
            "next_steps": list(plan.steps),
        }
        for plan in plans
    ]


def manifest_bytes(installed: Sequence[Installation]) -> bytes:
    """Give the manifest as it is kept; the same installations give the same bytes."""
    rows = [
        {
            "host": one.host,
            "level": one.level,
            "version": one.version,
            "files": [
                {
                    "path": kept.path,
                    "created": kept.is_ours,
                    "before_sha": kept.before_sha,
                    "after_sha": kept.after_sha,
                    "backup": kept.backup,
                    "folders": list(kept.folders),
                }
                for kept in one.files
            ],
        }
        for one in installed
    ]
    shown = json.dumps(
        {"schema": MANIFEST_SCHEMA, "installations": rows}, ensure_ascii=False, indent=2
    )
    return f"{shown}\n".encode("utf-8", "surrogatepass")


def read_manifest(content: bytes | None, path: str) -> tuple[Installation, ...]:
    """Give the installations that a manifest lists; none when there is no manifest.

    Raises:
        StoreUnreadable: it is no manifest of ours, or of a newer version.
    """
    if content is None:
        return ()
    try:
        kept = json.loads(content.decode("utf-8", "surrogatepass"))
        if kept["schema"] == MANIFEST_SCHEMA:
            return tuple(_installation(row) for row in kept["installations"])
    except (ValueError, KeyError, TypeError):
        pass
    message = f"{path} is no manifest of this version"
    remedy = "move it away; what was installed is recognised without it"
    raise StoreUnreadable(message, remedy=remedy)


def op_json(op: FileOp) -> dict[str, object]:
    """Give one file with what happens to it: the digests before and after, and the difference."""
    return {
        "path": op.path,
        "action": op.action.value,
        "reason": op.reason,
        "before_sha": _sha(op.before),
        "after_sha": _sha(op.after),
        "diff": op.diff,
    }


def _sha(content: bytes | None) -> str | None:
    return None if content is None else hashlib.sha256(content).hexdigest()


def _installation(row: dict[str, Any]) -> Installation:
    files = tuple(
        KeptFile(
            str(kept["path"]),
            bool(kept["created"]),
            str(kept["before_sha"]),
            str(kept["after_sha"]),
            str(kept["backup"]),
            tuple(map(str, kept["folders"])),
        )
        for kept in row["files"]
    )
    return Installation(str(row["host"]), str(row["level"]), str(row["version"]), files)
