"""How does a test live through days of a seat, and write down what its model saw at each step?

The installed `cortex` runs every hook and every command. A life has a clock of its own: each
process of it begins at the instant the life has reached, and what a process wrote gets that
instant too, so that a day passes without waiting for it.
"""

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cortex.wire.instants import format_instant
from tests.black_box.shell import CORTEX, Answer, Shell
from tests.wiring.seat_sessions import SECOND_US, Conversation

BEGAN_US = 1_767_600_000_000_000
"""2026-01-05T08:00:00Z, a Monday."""

MINUTE_US = 60 * SECOND_US
DAY_US = 24 * 60 * MINUTE_US

_CLOCK = """\
import os, time
_began, _real = time.time_ns(), time.time_ns
time.time_ns = lambda: int(os.environ["LIFE_NS"]) + _real() - _began
"""

TRIES_MAX = 10
DEADLINE = " deadline: "

_SILENT = "(nothing)"


class Lived:
    """One seat in one home, its host, and everything its model was shown.

    Attributes:
        script: what happened and what was seen, as lines a person reads.
        talk: the session that is under way.
        is_ill: hooks may complain to whoever looks at their standard error.
    """

    def __init__(self, shell: Shell, folder: Path) -> None:
        clock = folder / "clock"
        clock.mkdir()
        (clock / "sitecustomize.py").write_text(_CLOCK, encoding="utf-8")
        self._folder = folder
        self.root = (shell.home / "agents" / "ops").resolve()
        self.root.mkdir(parents=True)
        self._shell = shell.at(self.root).having(PYTHONPATH=str(clock))
        self.home = shell.home / ".cortex"
        self.now_us = BEGAN_US
        self.is_ill = False
        self.script: list[str] = []
        self._sessions = 0
        self.new_session()

    def new_session(self) -> None:
        """Let the host begin a session with a transcript of its own."""
        self._sessions += 1
        self.talk = Conversation(self._folder, f"session-{self._sessions}")

    def chapter(self, title: str) -> None:
        """Begin a part of the life in its script."""
        self.script += ["", f"== {title}"]

    def passes(self, minutes: int) -> None:
        """Let time go by."""
        self.now_us += minutes * MINUTE_US

    def event(self, name: str, **fields: Any) -> str:
        """Report an event to the installed hook; gives what the host shows the model of it."""
        payload = self.payload(name, **fields)
        before = self._deadlines()
        ended = self._fire(name, payload)
        for _ in range(TRIES_MAX):  # A machine with too much to do leaves a hook no time.
            if before == self._deadlines() or ended.stdout:
                break
            before = self._deadlines()
            ended = self._fire(name, payload)
        assert 0 == ended.returncode
        assert self.is_ill or ended.stderr == b"", ended.stderr
        assert b"Traceback" not in ended.stderr
        seen = shown_to_model(ended.stdout.decode())
        words = ", ".join(f"{key}={value}" for key, value in fields.items() if key in _TOLD)
        self._write(f"{name}({words})", "model sees", seen)
        return seen

    def _fire(self, name: str, payload: bytes) -> subprocess.CompletedProcess[bytes]:
        with self._instant():
            return subprocess.run(
                [CORTEX, "hook", name, "--host", "claude-code"],
                input=payload,
                capture_output=True,
                check=False,
                cwd=self.root,
                env=self._environment,
                timeout=60,
            )

    def killed(self, after_seconds: float, *words: str, given: bytes = b"") -> None:
        """Start a command, and kill it after so many seconds."""
        with self._instant():
            process = subprocess.Popen(
                [CORTEX, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                cwd=self.root,
                env=self._environment,
            )
            assert process.stdin is not None
            process.stdin.write(given)
            process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(after_seconds)
            process.kill()
            process.wait()
        self._write(f"$ cortex {' '.join(words)}, killed", "model sees", "")

    def types(self, *words: str, given: str = "", status: int = 0) -> Answer:
        """Let the agent type a command; its output is what the model sees."""
        with self._instant():
            shell = self._shell.having(LIFE_NS=str(self.now_us * 1000))
            answer = shell.run(*words, given=given.encode(), status=status)
        shown = f"$ cortex {' '.join(words)}" + (" < ..." if given else "")
        self._write(shown, "model sees", answer.out + answer.err)
        return answer

    def says(self, text: str) -> str:
        """Let the person say something; gives what the model sees beside it."""
        self._write("person", "says", text)
        with self._written():
            key = self.talk.user(text)
        return self.event("UserPromptSubmit", prompt=text, prompt_id=key)

    def answers(self, text: str, tokens: int = 40_000) -> None:
        """Let the agent answer, and end its turn."""
        self._write(f"agent, at {tokens:,} tokens", "says", text)
        with self._written():
            self.talk.agent(text, tokens)
        self.event("Stop", last_assistant_message=text, stop_hook_active=False)

    def works(self, tokens: int = 40_000, file: str = "gateway.toml") -> str:
        """Let the agent change a file; gives what the model sees beside the result."""
        path = str(self.root.parent / file)
        with self._written():
            self.talk.agent("I change it.", tokens)
            self.talk.tool("Edit", "ok", file_path=path)
        asked = {"file_path": path, "old_string": "a", "new_string": "b"}
        result = {"tool_name": "Edit", "tool_use_id": f"toolu_{self.now_us}", "tool_input": asked}
        return self.event("PostToolUse", tool_response={"filePath": path}, **result)

    def compacts(self, summary: str, trigger: str = "auto") -> None:
        """Let the host write into the transcript that it compacted the conversation."""
        self._write(f"host compacts ({trigger})", "keeps", summary)
        with self._written():
            self.talk.compact(summary, trigger)

    def payload(self, name: str, **fields: Any) -> bytes:
        """Give what Claude Code sends at an event."""
        told = {"session_id": self.talk.session_id, "transcript_path": str(self.talk.path)}
        told |= {"cwd": str(self.root), "hook_event_name": name, **fields}
        return json.dumps(told).encode()

    def text(self, path: str) -> str:
        """Give a file of the seat's folder; empty without one."""
        found = self.root / path
        return found.read_text(encoding="utf-8") if found.exists() else ""

    def json(self, *words: str) -> Any:
        """Ask quietly: what a test wants to know and the life does not hold."""
        with self._instant():
            return self._shell.having(LIFE_NS=str(self.now_us * 1000)).ask(*words)

    @property
    def journal(self) -> str:
        """Give what hooks noted as gone wrong, but that a busy machine left one no time."""
        return "".join(line for line in self._journalled() if DEADLINE not in line)

    @property
    def late(self) -> list[str]:
        """Give the lines about hooks that had no time."""
        return [line for line in self._journalled() if DEADLINE in line]

    def _deadlines(self) -> int:
        return len(self.late)

    def _journalled(self) -> list[str]:
        path = self.home / "journal" / "hooks.log"
        return path.read_text(encoding="utf-8").splitlines(True) if path.exists() else []

    @property
    def _environment(self) -> dict[str, str]:
        return {**self._shell.environment, "LIFE_NS": str(self.now_us * 1000)}

    @contextlib.contextmanager
    def _instant(self) -> Iterator[None]:
        """What happens inside happens at one instant of the life; it takes a second of it."""
        self._date_files()
        yield
        self._date_files()
        self.now_us += SECOND_US

    @contextlib.contextmanager
    def _written(self) -> Iterator[None]:
        """Let rows of the transcript have the life's time."""
        self.talk.now_us = self.now_us
        yield
        self.now_us = self.talk.now_us

    def _date_files(self) -> None:
        """Give what a process wrote the instant it wrote it at; the machine's clock is ahead."""
        for top in (self.root, self.home):
            for folder, _, names in os.walk(top):
                for name in names:
                    path = Path(folder, name)
                    with contextlib.suppress(FileNotFoundError):  # A run in the background.
                        if path.lstat().st_mtime_ns > self.now_us * 1000:
                            os.utime(path, ns=(self.now_us * 1000,) * 2, follow_symlinks=False)

    def _write(self, what: str, how: str, text: str) -> None:
        at = format_instant(self.now_us)[:19] + "Z"
        self.script.append(f"{at} {what}")
        shown = text.replace(str(self._folder), "~").strip() or _SILENT
        self.script += [f"    {how} | {line}" for line in shown.splitlines()]


_TOLD = ("source", "trigger", "reason", "tool_name")
"""Fields of an event that its line in the script tells."""


def shown_to_model(output: str) -> str:
    """Give what Claude Code shows its model of a hook's output; nothing else reaches it."""
    if not output:
        return ""
    said = json.loads(output)["hookSpecificOutput"]
    shown: str = said.get("additionalContext") or said.get("permissionDecisionReason") or ""
    return shown
