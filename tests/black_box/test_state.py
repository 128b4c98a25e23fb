"""Can a person and an agent keep a seat's STATE.md from the command line, without a brain?"""

import json
import os
import subprocess

import pytest

from cortex.core.seat.state import template
from tests.black_box.conftest import install_seat
from tests.black_box.shell import CORTEX, Shell


@pytest.fixture
def seat(shell: Shell) -> Shell:
    """Give a shell in the folder of a seat called ops."""
    install_seat(shell)
    return shell


def test_state_is_written_read_checked_and_brought_back(seat: Shell) -> None:
    """Each action works on a file of any script, and no brain is made for it."""
    checkpoint = "task: 端口\nstands: half\nexact next step: ✓ 8443".encode()
    assert None is seat.ask("state", "set", "--section", "checkpoint", given=checkpoint)["former"]
    former = seat.ask("state", "set", "--section", "rules", given=b"- be brief")["former"]
    shown = seat.ask("state")
    assert ("ops", 8) == (shown["seat"], len(shown["sections"]))
    assert "- be brief" == shown["sections"][-1]["body"]
    assert "✓ 8443" in seat.run("state", "show", "--section", "checkpoint", status=0).out
    checks = seat.ask("state", "check")
    assert checks["healthy"]
    assert ["check", "evidence", "level", "remedy"] == sorted(checks["checks"][0])
    assert [former] == [copy["name"] for copy in seat.ask("state", "history")["copies"]]
    seat.ask("state", "restore", former)
    assert "be brief" not in seat.run("state", status=0).out
    assert "端口" in seat.ask("state", "show", "--copy", former)["text"]
    assert not (seat.home / ".cortex" / "cortex.db").exists()


def test_check_that_fails_exits_1(seat: Shell) -> None:
    """Doctor D4: no file, and one without a next step, fail; the rows are there all the same."""
    missing = seat.run("state", "check", "--json", status=1)
    assert "D4.file" in {row["check"] for row in json.loads(missing.out)["data"]["checks"]}
    seat.run("state", "set", given=template().encode(), status=0)
    assert "FAIL D4.next-step" in seat.run("state", "check", status=1).out


def test_level_at_the_compaction_fails(seat: Shell) -> None:
    """Doctor D3: what the seat's own file asks for is judged by what the host was told."""
    (seat.folder / "seat.toml").write_text("[meter]\nurgent = 120_000\n")
    assert "pass" == _levels(seat)["D3"]
    tight = seat.having(CLAUDE_CODE_AUTO_COMPACT_WINDOW="150000")
    assert "fail" == _levels(tight)["D3"]


def test_refusals_say_what_to_do(seat: Shell, shell: Shell) -> None:
    """No seat, no such section, no text, a missing heading: a code, a status and a remedy."""
    elsewhere = shell.folder.parent
    assert (3, "no_seat") == _refused(shell.at(elsewhere), "state")
    assert (3, "no_seat") == _refused(seat, "state", "--seat", "nobody")
    assert (3, "no_match") == _refused(seat, "state", "show")
    assert (2, "unknown_name") == _refused(seat, "state", "set", "--section", "weather", given=b"x")
    assert (2, "invalid_request") == _refused(seat, "state", "set")
    assert (2, "invalid_request") == _refused(seat, "state", "set", given=b"## Checkpoint\nx")
    assert (2, "invalid_request") == _refused(seat, "state", "set", given=b"\xff\xfe")
    assert 1 == shell.at(elsewhere).run("state", "check", "--seat", "ops").status


def test_rewrites_side_by_side_lose_no_version(seat: Shell) -> None:
    """Eight processes rewrite eight sections at once: each one's words stand in the file."""
    words = ("checkpoint", "promises", "surfaces", "changes", "decisions", "dead-ends", "rules")
    running = []
    for word in words:
        process = subprocess.Popen(
            [CORTEX, "state", "set", "--section", word],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            cwd=seat.folder,
            env=seat.environment,
        )
        assert process.stdin is not None
        process.stdin.write(f"said by {word}".encode())
        process.stdin.close()
        running.append(process)
    assert [0] * len(words) == [process.wait(timeout=60) for process in running]
    text = seat.ask("state")["text"]
    assert [word for word in words if f"said by {word}" in text] == list(words)


def _levels(shell: Shell) -> dict[str, str]:
    checks = json.loads(shell.run("state", "check", "--json").out)["data"]["checks"]
    return {row["check"]: row["level"] for row in checks}


def _refused(shell: Shell, *words: str, given: bytes = b"") -> tuple[int, str]:
    answer = shell.run(*words, "--json", given=given)
    assert answer.error["remedy"]
    return answer.status, answer.error["code"]


def test_file_of_a_time_to_come_does_not_stay_the_newest_copy(seat: Shell) -> None:
    """Copies are in the order in which they were made, whatever a clock or a copy program did."""
    for rule in ("- first", "- second", "- third"):
        seat.ask("state", "set", "--section", "rules", given=rule.encode())
        if rule == "- first":
            os.utime(seat.folder / "STATE.md", (4e9, 4e9))
    seat.ask("state", "restore")
    assert "- second" in seat.run("state", status=0).out
