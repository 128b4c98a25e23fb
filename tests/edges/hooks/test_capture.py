"""Does what happens in a session get into the brain: once each, attributed, without secrets?"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from cortex.model.conflicts import ConflictStatus
from cortex.model.errors import StoreBusy
from cortex.services.drain import DUPLICATES, KEPT, QUARANTINED, TORN
from cortex.stores.system.spool import append_event, spool_path
from cortex.wiring.spool import SLICE_MS, drain_now
from tests.black_box.shell import CORTEX
from tests.edges.hooks.live import CALLER, SESSION, Live


def test_session_is_kept_once_and_in_order(live: Live) -> None:
    """Case 91: each event of a turn is one observation, whoever reports it how often."""
    for _ in range(2):
        live.fire("prompt", live.prompt("Run the tests"))
        live.fire("tool-after", live.tool("pytest", {"stdout": "2 passed", "stderr": ""}))
        said = {"prompt_id": "p1", "last_assistant_message": "Two tests pass"}
        live.fire("turn-end", live.payload("Stop", **said))
    report = live.drain()
    assert (3, 3) == (report.count(KEPT), report.count(DUPLICATES))
    kept = live.kept()
    assert ["user_statement", "tool_report", "agent_assertion"] == [
        each.source.role for each in kept
    ]
    assert [SESSION] * 3 == [each.generation for each in kept]
    assert ["Run the tests", "Two tests pass"] == [kept[0].event.text, kept[2].event.text]
    assert "[]" == str(live.lines())
    assert {"kept": 3, "duplicate_capture_avoidance": 3} == {
        name: count for name, count in live.totals().items() if name in {KEPT, DUPLICATES}
    }


def test_draining_again_changes_nothing(live: Live) -> None:
    """A drain that died after its commit is repeated: nothing is kept twice, no fact is added."""
    live.fire("tool-after", live.failure("pytest", "Exit code 1\n1 failed"))
    lines = live.spool.read_bytes()
    live.drain()
    before = [fact.content for fact in live.facts("tool_result")]
    live.spool.write_bytes(lines)
    assert 1 == live.drain().count(DUPLICATES)
    assert before == [fact.content for fact in live.facts("tool_result")]
    assert 1 == len(live.kept())


def test_newest_result_of_a_check_is_the_live_one(live: Live) -> None:
    """Cases 94 and 95: many runs leave one live fact, and success alone leaves none."""
    live.fire("tool-after", live.tool("pytest", {"stdout": "9 passed"}, "t0"))
    live.drain()
    assert [] == live.facts("tool_result")
    for number in range(1, 6):
        live.fire("tool-after", live.failure("pytest -q", f"{number} failed", f"t{number}"))
    live.drain()
    assert ["`pytest -q`; test pytest: 5 failed"] == [
        fact.content.text for fact in live.facts("tool_result")
    ]
    for number in range(6, 9):
        live.fire("tool-after", live.tool("pytest", {"stdout": "9 passed"}, f"t{number}"))
    live.drain()
    (fact,) = live.facts("tool_result")
    assert "`pytest`; test pytest: 9 passed" == fact.content.text
    assert f"thread:session:{SESSION}" == fact.content.naming.thread
    assert "operational" == fact.content.retention
    with live.house() as house:
        assert () == house.conflicts(ConflictStatus.OPEN.value, 10, CALLER)


def test_prose_is_no_fact(live: Live) -> None:
    """CQR I9: prompts, final words and a listing are observed, and state nothing."""
    live.fire("prompt", live.prompt("We always deploy on Monday, E1234 or not"))
    live.fire("tool-after", live.tool("ls", {"stdout": "src/a.py"}))
    live.drain()
    assert [] == live.facts("tool_result")
    assert 2 == len(live.kept())


def test_compaction_writes_a_checkpoint_on_the_sessions_thread(live: Live) -> None:
    """CQR I9: where the work stands is kept, once, however often the host announces it."""
    live.fire("tool-after", live.failure("pytest", "1 failed"))
    for _ in range(3):
        live.fire("compact-before", live.payload("PreCompact", trigger="auto"))
    (fact,) = live.facts("checkpoint")
    assert f"thread:session:{SESSION}" == fact.content.naming.thread
    assert "was compacted (auto)" in fact.content.text
    assert "test pytest: 1 failed" in fact.content.text
    assert "ephemeral" == fact.content.retention
    assert [] == live.lines()


def test_end_of_a_session_keeps_what_was_taken_down(live: Live) -> None:
    """The host waits a little at its end: there what waits is kept."""
    live.fire("prompt", live.prompt("The last word"))
    live.fire("session-end", live.payload("SessionEnd", reason="exit"))
    assert ["The last word"] == [each.event.text for each in live.kept()]
    assert [] == live.lines()


def test_host_nobody_let_in_is_dropped_and_counted(live: Live) -> None:
    """Without the operator's grant nothing is kept, no fact is stated, and nothing waits."""
    with live.house() as house, house.brain.writing() as writer:
        for grant in writer.hosts.grants(CALLER.principal):
            writer.hosts.revoke(CALLER.principal, grant.key)
    live.fire("tool-after", live.failure("pytest", "1 failed"))
    live.fire("compact-before", live.payload("PreCompact", trigger="auto"))
    assert 2 == live.totals()["source_not_authorized"]
    assert ([], [], []) == (live.kept(), live.facts("tool_result"), live.facts("checkpoint"))


