"""Does a host's file get our parts once, whatever stands there, and lose them again?"""

import json
from typing import Any

import pytest

from cortex.core.config_edit.hook_list import ListedHook, list_hooks
from cortex.core.config_edit.merge import has_our_plugin, is_bare, merged, without
from cortex.core.config_edit.ours import is_our_hook, is_our_server
from cortex.hosts.setups import claude_code, codex, cursor, gemini_cli
from cortex.hosts.setups.every import KNOWN
from cortex.hosts.setups.guards import GUARDED, guard
from cortex.model.installation import (
    EditRefused,
    Folders,
    Form,
    Handler,
    Launcher,
    Setup,
    Target,
)

LAUNCHER = Launcher("/opt/it's ours/ä/cortex")
FOLDERS = Folders(
    "/h", "/h/.claude", "/h/.claude.json", "/h/.codex", "/h/.cursor", "/h/.gemini", "/h/oc"
)
SETUPS: tuple[Setup, ...] = tuple(
    known.setup(FOLDERS._replace(project=project), LAUNCHER, version)
    for known in KNOWN
    for project in ("", "/p")
    for version in ((), (2, 1, 197))
)
TARGETS = [target for setup in SETUPS for target in setup.targets]
FOREIGN = {"type": "command", "command": "/usr/bin/lint --cortex hook", "timeout": 9}


def _put(target: Target, text: str) -> str:
    return merged(text, target.form, target.parts, "1").text


def _out(target: Target, text: str) -> str:
    return without(text, target.form, target.parts, is_forced=False)


def _hooks(module: Any) -> Target:
    targets: tuple[Target, ...] = module.setup(FOLDERS, LAUNCHER, ()).targets
    return targets[0]


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.paths[0])
def test_every_file_of_every_host_is_filled_once_and_emptied(target: Target) -> None:
    """A second time changes nothing, and what comes out is empty again."""
    once = _put(target, "")
    assert once == _put(target, once)
    assert is_bare(_out(target, once), target.form, target.parts)


@pytest.mark.parametrize("module", [claude_code, codex, gemini_cli])
def test_foreign_hooks_stay_where_they_are(module: Any) -> None:
    """Hooks of others on the same events keep their place, before and after (T17)."""
    target = _hooks(module)
    text = json.dumps({"hooks": {"SessionStart": [{"matcher": "x", "hooks": [FOREIGN]}]}, "z": [1]})
    changed = json.loads(_put(target, text))
    assert {"matcher": "x", "hooks": [FOREIGN]} == changed["hooks"]["SessionStart"][0]
    assert 2 == len(changed["hooks"]["SessionStart"])
    assert text == _out(target, _put(target, text))


def test_flat_lists_of_cursor_keep_foreign_handlers() -> None:
    """Cursor's handlers stand in the list itself; its version is set only where there is none."""
    target = _hooks(cursor)
    text = '{"version": 1, "hooks": {"preToolUse": [{"command": "./mine.sh"}]}}'
    changed = json.loads(_put(target, text))
    assert [{"command": "./mine.sh"}, *changed["hooks"]["preToolUse"][1:]] == (
        changed["hooks"]["preToolUse"]
    )
    assert text == _out(target, _put(target, text))


@pytest.mark.parametrize(
    "old",
    [
        {"type": "command", "command": "cortex hook-boot", "timeout": 5},
        {"type": "command", "command": "'/old place/cortex' hook session-start --host claude-code"},
        {"type": "command", "command": "/old/cortex", "args": ["--home=/x", "hook", "prompt"]},
    ],
)
def test_hooks_of_older_versions_are_replaced(old: dict[str, Any]) -> None:
    """An older command of ours never stays beside the new one, even inside a foreign group."""
    target = _hooks(claude_code)
    text = json.dumps({"hooks": {"SessionStart": [{"hooks": [FOREIGN, old]}]}})
    groups = json.loads(_put(target, text))["hooks"]["SessionStart"]
    handlers = [handler for group in groups for handler in group["hooks"]]
    assert [False, True] == [is_our_hook(handler) for handler in handlers]
    assert old not in handlers
    assert {"hooks": {"SessionStart": [{"hooks": [FOREIGN]}]}} == json.loads(_out(target, text))


