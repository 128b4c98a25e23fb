"""How is the health program of a vault put together? Variables in, a report and a status out."""

# ruff: noqa: PTH118  # pathlib costs every command 8 ms.

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cortex.core.vault.health import overrides
from cortex.core.vault.text import public
from cortex.core.vault.words import refuse
from cortex.model.vault import VAULT_EXITS, VaultCode, VaultFault
from cortex.model.vault_health import SEVERITY_EXITS, Severity
from cortex.services.vault.health import examine, with_unwritten
from cortex.stores.files.evidence import EvidenceRoot
from cortex.stores.files.reports import append_health, replace_report
from cortex.stores.files.vault import KNOWLEDGE, NESTED, PinnedFolder
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.environment import read_environment
from cortex.wire.vault_health import line, pretty, refusal_json, report_json
from cortex.wiring.vault import VaultAnswer, root_named

if TYPE_CHECKING:
    from cortex.model.vault_health import HealthReport

HARNESS_VARIABLE = "CORTEX_HEALTH_ROOT"
MANIFEST_VARIABLE = "CORTEX_INDEX_MANIFEST"
REPORT_VARIABLE = "CORTEX_HEALTH_REPORT_PATH"
NO_WRITE_VARIABLE = "CORTEX_HEALTH_NO_WRITE"
MEMORY_BELOW_HARNESS = ("LIFEOS", "MEMORY")


def examine_health(words: Sequence[str]) -> VaultAnswer:
    """Answer ``cortex vault health [--json] [--memory-root FOLDER]``; statuses 0, 1, 2 or 4."""
    environment = read_environment()
    try:
        return _examined(_root(words, environment), environment)
    except VaultFault as fault:
        is_ours = fault.code is VaultCode.INTERNAL  # Its status would read as a warning.
        status = SEVERITY_EXITS[Severity.CRITICAL] if is_ours else VAULT_EXITS[fault.code]
        return VaultAnswer(line(refusal_json(public(fault.message))), status)
    except Exception as error:  # noqa: BLE001  # What could not be judged must not look judged.
        message = f"Internal error: {type(error).__name__}"
        return VaultAnswer(line(refusal_json(message)), SEVERITY_EXITS[Severity.CRITICAL])


def _examined(root: str, environment: Mapping[str, str]) -> VaultAnswer:
    folder = EvidenceRoot(root)
    report = examine(
        folder,
        lambda: PinnedFolder(root),
        overrides(environment),
        SystemClock().now_us() // 1000,
        environment.get(MANIFEST_VARIABLE) or None,
    )
    report = _put_where_asked(report, environment.get(REPORT_VARIABLE))
    if environment.get(NO_WRITE_VARIABLE) != "1" and _may_log(folder):
        _log(folder.root, report)
    return VaultAnswer(pretty(_shown(report)), SEVERITY_EXITS[report.overall])


def _root(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """Give the vault: the option, the harness it belongs to, or what every command takes."""
    rest = [word for word in words if word != "--json"]
    if rest and (len(rest) != 2 or rest[0] != "--memory-root" or not rest[1]):
        refuse("health takes --memory-root FOLDER and --json, and nothing else")
    if rest:
        return root_named(rest[1], environment)
    harness = environment.get(HARNESS_VARIABLE)
    return root_named(
        os.path.join(harness, *MEMORY_BELOW_HARNESS) if harness else None, environment
    )


def _put_where_asked(report: HealthReport, path: str | None) -> HealthReport:
    """Write the report for programs; give it with a finding when that failed."""
    if not path:
        return report
    try:
        replace_report(path, pretty(_shown(report)), str(os.getpid()))
    except (OSError, ValueError) as error:
        return with_unwritten(report, getattr(error, "strerror", None) or "no such path")
    return report


def _shown(report: HealthReport) -> dict[str, object]:
    """Give a report as it leaves: places and values of variables may hold private tags, too."""
    return {name: _public(value) for name, value in report_json(report).items()}


def _public(value: object) -> object:
    if isinstance(value, str):
        return public(value)
    if isinstance(value, dict):
        return {name: _public(one) for name, one in value.items()}
    return [_public(one) for one in value] if isinstance(value, list | tuple) else value


def _may_log(folder: EvidenceRoot) -> bool:
    """Tell whether a log can be kept here without becoming part of the corpus.

    A vault without a KNOWLEDGE folder is read from its root down, rows included.
    """
    places = (os.path.join(folder.root, KNOWLEDGE), os.path.join(folder.root, NESTED, KNOWLEDGE))
    return any(map(os.path.lexists, places)) or folder.logs().has_rows


def _log(root: str, report: HealthReport) -> None:
    try:
        append_health(root, line(_shown(report)))
    except OSError as error:
        sys.stderr.write(f"cortex vault health: the report is not logged: {error.strerror}\n")
