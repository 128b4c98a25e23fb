"""What does a host ask a model, and what is it answered? The same for every interface.

A prompt steers its own answer: a line ``@call NAME {"json": "input"}`` asks for one call of that
tool (``GROUP.NAME`` for one of a group), and once its result is back the turn ends in words. A line
``@spend NUMBER`` makes the answer say that it took so many tokens, so that a host compacts its
session before the next turn. A request for a summary gets a summary.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any

CALL = re.compile(r"^@call ([\w.-]+) (\{.*\})\s*$", re.MULTILINE)
SPEND = re.compile(r"^@spend (\d+)\s*$", re.MULTILINE)
SUMMARY = "<summary>Stand-in summary: short tasks were given and done.</summary>"
ECHO_CHARS = 40


@dataclass(frozen=True, slots=True)
class Asked:
    """The newest turn of a request: the user's words, and whether a tool has answered since."""

    text: str
    has_result: bool


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model says: words, or one call of a tool when ``tool`` is not empty.

    ``tokens`` is what it says it has read; 0 stands for what the request's size tells.
    """

    words: str = ""
    tool: str = ""
    arguments: dict[str, Any] = field(default_factory=dict)
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as the model received it: its path and its body."""

    path: str
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """Give every text of the request, system prompt included, in one string."""
        return "\n".join(texts_of(self.body))


def reply_to(asked: Asked) -> Reply:
    """Decide what is answered."""
    spent = SPEND.findall(asked.text)
    tokens = int(spent[-1]) if spent else 0
    calls = CALL.findall(asked.text)
    if calls and not asked.has_result:
        name, arguments = calls[-1]
        return Reply(tool=name, arguments=json.loads(arguments), tokens=tokens)
    if "<summary>" in asked.text or "summary of the conversation" in asked.text:
        return Reply(words=SUMMARY)
    return Reply(words=f"understood: {asked.text.strip()[:ECHO_CHARS]}", tokens=tokens)


def texts_of(value: object) -> list[str]:
    """Give every string below a JSON value, in order."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for item in value for text in texts_of(item)]
    return []