def test_doubled_hooks_of_ours_become_one() -> None:
    """Two copies of one hook would run twice."""
    target = _hooks(codex)
    once = json.loads(_put(target, ""))
    once["hooks"]["Stop"] *= 3
    assert 1 == len(json.loads(_put(target, json.dumps(once)))["hooks"]["Stop"])


def test_a_status_line_of_ours_is_the_persons_own() -> None:
    """The one slot for a status line is never filled, replaced or cleared."""
    target = _hooks(claude_code)
    text = '{"statusLine": {"type": "command", "command": "cortex hook-status"}}'
    assert text == _out(target, _put(target, text))


def test_a_foreign_server_of_our_name_is_refused() -> None:
    """Somebody else's server called cortex is neither replaced nor removed."""
    for setup in SETUPS:
        for target in setup.targets:
            if target.form is Form.JSON and target.paths[0] == "/h/.claude.json":
                text = '{"mcpServers": {"cortex": {"command": "snow", "args": ["mcp"]}}}'
                with pytest.raises(EditRefused, match="another MCP server"):
                    _put(target, text)
                assert text == _out(target, text)
                return
    pytest.fail("no such target")


def test_a_server_registered_under_another_name_is_not_doubled() -> None:
    """Our server under a name the person chose is enough, and is said."""
    target = claude_code.setup(FOLDERS, LAUNCHER, ()).targets[1]
    text = '{"mcpServers": {"memory": {"command": "cortex", "args": ["mcp", "--agent", "me"]}}}'
    edited = merged(text, target.form, target.parts, "1")
    assert (text, ("the server is registered already, as 'memory'",)) == edited


def test_keys_that_the_person_added_to_our_server_stay() -> None:
    """Only the command is ours; an environment or a switch beside it is the person's."""
    target = claude_code.setup(FOLDERS, LAUNCHER, ()).targets[1]
    text = '{"mcpServers": {"cortex": {"command": "cortex", "args": ["mcp"], "env": {"A": "b"}}}}'
    server = json.loads(_put(target, text))["mcpServers"]["cortex"]
    assert LAUNCHER.program == server["command"]
    assert {"A": "b"} == server["env"]
    codex_target = codex.setup(FOLDERS, LAUNCHER, ()).targets[1]
    text = '[mcp_servers.cortex]\ncommand = "cortex"\nargs = ["mcp"]\nstartup_timeout_sec = 60\n'
    assert "startup_timeout_sec = 60" in _put(codex_target, text)


@pytest.mark.parametrize("text", ['{"hooks": []}', '{"hooks": {"Stop": {}}}', "[]", "{"])
def test_a_file_of_another_shape_is_refused(text: str) -> None:
    """What the host itself could not read is not for us to mend."""
    with pytest.raises(EditRefused):
        _put(_hooks(claude_code), text)


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.paths[0])
def test_file_without_us_is_left_byte_for_byte(target: Target) -> None:
    """What holds nothing of ours comes back as it is, its byte order mark too."""
    for text in ("", "\ufeff", '\ufeff{"a": 1}\r\n', "not what its host reads"):
        assert text == _out(target, text)


def test_a_byte_order_mark_stays_in_front() -> None:
    """Some editors write one; the host reads it, so it stays."""
    target = _hooks(codex)
    changed = _put(target, '\ufeff{"a": 1}')
    assert changed.startswith('\ufeff{"a": 1, ')
    assert '\ufeff{"a": 1}' == _out(target, changed)


def test_comments_are_refused_where_the_host_reads_none() -> None:
    """Claude Code would ignore such a file whole, so it is named instead of written."""
    text = '{\n  // mine\n  "a": 1\n}\n'
    with pytest.raises(EditRefused, match="line 2, column 3"):
        _put(_hooks(claude_code), text)
    assert "// mine" in _put(_hooks(gemini_cli), text)


