"""Does a seat's installation touch other people's files only by its plan, and take all back?"""

import contextlib
import json
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.black_box.seat_installation import FOREIGN, SETTINGS, contents, install, own_folder, rows
from tests.black_box.shell import CORTEX, Shell

FEATURES = ("--with-notes-recall", "--with-client-graph", "--with-digest", "--user-level")


@pytest.fixture
def folder(shell: Shell) -> Path:
    """Give a folder with a person's own instructions and settings."""
    return own_folder(shell)


def test_plan_has_a_row_a_file_and_writes_none(shell: Shell, folder: Path) -> None:
    """Seat T1: each row has the digests before and after and the difference; nothing changes."""
    before = contents(shell.home)
    told = install(shell, folder, *FEATURES)
    assert before == contents(shell.home)
    assert {
        "STATE.md": "create",
        "ENTITIES.md": "create",
        "MEMORY.md": "create",
        "CLAUDE.md": "create",
        "settings.local.json": "merge",
        "notes-recall": "create",
        "client-graph": "create",
    } == rows(told)
    for step in told["steps"]:
        assert step["after_sha"]
        assert (step["before_sha"] is None) == (step["action"] == "create")
        assert step["diff"]
    assert any("cortex install" in note for note in told["notes"])


def test_apply_does_the_plan_and_a_second_time_changes_no_byte(shell: Shell, folder: Path) -> None:
    """Seat T1: the digests come true; applied again no byte, mode or copy is new."""
    (folder / SETTINGS).chmod(0o640)
    planned = install(shell, folder, *FEATURES)
    first = install(shell, folder, *FEATURES, "--apply")
    assert planned["steps"] == first["steps"]
    kept = contents(shell.home)
    assert 0o640 == kept[f"work/ops/{SETTINGS}"][1]
    second = install(shell, folder, *FEATURES, "--apply")
    assert ([], {"skip"}) == (second["copies"], set(rows(second).values()))
    assert kept == contents(shell.home)
    third = install(shell, folder, "--apply")
    assert (kept, False) == (contents(shell.home), third["new"])


def test_foreign_hooks_and_manner_of_a_file_stay(shell: Shell, folder: Path) -> None:
    """Seat T17: hooks of others keep their place; line ends, indentation and order are kept."""
    install(shell, folder, "--apply")
    text = (folder / SETTINGS).read_bytes().decode()
    hooks = json.loads(text)["hooks"]["PreToolUse"]
    assert (FOREIGN, 2) == (hooks[0], len(hooks))
    assert "Write|Edit|MultiEdit|NotebookEdit|Bash" == hooks[1]["matcher"]
    assert text.count("\n") == text.count("\r\n")
    assert text.startswith('{\r\n\t"zeta": 1,\r\n\t"hooks"')
    assert text.endswith('\t"alpha": ["端口"]\r\n}\r\n')


@pytest.mark.parametrize("broken", [b'{"hooks": ', b"[]", b'{"hooks": 5}', b"\xff\xfe{}"])
def test_settings_that_are_none_are_refused_untouched(
    shell: Shell, folder: Path, broken: bytes
) -> None:
    """Seat T17: nothing at all is written, and the file is named."""
    (folder / SETTINGS).write_bytes(broken)
    before = contents(shell.home)
    refused = shell.run("seat", "install", str(folder), "--apply", "--json", status=1)
    assert SETTINGS in refused.error["message"]
    assert refused.error["remedy"]
    assert before == contents(shell.home)


def test_everything_is_taken_back(shell: Shell, folder: Path) -> None:
    """Uninstalling leaves what the seat wrote, and of other people's files every byte as it was."""
    before = contents(shell.home)
    install(shell, folder, *FEATURES, "--apply")
    Shell(shell.home, folder).ask("log", "note", "x")
    told = shell.ask("seat", "uninstall", "ops")
    assert {"remove", "restore", "skip"} == set(rows(told).values())
    shell.ask("seat", "uninstall", "ops", "--apply")
    after = contents(shell.home)
    assert before == {path: after[path] for path in before}
    more = {
        path for path in after.keys() - before.keys() if not path.startswith("work/ops/memory/")
    }
    stays = {"STATE.md", "ENTITIES.md", "MEMORY.md"}
    assert stays == {Path(path).name for path in more if path.startswith("work/")}
    assert not [path for path in more if "notes-recall" in path or "CLAUDE" in path]


