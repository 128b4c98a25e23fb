"""Does every event of a host end well: taken down once, answered where it is, silent elsewhere?"""

import json
import subprocess
import time
from typing import Any

import pytest

from cortex.hosts.registry import NESTED_VARIABLES
from cortex.model.host_events import KINDS
from tests.black_box.shell import CORTEX
from tests.edges.hooks.live import Live

SILENT_EVENTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("tool-before", "PreToolUse", {"tool_name": "Bash", "tool_input": {"command": "ls"}}),
    ("turn-end", "Stop", {"prompt_id": "p1", "last_assistant_message": "It is done"}),
    ("compact-before", "PreCompact", {"trigger": "auto", "custom_instructions": None}),
    ("compact-after", "PostCompact", {"trigger": "auto", "compact_summary": "<summary/>"}),
    ("session-end", "SessionEnd", {"reason": "exit"}),
)


def said_nothing(run: subprocess.CompletedProcess[bytes]) -> bool:
    """Tell whether a run left its host alone."""
    return (0, b"") == (run.returncode, run.stdout)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"null",
        b'{"session_id":"s","hook_event_name":"Stop","last_assistant_mess',
        b"\xff\xfe\x00\x01garbage\x00",
        b'{"hook_event_name":"SomethingNew","session_id":"s"}',
        b'{"hook_event_name":{"deep":[1]},"session_id":7,"prompt":null}',
        b"[" * 50_000,
    ],
    ids=["empty", "null", "truncated", "binary", "unknown", "odd-types", "bottomless"],
)
def test_unreadable_input_is_met_with_silence(live: Live, kind: str, payload: bytes) -> None:
    """Case 34: whatever stands on standard input, exit 0, nothing on stdout, one journal line."""
    assert said_nothing(live.fire(kind, payload))
    assert 1 == live.journal.count("\n")
    assert f" hook {kind} invalid_request: " in live.journal
    assert [] == live.lines()


@pytest.mark.parametrize("kind", ["prompt", "tool-after"])
def test_twenty_megabytes_are_taken_off_the_host_and_dropped(live: Live, kind: str) -> None:
    """Case 34: a huge payload is read to its end, so the host meets no closed pipe."""
    run = live.fire(kind, live.prompt("x" * 20_000_000))
    assert said_nothing(run)
    assert "more than 2097152 bytes" in live.journal
    assert [] == live.lines()


def test_extra_fields_do_not_matter(live: Live) -> None:
    """Case 34: what a newer host adds is passed over, and the event is taken down."""
    payload = live.prompt("Ship it on Monday", new={"deep": [1, {"x": None}]}, effort=7)
    assert said_nothing(live.fire("prompt", payload, "--host", "claude-code"))
    assert ["Ship it on Monday"] == [line["text"] for line in live.lines()]
    assert "" == live.journal


@pytest.mark.parametrize(("kind", "name", "fields"), SILENT_EVENTS)
def test_events_without_a_channel_say_nothing(
    live: Live, kind: str, name: str, fields: dict[str, Any]
) -> None:
    """Cases 29 and 38: a host would take text at these events for an order, so there is none."""
    live.know("The gateway listens on port 8443")
    assert said_nothing(live.fire(kind, live.payload(name, **fields)))
    assert said_nothing(live.fire(kind, live.payload(name, stop_hook_active=True, **fields)))
    assert "" == live.journal


def test_start_of_a_session_is_told_the_brief_by_every_host(live: Live) -> None:
    """`cortex hook session-start` gives the brief of hook-boot in each host's own form."""
    live.know("The gateway listens on port 8443")
    outputs = {}
    for host in ("claude-code", "codex", "cursor", "gemini-cli", "opencode"):
        name = {"cursor": "sessionStart", "opencode": "session.created"}.get(host, "SessionStart")
        payload = live.payload(name, source="startup", session_id=f"s-{host}")
        fields = json.loads(payload)
        if host == "cursor":
            fields |= {"conversation_id": "c1", "workspace_roots": [str(live.project)]}
        run = live.fire("session-start", json.dumps(fields).encode(), "--host", host)
        assert (0, b"") == (run.returncode, run.stderr), host
        outputs[host] = run.stdout
    assert all(b"port 8443" in output for output in outputs.values()), outputs
    assert b"additional_context" in outputs["cursor"]
    assert [] == live.lines()


def test_hosts_own_name_of_an_event_is_a_kind(live: Live) -> None:
    """The word on the command line may be the host's; what the payload says counts."""
    live.fire("UserPromptSubmit", live.prompt("Said under the host's name"))
    live.fire("turn-end", live.prompt("Said under a wrong one", "p2"))
    assert ["p1", "p2"] == [line["key"] for line in live.lines()]


def test_last_option_wins_and_unknown_ones_are_told(live: Live) -> None:
    """A line that ends in another home is answered there; a slip is told on standard error."""
    other = live.user_home / "elsewhere"
    run = live.fire("prompt", live.prompt("Words"), "--home", str(other), "--loud")
    assert said_nothing(run)
    assert b"'--loud' is no option" in run.stderr
    assert [] == live.lines()
    live.fire("prompt", live.prompt("Words"), "--home", str(other), "--home", str(live.home))
    assert 1 == len(live.lines())


def test_missing_home_stays_missing(live: Live) -> None:
    """Nobody asked Cortex to keep anything there, so a hook makes no folder and no file."""
    nowhere = live.user_home / "nowhere"
    run = live.fire("prompt", live.prompt("Words"), CORTEX_HOME=str(nowhere))
    assert said_nothing(run)
    assert not nowhere.exists()
    assert [] == live.lines()