@pytest.mark.parametrize(
    ("handler", "is_ours"),
    [
        ({"command": "cortex hook prompt"}, True),
        ({"command": "C:\\\\x\\\\cortex.exe hook prompt"}, True),
        ({"command": "env A=b /x/cortex --json hook prompt"}, True),
        ({"command": "cortex hook-status"}, False),
        ({"command": "cortex mcp"}, False),
        ({"command": "echo 'unfinished"}, False),
        ({"command": 5}, False),
        ({"prompt": "x"}, False),
        ("cortex hook prompt", False),
        (None, False),
    ],
)
def test_only_hooks_of_ours_are_ours(handler: object, is_ours: bool) -> None:
    """A handler is ours by the program and the verb it runs, not by words that occur in it."""
    assert is_ours is is_our_hook(handler)


def test_a_server_is_ours_by_its_verb() -> None:
    """Command lists, as OpenCode writes them, count as well."""
    assert is_our_server({"command": ["/x/cortex", "mcp"]})
    assert not is_our_server({"command": ["/x/cortex", "serve"]})


def test_plugin_of_ours_is_seen_when_it_is_on() -> None:
    """A plugin that is listed but off does nothing yet."""
    assert has_our_plugin('{"enabledPlugins": {"cortex@any": true}}', "enabledPlugins")
    assert not has_our_plugin('{"enabledPlugins": {"cortex@any": false}}', "enabledPlugins")
    assert not has_our_plugin('{"enabledPlugins": {"cortexx@any": true}}', "enabledPlugins")
    assert not has_our_plugin("", "enabledPlugins")


@pytest.mark.parametrize("host", GUARDED)
def test_guard_and_hooks_of_a_host_do_not_take_each_other_out(host: str) -> None:
    """A seat's guard and what `cortex install --project` puts beside it come and go apart."""
    target = guard(host, "/p", LAUNCHER, ())
    project = FOLDERS._replace(project="/p")
    [known] = [one for one in KNOWN if one.host == host]
    hooks = next(
        one
        for one in known.setup(project, LAUNCHER, ()).targets
        if any(isinstance(part, Handler) for part in one.parts)
    )
    guarded = _put(target, "")
    both = _put(hooks, guarded)
    assert both == _put(target, both)
    assert both == _put(hooks, both)
    assert guarded == _out(hooks, both)
    listed = [one.event for one in list_hooks(both, target.form, "f") if one.is_guard]
    [handler] = [part for part in target.parts if isinstance(part, Handler)]
    assert [handler.event] == listed
    alone = list_hooks(_out(target, both), target.form, "f")
    assert {one.event for one in alone} == {
        part.event for part in hooks.parts if isinstance(part, Handler)
    }


def test_guard_of_an_older_place_is_replaced() -> None:
    """One guard a file: another program or fewer tools is brought up to date, in place."""
    target = guard("claude-code", "/p", LAUNCHER, (2, 1, 197))
    tools = "Write|Edit|MultiEdit|NotebookEdit|Bash"
    old = {"matcher": "Write", "hooks": [{"command": "/old/cortex hook tool-before --host x"}]}
    own = {"matcher": "Bash", "hooks": [FOREIGN]}
    text = json.dumps({"hooks": {"PreToolUse": [old, own]}})
    hooks = list_hooks(_put(target, text), target.form, "f")
    assert [("Bash", False), (tools, True)] == [(one.matcher, one.is_guard) for one in hooks]


def test_every_command_of_a_file_is_listed() -> None:
    """Shell and exec form, groups and flat lists; what runs no command is left out."""
    text = json.dumps(
        {
            "hooks": {
                "A": [{"matcher": "x", "hooks": [FOREIGN, {"type": "http", "url": "u"}, 5]}],
                "B": [{"command": "/opt/cortex", "args": ["hook", "prompt"]}, None],
                "C": "no list",
            }
        }
    )
    assert [
        ListedHook("f", "A", "x", ("/usr/bin/lint", "--cortex", "hook"), str(FOREIGN["command"])),
        ListedHook("f", "B", "", ("/opt/cortex", "hook", "prompt"), is_ours=True),
    ] == list_hooks(text, Form.JSON, "f")
    assert [] == list_hooks("", Form.JSON, "f")
    assert [] == list_hooks("[hooks]", Form.TOML, "f")
