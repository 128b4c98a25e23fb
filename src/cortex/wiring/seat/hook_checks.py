"""What do the hosts of this machine run in a seat's folder?"""

# ruff: noqa: PTH113, PTH117  # Paths are texts here.

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cortex.core.config_edit.hook_list import ListedHook, list_hooks
from cortex.core.config_edit.merge import setting_in, without
from cortex.core.seat.hook_wiring import HostHooks, Machine, wiring_checks
from cortex.hosts.setups.every import KNOWN, Known
from cortex.hosts.setups.guards import GUARDED, guard
from cortex.model.errors import CortexError
from cortex.model.host_events import CLAUDE_CODE
from cortex.model.installation import EditRefused, Form, Handler, Setup, Target
from cortex.model.seat_checks import WARN, SeatCheck
from cortex.services.configuring import refused_at, text_of
from cortex.wiring.install import Installer
from cortex.wiring.plugin_hooks import plugin_hooks

if TYPE_CHECKING:
    from cortex.wiring.seat.opening import OpenSeat
    from cortex.wiring.settings import Settings


def checks_of(opened: OpenSeat, settings: Settings) -> tuple[SeatCheck, ...]:
    """Give D2 and D17 of a seat; what cannot be looked at is no pass."""
    root = opened.seat.root
    try:
        installer = Installer(settings)
        hosts = host_hooks(installer, root)
    except (CortexError, EditRefused) as error:
        said = f"not looked at: {error}"
        return tuple(SeatCheck(name, WARN, said, error.remedy) for name in ("D2", "D17"))

    def is_program(word: str) -> bool:
        found = word if os.path.isabs(word) else installer.files.find_program(word)
        return os.path.isfile(found) and os.access(found, os.X_OK)

    return wiring_checks(hosts, root, Machine(is_program, os.path.isfile))


def calls_cortex(installer: Installer, root: str) -> bool:
    """Tell whether some host calls us in a folder."""
    return any(host.serves for host in host_hooks(installer, root))


def host_hooks(installer: Installer, root: str) -> tuple[HostHooks, ...]:
    """Give what each known host runs in a folder, from every file it reads there."""
    return tuple(_of_host(installer, known, root) for known in KNOWN)


def _of_host(installer: Installer, known: Known, root: str) -> HostHooks:
    levels = (installer.setup(known), installer.setup(known, root))
    hooks: list[ListedHook] = []
    unread: list[str] = []
    off = ""
    is_module = False
    for target in _files(known, levels, root):
        path = target.paths[0]
        try:
            text = text_of(path, installer.files.look(path).content)
            hooks += list_hooks(text, target.form, path)
            off = off or _off(levels[0], text, target.form, path)
            is_module = is_module or _is_module(target, text)
        except EditRefused as error:
            unread.append(f"not to be used: {refused_at(path, error).reason}")
    try:
        path, text = plugin_hooks(installer, levels[0])
        hooks += list_hooks(text, Form.JSON, path, is_plugin=True)
    except EditRefused as error:
        unread.append(f"the plugin is not to be used: {error.reason}")
    events = tuple(part.event for target in levels[0].targets for part in _handlers(target))
    return HostHooks(
        known.host,
        tuple(dict.fromkeys(events)),
        _guard(installer, known, root),
        tuple(hooks),
        off,
        tuple(unread),
        is_module,
    )


def _files(known: Known, levels: tuple[Setup, Setup], root: str) -> Iterator[Target]:
    """Give the files that list a host's hooks or turn them off, each once."""
    seen: set[str] = set()
    targets = [target for setup in levels for target in setup.targets]
    targets += [Target((one.file,), one.form, ()) for one in levels[0].switches]
    if known.host == CLAUDE_CODE:
        targets.append(Target((f"{root}/.claude/settings.json",), Form.JSON, ()))
    for target in targets:
        is_meant = not target.parts or target.form is Form.SCRIPT or _handlers(target)
        if is_meant and target.paths[0] not in seen:
            seen.add(target.paths[0])
            yield target


def _handlers(target: Target) -> list[Handler]:
    return [part for part in target.parts if isinstance(part, Handler)]


def _guard(installer: Installer, known: Known, root: str) -> tuple[str, str]:
    """Give at which event of which tools a host asks the guards; nothing where it cannot."""
    if known.host not in GUARDED:
        return ("", "")
    [part] = _handlers(guard(known.host, root, installer.launcher, ()))
    return part.event, part.matcher or ""


def _off(setup: Setup, text: str, form: Form, path: str) -> str:
    """Say which setting of a file turns every hook off; empty when none does."""
    for switch in setup.switches:
        if switch.form is form and setting_in(text, form, switch.path) is switch.off:
            return f"{'.'.join(switch.path)} in {path}"
    return ""


def _is_module(target: Target, text: str) -> bool:
    """Tell whether a file is our module, which runs the hooks by itself."""
    if target.form is not Form.SCRIPT or not text:
        return False
    try:
        return without(text, target.form, target.parts, is_forced=False) != text
    except EditRefused:
        return False