def test_words_are_learned_of_what_hooks_just_took_down(live: Live) -> None:
    """ADR 0137: a command that looks into what was observed keeps first what waits."""
    live.fire("prompt", live.prompt("deploy the gateway slowly", "p1"))
    live.fire("prompt", live.prompt("restart the gateway, then deploy", "p2", session_id="two"))
    assert "2" == live.run("capture", "learn").split()[-1]


def test_stopped_scope_loses_what_waited(live: Live) -> None:
    """The operator's stop reaches back to what was taken down and not kept yet."""
    live.fire("prompt", live.prompt("Taken down before"))
    live.run("capture", "stop")
    live.run("maintain")
    assert 1 == live.totals()["capture_disabled"]
    assert [] == live.kept()


def test_word_nobody_can_read_leaves_what_waits(live: Live) -> None:
    """A policy that cannot be read takes nothing in, and throws nothing away either."""
    live.fire("prompt", live.prompt("Patience"))
    policy = live.home / "capture-policy"
    policy.write_text("cortex capture pol")
    assert (False, "capture_disabled") == (live.drain().is_done, live.drain().stopped_by)
    policy.unlink()
    live.drain()
    assert ["Patience"] == [each.event.text for each in live.kept()]


def test_search_keeps_what_waits_and_follows_the_operators_word(live: Live) -> None:
    """CQR H12: what was just said is found; of a stopped scope nothing is, and resumed it is."""
    live.fire("prompt", live.prompt("The turbine hall is flooded"))
    assert "turbine" in live.run("search", "turbine")
    live.run("capture", "stop")
    for words in (("search", "turbine"), ("search", "turbine", "--json"), ("search", "flooded")):
        assert "turbine hall" not in live.run(*words)
    live.run("capture", "resume")
    assert "turbine hall" in live.run("search", "turbine")


def test_closed_source_is_shown_by_no_command(live: Live) -> None:
    """CQR H12: nor by the fact that cites it; the fact itself stays."""
    live.fire("prompt", live.prompt("The walrus wallet is blue"))
    live.run("maintain")
    live.run("commit", "The colour is known", "--evidence", "obs:1")
    asked = (("why", "decision::1"), ("show", "decision::1"), ("search", "wallet"))
    assert "walrus" in live.run("why", "decision::1")
    source = live.run("capture", "sources").split()[0]
    live.run("capture", "disable", "--source", source)
    for words in asked:
        assert "walrus" not in live.run(*words), words
    assert "The colour is known" in live.run("why", "decision::1")
    live.run("capture", "enable", "--source", source)
    assert "walrus" in live.run("why", "decision::1")


