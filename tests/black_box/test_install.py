"""Is Cortex put into hosts from a plan, exactly once, and out again without a trace?"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.black_box.conftest import make_repository
from tests.black_box.shell import CORTEX, Shell

HOSTS = ("claude-code", "codex", "cursor", "gemini-cli", "opencode")
ALL = [word for host in HOSTS for word in ("--host", host)]

# A file of each kind with the person's own things in it, as hosts read them.
OWN = {
    ".claude/settings.json": (
        '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": [{"hooks": [{"type": "command",'
        ' "command": "./mine.sh"}]}]\n\t},\n\t"statusLine": {"type": "command", "command": "x"}\n}'
    ),
    ".claude.json": '{"numStartups":3,"projects":{},"mcpServers":{"other":{"command":"y"}}}',
    ".claude/CLAUDE.md": "# My rules\r\n\r\nBe brief.\r\n",
    ".codex/config.toml": (
        'model = "o4" # mine\nprojects."/x y".trust_level = "trusted"\n\n'
        '[mcp_servers]\nother = { command = "y" }\n\n'
        '[[notify]]\nx = """\n[mcp_servers.cortex]\n"""\n'
    ),
    ".codex/hooks.json": '{"hooks": {"Stop": [{"hooks": [{"command": "z", "type": "command"}]}]}}',
    ".gemini/settings.json": '{\n  // mine\n  "theme": "x", /* y */\n  "tools": ["a",],\n}\n',
    ".cursor/hooks.json": '{"version": 1, "hooks": {"stop": [{"command": "./s.sh"}]}}\n',
    ".config/opencode/opencode.jsonc": '{\n    "model": "m", // mine\n}\n',
}


def _put(home: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def _contents(home: Path) -> dict[str, bytes]:
    """Give every file of hosts below a home, the Cortex home and the work folder left out."""
    return {
        str(path.relative_to(home)): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file() and path.relative_to(home).parts[0] not in (".cortex", "work")
    }


def _by_host(data: Any) -> dict[str, Any]:
    return {host["host"]: host for host in data["hosts"]}


def test_plan_writes_nothing(shell: Shell) -> None:
    """Without --apply every file is as before, and the plan names each with digests (T1)."""
    _put(shell.home, OWN)
    before = _contents(shell.home)
    data = shell.ask("install", *ALL)
    assert before == _contents(shell.home)
    assert not (shell.home / ".cortex").exists()
    ops = [op for host in data["hosts"] for op in host["ops"]]
    assert {"create", "merge", "block"} == {op["action"] for op in ops}
    assert set(HOSTS) == set(_by_host(data))
    for op in ops:
        assert {"path", "action", "reason", "before_sha", "after_sha", "diff"} == set(op)
        assert (op["before_sha"] is None) == (op["action"] == "create")
        assert op["before_sha"] != op["after_sha"]
        assert "cortex" in op["diff"]


def test_second_time_changes_nothing(shell: Shell) -> None:
    """Applying twice leaves the same bytes, no second copy and the same manifest (T1)."""
    _put(shell.home, OWN)
    first = shell.ask("install", *ALL, "--apply")
    assert {"applied"} == {host["state"] for host in first["hosts"]}
    after = _contents(shell.home)
    manifest = (shell.home / ".cortex" / "install.json").read_bytes()
    again = shell.ask("install", *ALL, "--apply")
    assert {"unchanged"} == {host["state"] for host in again["hosts"]}
    assert after == _contents(shell.home)
    assert manifest == (shell.home / ".cortex" / "install.json").read_bytes()
    assert len(OWN) == sum(".bak-" in name for name in after)


def test_nothing_to_do_asks_for_nothing(shell: Shell) -> None:
    """A plan without a change does not ask to be applied, for either verb."""
    assert "add --apply" in shell.run("install", "--host", "codex", status=0).out
    told = shell.run("install", "--host", "codex", "--apply", status=0).out
    assert "`cortex capture pause`" in told  # Whoever installs hears that sessions are kept.
    assert "add --apply" in shell.run("uninstall", "--host", "codex", status=0).out
    again = shell.run("install", "--host", "codex", status=0).out
    assert "Nothing is left to do." in again
    assert "--apply" not in again
    shell.run("uninstall", "--apply", status=0)
    gone = shell.run("uninstall", status=0).out
    assert "No host has Cortex." in gone
    assert "--apply" not in gone


def test_what_was_there_stays(shell: Shell) -> None:
    """Foreign hooks, servers, comments and order survive, and each original has a copy (T17)."""
    _put(shell.home, OWN)
    shell.ask("install", *ALL, "--apply")
    for name, text in OWN.items():
        path = shell.home / name
        assert path.read_bytes() != text.encode()
        [copy] = path.parent.glob(f"{path.name}.bak-*")
        assert text.encode() == copy.read_bytes()
    settings = json.loads((shell.home / ".claude/settings.json").read_bytes())
    assert "./mine.sh" == settings["hooks"]["Stop"][0]["hooks"][0]["command"]
    assert "x" == settings["statusLine"]["command"]
    state = json.loads((shell.home / ".claude.json").read_bytes())
    assert ["other", "cortex"] == list(state["mcpServers"])
    assert "// mine" in (shell.home / ".gemini/settings.json").read_text()
    assert (
        (shell.home / ".claude/CLAUDE.md").read_bytes().startswith(b"# My rules\r\n\r\nBe brief.")
    )
    assert 'model = "o4" # mine' in (shell.home / ".codex/config.toml").read_text()


def test_uninstall_gives_back_the_very_bytes(shell: Shell) -> None:
    """With nothing else changed every file is as it was, and what we made is gone, folders too."""
    _put(shell.home, OWN)
    before = _contents(shell.home)
    shell.commit("The gateway listens on port 8443")
    shell.ask("install", *ALL, "--apply")
    planned = shell.ask("uninstall", *ALL)
    assert {"planned"} == {host["state"] for host in planned["hosts"]}
    assert before != _contents(shell.home)
    shell.ask("uninstall", "--apply")
    assert before == _contents(shell.home)
    assert not (shell.home / ".config/opencode/plugins").exists()
    assert not (shell.home / ".cortex" / "install.json").exists()
    assert ["The gateway listens on port 8443"] == shell.statements("which port is the gateway on")
    assert {"unchanged"} == {host["state"] for host in shell.ask("uninstall", *ALL)["hosts"]}


def test_uninstall_keeps_what_changed_since(shell: Shell) -> None:
    """Entries that came after us stay; only what is ours goes, from files we made as well."""
    _put(shell.home, OWN)
    shell.ask("install", *ALL, "--apply")
    changes = {
        ".claude/settings.json": ('"model": "opus"', '"model": "sonnet"'),
        ".codex/AGENTS.md": ("", "# Mine\n\n"),
        ".cursor/mcp.json": ('{\n  "mcpServers": {', '{\n  "mcpServers": {\n    "n": {},'),
    }
    for name, (old, new) in changes.items():
        path = shell.home / name
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(old, new, 1) if old else new + text, encoding="utf-8")
    shell.ask("uninstall", "--apply")
    assert OWN[".claude/settings.json"].replace("opus", "sonnet") == (
        (shell.home / ".claude/settings.json").read_text()
    )
    assert "# Mine\n" == (shell.home / ".codex/AGENTS.md").read_text()
    assert {"mcpServers": {"n": {}}} == json.loads((shell.home / ".cursor/mcp.json").read_text())


def test_uninstall_without_a_manifest_recognises_what_is_ours(shell: Shell) -> None:
    """A lost manifest costs the old bytes, not the removal."""
    shell.ask("install", *ALL, "--apply")
    (shell.home / ".cortex" / "install.json").unlink()
    shell.ask("uninstall", *ALL, "--apply")
    left = _contents(shell.home)
    for name, content in left.items():
        if ".bak-" not in name:
            assert b"cortex" not in content, name


BROKEN = {
    "claude-code": (".claude/settings.json", '{"hooks": {,}', "line 1, column 12"),
    "codex": (".codex/config.toml", "model = \n", "not valid TOML"),
    "cursor": (".cursor/mcp.json", "\ud800", "not UTF-8"),
    "gemini-cli": (".gemini/settings.json", '{"hooks": 1}', "hooks"),
    "opencode": (".config/opencode/AGENTS.md", "<!-- cortex:end -->\n", "do not pair up"),
}


@pytest.mark.parametrize("broken", HOSTS)
def test_file_that_cannot_be_read_spares_its_whole_host(shell: Shell, broken: str) -> None:
    """A broken file is named with a remedy, nothing of its host is touched, others go on (T17)."""
    name, text, reason = BROKEN[broken]
    path = shell.home / name
    path.parent.mkdir(parents=True)
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    ended = shell.run("install", *ALL, "--apply", "--json", status=1)
    hosts = _by_host(json.loads(ended.out)["data"])
    assert {"refused": 1, "applied": 4} == {
        state: sum(host["state"] == state for host in hosts.values())
        for state in ("refused", "applied")
    }
    assert str(path) in hosts[broken]["reason"]
    assert reason in hosts[broken]["reason"]
    assert hosts[broken]["remedy"]
    assert text.encode("utf-8", "surrogatepass") == path.read_bytes()
    folder = path.parent
    assert [path.name] == [each.name for each in folder.iterdir()]


def test_hosts_of_this_machine_are_found(shell: Shell, tmp_path: Path) -> None:
    """A host is here when its folder or its program is; with none there is nothing to do."""
    lonely = shell.having(PATH=str(tmp_path / "bin"))
    refused = lonely.run("install", "--json", status=2)
    assert "no agent host" in refused.error["message"]
    (shell.home / ".gemini").mkdir()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "codex").write_bytes(b"#!/bin/false\n")
    (tmp_path / "bin" / "codex").chmod(0o755)
    assert ["codex", "gemini-cli"] == list(_by_host(lonely.ask("install")))


def test_misspelt_host_is_suggested(shell: Shell) -> None:
    """A name that no host has is refused with the nearest one."""
    error = shell.run("install", "--host", "claud-code", "--json", status=2).error
    assert "unknown_name" == error["code"]
    assert "claude-code" in error["remedy"]


def test_hosts_keep_their_files_elsewhere_when_told(shell: Shell) -> None:
    """The folders that hosts take from variables are the ones that are written."""
    told = shell.having(
        CLAUDE_CONFIG_DIR=str(shell.home / "c l"), CODEX_HOME=str(shell.home / "cöd")
    )
    told.ask("install", "--host", "claude-code", "--host", "codex", "--apply")
    names = set(_contents(shell.home))
    assert {"c l/settings.json", "c l/.claude.json", "cöd/config.toml"} <= names
    assert not any(name.startswith(".c") for name in names)


def test_command_in_the_file_runs_from_any_path(shell: Shell, tmp_path: Path) -> None:
    """Spaces, quotes and letters of another script in the path reach the program (case 80)."""
    folder = tmp_path / "it's a $HOME `x` — папка"
    folder.mkdir()
    program = folder / "cortex"
    program.symlink_to(CORTEX)
    ended = subprocess.run(
        [program, "install", "--host", "codex", "--apply"],
        env=shell.environment,
        capture_output=True,
        check=False,
    )
    assert 0 == ended.returncode, ended.stderr
    hooks = json.loads((shell.home / ".codex/hooks.json").read_bytes())
    command = hooks["hooks"]["SessionStart"][0]["hooks"][0]["command"]
    words = command.replace("hook session-start --host codex", "version")
    answer = subprocess.run(["/bin/sh", "-c", words], capture_output=True, check=True)
    assert answer.stdout.startswith(b"cortex ")


def test_another_home_stands_in_the_command(shell: Shell) -> None:
    """A hook serves the home of the installation, whatever its host's environment says."""
    other = shell.home / "other home"
    data = shell.run(
        "--home", str(other), "install", "--host", "gemini-cli", "--apply", "--json"
    ).data
    settings = json.loads((shell.home / ".gemini/settings.json").read_bytes())
    command = settings["hooks"]["BeforeAgent"][0]["hooks"][0]
    assert f"hook prompt --host gemini-cli --home '{other}'" in command["command"]
    assert 5000 == command["timeout"]
    assert ["mcp", "--home", str(other)] == settings["mcpServers"]["cortex"]["args"]
    assert str(other / "install.json") == data["manifest"]
    assert (other / "cortex.db").exists()