def test_what_a_person_wrote_since_stays(shell: Shell, folder: Path) -> None:
    """Later words around our block and later settings survive; ours go."""
    install(shell, folder, "--apply")
    with (folder / "CLAUDE.md").open("a") as file:
        file.write("later\r\n")
    settings = json.loads((folder / SETTINGS).read_text())
    (folder / SETTINGS).write_text(json.dumps({**settings, "later": True}))
    shell.ask("seat", "uninstall", "ops", "--apply")
    assert "later" in (folder / "CLAUDE.md").read_text()
    assert "cortex" not in (folder / "CLAUDE.md").read_text()
    left = json.loads((folder / SETTINGS).read_text())
    assert (True, [FOREIGN]) == (left["later"], left["hooks"]["PreToolUse"])


def test_feature_is_a_file_in_the_home_and_can_be_taken_back(shell: Shell, folder: Path) -> None:
    """Each feature by its flag, none by default; `--without` takes one back and leaves the rest."""
    home = shell.home / ".cortex/seats/ops"
    install(shell, folder, "--apply")
    flags = ("notes-recall", "client-graph", "digests-off")
    assert [] == [flag for flag in flags if (home / flag).exists()]
    shown = shell.run("seat", "install", str(folder), *FEATURES[:2], "--apply").out
    assert 2 == shown.count("switched on for as long as this file is there")
    assert (True, True) == ((home / flags[0]).exists(), (home / flags[1]).exists())
    told = install(shell, folder, "--without", "notes-recall", "--apply")
    assert "remove" == rows(told)["notes-recall"]
    assert (False, True) == ((home / flags[0]).exists(), (home / flags[1]).exists())
    assert "" == shell.run("seat", "install", str(folder), "--without", "notes-recall").err
    refused = shell.run(
        *("seat", "install", str(folder), "--with-client-graph", "--without", "client-graph"),
        status=2,
    )
    assert "client-graph" in refused.err
    shell.run("seat", "install", str(folder), "--without", "everything", status=2)


def test_digests_can_be_declined(shell: Shell, folder: Path) -> None:
    """Every seat has them; declined, no session is staged, and wanted again, it is."""
    install(shell, folder, "--without", "digest", "--apply")
    home = shell.home / ".cortex/seats/ops"
    assert (home / "digests-off").exists()
    transcript = shell.home / "s.jsonl"
    line = {"type": "user", "uuid": "u1", "message": {"role": "user", "content": "we keep 8443"}}
    more = {"type": "user", "uuid": "u2", "message": {"role": "user", "content": "ship it today"}}
    transcript.write_text(f"{json.dumps(line)}\n{json.dumps(more)}\n")
    event = {
        "hook_event_name": "SessionEnd",
        "session_id": "s1",
        "reason": "other",
        "cwd": str(folder),
        "transcript_path": str(transcript),
    }
    here = shell.at(folder)

    def staged() -> list[Path]:
        here.run("hook", "session-end", "--host", "claude-code", given=json.dumps(event).encode())
        return list((home / "digests/staged").glob("*"))

    assert [] == staged()
    row = next(
        row
        for row in here.run("seat", "doctor", "--json").envelope["data"]["checks"]
        if row["check"] == "D8"
    )
    assert ("pass", True) == (row["level"], "no digests" in row["evidence"])
    install(shell, folder, "--with-digest", "--apply")
    assert 1 == len(staged())


