"""How is Cortex taken out of the hosts again? What was remembered stays.

A file that nobody touched since gets its old bytes back, one that we made goes; from every other
one our parts are taken out. Source: ADR 0163, docs/formats/installation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cortex.core.config_edit.merge import is_bare, without
from cortex.model.installation import (
    Action,
    EditRefused,
    FileOp,
    HostPlan,
    HostState,
    Initial,
    Installation,
    KeptFile,
    Setup,
    Target,
    is_seats,
)
from cortex.services.configuring import (
    action_of,
    changed,
    find_target,
    has_plugin,
    kept_at,
    refused_at,
    require_planned,
    sha_of,
    text_of,
)

if TYPE_CHECKING:
    from cortex.ports.host_files import HostFiles

PLUGIN_STEP = (
    "the Cortex plugin still runs: claude plugin uninstall cortex@cortex, and delete its folder"
)
NOTHING_OF_OURS = "nothing of Cortex in it"
STAYS = "what was written in it stays"

Contents = dict[str, bytes | None]


def plan_uninstall(
    files: HostFiles,
    setups: tuple[Setup, ...],
    installed: tuple[Installation, ...],
    level: str,
    *,
    is_forced: bool,
) -> tuple[HostPlan, ...]:
    """Give what would be done for each host, in the order given. Writes nothing.

    Args:
        is_forced: what somebody changed inside our parts goes with them.
    """
    leaving = {(setup.host, level) for setup in setups}
    contents: Contents = {}
    plans = []
    for setup in setups:
        seen = dict(contents)
        # A seat and a host have parts of their own in a file: one does not need the other's.
        needed = {
            kept.path: one.host
            for one in installed
            if (one.host, one.level) not in leaving and is_seats(one.host) is is_seats(setup.host)
            for kept in one.files
        }
        kept = kept_at(installed, setup.host, level)
        try:
            ops = [
                _op(files, target, kept, (seen, needed), is_forced=is_forced)
                for target in setup.targets
            ]
            ops += _moved(files, kept, {op.path for op in ops})
            steps = (PLUGIN_STEP,) if has_plugin(files, setup) else ()
        except EditRefused as error:
            plans.append(
                HostPlan(setup.host, setup.name, HostState.REFUSED, (), error.reason, error.remedy)
            )
            continue
        contents = seen
        is_new = any(op.before != op.after for op in ops) or bool(kept)
        state = HostState.PLANNED if is_new else HostState.UNCHANGED
        plans.append(HostPlan(setup.host, setup.name, state, tuple(ops), steps=steps))
    return tuple(plans)


def apply_uninstall(
    files: HostFiles,
    plans: tuple[HostPlan, ...],
    installed: tuple[Installation, ...],
    level: str,
    remember: Callable[[tuple[Installation, ...]], None],
    stamp: str,
) -> tuple[HostPlan, ...]:
    """Do what the plans say, and give them with what came of each."""
    done = []
    for plan in plans:
        if plan.state is not HostState.PLANNED:
            done.append(plan)
            continue
        kept = kept_at(installed, plan.host, level)
        ops = [op for op in plan.ops if op.before != op.after and op.before is not None]
        copies = []
        try:
            require_planned(files, ops)
            for op in ops:
                if op.action not in (Action.RESTORE, Action.REMOVE):
                    copies.append(files.keep_copy(op.path, op.before or b"", stamp))
                files.exchange(op.path, op.before, op.after)
                _drop_copy(files, op, kept.get(op.path))
            files.remove_empty(_folders(kept))
            installed = tuple(
                one for one in installed if (one.host, one.level) != (plan.host, level)
            )
            remember(installed)
        except EditRefused as error:
            state = HostState.REFUSED
            done.append(plan._replace(state=state, reason=error.reason, remedy=error.remedy))
            continue
        done.append(plan._replace(state=HostState.APPLIED, backups=tuple(sorted(copies))))
    return tuple(done)


def _op(
    files: HostFiles,
    target: Target,
    kept: dict[str, KeptFile],
    known: tuple[Contents, dict[str, str]],
    *,
    is_forced: bool,
) -> FileOp:
    contents, needed = known
    path = target.paths[0]
    try:
        found = find_target(files, target)
        path = found.real_path
        before = contents.get(path, found.content)
        if before is None:
            return FileOp(path, Action.SKIP, "there is no such file", None, None)
        if (initial := _initial(target)) is not None:
            if not initial.is_flag:
                return FileOp(path, Action.SKIP, STAYS, before, before)
            contents[path] = None
            return changed(Action.REMOVE, path, "switched off with it", before, None)
        if path in needed:
            return FileOp(path, Action.SKIP, f"{needed[path]} still uses it", before, before)
        op = _restored(files, path, before, kept.get(path)) or _cut(
            path, before, target, kept.get(path), is_forced=is_forced
        )
    except EditRefused as error:
        raise refused_at(path, error) from None
    contents[path] = op.after
    return op


def _initial(target: Target) -> Initial | None:
    return next((part for part in target.parts if isinstance(part, Initial)), None)


def _restored(files: HostFiles, path: str, before: bytes, kept: KeptFile | None) -> FileOp | None:
    """Give the step back to what stood there before us, when nothing else happened since."""
    if kept is None or sha_of(before) != kept.after_sha:
        return None
    if kept.is_ours:
        return changed(Action.REMOVE, path, "Cortex made it, and nobody changed it", before, None)
    if kept.backup:
        original = files.look(kept.backup).content
        if original is not None and sha_of(original) == kept.before_sha:
            reason = "nothing else was changed in it since"
            return changed(Action.RESTORE, path, reason, before, original)
    return None


def _cut(
    path: str, before: bytes, target: Target, kept: KeptFile | None, *, is_forced: bool
) -> FileOp:
    text = text_of(path, before)
    left = without(text, target.form, target.parts, is_forced=is_forced)
    if left == text:
        return FileOp(path, Action.SKIP, NOTHING_OF_OURS, before, before)
    is_made = kept is not None and kept.is_ours and is_bare(left, target.form, target.parts)
    if not left or is_made:
        return changed(Action.REMOVE, path, "nothing but Cortex in it", before, None)
    reason = "takes out what is Cortex's"
    return changed(action_of(target.form, before), path, reason, before, left.encode("utf-8"))


def _moved(files: HostFiles, kept: dict[str, KeptFile], done: set[str]) -> list[FileOp]:
    """Give the steps for files that the host keeps elsewhere now; only untouched ones."""
    ops = []
    for path in sorted(kept.keys() - done):
        content = files.look(path).content
        op = None if content is None else _restored(files, path, content, kept[path])
        if op is not None:
            ops.append(op)
    return ops


def _drop_copy(files: HostFiles, op: FileOp, kept: KeptFile | None) -> None:
    """Remove the copy that was brought back: the file is what it was again."""
    if kept is not None and op.action is Action.RESTORE and kept.backup:
        files.exchange(kept.backup, op.after, None)


def _folders(kept: dict[str, KeptFile]) -> tuple[str, ...]:
    """Give the folders that were made for files of ours, outermost first."""
    return tuple(sorted({folder for each in kept.values() for folder in each.folders}))
