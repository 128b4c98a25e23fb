"""Which commands does a host's file run on which events, whoever put them there?"""

from __future__ import annotations

from typing import Any

from cortex.core.config_edit.json_edit import JsonEdit
from cortex.core.config_edit.merge import HOOKS, MARK
from cortex.core.config_edit.ours import is_our_guard, is_our_hook, words_of
from cortex.model.installation import Form
from cortex.model.lean_classes import NamedTuple


class ListedHook(NamedTuple):
    """A command of a file.

    Attributes:
        file: where it stands.
        event: the host's name of the event.
        matcher: what it is for; empty for everything.
        words: the program and its arguments.
        shell: the text that a shell is given; empty when the host starts the program itself.
        is_ours: it runs a hook of ours; ``is_guard`` the one before a tool.
        is_plugin: a plugin brings it, so the host runs it beside what settings name.
    """

    file: str
    event: str
    matcher: str
    words: tuple[str, ...]
    shell: str = ""
    is_ours: bool = False
    is_guard: bool = False
    is_plugin: bool = False


def list_hooks(text: str, form: Form, file: str, *, is_plugin: bool = False) -> list[ListedHook]:
    """Give every command of a file in its order; none of an empty text.

    Raises:
        EditRefused: the text is not what its host reads.
    """
    text = text.removeprefix(MARK)
    if not text.strip() or form not in (Form.JSON, Form.JSONC):
        return []
    hooks = JsonEdit(text, is_lenient=form is Form.JSONC).value((HOOKS,))
    found = []
    for event, groups in hooks.items() if isinstance(hooks, dict) else ():
        for group in groups if isinstance(groups, list) else ():
            inner = group.get("hooks") if isinstance(group, dict) else None
            matcher = group.get("matcher") if isinstance(group, dict) else None
            for handler in inner if isinstance(inner, list) else (group,):
                listed = _listed(handler, is_plugin=is_plugin)
                if listed is not None:
                    shown = matcher if isinstance(matcher, str) else ""
                    found.append(listed._replace(file=file, event=event, matcher=shown))
    return found


def _listed(handler: Any, *, is_plugin: bool) -> ListedHook | None:
    if not isinstance(handler, dict):
        return None
    command = handler.get("command")
    is_shell = isinstance(command, str) and not isinstance(handler.get("args"), list)
    words = words_of(handler)
    if not words and not is_shell:
        return None
    return ListedHook(
        "",
        "",
        "",
        words,
        str(command) if is_shell else "",
        is_our_hook(handler),
        is_our_guard(handler),
        is_plugin,
    )
