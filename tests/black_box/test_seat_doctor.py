"""Does a seat's doctor, as it is installed, see what hosts would run and what they would not?"""

import json
from pathlib import Path

import pytest

from tests.black_box.seat_installation import SETTINGS, install, own_folder
from tests.black_box.shell import Shell


@pytest.fixture
def folder(shell: Shell) -> Path:
    """Give a folder with a person's own instructions and settings."""
    return own_folder(shell)


def checks(shell: Shell, folder: Path) -> dict[str, dict[str, str]]:
    """Give the rows of a seat's doctor by their names."""
    told = shell.at(folder).run("seat", "doctor", "--json").envelope["data"]["checks"]
    return {row["check"]: row for row in told}


def test_doctor_proves_the_wiring(shell: Shell, folder: Path) -> None:
    """Doctor D2, Doctor D17: fails until a host calls us, passes then, and names what went."""
    install(shell, folder, "--apply")
    assert "fail" == checks(shell, folder)["D2"]["level"]
    shell.ask("install", "--host", "claude-code", "--apply")
    (folder / "mine.sh").touch()
    rows_then = checks(shell, folder)
    assert ("pass", "pass") == (rows_then["D2"]["level"], rows_then["D17"]["level"])
    (folder / SETTINGS).write_text("{}")
    row = checks(shell, folder)["D2"]
    assert ("fail", True) == (row["level"], "PreToolUse" in row["evidence"])
    (folder / SETTINGS).write_text('{"disableAllHooks": true}')
    assert "disableAllHooks" in checks(shell, folder)["D2"]["evidence"]


def test_doctor_sees_a_hook_that_loses_its_event(shell: Shell, folder: Path) -> None:
    """Seat T2, Doctor D2: a here-document in a file of the seat fails, and names the file."""
    install(shell, folder, "--apply")
    shell.ask("install", "--host", "claude-code", "--apply")
    deaf = {"hooks": {"PreCompact": [{"hooks": [{"type": "command", "command": "python3 - <<X"}]}]}}
    (folder / ".claude/settings.json").write_text(json.dumps(deaf))
    row = checks(shell, folder)["D2"]
    assert ("fail", True) == (row["level"], ".claude/settings.json" in row["evidence"])


def test_doctor_sees_what_runs_twice(shell: Shell, folder: Path) -> None:
    """Doctor D17: another program of ours in the seat's shared settings runs beside the first."""
    install(shell, folder, "--apply")
    shell.ask("install", "--host", "claude-code", "--apply")
    twice = {"command": "/old/bin/cortex hook session-start --host claude-code"}
    settings = {"hooks": {"SessionStart": [{"hooks": [twice]}]}}
    (folder / ".claude/settings.json").write_text(json.dumps(settings))
    told = checks(shell, folder)
    assert ("fail", True) == (told["D17"]["level"], "SessionStart" in told["D17"]["evidence"])
    assert "/old/bin/cortex" in told["D2"]["evidence"]


def test_plugin_serves_a_seat_and_runs_twice_beside_settings(shell: Shell, folder: Path) -> None:
    """Doctor D2, Doctor D17: the plugin alone is as good; beside settings it runs again."""
    install(shell, folder, "--apply")
    (folder / "mine.sh").touch()
    plugin = shell.folder / "plug"
    shell.ask("install", "--plugin", str(plugin), "--apply")
    claude = shell.home / ".claude"
    (claude / "plugins").mkdir(parents=True)
    listed = {"plugins": {"cortex@cortex": [{"installPath": str(plugin)}]}}
    (claude / "plugins/installed_plugins.json").write_text(json.dumps(listed))
    assert "fail" == checks(shell, folder)["D2"]["level"]
    settings: dict[str, object] = {"enabledPlugins": {"cortex@cortex": True}}
    (claude / "settings.json").write_text(json.dumps(settings))
    told = checks(shell, folder)
    assert ("pass", "pass") == (told["D2"]["level"], told["D17"]["level"])
    twice = {"command": "cortex hook session-end --host claude-code"}
    settings["hooks"] = {"SessionEnd": [{"hooks": [twice]}]}
    (claude / "settings.json").write_text(json.dumps(settings))
    row = checks(shell, folder)["D17"]
    assert ("fail", True) == (row["level"], "SessionEnd" in row["evidence"])


def test_doctor_of_the_machine_names_seats_that_are_not_whole(shell: Shell, folder: Path) -> None:
    """One warning a seat, with the checks that fail; without seats nothing is said of them."""

    def told() -> list[dict[str, str]]:
        findings = shell.ask("doctor")["findings"]
        return [one for one in findings if one["check"].startswith("seat")]

    assert [] == told()
    install(shell, folder, "--apply")
    [row] = told()
    assert ("seat ops", "warn", True) == (row["check"], row["level"], "D2" in row["detail"])
    assert "cortex seat doctor ops" in row["remedy"]


def test_a_seat_is_named_the_same_way_everywhere(shell: Shell, folder: Path) -> None:
    """`--seat NAME` of `cortex seat` is NAME; two names that differ are refused."""
    shell.run("seat", "install", str(folder), "--name", "ops", "--apply")
    for words in (("doctor",), ("uninstall",), ("handoff",), ("pack", "--to", "ops.zip")):
        named = shell.run("seat", *words, "--seat", "ops", "--json")
        assert named.envelope["data"] is not None, (words, named.out)
        assert 2 == shell.run("seat", *words, "desk", "--seat", "ops").status


def test_rows_of_a_plan_stand_below_its_seat(shell: Shell, folder: Path) -> None:
    """What is done to which file is aligned, and set in from the line that names the seat."""
    told = shell.run("seat", "install", str(folder), "--apply").out.splitlines()
    assert "  create  STATE.md  (what it says at first)" in told
    assert "  skip    STATE.md  (it is there, and stays as it is)" in (
        shell.run("seat", "install", str(folder), "--apply").out.splitlines()
    )