def test_upgrade_replaces_ours_in_place(shell: Shell, tmp_path: Path) -> None:
    """A newer command takes the place of the older one, and uninstall still gives the old bytes."""
    _put(shell.home, OWN)
    before = _contents(shell.home)
    moved = tmp_path / "moved"
    moved.mkdir()
    (moved / "cortex").symlink_to(CORTEX)
    shell.ask("install", *ALL, "--apply")
    subprocess.run(
        [moved / "cortex", "install", *ALL, "--apply"],
        env=shell.environment,
        capture_output=True,
        check=True,
    )
    text = (shell.home / ".codex/hooks.json").read_text()
    assert (7, 0) == (text.count(str(moved / "cortex")), text.count(CORTEX))
    shell.ask("uninstall", *ALL, "--apply")
    assert before == _contents(shell.home)  # No copy of what only Cortex wrote stays either.


def test_installing_many_times_at_once_writes_once(shell: Shell) -> None:
    """Of several installations at one moment each is done or refused, and one set of ours stays."""
    _put(shell.home, OWN)
    running = [
        subprocess.Popen(
            [CORTEX, "install", *ALL, "--apply"],
            env=shell.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(4)
    ]
    statuses = [process.wait(timeout=120) for process in running]
    assert set(statuses) <= {0, 1}
    shell.run("install", *ALL, "--apply", status=0)
    settings = json.loads((shell.home / ".claude/settings.json").read_bytes())
    assert [1, 2] == sorted({len(groups) for groups in settings["hooks"].values()})
    assert {"unchanged"} == {
        host["state"] for host in shell.ask("install", *ALL, "--apply")["hosts"]
    }
    assert not list(shell.home.rglob("*.cortex-new"))


def test_edited_instructions_are_kept_unless_forced(shell: Shell) -> None:
    """What somebody wrote into our stretch stops both ways, and --force takes it out."""
    shell.ask("install", "--host", "codex", "--apply")
    path = shell.home / ".codex/AGENTS.md"
    path.write_text(path.read_text().replace("private memory", "memory"), encoding="utf-8")
    edited = _contents(shell.home)
    for words in (("install", "--host", "codex", "--apply"), ("uninstall", "--apply")):
        ended = shell.run(*words, "--json", status=1)
        [host] = json.loads(ended.out)["data"]["hosts"]
        assert "refused" == host["state"]
        assert str(path) in host["reason"]
        assert edited == _contents(shell.home)
    shell.run("uninstall", "--apply", "--force", status=0)
    assert not path.exists()


def test_project_files_name_no_other_place(shell: Shell) -> None:
    """--project writes into the project, and skips hooks that hold for all projects already."""
    project = make_repository(shell.folder / "p")
    inside = shell.at(project)
    inside.ask("install", "--host", "codex", "--host", "cursor", "--project", "--apply")
    assert {".codex", ".cursor", "AGENTS.md"} < {each.name for each in project.iterdir()}
    assert not (shell.home / ".codex").exists()
    assert (project / ".cursor/rules/cortex.mdc").read_text().startswith("---\n")
    inside.ask("uninstall", "--project", "--apply")
    assert [".git"] == [each.name for each in project.iterdir()]
    shell.ask("install", "--host", "codex", "--apply")
    [host] = inside.ask("install", "--host", "codex", "--project")["hosts"]
    assert ["skip", "skip", "create"] == [op["action"] for op in host["ops"]]


def test_home_is_no_project(shell: Shell) -> None:
    """A person's home folder is never taken for a project."""
    error = shell.at(shell.home).run("install", "--project", "--json", status=2).error
    assert "no project" in error["message"]


def test_file_shared_by_two_hosts_stays_while_one_needs_it(shell: Shell) -> None:
    """AGENTS.md of a project serves Codex and OpenCode, and goes with the last of them."""
    inside = shell.at(make_repository(shell.folder / "p"))
    inside.ask("install", "--host", "codex", "--host", "opencode", "--project", "--apply")
    notes = shell.folder / "p" / "AGENTS.md"
    once = notes.read_bytes()
    assert 1 == once.count(b"cortex:begin")
    inside.ask("uninstall", "--host", "codex", "--project", "--apply")
    assert once == notes.read_bytes()
    inside.ask("uninstall", "--host", "opencode", "--project", "--apply")
    assert not notes.exists()


def test_secrets_beside_a_change_are_not_shown(shell: Shell) -> None:
    """The difference that is printed holds no key that stands next to our entry."""
    key = "sk-ant-api03-" + "A1b2C3d4" * 6
    _put(shell.home, {".gemini/settings.json": f'{{\n  "a": 1,\n  "apiKey": "{key}"\n}}\n'})
    for words in (
        ("install", "--host", "gemini-cli"),
        ("install", "--host", "gemini-cli", "--json"),
    ):
        ended = shell.run(*words, status=0)
        assert key not in ended.out
        assert "apiKey" in ended.out
