"""How is Cortex put into agent hosts, and taken out again, from what this run was told?"""

# ruff: noqa: PTH100, PTH103, PTH106, PTH118, PTH119, PTH120  # Paths are text on their way through here.

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from cortex import __version__
from cortex.hosts.setups.every import KNOWN, Known
from cortex.model.callers import Caller, Place, principal_of
from cortex.model.errors import InvalidRequest, UnknownName
from cortex.model.installation import (
    LEVEL_USER,
    EditRefused,
    Folders,
    HostPlan,
    HostState,
    Installation,
    Launcher,
    Setup,
    is_seats,
)
from cortex.model.lean_classes import NamedTuple
from cortex.model.scopes import USER_SCOPE_ID
from cortex.services.install import apply_install, plan_install
from cortex.services.uninstall import apply_uninstall, plan_uninstall
from cortex.stores.files.host_files import DiskHostFiles
from cortex.stores.files.seat_files import SeatFolder
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.environment import read_host_environment
from cortex.stores.system.staging import told_by_disk
from cortex.wire.install import manifest_bytes, plan_json, read_manifest
from cortex.wire.instants import format_instant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cortex.wiring.settings import Settings

MANIFEST = "install.json"
"""The file of the home that remembers what was written where."""

_TRANSIENT = ("/archive-v0/", "/.cache/")
"""Parts of a path that a program run without being installed has; it is gone one day."""


class Wanted(NamedTuple):
    """What the person asked for.

    Attributes:
        hosts: which; empty for those that are found here, or were set up before.
        is_project: for the project of the current folder only.
    """

    hosts: tuple[str, ...]
    is_project: bool = False
    is_applied: bool = False
    is_forced: bool = False


class Installer:
    """The hosts of this machine, and what was put into them."""

    def __init__(self, settings: Settings, launcher: Launcher | None = None) -> None:
        told = read_host_environment()
        self.settings = settings
        self.files = DiskHostFiles(told["PATH"])
        self.folders = _folders(settings, told)
        self.launcher = launcher or find_launcher(settings, self.files)
        self._manifest = self.files.look(os.path.join(settings.home, MANIFEST))

    @property
    def installed(self) -> tuple[Installation, ...]:
        """Give what the manifest lists."""
        return read_manifest(self._manifest.content, self._manifest.real_path)

    def here(self) -> tuple[Known, ...]:
        """Give the hosts that are on this machine: a folder of theirs, or their program."""
        return tuple(
            known
            for known in KNOWN
            if self.files.is_folder(known.folder(self.folders))
            or self.files.find_program(known.program)
        )

    def chosen(self, wanted: Wanted, level: str, *, is_leaving: bool) -> tuple[Known, ...]:
        """Give the hosts that were named, else those that are meant.

        Raises:
            UnknownName: a name is no host's.
        """
        names = tuple(known.host for known in KNOWN)
        for name in wanted.hosts:
            if name not in names:
                msg = "host"
                raise UnknownName(msg, name, _near(name, names), field="host")
        if wanted.hosts:
            return tuple(known for known in KNOWN if known.host in wanted.hosts)
        if not is_leaving:
            return self.here()
        listed = {one.host for one in self.installed if one.level == level}
        return tuple(known for known in KNOWN if known.host in listed or known in self.here())

    def setup(self, known: Known, project: str = "") -> Setup:
        """Give what belongs into which file of a host."""
        program = self.files.find_program(known.program)
        version = self.files.program_version(program) if program else ()
        return known.setup(self.folders._replace(project=project), self.launcher, version)

    def remember(self, installed: tuple[Installation, ...]) -> None:
        """Keep the manifest; without installations there is none."""
        after = manifest_bytes(installed) if installed else None
        if after == self._manifest.content:
            return
        self.files.exchange(self._manifest.real_path, self._manifest.content, after)
        self._manifest = self._manifest._replace(content=after)


@contextmanager
def only_installer(settings: Settings, *, is_applied: bool) -> Iterator[None]:
    """Let nobody else change what is installed on this machine; a plan waits for nobody.

    What is read about seats and hosts before it is changed is read inside.

    Raises:
        SeatFileRefused: another one kept it for the whole wait.
        StoreReadOnly, DiskFull, StoreUnreadable: the home cannot be made or opened.
    """
    if not is_applied:
        yield
        return
    home = settings.home
    is_new = not os.path.lexists(home)
    with told_by_disk(home):
        os.makedirs(home, 0o700, exist_ok=True)
    try:
        with SeatFolder(os.path.realpath(home)) as folder, folder.turn():
            yield
    finally:
        if is_new:
            with suppress(OSError):  # It stays where something was put in.
                os.rmdir(home)


