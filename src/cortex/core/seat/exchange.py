"""What of a session is talk worth keeping, and what is machinery?

The one filter that checkpoints and digests share. A person's words and the agent's are kept; what
tools gave is one line each, with the tool and what it was about; what the host put into a prompt,
thoughts, pictures, subagents and faults of the host are left out before or here.
Source: OGL 3.3, docs/formats/checkpoints.md.
"""

from __future__ import annotations

from cortex.core.observe.host_text import kept_text
from cortex.model.host_events import ROLE_TOOL, ROLE_USER, HostEvent
from cortex.model.lean_classes import NamedTuple

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

USER = "user"
AGENT = "agent"

MESSAGE_CHARS_MAX = 1_500
"""Characters of one message: its head says what was asked, its tail how it ended."""

RECORD_CHARS_MAX = 8_000
"""Characters of a record: what a host takes at a session's start, with room for its heading."""

EXCHANGES_MAX = 6
"""Exchanges of a record: a person's words and everything until the next ones."""

TOOLS_MAX = 12
"""Lines of tools below one message; of more the last ones are told."""

TOOL_CHARS_MAX = 120

_MARK_CHARS = 48  # Of the mark for what was cut, at most.
_CLEANED_BYTES_MAX = 1_048_576  # Of one text before it is clipped: all that is cleaned of it.


class Message(NamedTuple):
    """What one of the two said.

    Attributes:
        speaker: ``USER`` or ``AGENT``.
        text: clean and clipped; empty when only tools ran.
        key: what names it in its session; may be empty.
        at_us: when, by the host's word, or None.
        tools: what ran after it, one line each.
        tools_left_out: how many lines before those are not told.
    """

    speaker: str
    text: str
    key: str = ""
    at_us: int | None = None
    tools: tuple[str, ...] = ()
    tools_left_out: int = 0


def messages_of(
    events: Sequence[HostEvent], chars_max: int = MESSAGE_CHARS_MAX, turns_max: int = 0
) -> list[Message]:
    """Give the talk of a session, in order, without what nobody may keep.

    Args:
        events: what happened, in order.
        chars_max: most characters of one message.
        turns_max: the newest words of a person that are wanted, with all that came after; of what
            is older nothing is cleaned, which is what costs. 0: all of them.
    """
    messages: list[Message] = []
    ran: list[HostEvent] = []
    turns = 0
    for event in reversed(events):
        if event.agent_id:
            continue
        if event.role == ROLE_TOOL:
            ran.append(event)
            continue
        text = kept_text(event.role, event.text, _CLEANED_BYTES_MAX).text.strip()
        if not text:
            continue
        speaker = USER if event.role == ROLE_USER else AGENT
        said = Message(speaker, clipped(text, chars_max), event.key, event.occurred_us)
        messages.append(_with_tools(said, ran))
        ran = []
        turns += speaker == USER
        if turns_max and turns == turns_max:
            break
    if ran:  # Before anybody spoke.
        messages.append(_with_tools(Message(AGENT, "", at_us=ran[-1].occurred_us), ran))
    return messages[::-1]


def user_turns(messages: Iterable[Message]) -> int:
    """Count the words of a person."""
    return sum(1 for one in messages if one.speaker == USER)


def captured(messages: Iterable[Message]) -> int:
    """Count the messages that say something."""
    return sum(1 for one in messages if one.text)


def last_exchanges(
    messages: list[Message], exchanges_max: int = EXCHANGES_MAX, chars_max: int = RECORD_CHARS_MAX
) -> list[Message]:
    """Give the newest messages: so many exchanges, and whole messages within so many characters.

    The newest message is always there.
    """
    kept: list[Message] = []
    chars = exchanges = 0
    for message in reversed(messages):
        chars += len(message_text(message))
        if kept and chars > chars_max:
            break
        kept.append(message)
        exchanges += message.speaker == USER
        if exchanges == exchanges_max:
            break
    return kept[::-1]


def message_text(message: Message) -> str:
    """Give a message as a record shows it, ending in a line break."""
    from cortex.core.boot.calendar import second_text

    when = "" if message.at_us is None else f" {second_text(message.at_us)}"
    lines = [f"### {message.speaker}{when}"]
    if message.text:
        lines.append(_inside(message.text))
    if message.tools_left_out:
        lines.append(f"- tools: {message.tools_left_out} earlier")
    lines += [f"- tool: {line}" for line in message.tools]
    return "\n".join(lines) + "\n"


def clipped(text: str, chars_max: int) -> str:
    """Give a text of at most so many characters: its head and its tail."""
    if len(text) <= chars_max:
        return text
    half = max(0, chars_max - _MARK_CHARS) // 2
    mark = f"\n[\u2026 {len(text) - 2 * half} characters left out \u2026]\n"
    return f"{text[:half]}{mark}{text[len(text) - half :]}"


def tool_line(event: HostEvent) -> str:
    """Give one line of what a tool was asked, clean."""
    about = event.path or event.command.strip().partition("\n")[0]
    state = " (failed)" if event.is_failed else ""
    line = kept_text("", f"{event.tool or 'tool'} {about}", _CLEANED_BYTES_MAX).text
    line = " ".join(line.split())
    room = TOOL_CHARS_MAX - len(state)
    return (line if len(line) <= room else f"{line[: room - 1]}\u2026") + state


def _with_tools(message: Message, ran: list[HostEvent]) -> Message:
    """Give a message with what ran after it, of which the newest comes first."""
    lines = tuple(map(tool_line, reversed(ran[:TOOLS_MAX])))
    return message._replace(tools=lines, tools_left_out=len(ran) - len(lines))


def _inside(text: str) -> str:
    """Give a text whose lines cannot pass for headings of the record."""
    if "#" not in text:
        return text
    return "\n".join(f"\\{line}" if line.startswith("#") else line for line in text.split("\n"))