def test_one_bad_row_does_not_block_the_rest(live: Live) -> None:
    """A row the brain refuses lies in quarantine with its reason; the others are kept."""
    live.fire("prompt", live.prompt("First", "p1"))
    append_event(
        spool_path(str(live.home), str(live.home / "cortex.db")),
        b'{"v":1,"captured_us":1,"host":"claude-code","kind":"prompt","role":"user_statement",'
        b'"session":"s","key":"k\\u0000","text":"no name of an event"}',
    )
    append_event(spool_path(str(live.home), str(live.home / "cortex.db")), b'{"torn')
    live.fire("prompt", live.prompt("Second", "p2"))
    report = live.drain()
    assert (2, 1, 1) == (report.count(KEPT), report.count(QUARANTINED), report.count(TORN))
    assert ["First", "Second"] == [each.event.text for each in live.kept()]
    assert "no name of an event" in (live.spool.parent / "events.quarantine").read_text()
    assert "1 row could not be kept" in live.run_any("doctor")


def test_hook_does_not_wait_for_a_writer(live: Live) -> None:
    """CQR H7, cases 1, 2 and 31: while another process holds the write lock, hooks are in time."""
    with lock_holder(live):
        started = time.monotonic()
        for number in range(4):
            run = live.fire("prompt", live.prompt(f"Prompt {number}", f"p{number}"))
            assert (0, b"") == (run.returncode, run.stdout)
        for kind, name in (("compact-before", "PreCompact"), ("session-end", "SessionEnd")):
            live.fire(kind, live.payload(name, trigger="auto", reason="x"))
        assert time.monotonic() - started < 20
        assert 5 == len(live.lines()) + len(taken_lines(live))
    live.drain()
    assert 4 == len(live.kept())


def taken_lines(live: Live) -> list[str]:
    """Give what a drain took that could not write."""
    path = live.spool.with_name("events.taken")
    return [line for line in path.read_text().split("\n") if line] if path.exists() else []


