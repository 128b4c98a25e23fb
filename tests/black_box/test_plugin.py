"""Is the plugin for Claude Code whole, and does nothing run twice beside it?"""

import json
import shutil
import subprocess

import pytest

from tests.black_box.shell import Shell


def test_plugin_folder_is_written_and_found_enabled(shell: Shell) -> None:
    """The plugin calls existing verbs only, and with it the settings get no second hooks."""
    folder = shell.folder / "plug in"
    shell.ask("install", "--host", "claude-code", "--apply")
    data = shell.ask("install", "--plugin", str(folder), "--apply")
    assert data["complete"]
    again = shell.ask("install", "--plugin", str(folder), "--apply")
    assert "unchanged" == again["hosts"][0]["state"]
    skills = {path.parent.name: path.read_text() for path in folder.glob("skills/*/SKILL.md")}
    assert {"remember", "recall", "why", "forget"} == set(skills)
    settings = shell.home / ".claude/settings.json"
    held = {**json.loads(settings.read_bytes()), "enabledPlugins": {"cortex@cortex": True}}
    settings.write_text(json.dumps(held), encoding="utf-8")
    shell.ask("install", "--host", "claude-code", "--apply")
    assert {"enabledPlugins": {"cortex@cortex": True}} == json.loads(settings.read_bytes())
    assert "mcpServers" not in json.loads((shell.home / ".claude.json").read_bytes())


def test_plugin_that_is_left_on_is_told(shell: Shell) -> None:
    """Taking Cortex out does not take the host's plugin out, so it says how, each time."""
    shell.ask("install", "--host", "claude-code", "--apply")
    settings = shell.home / ".claude/settings.json"
    held = {**json.loads(settings.read_bytes()), "enabledPlugins": {"cortex@cortex": True}}
    settings.write_text(json.dumps(held), encoding="utf-8")
    for words in ((), ("--apply",), ("--apply",)):
        said = shell.run("uninstall", *words, status=0).out
        assert "claude plugin uninstall cortex@cortex" in said
    settings.unlink()
    assert "plugin" not in shell.run("uninstall", status=0).out


def test_plugin_alone_lets_its_host_in(shell: Shell) -> None:
    """Whoever only writes the plugin has a home and a host that may hand over."""
    shell.ask("install", "--plugin", "plug", "--apply")
    [grant] = shell.ask("capture", "hosts")["grants"]
    assert "claude-code" == grant["host"]


def test_plugin_goes_with_no_other_choice(shell: Shell) -> None:
    """A plugin is for one host and every project, so other choices beside it are refused."""
    for other in (("--project",), ("--host", "codex")):
        error = shell.run("install", "--plugin", "p", *other, "--json", status=2).error
        assert "--plugin" in error["message"]


def test_folder_of_another_plugin_is_refused(shell: Shell) -> None:
    """A folder that holds somebody else's plugin is left as it is."""
    manifest = shell.folder / "p" / ".claude-plugin" / "plugin.json"
    manifest.parent.mkdir(parents=True)
    manifest.write_text('{"name": "theirs"}', encoding="utf-8")
    ended = shell.run("install", "--plugin", str(shell.folder / "p"), "--apply", status=1)
    assert "another plugin" in ended.out
    assert [manifest] == [path for path in (shell.folder / "p").rglob("*") if path.is_file()]


@pytest.mark.skipif(shutil.which("claude") is None, reason="Claude Code is not installed here")
def test_plugin_passes_the_hosts_own_check(shell: Shell) -> None:
    """Claude Code's own validation has nothing to say about the plugin."""
    shell.ask("install", "--plugin", str(shell.folder / "p"), "--apply")
    ended = subprocess.run(
        ["claude", "plugin", "validate", "--strict", str(shell.folder / "p")],
        env=shell.environment,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert 0 == ended.returncode, ended.stdout
