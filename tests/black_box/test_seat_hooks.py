"""Is a seat's session kept and told again by the installed hook, whatever the brain does?"""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cortex.stores.system.clock import SystemClock
from tests.black_box.shell import CORTEX, Shell
from tests.wiring.seat_sessions import SECOND_US, SUMMARY, Conversation, make_seat


class Host:
    """A host that runs the installed hook in a seat's folder."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.root = Path(make_seat(shell.home).root)
        (shell.home / "home").rename(shell.home / ".cortex")
        self.home = shell.home / ".cortex/seats/scout"
        self.talk = Conversation(shell.home)
        self.talk.now_us = SystemClock().now_us() - 600 * SECOND_US

    def event(self, name: str, **fields: str) -> str:
        """Report an event and give what the model is told."""
        payload = {"session_id": self.talk.session_id, "transcript_path": str(self.talk.path)}
        payload |= {"cwd": str(self.root), "hook_event_name": name, **fields}
        ended = subprocess.run(
            [CORTEX, "hook", name, "--host", "claude-code"],
            input=json.dumps(payload).encode(),
            capture_output=True,
            check=False,
            cwd=self.root,
            env=self.shell.environment,
        )
        assert 0 == ended.returncode
        assert b"Traceback" not in ended.stderr
        if not ended.stdout:
            return ""
        answer: dict[str, Any] = json.loads(ended.stdout)
        context = answer["hookSpecificOutput"]["additionalContext"]
        assert isinstance(context, str)
        return context

    def files(self, folder: str) -> list[str]:
        """Give the names below the seat's memory folder."""
        return sorted(path.name for path in (self.root / "memory" / folder).glob("*.md"))


@pytest.fixture
def host(shell: Shell) -> Host:
    """Give a host with a session in which something was promised."""
    host = Host(shell)
    host.talk.user("Move the gateway to port 8443.")
    host.talk.tool("Edit", "ok", file_path="/w/gateway.toml")
    host.talk.agent("Decided: 8443. I will renew the certificates by Friday.")
    host.talk.user("端口好")
    host.talk.agent("Next step: restart the gateway.")
    return host


BEFORE = ("before", "before twice", "no event before")
AFTER = ("start, after", "after, start", "after twice", "no event after")


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("after", AFTER)
def test_a_compaction_in_each_order_of_events(host: Host, before: str, after: str) -> None:
    """However a host reports it, the talk is told again and one row is there (Seat T7, case 35)."""
    for _ in range(BEFORE.index(before) + 1 if before != BEFORE[2] else 0):
        host.event("PreCompact", trigger="auto")
    host.talk.compact()
    told = ""
    steps = {"start, after": "sa", "after, start": "as", "after twice": "asa", AFTER[3]: "s"}
    for step in steps[after]:
        if step == "s":
            told = host.event("SessionStart", source="compact")
        else:
            host.event("PostCompact", trigger="auto", compact_summary=f"<summary>{SUMMARY}")
    host.event("UserPromptSubmit", prompt="go on", prompt_id="p-next")
    for words in ("renew the certificates by Friday", "/w/gateway.toml", "端口好", "Next step"):
        assert words in told
    assert 1 == len(host.shell.ask("facts", "--seat", "scout")["facts"])
    assert (1, 1) == (len(host.files("compactions")), len(host.files("checkpoints")) - 1)


