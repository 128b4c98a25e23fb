"""Does the doctor prove each host by the host's own hooks, and say what is wrong otherwise?"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.black_box.conftest import make_repository
from tests.black_box.shell import CORTEX, Shell
from tests.black_box.test_install import ALL, HOSTS


def _findings(shell: Shell, status: int = 0) -> dict[str, Any]:
    ended = shell.run("doctor", "--json", status=status)
    checks = json.loads(ended.out)["data"]["findings"]
    return {check["check"]: check for check in checks if check["check"].split()[0] in HOSTS}


def _levels(findings: dict[str, Any]) -> dict[str, str]:
    return {name: finding["level"] for name, finding in findings.items()}


def test_every_host_is_proved_by_a_write_and_a_read(shell: Shell) -> None:
    """Each installed hook tells a session a fact and keeps its prompt; the memory stays as it was.

    Asked from inside a session of a host, the proof is the same.
    """
    assert {} == _findings(shell)
    shell.ask("install", *ALL, "--apply")
    (shell.home / "tmp").mkdir()
    outside = shell.having(TMPDIR=str(shell.home / "tmp"))
    inside = outside.having(CLAUDE_CODE_EXECPATH="/x/claude", CORTEX_NESTED="1", CLAUDECODE="1")
    for place in (outside, inside):
        findings = _findings(place)
        assert {f"{host} {what}" for host in HOSTS for what in ("files", "hooks")} == set(findings)
        assert {"pass"} == set(_levels(findings).values())
        assert "a write and a read went through" in findings["codex hooks"]["detail"]
    assert [] == list((shell.home / "tmp").iterdir())
    assert [] == shell.ask("capture", "sources")["sources"]
    assert [] == shell.ask("list")["facts"]


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("exit 3", "ended with 3: it said nothing"),
        ("exit 0", "was told nothing"),
        ("echo oops >&2; exit 127", "ended with 127: oops"),
        ("cat >/dev/null; sleep 60", "did not end in time"),
    ],
)
def test_hook_that_does_not_work_is_a_failure(shell: Shell, script: str, told: str) -> None:
    """A command that fails, says nothing or hangs is told, with a remedy and a status."""
    shell.ask("install", "--host", "codex", "--apply")
    program = shell.folder / "cortex"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    hooks = shell.home / ".codex/hooks.json"
    command = json.loads(hooks.read_bytes())["hooks"]["Stop"][0]["hooks"][0]["command"]
    _edit(hooks, command.split()[0], str(program))
    findings = _findings(shell, status=6)
    assert {"codex files": "warn", "codex hooks": "fail"} == _levels(findings)
    assert told in findings["codex hooks"]["detail"]
    assert "cortex install --apply --host codex" in findings["codex hooks"]["remedy"]
    shell.ask("install", "--apply", "--host", "codex")
    assert {"pass"} == set(_levels(_findings(shell)).values())


def test_missing_proof_is_never_a_pass(shell: Shell) -> None:
    """Hooks that somebody took out, and a program that is gone, are told as not proved."""
    shell.ask("install", *ALL, "--apply")
    (shell.home / ".codex/hooks.json").unlink()
    _edit(shell.home / ".config/opencode/plugins/cortex.js", "const COMMAND = ", "const WORDS = ")
    (shell.home / ".gemini/settings.json").write_text("{", encoding="utf-8")
    _edit(shell.home / ".claude/settings.json", CORTEX, "/gone/cortex")
    findings = _findings(shell, status=6)
    for host, told in {
        "codex": "there is no hook",
        "opencode": "cannot be read",
        "gemini-cli": "cannot be read",
        "claude-code": "/gone/cortex",
    }.items():
        finding = findings[f"{host} hooks"]
        assert "fail" == finding["level"]
        assert told in finding["detail"]
    assert "pass" == findings["cursor hooks"]["level"]


def test_host_that_nobody_lets_in_is_a_failure(shell: Shell) -> None:
    """Files alone do not let a host hand over; another home without its grant says so."""
    shell.ask("install", "--host", "cursor", "--apply")
    (shell.home / ".cortex" / "cortex.db").unlink()
    findings = _findings(shell, status=6)
    assert "nobody let it" in findings["cursor hooks"]["detail"]


def test_uninstall_closes_the_door(shell: Shell) -> None:
    """After uninstalling the host may hand over nothing, and the doctor does not speak of it."""
    shell.ask("install", "--host", "cursor", "--apply")
    shell.ask("uninstall", "--apply", "--host", "cursor")
    assert {} == _findings(shell)


def test_doubled_hooks_are_told_and_mended(shell: Shell) -> None:
    """Two copies of one hook are a warning that names the file; installing again leaves one."""
    shell.ask("install", "--host", "codex", "--apply")
    path = shell.home / ".codex/hooks.json"
    held = json.loads(path.read_bytes())
    held["hooks"]["Stop"] *= 2
    path.write_text(json.dumps(held), encoding="utf-8")
    finding = _findings(shell)["codex files"]
    assert ("warn", True) == (finding["level"], str(path) in finding["detail"])
    shell.ask("install", "--host", "codex", "--apply")
    assert "pass" == _findings(shell)["codex files"]["level"]


def test_plugin_is_proved_by_its_own_hooks(shell: Shell) -> None:
    """With the plugin enabled the hooks of the copy that the host keeps are the ones that run."""
    plugin, claude = shell.folder / "plugin", shell.home / ".claude"
    shell.ask("install", "--host", "claude-code", "--apply")
    shell.ask("install", "--plugin", str(plugin), "--apply")
    listed = {"version": 2, "plugins": {"cortex@cortex": [{"installPath": str(plugin)}]}}
    (claude / "plugins").mkdir()
    (claude / "plugins" / "installed_plugins.json").write_text(json.dumps(listed))
    settings = {"enabledPlugins": {"cortex@cortex": True}}
    (claude / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    shell.ask("install", "--host", "claude-code", "--apply")
    assert {"pass"} == set(_levels(_findings(shell)).values())
    (plugin / "hooks" / "hooks.json").unlink()
    assert "fail" == _findings(shell, status=6)["claude-code hooks"]["level"]


def test_hooks_that_the_host_does_not_run_are_told(shell: Shell) -> None:
    """Hooks that work and are switched off in the host are a warning that names the setting."""
    shell.ask("install", "--host", "claude-code", "--host", "codex", "--apply")
    settings = shell.home / ".claude/settings.json"
    held = {**json.loads(settings.read_bytes()), "disableAllHooks": True}
    settings.write_text(json.dumps(held), encoding="utf-8")
    with (shell.home / ".codex/config.toml").open("a", encoding="utf-8") as config:
        config.write("[features]\nhooks = false\n")
    findings = _findings(shell)
    for name, setting in {"claude-code": "disableAllHooks", "codex": "features.hooks"}.items():
        assert "warn" == findings[f"{name} hooks"]["level"]
        assert setting in findings[f"{name} hooks"]["detail"]


def test_host_of_a_project_is_proved_in_the_project(shell: Shell) -> None:
    """What was set up for one project is spoken of there and nowhere else."""
    inside = shell.at(make_repository(shell.folder / "p"))
    inside.ask("install", "--host", "cursor", "--project", "--apply")
    assert {"pass"} == set(_levels(_findings(inside)).values())
    assert {} == _findings(shell)
    (shell.folder / "p" / ".cursor" / "hooks.json").unlink()
    assert "--project" in _findings(inside, status=6)["cursor hooks"]["remedy"]
