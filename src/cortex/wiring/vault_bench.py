"""How is the benchmark of a vault put together for the command line?

Everything that can be refused is refused before anything is measured.
"""

# ruff: noqa: PTH118, PTH119  # pathlib costs every command 8 ms.

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import NoReturn

from cortex.core.vault.instants import parse_ms
from cortex.core.vault.labels import read_labels
from cortex.core.vault.text import public
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import VAULT_LABELS_BYTES_MAX
from cortex.model.vault import VAULT_EXITS, VaultCode, VaultFault
from cortex.ports.vault_evidence import EvidenceUnreadable
from cortex.services.vault import bench
from cortex.stores.files.below import read_named
from cortex.stores.files.reports import BENCHMARKS, benchmark_folder, create_report, is_taken
from cortex.stores.files.vault import PinnedFolder
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.usage import elapsed_ns, peak_rss_bytes, process_count
from cortex.wire.vault_bench import failure_json, line, payload, pretty, report_json
from cortex.wiring.vault import VaultAnswer, root_named

PROGRAM = "cortex vault bench"
OPTIONS = ("--labels", "--memory-root", "--output", "--now")
REPORT_NAME = re.compile(r"cortex-benchmark-v\d+[-._][A-Za-z0-9._-]+\.json", re.ASCII)


class _Target(NamedTuple):
    """Where the report goes: below the root, in folders that exist, under a free name."""

    root: str
    folders: list[str]
    name: str


def measure(words: Sequence[str]) -> VaultAnswer:
    """Answer ``cortex vault bench``; status 0 with a report, or 4 with what was refused."""
    try:
        report = _measured(words)
    except VaultFault as fault:
        message = fault.message
    except Exception as error:  # noqa: BLE001  # The contract: a failure is an object as well.
        message = f"Internal error: {type(error).__name__}"
    else:
        return VaultAnswer(report, 0)
    return VaultAnswer(line(failure_json(public(message))), VAULT_EXITS[VaultCode.INVALID_INPUT])


def _measured(words: Sequence[str]) -> bytes:
    options = _options(words)
    now_ms = _now_ms(options.get("--now"))
    root = root_named(options["--memory-root"], {})
    folder = PinnedFolder(root)
    target = _target(folder.root, options["--output"]) if "--output" in options else None
    try:
        labels = read_labels(read_named(options["--labels"], VAULT_LABELS_BYTES_MAX))
    except EvidenceUnreadable as fault:
        _refuse(f"The file of labels cannot be read: {fault.reason}")
    gauges = bench.Gauges(elapsed_ns, process_count, peak_rss_bytes)
    report = report_json(
        bench.measure(folder, labels, payload, gauges, now_ms, public(" ".join((PROGRAM, *words))))
    )
    if target is not None:
        try:
            create_report(*target, pretty(report))
        except OSError as error:
            _refuse(f"The report cannot be written: {error.strerror}")
    return line(report)


def _options(words: Sequence[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for at in range(0, len(words), 2):
        word, value = words[at], words[at + 1] if at + 1 < len(words) else ""
        if word not in OPTIONS:
            _refuse(f"bench takes {', '.join(OPTIONS)}, and not: {word}")
        if word in options:
            _refuse(f"Duplicate option: {word}")
        if not value or value.startswith("--"):
            _refuse(f"Missing value for {word}")
        options[word] = value
    if not {"--labels", "--memory-root"} <= options.keys():
        _refuse("bench needs --labels FILE and --memory-root FOLDER")
    return options


def _now_ms(text: str | None) -> int:
    if text is None:
        return SystemClock().now_us() // 1000
    parsed = parse_ms(text)
    if parsed is None:
        _refuse("--now must be a date, or a date and time with a zone")
    return parsed


def _target(root: str, path: str) -> _Target:
    """Give where a report may be written, before anything was measured."""
    name = os.path.basename(path)
    if not REPORT_NAME.fullmatch(name):
        _refuse("The report must be called cortex-benchmark-v<number>-<name>.json")
    try:
        folders = benchmark_folder(root, path)
    except (OSError, ValueError):
        _refuse("The folder of the report does not exist")
    if folders is None:
        _refuse(f"The report must lie in {BENCHMARKS} of the vault")
    if is_taken(os.path.join(root, *folders, name)):
        _refuse(f"There is a report called {name} already")
    return _Target(root, folders, name)


def _refuse(message: str) -> NoReturn:
    raise VaultFault(VaultCode.INVALID_INPUT, public(message))
