"""Does a seat arrive on another path or machine as it was?"""

import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.black_box.seat_moving import begun, files, lived, pack, slug, told, wipe
from tests.black_box.shell import CORTEX, Shell
from tests.black_box.test_seat_hooks import Host


@pytest.fixture
def host(shell: Shell) -> Host:
    """Give a host with a seat that has lived."""
    return lived(shell)


@pytest.fixture
def plain(shell: Shell) -> Host:
    """Give a host with a seat that has only begun."""
    return begun(shell)


def test_pack_wipe_unpack_gives_the_same_answers(host: Host) -> None:
    """Seat T16: every verb says what it said, and every file is as it was, to the microsecond."""
    before, held = told(host.shell, "scout"), (files(host.root), files(host.home))
    auto = files(host.shell.home / ".claude")
    packed = pack(host)
    wipe(host)
    done = host.shell.ask("seat", "unpack", str(packed), str(host.root), "--apply")
    assert done["applied"]
    assert held == (files(host.root), files(host.home))
    assert auto == files(host.shell.home / ".claude")
    assert before == told(host.shell, "scout")
    assert 0 < done["probes"] == done["answered"]
    assert sum(map(len, (*held, auto))) == done["rehashed"]
    assert not (host.shell.home / ".cortex" / "cortex.db").exists()


def test_on_another_machine_and_path_the_seat_goes_on(host: Host, tmp_path: Path) -> None:
    """Seat T16: another home, path and name; the host's memory lies where it looks for it."""
    before = told(host.shell, "scout")
    packed = pack(host)
    home = tmp_path / "other"
    home.mkdir()
    other = Shell(home, home)
    root = home / "agents/späher"
    planned = other.ask("seat", "unpack", str(packed), str(root), "--name", "ranger")
    assert (planned["applied"], planned["new"]) == (False, True)
    assert [] == other.ask("seat", "list")["seats"]
    assert not root.exists()
    other.ask("seat", "unpack", str(packed), str(root), "--name", "ranger", "--apply")
    after = told(other, "ranger")
    old = str(host.shell.home)  # What was said of it there is said here.
    for words, text in before.items():
        here = after[words].replace(old, "HOME")
        assert text.replace("scout", "ranger") == here.replace("scout", "ranger")
    auto = home / ".claude/projects" / slug(root) / "memory"
    assert ["MEMORY.md", "port.md"] == sorted(path.name for path in auto.iterdir())
    assert 0o700 == root.stat().st_mode & 0o777
    assert 0o600 == (root / "STATE.md").stat().st_mode & 0o777
    payload = {"session_id": "new", "cwd": str(root), "source": "startup"}
    ended = subprocess.run(
        [CORTEX, "hook", "SessionStart", "--host", "claude-code"],
        input=json.dumps({**payload, "hook_event_name": "SessionStart"}).encode(),
        capture_output=True,
        check=True,
        cwd=root,
        env=other.environment,
    )
    said = json.loads(ended.stdout)["hookSpecificOutput"]["additionalContext"]
    assert "restart gw-2" in said
    assert "renew the certificates by Friday" in said
    other.ask("log", "note", "went on here", "--seat", "ranger")


def test_a_pack_is_sealed_private_and_the_same_for_the_same_seat(host: Host) -> None:
    """But for the instant it says nothing of when or where it was made; only its owner reads it."""
    first, second = pack(host), pack(host, name="again.zip")
    assert 0o600 == first.stat().st_mode & 0o777
    contents = []
    for path in (first, second):
        with zipfile.ZipFile(path) as packed:
            assert packed.testzip() is None
            parts = {name: packed.read(name) for name in packed.namelist()}
        manifest = json.loads(parts.pop("manifest.json"))
        contents.append((parts, {**manifest, "created": ""}))
    assert contents[0] == contents[1]
    assert "home/last-pack" not in contents[0][0]
    stamp, target = (host.home / "last-pack").read_text().splitlines()
    assert str(second) == target
    assert stamp.endswith("Z")


