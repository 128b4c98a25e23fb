"""How does a seat live on the real Claude Code, and what did its model see at each step?"""

import json
import re
from collections.abc import Sequence

from tests.black_box.shell import Shell
from tests.real_hosts.conftest import Life
from tools.hosts.sessions import talk
from tools.hosts.turns import Seen, texts_of

SHOWN_CHARS_MAX = 300
"""Characters of a text that is not ours: the host's own instructions fill pages."""

OURS = re.compile(r"<cortex-memory .*?</cortex-memory>|Cortex context meter: .*", re.DOTALL)
"""What of a text is ours, shown whole and first."""


class SeatLife:
    """A seat in the project of a room, and a script of what its model was given."""

    def __init__(self, life: Life) -> None:
        self.life = life
        self.script: list[str] = []
        self._known: set[str] = set()
        self._seen = 0

    def types(self, *words: str, given: str = "") -> str:
        """Type a command as a person would; gives what it prints."""
        shell = Shell(self.life.room.home, self.life.room.project)
        answer = shell.run(*words, given=given.encode())
        assert 0 == answer.status, answer.out + answer.err
        self.script += [f"$ cortex {' '.join(words)}", *_indented(answer.out)]
        return answer.out

    def session(self, title: str, prompts: Sequence[str], status: int = 0) -> list[Seen]:
        """Run a session; gives the requests that the model received in it, in order."""
        told = talk("claude-code", self.life.room, prompts)
        assert status == told.status, told.output + told.errors
        self.script += ["", f"== {title}"]
        requests = self.life.model.seen[self._seen :]
        self._seen += len(requests)
        for request in requests:
            self._show(request)
        return requests

    def without(self, *events: str) -> None:
        """Take the hooks of these events out of the host's settings, as if a build had none."""
        path = self.life.room.home / ".claude/settings.json"
        settings = json.loads(path.read_text(encoding="utf-8"))
        for event in events:
            del settings["hooks"][event]
        path.write_text(json.dumps(settings), encoding="utf-8")

    def _show(self, request: Seen) -> None:
        fresh = [text for text in said(request) if text not in self._known]
        self._known.update(fresh)
        if fresh:
            self.script.append("-- the model is given")
        for text in fresh:
            shown = [*OURS.findall(text), OURS.sub("", text)[:SHOWN_CHARS_MAX]]
            self.script += _indented("\n".join(shown))


def bash(command: str) -> str:
    """Give the prompt that makes the model run a command with its own tool."""
    return f"@call Bash {json.dumps({'command': command, 'description': 'work'})}"


def said(request: Seen) -> list[str]:
    """Give what a conversation holds, message by message; the system prompt is left out."""
    found = []
    for message in request.body.get("messages", []):
        content = message["content"]
        for block in [{"text": content}] if isinstance(content, str) else content:
            result = block.get("content")
            called = json.dumps(block["input"]) if "input" in block else ""
            text = block.get("text") or called or "\n".join(texts_of(result))
            if text.strip():
                found.append(text)
    return found


def _indented(text: str) -> list[str]:
    return [f"    {line}" for line in text.strip().splitlines()]