def test_recall_order_stands_beside_what_installing_a_host_wrote(
    shell: Shell, folder: Path
) -> None:
    """Two blocks of two names in one file; each comes and goes without the other, in any order."""
    notes = shell.home / ".claude/CLAUDE.md"
    notes.parent.mkdir()
    notes.write_text("# Mine\n")
    shell.ask("install", "--host", "claude-code", "--apply")
    hosts_own = notes.read_text()
    install(shell, folder, "--user-level", "--apply")
    both = notes.read_text()
    assert both.startswith(hosts_own)
    assert 1 == both.count("cortex:begin recall-order ")
    shell.ask("uninstall", "--host", "claude-code", "--apply")
    assert "recall-order" in notes.read_text()
    assert "MCP server `cortex`.\n" not in notes.read_text()
    shell.ask("install", "--host", "claude-code", "--apply")
    shell.ask("seat", "uninstall", "ops", "--apply")
    assert hosts_own == notes.read_text()
    shell.ask("uninstall", "--host", "claude-code", "--apply")
    assert "# Mine\n" == notes.read_text()


def test_recall_order_of_two_seats_is_one(shell: Shell, folder: Path) -> None:
    """It goes with the last of them."""
    other = shell.folder / "desk"
    other.mkdir()
    for seat in (folder, other):
        install(shell, seat, "--user-level", "--apply")
    notes = shell.home / ".claude/CLAUDE.md"
    shell.ask("seat", "uninstall", "ops", "--apply")
    assert 1 == notes.read_text().count("cortex:begin")
    shell.ask("seat", "uninstall", "desk", "--apply")
    assert not notes.exists()


def test_guard_of_the_settings_denies(shell: Shell, folder: Path) -> None:
    """The command that stands in the file, run as the host runs it, stops a future instant."""
    install(shell, folder, "--apply")
    [_, group] = json.loads((folder / SETTINGS).read_text())["hooks"]["PreToolUse"]
    [handler] = group["hooks"]
    words = [handler["command"], *handler["args"]] if "args" in handler else None
    event = {
        "hook_event_name": "PreToolUse",
        "session_id": "s",
        "cwd": str(folder),
        "tool_name": "Write",
        "tool_use_id": "t",
        "tool_input": {
            "file_path": str(folder / "STATE.md"),
            "content": "rewritten 2999-01-01T00:00Z",
        },
    }
    ended = subprocess.run(
        words or shlex.split(handler["command"]),
        input=json.dumps(event).encode(),
        capture_output=True,
        check=True,
        env=shell.environment,
    )
    assert "deny" == json.loads(ended.stdout)["hookSpecificOutput"]["permissionDecision"]


def test_other_hosts_are_guarded_where_they_are_served(shell: Shell, folder: Path) -> None:
    """Codex asks the guards in a seat once Cortex is installed in it; before, no file is made."""
    install(shell, folder, "--apply")
    assert not (folder / ".codex").exists()
    shell.ask("install", "--host", "codex", "--host", "gemini-cli", "--apply")
    told = install(shell, folder, "--apply")
    assert any("/hooks" in note for note in told["notes"])
    codex = json.loads((folder / ".codex/hooks.json").read_text())
    assert "Bash|apply_patch" == codex["hooks"]["PreToolUse"][0]["matcher"]
    gemini = json.loads((folder / ".gemini/settings.json").read_text())
    assert ["BeforeTool"] == list(gemini["hooks"])
    shell.ask("seat", "uninstall", "ops", "--apply")
    assert not (folder / ".codex").exists()
    assert not (folder / ".gemini").exists()