@pytest.mark.parametrize("variable", ["CORTEX_NESTED", *NESTED_VARIABLES])
def test_nested_session_is_silent_and_leaves_nothing(live: Live, variable: str) -> None:
    """Case 28: a session that another one's tools started is neither told nor taken down."""
    run = live.fire(
        "prompt", live.prompt("Inner words"), "--host", "claude-code", **{variable: "1"}
    )
    assert said_nothing(run)
    assert ([], "") == (live.lines(), live.journal)


def test_subagent_is_heard_through_its_tools_only(live: Live) -> None:
    """Case 28: what a subagent is told is no person's word; what its tools gave happened."""
    live.fire("prompt", live.prompt("Do the subtask", agent_id="a1"))
    live.fire(
        "turn-end", live.payload("Stop", prompt_id="p1", last_assistant_message="x", agent_id="a")
    )
    live.fire("tool-after", live.tool("ls", {"stdout": "a.py"}, agent_id="a1"))
    assert ["tool-after"] == [line["kind"] for line in live.lines()]
    assert "a1" == live.lines()[0]["agent"]


def test_own_block_in_a_prompt_is_not_taken_down(live: Live) -> None:
    """Case 26: what Cortex said comes back inside a prompt and is taken out of it."""
    block = '<cortex-memory origin="brief" standing="claims">\n- the port is 8443\n</cortex-memory>'
    live.fire("prompt", live.prompt(f"{block}\nWhat next?"))
    live.fire("prompt", live.prompt(block, "p2"))
    assert ["What next?"] == [line["text"] for line in live.lines()]


def test_private_span_never_reaches_the_spool(live: Live) -> None:
    """Case 103: with the store locked, span and secret are in no file of the home."""
    live.fire("prompt", live.prompt("key <private>my home address</private> end"))
    assert b"my home address" not in live.spool.read_bytes()
    assert ["key  end"] == [line["text"] for line in live.lines()]


def test_large_output_keeps_head_and_tail_and_says_so(live: Live) -> None:
    """Of a long output the beginning and the end are kept, and the row says how much is not."""
    live.fire("tool-after", live.tool("make", "begin " + "x y " * 40_000 + " end"))
    (line,) = live.lines()
    assert line["text"].startswith("begin ")
    assert line["text"].endswith(" end")
    assert len(line["text"].encode()) <= 65_536
    assert line["cut_bytes"] > 90_000


def test_stdin_that_never_ends_is_left_in_time(live: Live) -> None:
    """Case 31: a host that keeps the pipe open waits no longer than the deadline."""
    started = time.monotonic()
    with subprocess.Popen(
        [CORTEX, "hook", "prompt"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=live.environment(),
    ) as hook:
        assert hook.stdin is not None
        hook.stdin.write(b'{"hook_event')
        hook.stdin.flush()
        assert 0 == hook.wait(10)
    assert time.monotonic() - started < 5
    assert "standard input has no end in time" in live.journal


def test_explanation_decides_and_does_nothing(live: Live) -> None:
    """CQR I9: a person who asks is told the decision and what is counted; a host never is."""
    run = live.fire("tool-after", live.tool("ls", "a"), "--explain")
    told = json.loads(run.stdout)["cortex"]
    assert ("DELIVER", "capture", True, False) == (
        told["decision"],
        told["reason"],
        told["automatic_capture"],
        told["counted"],
    )
    assert json.loads(live.fire("prompt", live.prompt("x"), "--explain").stdout)["cortex"][
        "counted"
    ]
    assert [] == live.lines()


def test_explanation_is_of_what_the_operator_and_the_host_allow(live: Live) -> None:
    """CQR I9: nothing is claimed that a pause or a host without a way in makes untrue."""
    payload = {
        "hook_event_name": "beforeSubmitPrompt",
        "conversation_id": "c1",
        "generation_id": "g1",
        "prompt": "What is decided?",
        "workspace_roots": [str(live.project)],
    }
    live.run("capture", "pause")
    run = live.fire("prompt", json.dumps(payload).encode(), "--explain")
    told = json.loads(run.stdout)["cortex"]
    assert ("cursor", "QUERY_REQUIRED", "no_injection", False) == (
        told["host"],
        told["decision"],
        told["reason"],
        told["automatic_capture"],
    )


def test_spool_is_private_to_the_person(live: Live) -> None:
    """Folder and file can be read by their owner alone."""
    live.fire("prompt", live.prompt("Words"))
    assert 0o700 == live.spool.parent.stat().st_mode & 0o777
    assert 0o600 == live.spool.stat().st_mode & 0o777


def test_paused_scope_is_not_taken_down(live: Live) -> None:
    """What the operator paused is not observed; resumed, it is."""
    live.run("capture", "pause")
    live.fire("prompt", live.prompt("Not this"))
    assert [] == live.lines()
    live.run("capture", "resume")
    live.fire("prompt", live.prompt("But this"))
    assert ["But this"] == [line["text"] for line in live.lines()]


def test_second_brain_of_a_home_has_a_spool_of_its_own(live: Live) -> None:
    """What one brain is told is not drained into another that shares the home."""
    other = str(live.user_home / "other.db")
    live.run("commit", "Here the port is 9000", CORTEX_DB=other)
    live.fire("prompt", live.prompt("For the other"), CORTEX_DB=other)
    assert [] == live.lines()
    assert 1 == len(list(live.spool.parent.glob("*.log")))
