"""What belongs into a seat's files on this machine, and what for what somebody wants of it?

Source: OGL 10, docs/formats/seat.md, ADR 0208, 0209.
"""

# ruff: noqa: PTH118  # Paths are texts here.

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cortex.core.seat.install_plan import (
    flag_target,
    further_targets,
    has_other_kit,
    recall_order_target,
    seat_targets,
)
from cortex.hosts.setups.every import KNOWN
from cortex.hosts.setups.guards import GUARDED, guard
from cortex.model.host_events import CLAUDE_CODE, CODEX
from cortex.model.installation import LEVEL_USER, SEAT_HOST, EditRefused, Setup, Target
from cortex.model.seats import ENTITIES_FILE, MEMORY_FILE, MEMORY_FOLDER, STATE_FILE
from cortex.stores.sources.git_ignored import not_ignored
from cortex.wiring.seat.hook_checks import calls_cortex
from cortex.wiring.seat.knowledge import org_folder

if TYPE_CHECKING:
    from cortex.model.seat_features import Feature
    from cortex.model.seats import Seat
    from cortex.wiring.install import Installer

GUARDS = f"{SEAT_HOST}-guards"

MEMORY = (STATE_FILE, ENTITIES_FILE, MEMORY_FILE, f"{MEMORY_FOLDER}/")
"""Where a seat's memory stands in its folder."""


def base_setups(installer: Installer, seat: Seat, *, is_leaving: bool = False) -> list[Setup]:
    """Give what every seat has: its files and instructions, and the guards of its hosts.

    Args:
        is_leaving: all that it may have, instead of what it shall have.

    Raises:
        EditRefused: a file that has to be looked at cannot be used.
    """
    targets = seat_targets(seat.root, seat.org, org_folder(seat.root, seat.org))
    further = further_targets(seat.root)
    if not is_leaving:
        targets = tuple(one for one in targets if not _is_taken(installer, one))
        further = tuple(
            one for one in further if _is_there(installer, one) and not _is_taken(installer, one)
        )
    hosts = GUARDED if is_leaving else served_hosts(installer, seat)
    guards = tuple(
        guard(known.host, seat.root, installer.launcher, _version(installer, known.program))
        for known in KNOWN
        if known.host in hosts
    )
    return [
        Setup(SEAT_HOST, seat.name, (*targets, *further)),
        Setup(GUARDS, seat.name, guards),
    ]


def feature_setup(installer: Installer, seat: Seat, feature: Feature) -> Setup:
    """Give the file of a feature; for a usual one that is the file which says no."""
    if feature.flag:
        says = f"no {feature.name}" if feature.is_usual else feature.about
        target = flag_target(os.path.join(seat.home, feature.flag), says)
        return Setup(f"{SEAT_HOST}-{feature.flag}", seat.name, (target,))
    target = recall_order_target(os.path.join(installer.folders.claude, "CLAUDE.md"))
    return Setup(f"{SEAT_HOST}-{feature.name}", seat.name, (target,))


def served_hosts(installer: Installer, seat: Seat) -> tuple[str, ...]:
    """Give the hosts whose tools a seat's guards look at: Claude Code, and those set up here."""
    levels = (LEVEL_USER, seat.root)
    listed = {one.host for one in installer.installed if one.level in levels}
    return tuple(host for host in GUARDED if host == CLAUDE_CODE or host in listed)


def notes_of(installer: Installer, seat: Seat) -> tuple[str, ...]:
    """Give what the person should know beside the plan, or has to do."""
    every = (
        *seat_targets(seat.root, seat.org, org_folder(seat.root, seat.org)),
        *further_targets(seat.root),
    )
    notes = [
        f"{target.paths[0]} has a block of OGL-CORTEX and is left as it is; take that block out "
        "and run this again"
        for target in every
        if _is_taken(installer, target)
    ]
    if not calls_cortex(installer, seat.root):
        notes.append(
            "no host calls Cortex in this folder yet: `cortex install --apply`, or with --host "
            f"{CLAUDE_CODE} for that one alone"
        )
    if CODEX in served_hosts(installer, seat):
        notes.append("in Codex, open /hooks in this folder and trust the hook; until then it waits")
    published = not_ignored(seat.root, MEMORY)
    if published:
        lines = " ".join(f"/{path}" for path in published)
        notes.append(
            "git does not ignore what this seat remembers, so it may be committed and published; "
            f"to keep it out, add a line each to {os.path.join(seat.root, '.gitignore')}: {lines} "
            "(what is committed already also needs `git rm -r --cached`)"
        )
    return tuple(notes)


def _is_there(installer: Installer, target: Target) -> bool:
    """Tell whether a file that is not needed is there and can be written."""
    try:
        return installer.files.look(target.paths[0], target.root).content is not None
    except EditRefused:
        return False


def _is_taken(installer: Installer, target: Target) -> bool:
    """Tell whether the other kit speaks in a file already."""
    try:
        content = installer.files.look(target.paths[0], target.root).content
    except EditRefused:
        return False  # Who plans says what is wrong with it.
    return has_other_kit((content or b"").decode("utf-8", "replace"))


def _version(installer: Installer, program: str) -> tuple[int, ...]:
    found = installer.files.find_program(program)
    return installer.files.program_version(found) if found else ()
