"""What does a host's file say with our parts in it, and what without them?

Text in, text out; nothing is touched when anything in the file is not as it can be trusted. Who
calls decodes and writes. Source: ADR 0160, docs/formats/installation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cortex.core.config_edit.blocks import drop_block, drop_script, put_block, put_script
from cortex.core.config_edit.json_edit import JsonEdit, differing
from cortex.core.config_edit.ours import is_our_guard, is_our_hook, is_our_server, words_of
from cortex.core.config_edit.toml_edit import drop_table, put_table, table_at
from cortex.model.installation import (
    SERVER_NAME,
    Block,
    Default,
    EditRefused,
    Entry,
    Form,
    Handler,
    Initial,
    Part,
    Script,
)
from cortex.model.lean_classes import NamedTuple

HOOKS = "hooks"
IsOurs = Callable[[Any], bool]
_CALL = ("command", "args")
MARK = "\ufeff"  # A byte order mark stays in front.


class Edited(NamedTuple):
    """A text after a change; ``notes`` say what was found beside it."""

    text: str
    notes: tuple[str, ...] = ()


def merged(text: str, form: Form, parts: tuple[Part, ...], version: str) -> Edited:
    """Give a file's text with our parts in it; the same text when they are there already.

    Args:
        text: as it stands, or empty for a file that is not there.

    Raises:
        EditRefused: the file is not what its host reads, or a name of ours is somebody else's.
    """
    mark, text = _split_mark(text)
    if form is Form.TOML:
        return Edited(mark + _toml_merged(text, parts))
    if form in (Form.JSON, Form.JSONC):
        return _json_merged(mark, text, form, parts)
    for part in parts:
        if isinstance(part, Block):
            text = put_block(text, part, version)
        elif isinstance(part, Script):
            text = put_script(text, part, version)
        elif isinstance(part, Initial):
            text = text or part.body
    return Edited(mark + text)


def without(text: str, form: Form, parts: tuple[Part, ...], *, is_forced: bool) -> str:
    """Give a file's text without anything of ours, older forms included.

    A text that is empty, or holds nothing but what we would begin a file with, comes back empty.

    Raises:
        EditRefused: the file is not what its host reads, or somebody wrote into what is ours.
    """
    mark, text = _split_mark(text)
    if SERVER_NAME not in text:  # The usual case, and some hosts keep megabytes in such a file.
        return mark + text
    if form is Form.TOML:
        for part in parts:
            if isinstance(part, Entry) and is_our_server(table_at(text, part.path)):
                text = drop_table(text, part.path)
    elif form in (Form.JSON, Form.JSONC):
        text = _json_without(text, form, parts)
    for part in reversed(parts):  # A text that was made for several stretches ends up empty.
        if isinstance(part, Block):
            text = drop_block(text, part, is_forced=is_forced)
        elif isinstance(part, Script):
            text = drop_script(text, is_forced=is_forced)
    return mark + text


def is_bare(text: str, form: Form, parts: tuple[Part, ...]) -> bool:
    """Tell whether a text says nothing beyond what we begin a new file with."""
    _, text = _split_mark(text)
    if not text.strip():
        return True
    if form not in (Form.JSON, Form.JSONC):
        return False
    defaults: dict[str, Any] = {
        part.path[0]: part.value for part in parts if isinstance(part, Default)
    }
    held = JsonEdit(text, is_lenient=form is Form.JSONC).value(())
    return isinstance(held, dict) and all(
        name in defaults and defaults[name] == value for name, value in held.items()
    )


def has_our_plugin(text: str, setting: str) -> bool:
    """Tell whether a settings file enables a plugin of ours.

    Raises:
        EditRefused: the text is no JSON.
    """
    _, text = _split_mark(text)
    if not text.strip():
        return False
    listed = JsonEdit(text, is_lenient=False).value((setting,))
    return isinstance(listed, dict) and any(
        name.partition("@")[0] == SERVER_NAME and is_on is True for name, is_on in listed.items()
    )


def setting_in(text: str, form: Form, path: tuple[str, ...]) -> Any:
    """Give what a setting of a file says, or None.

    Raises:
        EditRefused: the text is not what its host reads.
    """
    _, text = _split_mark(text)
    if not text.strip():
        return None
    if form is Form.TOML:
        return table_at(text, path)
    return JsonEdit(text, is_lenient=form is Form.JSONC).value(path)


def hooks_in(text: str, form: Form) -> list[tuple[str, dict[str, Any]]]:
    """Give each hook of ours in a file as it is written there, with its event, in order.

    Raises:
        EditRefused: the text is not what its host reads.
    """
    _, text = _split_mark(text)
    if form not in (Form.JSON, Form.JSONC) or not text.strip():
        return []
    edit = JsonEdit(text, is_lenient=form is Form.JSONC)
    return [
        (event, handler)
        for event in _events(edit)
        for _, _, handler in _ours_in(edit.value((HOOKS, event)), is_our_hook)
    ]


def _split_mark(text: str) -> tuple[str, str]:
    return (MARK, text[1:]) if text.startswith(MARK) else ("", text)


def _toml_merged(text: str, parts: tuple[Part, ...]) -> str:
    for part in parts:
        if not isinstance(part, Entry):
            continue
        present = table_at(text, part.path)
        _require_ours(present)
        if present is None or words_of(present) != words_of(part.fields):
            text = put_table(text, part.path, _fields(part, present))
    return text


def _json_merged(mark: str, text: str, form: Form, parts: tuple[Part, ...]) -> Edited:
    if not text.strip():
        text = "{}\n"
    edit = JsonEdit(text, is_lenient=form is Form.JSONC)
    notes: list[str] = []
    handlers = [part for part in parts if isinstance(part, Handler)]
    for part in parts:
        if isinstance(part, Default) and edit.value(part.path) is None:
            edit.put(part.path, part.value)
        elif isinstance(part, Entry):
            notes += _put_entry(edit, part)
    if handlers:
        is_ours = _kin(handlers)
        for event in _events(edit):
            _settle(edit, event, [part for part in handlers if part.event == event], is_ours)
        present = set(_events(edit))
        for part in handlers:
            if part.event not in present:
                edit.add((HOOKS, part.event), _written(part))
    return Edited(mark + edit.text, tuple(notes))


def _put_entry(edit: JsonEdit, part: Entry) -> list[str]:
    present = edit.value(part.path)
    servers = edit.value(part.path[:-1])
    if present is None and isinstance(servers, dict):
        for name, entry in servers.items():
            if is_our_server(entry):
                return [f"the server is registered already, as '{name}'"]
    _require_ours(present)
    if present is None:
        edit.put(part.path, part.fields)
    elif words_of(present) != words_of(part.fields):
        fields = _fields(part, present)
        for name in differing(fields, present):
            edit.put((*part.path, name), fields[name])
    return []


def _fields(part: Entry, present: Any) -> dict[str, Any]:
    """Give what is set in an entry: its command is ours, all else is the person's to change."""
    held = present if isinstance(present, dict) else {}
    return {name: value for name, value in part.fields.items() if name in _CALL or name not in held}