def test_guard_and_project_installation_leave_each_other(shell: Shell, folder: Path) -> None:
    """In one settings file: what one of both writes or takes out is not the other's."""
    here = shell.at(folder)
    install(shell, folder, "--apply")
    here.ask("install", "--project", "--host", "claude-code", "--apply")
    events = json.loads((folder / SETTINGS).read_text())["hooks"]
    assert {"SessionStart", "PreToolUse"} <= events.keys()
    assert 2 == len(events["PreToolUse"])
    here.ask("seat", "uninstall", "--apply")
    events = json.loads((folder / SETTINGS).read_text())["hooks"]
    assert ("SessionStart" in events, [FOREIGN]) == (True, events["PreToolUse"])
    install(shell, folder, "--apply")
    here.ask("uninstall", "--project", "--host", "claude-code", "--apply")
    events = json.loads((folder / SETTINGS).read_text())["hooks"]
    assert (["PreToolUse"], 2) == (list(events), len(events["PreToolUse"]))


def test_hooks_of_a_host_that_are_none_refuse_the_whole_seat(shell: Shell, folder: Path) -> None:
    """Seat T17: a broken hooks file of Codex or Gemini CLI is as good a reason as one of Claude."""
    shell.ask("install", "--host", "codex", "--host", "gemini-cli", "--apply")
    for name in (".codex/hooks.json", ".gemini/settings.json"):
        (folder / name).parent.mkdir()
        (folder / name).write_text('{"hooks": {"PreToolUse": [')
        before = contents(shell.home)
        refused = shell.run("seat", "install", str(folder), "--apply", "--json", status=1)
        assert name in refused.error["message"]
        assert before == contents(shell.home)
        (folder / name).write_text('{"own": 1}')
    install(shell, folder, "--apply")
    for name in (".codex/hooks.json", ".gemini/settings.json"):
        assert 1 == json.loads((folder / name).read_text())["own"]
    shell.ask("seat", "uninstall", "ops", "--apply")
    for name in (".codex/hooks.json", ".gemini/settings.json"):
        assert '{"own": 1}' == (folder / name).read_text()


def test_uninstalling_hosts_names_seats_that_keep_hooks(shell: Shell, folder: Path) -> None:
    """Their guards call a program that may be going, so the way to take them out is told."""
    shell.ask("install", "--host", "claude-code", "--apply")
    assert [] == shell.run("uninstall", "--json").envelope["warnings"]
    install(shell, folder, "--apply")
    [told] = shell.run("uninstall", "--json").envelope["warnings"]
    assert "ops" in told
    shell.ask("seat", "uninstall", "ops", "--apply")
    assert [] == shell.run("uninstall", "--json").envelope["warnings"]


@pytest.mark.slow
def test_killed_installation_is_completed_by_the_next(shell: Shell, folder: Path) -> None:
    """Killed at whatever step, no file is torn and no word lost, and the next one is whole."""
    words = [CORTEX, "seat", "install", str(folder), *FEATURES, "--apply"]
    for step in range(1, 7):
        started = subprocess.Popen(words, stdout=subprocess.DEVNULL, env=shell.environment)
        with contextlib.suppress(subprocess.TimeoutExpired):
            started.wait(0.04 * step)
        started.kill()
        started.wait()
        assert "Sé breve" in (folder / "CLAUDE.md").read_text()
        assert json.loads((folder / SETTINGS).read_text())["zeta"]
        for name in ("STATE.md", "ENTITIES.md", "MEMORY.md"):
            assert (folder / name).stat().st_size if (folder / name).exists() else True
    install(shell, folder, *FEATURES, "--apply")
    assert {"skip"} == set(rows(install(shell, folder)).values())
    assert ["ops"] == [seat["seat"] for seat in shell.ask("seat", "list")["seats"]]
    shell.ask("seat", "uninstall", "ops", "--apply")
    assert "cortex" not in (folder / "CLAUDE.md").read_text()
    assert [FOREIGN] == json.loads((folder / SETTINGS).read_text())["hooks"]["PreToolUse"]