def test_what_is_no_part_of_a_seat_stays_and_is_named(plain: Host) -> None:
    """Links, pipes, code and settings of the machine are left out; all is said (Seat T13)."""
    host = plain
    (host.root / "memory/link.md").symlink_to("/etc/passwd")
    os.mkfifo(host.root / "memory/pipe.md")
    (host.root / "tool.py").write_text("print()\n")
    (host.root / "CLAUDE.md.bak-20261130T000000Z").write_text("old\n")
    for name in (
        "skills/dns/SKILL.md",
        "skills/dns/run.sh",
        "settings.json",
        "settings.local.json",
    ):
        path = host.root / ".claude" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n")
    (host.root / ".claude/skills/dns/run.sh").chmod(0o755)
    (host.root / "GOALS.md").write_text("ship\n")
    given = host.shell.ask("seat", "pack", "scout", "--to", str(host.shell.home / "p.zip"))
    left = {one["path"] for one in given["left_out"]}
    expected = {"memory/link.md", "memory/pipe.md", "tool.py", ".claude/settings.json"}
    assert expected == left
    root = host.shell.home / "new"
    words = ("seat", "unpack", str(host.shell.home / "p.zip"), str(root), "--name", "n", "--apply")
    host.shell.ask(*words)
    names = set(files(root))
    assert {"GOALS.md", ".claude/skills/dns/SKILL.md", ".claude/skills/dns/run.sh"} <= names
    assert os.access(root / ".claude/skills/dns/run.sh", os.X_OK)
    assert names.isdisjoint({*expected, "CLAUDE.md.bak-20261130T000000Z"})


def test_the_whole_folder_goes_along_when_asked(host: Host) -> None:
    """All but what git keeps, and never the Cortex home."""
    (host.root / "code").mkdir()
    (host.root / "code/tool.py").write_text("print()\n")
    (host.root / ".git").mkdir()
    (host.root / ".git/HEAD").write_text("ref: refs/heads/main\n")
    shutil.copytree(host.shell.home / ".cortex", host.root / ".cortex")
    inside = host.shell.having(CORTEX_HOME=str(host.root / ".cortex"))
    target = host.shell.home / "whole.zip"
    inside.ask("seat", "pack", "scout", "--whole-folder", "--to", str(target))
    with zipfile.ZipFile(target) as packed:
        names = packed.namelist()
    assert "seat/code/tool.py" in names
    assert not [name for name in names if name.startswith(("seat/.git", "seat/.cortex"))]
    assert "home/checkpoint.json" in names


def test_a_second_time_changes_nothing(plain: Host) -> None:
    """Unpacking what is there already writes nothing and says so."""
    host = plain
    words = ("seat", "unpack", str(pack(host)), "new", "--name", "n", "--apply")
    host.shell.ask(*words)
    before = files(host.shell.home)
    again = host.shell.ask(*words)
    assert {"same"} == {part["action"] for part in again["parts"]}
    assert not again["new"]
    assert before == files(host.shell.home)


def test_a_pack_taken_while_hooks_run_is_whole(host: Host) -> None:
    """Packed again and again beside hooks that write, each pack is proved and names one moment."""
    payload = {"session_id": "s", "transcript_path": str(host.talk.path), "cwd": str(host.root)}
    events = [
        json.dumps({**payload, "hook_event_name": name, "trigger": "auto", "prompt": "x"}).encode()
        for name in ("PreCompact", "UserPromptSubmit")
    ]
    for number in range(6):
        hooks = []
        for event in events * 2:
            hook = subprocess.Popen(
                [CORTEX, "hook", "any", "--host", "claude-code"],
                stdin=subprocess.PIPE,
                cwd=host.root,
                env=host.shell.environment,
            )
            assert hook.stdin is not None
            hook.stdin.write(event)
            hook.stdin.close()
            hooks.append(hook)
        packed = pack(host, name=f"{number}.zip")
        for hook in hooks:
            assert 0 == hook.wait(20)
        with zipfile.ZipFile(packed) as parts:
            said = json.loads(parts.read("home/checkpoint.json"))
            assert f"seat/memory/checkpoints/{said['name']}" in parts.namelist(), said
            for line in parts.read("home/live.jsonl").splitlines():
                json.loads(line)


def test_an_organisation_keeps_its_own_version(plain: Host) -> None:
    """What seats share is put where it is missing, and never over what is there."""
    host = plain
    shell = host.shell
    root = (shell.home / "orgs/acme/agents/ops").resolve()
    root.mkdir(parents=True)
    shell.ask("seat", "install", str(root), "--org", "acme", "--apply")
    knowledge = root.parent.parent / "knowledge.md"
    knowledge.write_text("# Acme\n\nVAT is 19 %.\n", "utf-8")
    target = shell.home / "ops.zip"
    shell.ask("seat", "pack", "ops", "--to", str(target))
    new = shell.home / "elsewhere/acme/agents/ops2"
    shell.ask("seat", "unpack", str(target), str(new), "--name", "ops2", "--apply")
    assert knowledge.read_bytes() == (new.parent.parent / "knowledge.md").read_bytes()
    (new.parent.parent / "knowledge.md").write_text("# Acme\n\nVAT is 20 %.\n")
    third = new.parent / "ops3"
    done = shell.run(
        "--json", "seat", "unpack", str(target), str(third), "--name", "ops3", "--apply"
    )
    assert "stays as it is" in done.envelope["warnings"][0]
    assert "20 %" in (new.parent.parent / "knowledge.md").read_text()