class lock_holder:  # noqa: N801  # It reads as a function where it is used.
    """A process that holds the write lock of a brain."""

    def __init__(self, live: Live) -> None:
        self._command = [sys.executable, "-m", "tests.faults.lock_holder"]
        self._words = [str(live.home / "cortex.db"), "transaction"]

    def __enter__(self) -> None:
        """Start it and wait until it has the lock."""
        self._process = subprocess.Popen(
            [*self._command, *self._words], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdout is not None
        assert b"held\n" == self._process.stdout.readline()

    def __exit__(self, *_: object) -> None:
        """End it."""
        self._process.communicate()


def test_busy_store_ends_a_drain_and_loses_nothing(live: Live) -> None:
    """Case 2: a drain that finds the store taken leaves everything for the next one."""
    live.fire("prompt", live.prompt("Patience"))
    with lock_holder(live), live.house() as house:
        report = drain_now(house, SLICE_MS, wait_ms=0)
        assert report is not None
        assert (False, StoreBusy.code) == (report.is_done, report.stopped_by)
    live.drain()
    assert ["Patience"] == [each.event.text for each in live.kept()]


def test_hundred_hooks_beside_a_writer_lose_nothing(live: Live) -> None:
    """Case 5: a hundred hooks at once while the brain is written to: each is kept once."""
    stop = threading.Event()

    def write() -> None:
        with live.house() as house:
            number = 0
            while not stop.is_set():
                number += 1
                drain_now(house, 50)

    writer = threading.Thread(target=write)
    writer.start()
    hooks = []
    for number in range(100):
        payload = live.user_home / f"payload-{number}"
        payload.write_bytes(live.prompt(f"Prompt {number}", f"p{number}"))
        with payload.open("rb") as given:
            command = [CORTEX, "hook", "prompt"]
            hooks.append(subprocess.Popen(command, stdin=given, env=live.environment()))
    assert {0} == {hook.wait(120) for hook in hooks}
    stop.set()
    writer.join()
    with live.house() as house:
        drain_now(house, 60_000)
    assert Counter({f"p{number}": 1 for number in range(100)}) == Counter(
        each.event.key for each in live.kept()
    )


@pytest.mark.parametrize("attempt", range(4))
def test_drain_killed_anywhere_keeps_each_event_once(live: Live, attempt: int) -> None:
    """Kill -9 in the middle of a drain: the next one goes on, and nothing is lost or doubled."""
    spool = spool_path(str(live.home), str(live.home / "cortex.db"))
    for number in range(300):
        append_event(
            spool,
            b'{"v":1,"captured_us":%d,"host":"codex","kind":"prompt","role":"user_statement",'
            b'"session":"s","cwd":"%b","key":"k%d","text":"Prompt %d"}'
            % (number + 1, str(live.project).encode(), number, number),
        )
    code = "import sys; from cortex.edges.cli.entry import main; main(['maintain'])"
    environment = live.environment(PYTHONPATH=":".join(sys.path))
    drain = subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 20
    taken = live.spool.with_name("events.taken.at" if attempt % 2 else "events.taken")
    while not taken.exists() and drain.poll() is None and time.monotonic() < deadline:
        pass
    os.kill(drain.pid, signal.SIGKILL)
    drain.wait()
    with live.house() as house:
        drain_now(house, 60_000)
    assert Counter({f"k{number}": 1 for number in range(300)}) == Counter(
        each.event.key for each in live.kept()
    )


def test_session_in_a_loop_is_capped(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 28: of one session so many events are kept and no more; another session goes on."""
    monkeypatch.setattr("cortex.services.drain.SESSION_EVENTS_MAX", 3)
    for number in range(5):
        live.fire("prompt", live.prompt(f"Prompt {number}", f"p{number}"))
    assert (3, 2) == (live.drain().count(KEPT), live.totals()["over_session_limit"])
    live.fire("prompt", live.prompt("One more", "p9"))
    live.fire("prompt", live.prompt("Another session", "p1", session_id="s2"))
    live.drain()
    assert 4 == len(live.kept())


def test_command_that_asks_finds_what_was_just_said(live: Live) -> None:
    """`cortex capture` keeps what waits before it looks."""
    live.fire("prompt", live.prompt("The turbine hall is flooded"))
    assert "turbine" in live.run("capture", "query", "turbine")


def test_read_only_home_is_left_in_silence(live: Live) -> None:
    """Where nothing can be written the host goes on as if there was no memory."""
    if os.geteuid() == 0:
        pytest.skip("not proven: root writes everywhere")
    live.home.chmod(0o500)
    try:
        run = live.fire("prompt", live.prompt("Words"))
    finally:
        live.home.chmod(0o700)
    assert (0, b"") == (run.returncode, run.stdout)


def test_forgetting_reaches_json_and_quarantine(live: Live) -> None:
    """A row set aside is JSON in JSON, and a tool's answer in it once more; the proof sees both."""
    said = 'The "badger" sleeps\nin room 7'
    live.run("commit", said)
    live.fire("tool-after", live.tool("cat x", {"stdout": json.dumps({"said": said})}, "t1"))
    live.fire("tool-after", live.tool("cat x", {"stdout": said}, "t2", session_id="a b"))
    line = live.spool.read_bytes().split(b"\n")[1]
    append_event(str(live.spool).removesuffix(".log"), line.replace(b'"key":"t1",', b""))
    live.drain()
    live.fire("tool-after", live.tool("cat x", {"stdout": said}, "t3"))
    assert 1 <= live.totals()[QUARANTINED]
    told = live.run("forget", "decision::1", "--apply")
    assert "nowhere" in told
    assert [] == [path for path in live.home.rglob("*") if path.is_file() and _holds(path)]


def _holds(path: Path) -> bool:
    content = path.read_bytes()
    return b"in room 7" in content and b"sleeps" in content


def test_forgetting_reaches_what_waits(live: Live) -> None:
    """Words that are forgotten leave the spool as well, and what is beside them stays."""
    live.run("commit", "The badger sleeps in room 7")
    live.fire("prompt", live.prompt("The badger sleeps in room 7, remember?", "p1"))
    live.fire("prompt", live.prompt("And the otter?", "p2"))
    live.run("forget", "--matching", "badger sleeps", "--everywhere", "--apply")
    assert ["And the otter?"] == [line["text"] for line in live.lines()]
    live.drain()
    assert ["And the otter?"] == [each.event.text for each in live.kept()]
