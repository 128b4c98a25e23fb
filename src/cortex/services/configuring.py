"""How does a file of a host become the text that is edited, and how is a change of it shown?"""

from __future__ import annotations

import difflib
import hashlib
from typing import TYPE_CHECKING

from cortex.core.config_edit.merge import has_our_plugin
from cortex.core.text.redaction import without_secrets
from cortex.model.installation import DIFF_LINES_MAX, Action, EditRefused, FileOp, Form, KeptFile

if TYPE_CHECKING:
    from cortex.model.installation import Installation, Setup, Target
    from cortex.ports.host_files import FoundFile, HostFiles

DIFF_CONTEXT = 1
"""Lines shown around a change: they are the person's own, and may be private."""


def sha_of(content: bytes | None) -> str:
    """Give the digest of a content as other programs work it out; empty for no file."""
    return "" if content is None else hashlib.sha256(content).hexdigest()


def find_target(files: HostFiles, target: Target) -> FoundFile:
    """Give the file that a target means: the first that exists, else the first.

    Raises:
        EditRefused: one of them cannot be used.
    """
    found = [files.look(path, target.root) for path in target.paths]
    return next((each for each in found if each.content is not None), found[0])


def text_of(path: str, content: bytes | None) -> str:
    """Give the text of a file; empty for none.

    Raises:
        EditRefused: it is no UTF-8.
    """
    try:
        return (content or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"{path} is not UTF-8: byte {error.start} belongs to no character"
        raise EditRefused(message, "save it as UTF-8 and run this again") from None


def refused_at(path: str, error: EditRefused) -> EditRefused:
    """Give a refusal that names the file."""
    if path in error.reason:
        return error
    return EditRefused(f"{path}: {error.reason}", error.remedy)


def has_plugin(files: HostFiles, setup: Setup) -> bool:
    """Tell whether a plugin of ours that is on brings a host hooks and server by itself.

    Raises:
        EditRefused: the file that says so cannot be read.
    """
    if not setup.plugins:
        return False
    path, setting = setup.plugins
    found = files.look(path)
    try:
        return has_our_plugin(text_of(path, found.content), setting)
    except EditRefused as error:
        raise refused_at(path, error) from None


def require_planned(files: HostFiles, ops: list[FileOp]) -> None:
    """Let the steps pass when every file is still as it was planned for.

    Raises:
        EditRefused: another program wrote one meanwhile, so none shall be written.
    """
    for op in ops:
        if files.look(op.path).content != op.before:
            message = f"{op.path} was changed by another program meanwhile"
            raise EditRefused(message, "run this again; the plan will be made anew")


def changed(
    action: Action,
    path: str,
    reason: str,
    before: bytes | None,
    after: bytes | None,
    original: bytes | None = None,
) -> FileOp:
    """Give the step from one content to another, with its difference in words."""
    return FileOp(path, action, reason, before, after, _difference(path, before, after), original)


def kept_at(installed: tuple[Installation, ...], host: str, level: str) -> dict[str, KeptFile]:
    """Give what the manifest knows of a host's files, by path."""
    return {
        kept.path: kept
        for one in installed
        if (one.host, one.level) == (host, level)
        for kept in one.files
    }


def action_of(form: Form, before: bytes | None) -> Action:
    """Give what putting something into a file is called."""
    if before is None:
        return Action.CREATE
    return Action.BLOCK if form is Form.MARKDOWN else Action.MERGE


def _difference(path: str, before: bytes | None, after: bytes | None) -> str:
    """Give a unified difference without the secrets that stand around the change."""
    old, new = (
        without_secrets((content or b"").decode("utf-8", "replace")).splitlines()
        for content in (before, after)
    )
    lines = list(difflib.unified_diff(old, new, path, path, lineterm="", n=DIFF_CONTEXT))
    if len(lines) > DIFF_LINES_MAX:
        left = len(lines) - DIFF_LINES_MAX
        lines = [*lines[:DIFF_LINES_MAX], f"... and {left} lines more"]
    return "\n".join(lines)