def test_files_of_a_framework_are_told_where_they_are(shell: Shell, folder: Path) -> None:
    """Guardrails and heartbeat get blocks of their own; a link to CLAUDE.md gets no second one."""
    for name in ("GUARDRAILS.md", "HEARTBEAT.md"):
        (folder / name).write_text(f"# {name}\n")
    (folder / "AGENTS.md").symlink_to("CLAUDE.md")
    install(shell, folder, "--apply")
    assert "cortex:begin guardrails version=" in (folder / "GUARDRAILS.md").read_text()
    assert "cortex:begin heartbeat version=" in (folder / "HEARTBEAT.md").read_text()
    assert 1 == (folder / "CLAUDE.md").read_text().count("cortex:begin seat ")
    assert (folder / "AGENTS.md").is_symlink()
    assert not (folder / "GEMINI.md").exists()
    shell.ask("seat", "uninstall", "ops", "--apply")
    assert "# GUARDRAILS.md\n" == (folder / "GUARDRAILS.md").read_text()


def test_seat_of_an_organisation_shares_a_file(shell: Shell) -> None:
    """The organisation's knowledge.md is made when it is missing, and left when it is there."""
    org = shell.folder / "acme"
    for name in ("ops", "desk"):
        (org / "agents" / name).mkdir(parents=True)
        told = install(shell, org / "agents" / name, "--org", "acme", "--apply")
        assert {"ops": "create", "desk": "skip"}[name] == rows(told)["knowledge.md"]
        (org / "knowledge.md").write_text("# ours\n")
    shell.ask("seat", "uninstall", "desk", "--apply")
    assert "# ours\n" == (org / "knowledge.md").read_text()


def test_block_of_the_other_kit_is_told_and_not_doubled(shell: Shell, folder: Path) -> None:
    """Its file stays as it is, and the plan says what to do."""
    text = "# Ops\n<!-- OGL-CORTEX:BEGIN seat v1 -->\n## OGL\n<!-- OGL-CORTEX:END seat -->\n"
    (folder / "CLAUDE.md").write_text(text)
    told = install(shell, folder, "--apply")
    assert text == (folder / "CLAUDE.md").read_text()
    assert ("CLAUDE.md" in rows(told), True) == (False, "OGL-CORTEX" in told["notes"][0])
    (folder / "CLAUDE.md").write_text("# Ops\n")
    assert "block" == rows(install(shell, folder, "--apply"))["CLAUDE.md"]


def test_words_for_agents_name_commands_that_exist(shell: Shell, folder: Path) -> None:
    """Each `cortex VERB ACTION` that a block tells an agent to use has a help page."""
    for name in ("GUARDRAILS.md", "HEARTBEAT.md"):
        (folder / name).touch()
    install(shell, folder, "--user-level", "--apply")
    files = [folder / name for name in ("CLAUDE.md", "GUARDRAILS.md", "HEARTBEAT.md")]
    text = "".join(path.read_text() for path in [*files, shell.home / ".claude/CLAUDE.md"])
    quoted = [part for part in text.split("`")[1::2] if part.startswith("cortex ")]
    commands = {tuple(part.split()[1:3]) for part in quoted if " " in part}
    assert len(commands) > 8
    for verb, *action in sorted(commands):
        words = [word for word in action if word.islower()]
        assert 0 == shell.run(verb, *words, "--help").status, (verb, words)


def test_two_installations_at_once_leave_one_whole_seat(shell: Shell, folder: Path) -> None:
    """Whoever comes second finds it done or says that somebody wrote meanwhile; nothing is torn."""
    started = [
        subprocess.Popen(
            [CORTEX, "seat", "install", str(folder), "--apply", "--json"],
            stdout=subprocess.PIPE,
            env=shell.environment,
            cwd=shell.folder,
        )
        for _ in range(4)
    ]
    assert {one.wait(60) for one in started} <= {0, 1}
    for one in started:
        assert one.stdout is not None
        one.stdout.close()
    install(shell, folder, "--apply")
    assert {"skip"} == set(rows(install(shell, folder)).values())
    assert 1 == (folder / "CLAUDE.md").read_text().count("cortex:begin")
    assert 2 == len(json.loads((folder / SETTINGS).read_text())["hooks"]["PreToolUse"])
    assert not list(folder.rglob("*.cortex-new"))
