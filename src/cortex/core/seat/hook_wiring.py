"""Is a seat served by its host's hooks, each of them once, and would each get its event?

Doctor D2 and D17. What a file runs is judged as it is written there, whoever wrote it, because the
host runs all of it in a seat's session. Source: OGL 9, 13.1, ADR 0209.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from shlex import quote
from typing import TYPE_CHECKING

from cortex.core.seat.hook_forms import loses_event, script_of
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_checks import FAIL, PASS, WARN, SeatCheck, shown

if TYPE_CHECKING:
    from cortex.core.config_edit.hook_list import ListedHook

OTHER_KIT = "/hooks/ogl/"
"""Folder of the hooks of the kit that this one takes the place of."""

_HERE = ("${CLAUDE_PROJECT_DIR}", "$CLAUDE_PROJECT_DIR", "$GEMINI_PROJECT_DIR")
_INSTALL = "run `cortex install --apply`"


class HostHooks(NamedTuple):
    """What one host runs in a seat's folder.

    Attributes:
        host: its name.
        events: those it has to call us at.
        guard: its event before a tool and the tools meant, or nothing where it has none.
        hooks: everything it runs, from all files it reads.
        off: the setting by which it runs nothing; empty when it is not set.
        unread: files that it could not read either, with the reason.
        is_module: a module of ours runs the hooks, so no file lists them.
    """

    host: str
    events: tuple[str, ...]
    guard: tuple[str, str] = ("", "")
    hooks: tuple[ListedHook, ...] = ()
    off: str = ""
    unread: tuple[str, ...] = ()
    is_module: bool = False

    @property
    def serves(self) -> bool:
        """Tell whether the host calls us at any event but that before a tool."""
        return self.is_module or any(one.is_ours and not one.is_guard for one in self.hooks)


class Machine(NamedTuple):
    """What is asked of the machine: is this a program one can start, is this a file?"""

    is_program: Callable[[str], bool]
    is_file: Callable[[str], bool]


def wiring_checks(hosts: Sequence[HostHooks], root: str, machine: Machine) -> tuple[SeatCheck, ...]:
    """Give D2 and D17.

    Args:
        hosts: all that are known, whether or not they call us.
        root: the seat's folder.
        machine: answers about programs and files.
    """
    return _wired(hosts, root, machine), _once(hosts)


def _wired(hosts: Sequence[HostHooks], root: str, machine: Machine) -> SeatCheck:
    again = f"{_INSTALL}, then `cortex seat install {quote(root)} --apply`"
    faults = [fault for host in hosts for fault in host.unread]
    faults += [fault for host in hosts for fault in _forms(host, root, machine)]
    serving = [host for host in hosts if host.serves]
    for host in serving:
        faults += _missing(host)
    if not serving:
        faults.insert(0, "no host calls Cortex in this folder")
    if faults:
        return SeatCheck("D2", FAIL, shown(faults), again)
    told = [
        f"{host.host}: {sum(1 for one in host.hooks if one.is_ours)} hooks"
        if not host.is_module
        else f"{host.host}: by its module"
        for host in serving
    ]
    return SeatCheck("D2", PASS, "; ".join(told))


def _missing(host: HostHooks) -> list[str]:
    """Name the events of a host at which it does not call us, and whatever keeps it from it."""
    faults = [f"{host.host} runs no hook: {host.off}"] if host.off else []
    if host.is_module:
        return faults
    called = {one.event for one in host.hooks if one.is_ours and not one.is_guard}
    missing = [event for event in host.events if event not in called]
    if missing:
        faults.append(f"{host.host} does not call Cortex at {', '.join(missing)}")
    event, tools = host.guard
    guards = [one for one in host.hooks if one.is_guard and one.event == event]
    if event and not any(_covers(one.matcher, tools) for one in guards):
        faults.append(f"{host.host} does not ask the guards at {event} of {tools}")
    return faults


def _covers(matcher: str, tools: str) -> bool:
    """Tell whether a matcher means every tool of a list."""
    if matcher in ("", "*"):
        return True
    return {*tools.split("|")} <= {word.strip() for word in matcher.replace(",", "|").split("|")}


def _forms(host: HostHooks, root: str, machine: Machine) -> list[str]:
    """Name the hooks that cannot work as they are written."""
    faults = []
    for one in host.hooks:
        where = f"{one.event} in {one.file}"
        if one.shell and loses_event(one.shell):
            faults.append(f"the input of a hook is not its event: {where}")
        elif one.is_ours:
            program = next((word for word in one.words if _is_cortex(word)), one.words[0])
            if not machine.is_program(program):
                faults.append(f"no program {program}: {where}")
        elif script := _missing_script(one, root, machine):
            faults.append(f"no file {script}: {where}")
    return faults


def _is_cortex(word: str) -> bool:
    return word.replace("\\", "/").rpartition("/")[2] in ("cortex", "cortex.exe")


def _missing_script(hook: ListedHook, root: str, machine: Machine) -> str:
    """Give the script of somebody else's hook that is not there; empty when nothing is missing."""
    script = script_of([*hook.words])
    for name in _HERE:
        script = script.replace(name, root)
    if "/" not in script or "$" in script or script.startswith("~"):
        return ""
    path = script if script.startswith("/") else f"{root}/{script}"
    return "" if machine.is_file(path) else path


def _once(hosts: Sequence[HostHooks]) -> SeatCheck:
    """Give D17: settings that say the same run once, a plugin beside them runs again."""
    faults = []
    count = 0
    for host in hosts:
        events: dict[str, list[ListedHook]] = {}
        for one in host.hooks:
            if one.is_ours:
                events.setdefault(one.event, []).append(one)
        count += len(events)
        for event, found in sorted(events.items()):
            if _is_doubled(found):
                files = ", ".join(sorted({one.file for one in found}))
                faults.append(f"{host.host} {event} runs more than once: {files}")
        kit = sorted({one.file for one in host.hooks if OTHER_KIT in " ".join(one.words)})
        faults += [f"hooks of OGL-CORTEX run beside these: {file}" for file in kit]
    if faults:
        remedy = "keep the plugin or `cortex install`, not both; take out what is older"
        return SeatCheck("D17", FAIL, shown(faults), remedy)
    if not count and not any(host.is_module for host in hosts):
        return SeatCheck("D17", WARN, "no hook of Cortex is registered", _INSTALL)
    return SeatCheck("D17", PASS, f"{count} hooks, none of them twice")


def _is_doubled(hooks: Sequence[ListedHook]) -> bool:
    settings = [one for one in hooks if not one.is_plugin]
    is_beside = bool(settings) and len(settings) < len(hooks)
    files = [one.file for one in settings]
    is_in_one = len(set(files)) < len(files)
    return is_beside or is_in_one or len({one.words for one in settings}) > 1