def test_a_seat_is_kept_while_the_brain_is_locked(host: Host) -> None:
    """Another process that holds the brain's write lock takes nothing away."""
    host.shell.commit("The gateway listens on port 8443")
    brain = str(host.shell.home / ".cortex/cortex.db")
    program = (
        "import apsw, sys; c = apsw.Connection(sys.argv[1]);"
        "c.execute('begin immediate'); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, brain], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert b"held\n" == holder.stdout.readline()
        host.event("PreCompact", trigger="auto")
        assert "renew the certificates" in host.event("SessionStart", source="compact")
        holder.communicate(b"")


def test_a_broken_brain_takes_nothing_away(host: Host) -> None:
    """Bytes in the brain's place are no reason to lose what was said."""
    (host.shell.home / ".cortex/cortex.db").write_bytes(b"no brain at all" * 100)
    host.event("PreCompact", trigger="auto")
    assert "renew the certificates" in host.event("SessionStart", source="compact")


def test_what_failed_is_told_by_the_next_session(host: Host) -> None:
    """A transcript without a person: the next start warns (Seat T3)."""
    host.talk.path.write_text('{"type": "of-the-future"}\n')
    host.event("PreCompact", trigger="auto")
    assert "CHECKPOINT FAILED" in host.event("SessionStart", source="startup")
    assert "CHECKPOINT FAILED" in host.event("SessionStart", source="startup")


def test_a_hook_that_is_killed_is_no_silence(host: Host) -> None:
    """Killed at any moment, a checkpoint is whole or told as missing, never half."""
    payload = json.dumps(
        {
            "session_id": host.talk.session_id,
            "transcript_path": str(host.talk.path),
            "cwd": str(host.root),
            "hook_event_name": "PreCompact",
        }
    ).encode()
    for number in range(12):
        with subprocess.Popen(
            [CORTEX, "hook", "PreCompact", "--host", "claude-code"],
            stdin=subprocess.PIPE,
            cwd=host.root,
            env=host.shell.environment,
        ) as hook:
            assert hook.stdin is not None
            hook.stdin.write(payload)
            hook.stdin.close()
            try:
                hook.wait(0.02 * number)
            except subprocess.TimeoutExpired:
                hook.kill()
    for path in (host.root / "memory/checkpoints").glob("*.md"):
        assert path.read_text(encoding="utf-8").endswith("Next step: restart the gateway.\n")
    told = host.event("SessionStart", source="compact")
    assert "renew the certificates" in told


def test_the_end_of_a_long_session_is_written_up(host: Host) -> None:
    """50 MB cost the hook less than half a second, and somebody else does the rest (Seat T6)."""
    answer = {"type": "tool_result", "tool_use_id": "c", "content": "x" * 5_000}
    row = {"type": "user", "uuid": "u", "sessionId": "5e55-1", "message": {"content": [answer]}}
    with host.talk.path.open("a", encoding="utf-8") as file:
        file.writelines([json.dumps(row) + "\n"] * 10_000)
    host.talk.user("One more thing.")
    host.talk.agent("We decided to drink tea.")
    host.talk.user("Good.")
    pipe = host.shell.home / "pipe"
    os.mkfifo(pipe)
    program = f"open({str(pipe)!r}, 'w').write('begun'); print('Tea it is.')"
    words = json.dumps([sys.executable, "-c", program])
    (host.shell.home / ".cortex/digests.toml").write_text(f"[model]\ncommand = {words}\n")
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        host.event("SessionEnd", reason="other")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        assert spent < 0.5
        # What the hook started calls the model. A hook that a busy machine cut off is made up for
        # by the next one.
        begun = b""
        for _ in range(20):
            try:
                begun, _ = reader.communicate(timeout=4)
                break
            except subprocess.TimeoutExpired:
                host.event("SessionEnd", reason="other")
        assert b"begun" == begun
    # A run that is typed waits until the other one is done.
    assert [] == host.shell.ask("digest", "run", "--seat", "scout")["sessions"]
    (day,) = (host.root / "memory/digests").glob("*.md")
    text = day.read_text(encoding="utf-8")
    assert "We decided to drink tea." in text
    assert "> Tea it is." in text


def test_the_session_of_a_model_leaves_no_trace(host: Host) -> None:
    """With the mark of a nested session nothing is staged, kept or started (Seat T6)."""
    host.shell.variables["CORTEX_NESTED"] = "1"
    for name in ("SessionStart", "PreCompact", "SessionEnd"):
        assert "" == host.event(name)
    assert not host.home.exists()
    assert not (host.root / "memory").exists()
