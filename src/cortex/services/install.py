"""How is Cortex put into the hosts of this machine? A plan first, then exactly that plan.

A host is set up as a whole: when one of its files cannot be changed safely, none is touched, and
the other hosts go on. Source: ADR 0163, docs/formats/installation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cortex.core.config_edit.merge import merged, without
from cortex.model.installation import (
    Action,
    EditRefused,
    Entry,
    FileOp,
    Handler,
    HostPlan,
    HostState,
    Initial,
    Installation,
    KeptFile,
    Setup,
    Target,
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

AS_IT_SHOULD_BE = "already as it should be"
IS_THERE = "it is there, and stays as it is"
BY_PLUGIN = "the Cortex plugin of this host does this already"
BY_USER_LEVEL = "done at your own level already, for every project"

Contents = dict[str, bytes | None]


def plan_install(
    files: HostFiles,
    setups: tuple[Setup, ...],
    version: str,
    above: dict[str, Setup] | None = None,
) -> tuple[HostPlan, ...]:
    """Give what would be done for each host, in the order given. Writes nothing.

    Args:
        above: for a project, what each host has at the person's own level.
    """
    contents: Contents = {}
    plans = []
    for setup in setups:
        seen = dict(contents)
        try:
            silent = _silenced(files, setup, (above or {}).get(setup.host))
            ops = tuple(_op(files, target, seen, version, silent) for target in setup.targets)
        except EditRefused as error:
            plans.append(_refused(setup.host, setup.name, error))
            continue
        contents = seen
        is_new = any(op.before != op.after for op in ops)
        state = HostState.PLANNED if is_new else HostState.UNCHANGED
        plans.append(HostPlan(setup.host, setup.name, state, ops, steps=setup.steps))
    return tuple(plans)


def apply_install(
    files: HostFiles,
    plans: tuple[HostPlan, ...],
    installed: tuple[Installation, ...],
    place: tuple[str, str],
    remember: Callable[[tuple[Installation, ...]], None],
    stamp: str,
) -> tuple[HostPlan, ...]:
    """Do what the plans say, and give them with what came of each.

    A file that is no longer as it was planned for refuses its host before anything of it is
    written. The manifest is written ahead of the files, so that an interruption forgets nothing.

    Args:
        place: the level, and the version that installs.
        remember: keeps the manifest.
        stamp: what names the copies of this run.
    """
    level, version = place
    done = []
    for plan in plans:
        if plan.state is HostState.REFUSED:
            done.append(plan)
            continue
        before = kept_at(installed, plan.host, level)
        ops = [op for op in plan.ops if op.before != op.after]
        try:
            require_planned(files, ops)
            copies = {
                op.path: files.keep_copy(op.path, op.before, stamp)
                for op in ops
                if op.before is not None and not _is_known(op, before)
            }
            kept = {**_shared(plan.ops), **before}
            kept |= {op.path: _kept(op, before, copies) for op in ops}
            installed = _with(installed, Installation(plan.host, level, version), kept)
            remember(installed)
            for op in ops:
                made = files.exchange(op.path, op.before, op.after)
                if made:
                    kept[op.path] = kept[op.path]._replace(folders=made)
            installed = _with(installed, Installation(plan.host, level, version), kept)
            remember(installed)
        except EditRefused as error:
            done.append(_refused(plan.host, plan.name, error))
            continue
        state = HostState.APPLIED if ops else HostState.UNCHANGED
        done.append(plan._replace(state=state, backups=tuple(sorted(copies.values()))))
    return tuple(done)


def _silenced(files: HostFiles, setup: Setup, above: Setup | None) -> str:
    """Say why hooks and server are left out: somebody runs them already. Empty when nobody does."""
    if has_plugin(files, setup):
        return BY_PLUGIN
    if above is not None and any(_is_in(files, target) for target in above.targets):
        return BY_USER_LEVEL
    return ""


def _is_in(files: HostFiles, target: Target) -> bool:
    """Tell whether a file has hooks or a server of ours; one that cannot be read has none."""
    parts = tuple(part for part in target.parts if isinstance(part, Handler | Entry))
    if not parts:
        return False
    try:
        text = text_of(target.paths[0], find_target(files, target).content)
        return text != without(text, target.form, parts, is_forced=False)
    except EditRefused:
        return False


def _op(files: HostFiles, target: Target, contents: Contents, version: str, silent: str) -> FileOp:
    path = target.paths[0]
    try:
        found = find_target(files, target)
        path = found.real_path
        before = contents.get(path, found.content)
        if before is not None and any(isinstance(part, Initial) for part in target.parts):
            return FileOp(path, Action.SKIP, IS_THERE, before, before)
        text = text_of(path, before)
        if silent and any(isinstance(part, Handler | Entry) for part in target.parts):
            left = without(text, target.form, target.parts, is_forced=False)
            if left == text:
                return FileOp(path, Action.SKIP, silent, before, before)
            contents[path] = left.encode("utf-8")
            return changed(Action.MERGE, path, silent, before, contents[path])
        edited = merged(text, target.form, target.parts, version)
        is_clean = text == without(text, target.form, target.parts, is_forced=True)
    except EditRefused as error:
        raise refused_at(path, error) from None
    after = edited.text.encode("utf-8")
    notes = "; ".join(edited.notes)
    if edited.text == text and (before is not None or not edited.text):
        return FileOp(path, Action.SKIP, notes or AS_IT_SHOULD_BE, before, before)
    contents[path] = after
    reason = notes or _reason(target)
    original = before if is_clean else None
    return changed(action_of(target.form, before), path, reason, before, after, original)


def _reason(target: Target) -> str:
    """Say what goes into a file, or that its being there switches something on."""
    if any(isinstance(part, Initial) and part.is_flag for part in target.parts):
        return "switched on for as long as this file is there"
    kinds = {type(part).__name__.lower(): None for part in target.parts}
    words = {
        "handler": "hooks",
        "entry": "the MCP server",
        "block": "instructions for the agent",
        "script": "a module that runs the hooks",
        "initial": "what it says at first",
    }
    return " and ".join(words[kind] for kind in kinds if kind in words)


def _is_known(op: FileOp, before: dict[str, KeptFile]) -> bool:
    """Tell whether a file is as we left it, and what stood there before us is not lost with it."""
    earlier = before.get(op.path)
    if earlier is None or earlier.after_sha != sha_of(op.before):
        return False
    return earlier.is_ours or bool(earlier.backup)


def _kept(op: FileOp, before: dict[str, KeptFile], copies: dict[str, str]) -> KeptFile:
    """Give what the manifest remembers: the oldest state that had nothing of ours in it."""
    earlier = before.get(op.path)
    after_sha = sha_of(op.after)
    if earlier is not None and earlier.after_sha == sha_of(op.before):
        return earlier._replace(after_sha=after_sha)
    is_ours = op.before is None or (earlier is not None and earlier.is_ours)
    folders = () if earlier is None else earlier.folders
    if op.original is None:
        return KeptFile(op.path, is_ours, "", after_sha, folders=folders)
    return KeptFile(op.path, is_ours, sha_of(op.before), after_sha, copies[op.path], folders)


def _shared(ops: tuple[FileOp, ...]) -> dict[str, KeptFile]:
    """Give the files that say already what this host needs, put there by another or by hand."""
    return {
        op.path: KeptFile(op.path, is_ours=False, before_sha="", after_sha=sha_of(op.after))
        for op in ops
        if op.reason == AS_IT_SHOULD_BE and op.after is not None
    }


def _with(
    installed: tuple[Installation, ...], one: Installation, kept: dict[str, KeptFile]
) -> tuple[Installation, ...]:
    """Give the manifest with one host set, by host and level."""
    others = [each for each in installed if (each.host, each.level) != (one.host, one.level)]
    files = tuple(kept[path] for path in sorted(kept))
    return tuple(sorted([*others, one._replace(files=files)], key=lambda each: each[:2]))


def _refused(host: str, name: str, error: EditRefused) -> HostPlan:
    return HostPlan(host, name, HostState.REFUSED, reason=error.reason, remedy=error.remedy)