def _require_ours(present: Any) -> None:
    """Refuse to take over a server of somebody else that has our name."""
    if present is not None and not is_our_server(present):
        message = f"another MCP server is called '{SERVER_NAME}' in it"
        raise EditRefused(message, "give that server another name and run this again")


def _events(edit: JsonEdit) -> list[str]:
    """Give the events somebody listens to, in the order of the file."""
    hooks = edit.value((HOOKS,))
    if hooks is None:
        return []
    if not isinstance(hooks, dict):
        message = "its hooks are no JSON object"
        raise EditRefused(message, "correct the file and run this again")
    return [name for name, value in hooks.items() if isinstance(value, list)]


def _kin(handlers: list[Handler]) -> IsOurs:
    """Give which handlers of ours are settled together: a seat's guard, or all others.

    So neither a host's installation nor a seat's takes out what the other one put in.
    """
    if all(is_our_guard(part.fields) for part in handlers):
        return is_our_guard
    return lambda handler: is_our_hook(handler) and not is_our_guard(handler)


def _settle(edit: JsonEdit, event: str, wanted: list[Handler], is_ours: IsOurs) -> None:
    """Make an event have each handler of ours that is wanted exactly once, and no other of ours."""
    kept: list[Handler] = []
    while True:
        stray = _stray(edit.value((HOOKS, event)), wanted, kept, is_ours)
        if stray is None:
            break
        _drop_handler(edit, event, stray)
    for part in wanted:
        if part not in kept:
            edit.add((HOOKS, event), _written(part))


def _stray(
    groups: Any, wanted: list[Handler], kept: list[Handler], is_ours: IsOurs
) -> tuple[int, int | None] | None:
    """Give the place of the first handler of ours that is too many; fill ``kept`` on the way."""
    kept.clear()
    for place, group, handler in _ours_in(groups, is_ours):
        part = next((one for one in wanted if _is_as_wanted(one, group, handler)), None)
        if part is None or part in kept:
            return place
        kept.append(part)
    return None


def _ours_in(groups: Any, is_ours: IsOurs) -> list[tuple[tuple[int, int | None], Any, Any]]:
    """Give each handler of ours of an event: where it stands, its group, and itself."""
    found: list[tuple[tuple[int, int | None], Any, Any]] = []
    for at, group in enumerate(groups if isinstance(groups, list) else ()):
        if is_ours(group):
            found.append(((at, None), group, group))
        inner = group.get("hooks") if isinstance(group, dict) else None
        for deep, handler in enumerate(inner if isinstance(inner, list) else ()):
            if is_ours(handler):
                found.append(((at, deep), group, handler))
    return found


def _is_as_wanted(part: Handler, group: dict[str, Any], handler: dict[str, Any]) -> bool:
    """Tell whether a handler does what is wanted; shell or exec form is the same to us."""
    if words_of(handler) != part.words or part.is_flat != (group is handler):
        return False
    return handler.get("timeout") == part.fields.get("timeout") and group.get("matcher", "") in (
        "",
        "*",
        part.matcher,
    )


def _drop_handler(edit: JsonEdit, event: str, place: tuple[int, int | None]) -> None:
    at, deep = place
    path = (HOOKS, event)
    if deep is None:
        edit.drop_item(path, at)
        return
    group = edit.value(path)[at]
    if len(group["hooks"]) == 1:
        edit.drop_item(path, at)
        return
    edit.drop_inner(path, at, "hooks", deep)


def _written(part: Handler) -> dict[str, Any]:
    if part.is_flat:
        return part.fields
    matcher = {} if part.matcher is None else {"matcher": part.matcher}
    return {**matcher, "hooks": [part.fields]}


def _json_without(text: str, form: Form, parts: tuple[Part, ...]) -> str:
    edit = JsonEdit(text, is_lenient=form is Form.JSONC)
    for part in parts:
        if isinstance(part, Entry) and is_our_server(edit.value(part.path)):
            edit.drop(part.path)
    handlers = [part for part in parts if isinstance(part, Handler)]
    if handlers:
        for event in _events(edit):
            _settle(edit, event, [], _kin(handlers))
    return edit.text