def install(settings: Settings, wanted: Wanted) -> dict[str, Any]:
    """Plan an installation, and carry it out when that was asked for.

    Raises:
        UnknownName: a name is no host's.
        InvalidRequest: no host is here, or there is no project.
    """
    with only_installer(settings, is_applied=wanted.is_applied):
        return _install(settings, wanted)


def _install(settings: Settings, wanted: Wanted) -> dict[str, Any]:
    installer, level = _begin(settings, wanted)
    chosen = installer.chosen(wanted, level, is_leaving=False)
    if not chosen:
        message = "no agent host was found on this machine"
        remedy = "name one with --host; `cortex install --help` lists them"
        raise InvalidRequest(message, remedy=remedy)
    project = "" if level == LEVEL_USER else level
    setups = tuple(installer.setup(known, project) for known in chosen)
    above = {known.host: installer.setup(known) for known in chosen} if project else None
    plans = plan_install(installer.files, setups, __version__, above)
    made: object = []
    if wanted.is_applied and any(plan.state is not HostState.REFUSED for plan in plans):
        made = prepare_home(settings, plans)
        plans = apply_install(
            installer.files,
            plans,
            installer.installed,
            (level, __version__),
            installer.remember,
            copy_stamp(),
        )
    warning = transient(installer.launcher)
    answer = _answer(installer, wanted, level, plans)
    return {**answer, "made": made, "warnings": [warning] if warning else []}


def uninstall(settings: Settings, wanted: Wanted) -> dict[str, Any]:
    """Plan taking Cortex out of the hosts, and carry it out when that was asked for.

    Raises:
        UnknownName: a name is no host's.
        InvalidRequest: there is no project.
    """
    with only_installer(settings, is_applied=wanted.is_applied):
        return _uninstall(settings, wanted)


def _uninstall(settings: Settings, wanted: Wanted) -> dict[str, Any]:
    installer, level = _begin(settings, wanted)
    project = "" if level == LEVEL_USER else level
    setups = tuple(
        installer.setup(known, project)
        for known in installer.chosen(wanted, level, is_leaving=True)
    )
    installed = installer.installed
    plans = plan_uninstall(installer.files, setups, installed, level, is_forced=wanted.is_forced)
    if not wanted.hosts:
        listed = {one.host for one in installed if one.level == level}
        plans = tuple(
            plan
            for plan in plans
            if plan.host in listed or plan.steps or plan.state is HostState.PLANNED
        )
    if wanted.is_applied:
        plans = apply_uninstall(
            installer.files, plans, installed, level, installer.remember, copy_stamp()
        )
        if level == LEVEL_USER:
            _let_out(settings, plans)
    answer = _answer(installer, wanted, level, plans)
    return {**answer, "warnings": _seats_left(installed) if level == LEVEL_USER else []}


def _seats_left(installed: tuple[Installation, ...]) -> list[str]:
    """Say that seats have hooks of their own, which call a program that may be going."""
    names = sorted({one.level for one in installed if is_seats(one.host)})
    if not names:
        return []
    again = "`cortex seat uninstall NAME --apply` takes them out"
    return [f"hooks in the folders of seats stay: {', '.join(names)}; {again}"]


def find_launcher(settings: Settings, files: DiskHostFiles) -> Launcher:
    """Give how hosts shall call this very installation.

    Raises:
        InvalidRequest: the command cannot be found.
    """
    name = "cortex"
    called = sys.argv[0] if os.path.basename(sys.argv[0]) == name else ""
    beside = os.path.join(os.path.dirname(sys.executable), name)
    for candidate in (called if os.sep in called else files.find_program(called), beside):
        if candidate and os.access(candidate, os.X_OK):
            return Launcher(os.path.abspath(candidate), _options(settings))
    message = f"the command `{name}` is not beside this Python, {sys.executable}"
    raise InvalidRequest(message, remedy="install Cortex with pipx, uv or pip, and run it by name")


def transient(launcher: Launcher) -> str:
    """Say that the program may be gone one day; empty when it is installed to stay."""
    if not any(part in launcher.program for part in _TRANSIENT):
        return ""
    return (
        f"{launcher.program} looks like a copy that is cleaned away one day; install Cortex with "
        "`uv tool install` or pipx before you give it to a host"
    )


