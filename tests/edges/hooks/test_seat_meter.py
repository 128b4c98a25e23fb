"""Is a seat told once that its context fills up, from the best count there is?"""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.edges.hooks.seated import SESSION, STATE, TRIES_MAX, Seated, stamp

METER = "Cortex context meter: "
FULL = {"input_tokens": 6, "cache_read_input_tokens": 126_000, "cache_creation_input_tokens": 0}


@pytest.fixture
def seated(tmp_path: Path) -> Seated:
    """Give a seat that has written its state down."""
    seat = Seated(tmp_path)
    seat.state.write_text(STATE)
    return seat


def test_meter_warns_once_and_again_only_when_the_file_is_untouched(seated: Seated) -> None:
    """Seat T4: once a level; again if STATE.md is as it was; silent after a compaction."""
    seated.answer(100_000)
    assert "" == seated.prompt()
    seated.answer(126_000)
    assert METER in seated.tool()
    assert ["", ""] == [seated.tool(), seated.prompt()]
    seated.answer(138_000)
    assert METER in seated.prompt()
    seated.state.write_text(STATE + "\n")
    seated.answer(149_000)
    assert "" == seated.tool()
    seated.answer(151_000)
    assert "little room is left" in seated.tool()
    seated.compact("PreCompact")
    seated.boundary()
    assert "the context was compacted" in seated.start("compact")
    assert ["", ""] == [seated.tool(), seated.prompt()]
    seated.answer(127_000, at=stamp(5))
    assert METER in seated.tool()


def test_old_count_is_not_taken_for_a_fresh_one(seated: Seated) -> None:
    """Seat T4: a transcript that is behind ends with the count of before: not believed."""
    seated.answer(160_000)
    seated.start("compact")
    assert ["", ""] == [seated.tool(), seated.prompt()]


def test_status_line_counts_more_than_the_transcript(seated: Seated) -> None:
    """The host's own count comes first, with the window it names; without one nothing is said."""
    seated.answer(190_000)
    seated.status({**FULL, "cache_read_input_tokens": 300_000}, size=1_000_000)
    assert "" == seated.prompt()
    seated.status(None)
    assert "" == seated.prompt()
    seated.status(FULL)
    assert "126,006 of about 167,000 tokens" in seated.prompt()


def test_old_word_of_a_status_line_is_passed_over(seated: Seated) -> None:
    """After ten minutes, or from the future, the transcript is read instead."""
    seated.status(FULL)
    bridge = seated.kept / "context" / SESSION
    word = json.loads(bridge.read_text())
    for moved_us in (-601_000_000, 60_000_000):
        bridge.write_text(json.dumps({**word, "written_us": word["written_us"] + moved_us}))
        assert "" == seated.prompt()
    del word["current_usage"]  # An older host: it says nothing of the present count.
    bridge.write_text(json.dumps(word))
    assert "" == seated.prompt()
    seated.answer(126_000)
    assert METER in seated.prompt()
    seated.transcript.unlink()
    bridge.write_text("{no json")
    assert "" == seated.prompt()


def test_long_results_do_not_hide_the_count(seated: Seated) -> None:
    """An answer megabytes before the end is found, a subagent's is none, torn lines pass."""
    seated.answer(126_000)
    seated.row(type="user", message={"content": "x" * 2_000_000}, usage="no count")
    seated.answer(4_000, isSidechain=True)
    with seated.transcript.open("a") as lines:
        lines.write('{"type":"assistant","message":{"usage":{"inp')
    assert METER in seated.prompt()


def test_codex_counts_in_its_own_way(seated: Seated) -> None:
    """A rollout names the tokens of the last request and the window."""
    last = {"input_tokens": 200_000, "cached_input_tokens": 190_000}
    info = {"last_token_usage": last, "model_context_window": 272_000}
    payload = {"type": "token_count", "info": info}
    seated.row(type="event_msg", timestamp=stamp(), payload=payload)
    prompt = seated.payload("UserPromptSubmit", prompt="go on", turn_id="t1")
    said = json.loads(seated.fire("prompt", prompt).stdout)["hookSpecificOutput"]
    assert "200,000 of about 239,000 tokens" in said["additionalContext"]


def test_seat_and_operator_may_ask_for_less(seated: Seated) -> None:
    """seat.toml, the nearest settings of the host, and its variable, each below the other."""
    seated.answer(60_000)
    (seated.root / "seat.toml").write_text("[meter]\nwarn = 59_000\n")
    assert "of about 167,000" in seated.prompt()
    (seated.root / "seat.toml").unlink()
    settings = seated.root / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"autoCompactWindow": 110000, "hooks": {}}')
    seated.answer(76_000)
    assert "of about 77,000" in seated.prompt()


def test_parallel_hooks_of_a_session_speak_once(seated: Seated) -> None:
    """Hooks of tools that ran side by side see the same level; one of them says it."""
    seated.answer(126_000)
    said: list[bool] = []
    for _ in range(TRIES_MAX):
        (seated.kept / "meter" / SESSION).unlink(missing_ok=True)
        before = seated.deadlines()
        said = _side_by_side(seated, 8)
        if before == seated.deadlines():
            break
    assert 1 == said.count(True)


def _side_by_side(seated: Seated, count: int) -> list[bool]:
    """Run so many hooks of a tool at once, and give which of them spoke."""
    tool = {"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_response": "a"}
    payload = seated.payload("PostToolUse", tool_use_id="t1", **tool)
    with ThreadPoolExecutor(count) as pool:
        runs = pool.map(lambda _: seated.fire("tool-after", payload).stdout, range(count))
        return [METER.encode() in said for said in runs]


def test_no_transcript_and_no_word_is_silence(seated: Seated) -> None:
    """Whoever cannot count says nothing: a missing, an empty and a foreign file."""
    assert "" == seated.prompt()
    assert "" == seated.prompt(transcript_path=None)
    seated.transcript.write_bytes(b"\x00\xff" * 5_000)
    assert "" == seated.prompt()
    assert "" == seated.journal


def test_status_line_of_the_operator_is_kept(seated: Seated) -> None:
    """The command he names is run with the host's words, and its line stands first."""
    command = seated.home / "status-line"
    command.write_text("grep -o 200000; echo mine >&2\n")
    command.chmod(0o600)
    assert b"200000\nOFFLINE\n" == seated.status(FULL)
    command.write_text("exit 3")
    assert b"OFFLINE\n" == seated.status(FULL)
    command.chmod(0o606)
    command.write_text("echo taken over")
    assert b"OFFLINE\n" == seated.status(FULL)


def test_status_outside_of_a_seat_keeps_nothing(seated: Seated, tmp_path: Path) -> None:
    """Only a seat's sessions are counted, and what is no status is passed over."""
    elsewhere = {"current_dir": str(tmp_path), "project_dir": str(tmp_path)}
    assert b"OFFLINE\n" == seated.status(FULL, workspace=elsewhere)
    for odd in (b"", b"[]", b"\xff", b'{"session_id": "../../x", "cwd": "/"}'):
        assert b"OFFLINE\n" == seated.run("hook-status", given=odd).stdout
    assert not seated.kept.exists()
