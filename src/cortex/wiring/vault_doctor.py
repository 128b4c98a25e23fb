"""How is the doctor of a vault put together for the command line?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cortex.core.vault.text import public
from cortex.core.vault.words import refuse
from cortex.model.vault import VAULT_EXITS, VaultCode, VaultFault
from cortex.services.vault.doctor import examine
from cortex.stores.files.vault import PinnedFolder
from cortex.stores.system.environment import read_environment
from cortex.wiring.vault import VaultAnswer, root_named
from cortex.wiring.vault_known import index_standing

if TYPE_CHECKING:
    from cortex.services.vault.doctor import VaultHealth

SCHEMA = "cortex-vault-doctor/1"
HIDING = 1
"""Exit status when everything can be read, but a tag hides what follows it."""


def diagnose(words: Sequence[str]) -> VaultAnswer:
    """Answer ``cortex vault doctor [--memory-root FOLDER] [--json]``; statuses 0, 1 or 4."""
    is_json = "--json" in words
    try:
        environment = read_environment()
        folder = PinnedFolder(root_named(_root(words), environment))
        health = examine(folder)
        ignored = index_standing(folder.root, environment)
    except VaultFault as fault:
        return _failure(fault, is_json=is_json)
    except OSError as error:  # The current folder is gone, say.
        message = f"The vault cannot be looked at: {error.strerror}"
        return _failure(VaultFault(VaultCode.INTERNAL, message), is_json=is_json)
    status = max((VAULT_EXITS[fault.code] for fault in health.faults), default=0)
    shown = _line(_json(health, ignored)) if is_json else _text(health, ignored)
    status = status or (HIDING if health.hidden else 0)
    return VaultAnswer(shown.encode("utf-8", "backslashreplace"), status)


def _failure(fault: VaultFault, *, is_json: bool) -> VaultAnswer:
    text = _line({"schema": SCHEMA, "ok": False, "error": public(fault.message)})
    shown = text if is_json else _printable(public(fault.message)) + "\n"
    return VaultAnswer(shown.encode("utf-8", "backslashreplace"), VAULT_EXITS[fault.code])


def _root(words: Sequence[str]) -> str | None:
    rest = [word for word in words if word != "--json"]
    if not rest:
        return None
    if len(rest) != 2 or rest[0] != "--memory-root" or not rest[1]:
        refuse("doctor takes --memory-root FOLDER and --json, and nothing else")
    return rest[1]


def _json(health: VaultHealth, ignored: str | None) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "ok": not health.faults,
        "root": public(health.root),
        "records": health.records,
        "faults": [
            {"path": fault.path, "line": fault.line, "message": fault.message}
            for fault in health.faults
        ],
        "hidden": [
            {"path": place.path, "line": place.line, "reason": place.reason}
            for place in health.hidden
        ],
        "more_faults": health.more_faults,
        "more_hidden": health.more_hidden,
        **({} if ignored is None else {"index_ignored": ignored}),
    }


def _text(health: VaultHealth, ignored: str | None) -> str:
    lines = [f"{public(health.root)}: {health.records} records can be read"]
    lines += [f"FAIL  {fault.message}" for fault in health.faults]
    lines += [f"WARN  {place.path}:{place.line}: {place.reason}" for place in health.hidden]
    for more, what in ((health.more_faults, "faults"), (health.more_hidden, "places that hide")):
        if more:
            lines.append(f"{more} more {what} are not listed.")
    if ignored is not None:
        lines.append(f"NOTE  The index is ignored, {ignored}; `cortex vault index` makes it again.")
    if health.faults:
        lines.append("Correct what is named, or read past it with --tolerant.")
    elif not health.hidden:
        lines.append("Nothing is wrong.")
    return "".join(f"{line}\n" for line in map(_printable, lines))


def _printable(line: str) -> str:
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in line)


def _line(value: dict[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