def _options(settings: Settings) -> tuple[str, ...]:
    """Give the options without which a hook would use another home or store than this run."""
    options: tuple[str, ...] = ()
    if settings.home != os.path.join(settings.user_home, ".cortex"):
        options += ("--home", settings.home)
    if settings.db_path != os.path.join(settings.home, "cortex.db"):
        options += ("--db", settings.db_path)
    return options


def _folders(settings: Settings, told: dict[str, str]) -> Folders:
    home = settings.user_home
    claude = told["CLAUDE_CONFIG_DIR"]
    config = told["XDG_CONFIG_HOME"] or os.path.join(home, ".config")
    return Folders(
        home=home,
        claude=claude or os.path.join(home, ".claude"),
        claude_state=os.path.join(claude or home, ".claude.json"),
        codex=told["CODEX_HOME"] or os.path.join(home, ".codex"),
        cursor=os.path.join(home, ".cursor"),
        gemini=os.path.join(told["GEMINI_CLI_HOME"] or home, ".gemini"),
        opencode=told["OPENCODE_CONFIG_DIR"] or os.path.join(config, "opencode"),
    )


def _begin(settings: Settings, wanted: Wanted) -> tuple[Installer, str]:
    if not settings.user_home:
        message = "no home folder of yours is known, so there is no place for a host's settings"
        raise InvalidRequest(message, remedy="set HOME")
    try:
        installer = Installer(settings)
    except EditRefused as error:
        raise InvalidRequest(error.reason, remedy=error.remedy) from None
    level = project_of(settings) if wanted.is_project else LEVEL_USER
    if not level:
        message = "the current folder is no project"
        raise InvalidRequest(message, remedy="go to the project's folder, or leave out --project")
    return installer, level


def project_of(settings: Settings) -> str:
    """Give the folder of the project one is in: the nearest that git knows, else this one.

    Empty for a person's own home, and where no folder is known.
    """
    folder = start = os.path.realpath(settings.cwd) if settings.cwd else ""
    while folder and not os.path.lexists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        folder = "" if above == folder else above
    project = folder or start
    return "" if project == os.path.realpath(settings.user_home) else project


def prepare_home(settings: Settings, plans: tuple[HostPlan, ...]) -> object:
    """Make home and store, let the hosts hand over, and compile the package; twice is once."""
    from cortex.stores.system.compiling import compile_folder
    from cortex.wiring.host_capture import let_in
    from cortex.wiring.house import open_house
    from cortex.wiring.setup import set_up

    made = set_up(settings, is_dry=False)["made"]
    with open_house(settings) as house:
        for plan in plans:
            if plan.state is not HostState.REFUSED:
                let_in(house, plan.host, Place(None, USER_SCOPE_ID), _operator(settings))
    compile_folder(os.path.dirname(os.path.dirname(__file__)))
    return made


def _let_out(settings: Settings, plans: tuple[HostPlan, ...]) -> None:
    """Take from the hosts that were cleared what installing let them do."""
    from cortex.wiring.host_capture import keep_out
    from cortex.wiring.house import open_house

    if os.path.lexists(settings.db_path):
        with open_house(settings) as house:
            for plan in plans:
                if plan.state is HostState.APPLIED:
                    keep_out(house, plan.host, _operator(settings))


def _operator(settings: Settings) -> Caller:
    return Caller(principal_of(settings.owner_id), "cortex", settings.owner_id, is_person=True)


def _answer(
    installer: Installer, wanted: Wanted, level: str, plans: tuple[HostPlan, ...]
) -> dict[str, Any]:
    return {
        "applied": wanted.is_applied,
        "level": level,
        "home": installer.settings.home,
        "program": installer.launcher.program,
        "manifest": os.path.join(installer.settings.home, MANIFEST),
        "complete": all(plan.state is not HostState.REFUSED for plan in plans),
        "hosts": plan_json(plans),
    }


def copy_stamp() -> str:
    """Give the instant of this run as it stands in the name of a copy."""
    shown = format_instant(SystemClock().now_us())
    return shown.partition(".")[0].replace("-", "").replace(":", "").removesuffix("Z") + "Z"


def _near(name: str, names: tuple[str, ...]) -> tuple[str, ...]:
    from cortex.core.names.nearness import nearest_name

    near = nearest_name(name, names)
    return () if near is None else (near,)
