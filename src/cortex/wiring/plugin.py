"""How is the plugin for Claude Code written into a folder?"""

# ruff: noqa: PTH118  # Paths are text on their way through here.

from __future__ import annotations

import json
import os
from typing import Any

from cortex import __version__
from cortex.hosts.setups.plugin import MANIFEST, NAME, plugin_files
from cortex.model.host_events import CLAUDE_CODE
from cortex.model.installation import Action, EditRefused, FileOp, HostPlan, HostState
from cortex.services.configuring import changed
from cortex.stores.files.host_files import DiskHostFiles
from cortex.stores.system.environment import read_host_environment
from cortex.wire.install import plan_json
from cortex.wiring.install import find_launcher, prepare_home, transient
from cortex.wiring.settings import Settings


def make_plugin(settings: Settings, folder: str, *, is_applied: bool) -> dict[str, Any]:
    """Plan the plugin's files, and write them when that was asked for.

    A folder that holds another plugin is refused. Files that are as they should be stay.
    """
    files = DiskHostFiles(read_host_environment()["PATH"])
    launcher = find_launcher(settings, files)
    steps = (
        f"claude plugin marketplace add {folder}",
        f"claude plugin install {NAME}@{NAME}",
        "cortex install --host claude-code --apply, which writes the instructions and takes hooks"
        " that the plugin brings out of the settings",
    )
    plan = HostPlan(CLAUDE_CODE, "Plugin for Claude Code", HostState.UNCHANGED, steps=steps)
    try:
        _require_ours(files, folder)
        ops = [
            _op(files, os.path.join(folder, name), text)
            for name, text in plugin_files(launcher, __version__).items()
        ]
        if any(op.before != op.after for op in ops):
            plan = plan._replace(state=HostState.PLANNED)
        plan = plan._replace(ops=tuple(ops))
        if is_applied and plan.state is HostState.PLANNED:
            prepare_home(settings, (plan,))
            for op in ops:
                if op.before != op.after:
                    files.exchange(op.path, op.before, op.after)
            plan = plan._replace(state=HostState.APPLIED)
    except EditRefused as error:
        plan = plan._replace(
            state=HostState.REFUSED, ops=(), reason=error.reason, remedy=error.remedy, steps=()
        )
    warning = transient(launcher)
    return {
        "applied": is_applied,
        "level": folder,
        "home": settings.home,
        "program": launcher.program,
        "complete": plan.state is not HostState.REFUSED,
        "hosts": plan_json([plan]),
        "warnings": [warning] if warning else [],
    }


def _require_ours(files: DiskHostFiles, folder: str) -> None:
    found = files.look(os.path.join(folder, MANIFEST), folder)
    try:
        named = NAME if found.content is None else json.loads(found.content)["name"]
    except (ValueError, KeyError, TypeError):
        named = ""
    if named != NAME:
        message = f"{folder} holds another plugin"
        raise EditRefused(message, "give another folder")


def _op(files: DiskHostFiles, path: str, text: str) -> FileOp:
    found = files.look(path)
    after = text.encode("utf-8")
    if found.content == after:
        return FileOp(found.real_path, Action.SKIP, "already as it should be", after, after)
    action = Action.CREATE if found.content is None else Action.MERGE
    return changed(action, found.real_path, "part of the plugin", found.content, after)
