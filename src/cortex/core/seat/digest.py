"""What did a session decide, promise, change, give up and leave open, told by rule alone?

No model and no guess: a sentence belongs to a part when it holds a sign of it, in the words of its
speaker, and nothing that takes the sign back. A question belongs to none. Signs are there for
English, German, French, Spanish and Chinese, a few for Portuguese, Japanese, Russian and Italian; a
session in another language has an outcome and files, and no more. Words that aim at agents are left
out. Source: OGL 3.9, docs/formats/digests.md, ADR 0216.
"""

from __future__ import annotations

from cortex.core.boot.calendar import second_text
from cortex.core.seat.exchange import AGENT, USER, Message
from cortex.core.text.fence import neutralise
from cortex.model.lean_classes import NamedTuple
from cortex.model.session_digests import SOURCE_LINE

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FILES = "Files"

ITEMS_MAX = 8
"""Sentences of one part; of more the last ones are told, as they are what holds."""

ITEM_CHARS_MAX = 240
OUTCOME_CHARS_MAX = 400
FILES_MAX = 20

WRITING_TOOLS = frozenset(
    """
    edit write multiedit notebookedit apply_patch create str_replace write_file replace patch
    """.split()
)
"""Tools that change the file they name, in lower case."""

_ENDS = frozenset(".!?\u3002\uff01\uff1f\u2026")
_WIDE_ENDS = frozenset("\u3002\uff01\uff1f")
_AIMED = "[words that aim at agents; the transcript has them]"
_BULLETS = "-*+\u2022> \t"


class Digest(NamedTuple):
    """What a session came to.

    Attributes:
        asked: the first words of the person.
        outcome: the last words of the agent.
        parts: (name, sentences) in a fixed order; empty ones are left out.
        turns: how often the person spoke.
    """

    asked: str
    outcome: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    turns: int


class Provenance(NamedTuple):
    """Where a digest comes from.

    Attributes:
        stage: names what was staged, by its content.
        session_id: the host's id of the session.
        host: whose session.
        cause: why it was written up.
        transcript: where it stands; may be empty.
        first: what names the first message; may be empty.
        last: what names the last one; may be empty.
        at_us: when it was staged.
        left_out: bytes of its beginning that nobody read.
    """

    stage: str
    session_id: str
    host: str
    cause: str
    transcript: str
    first: str
    last: str
    at_us: int
    left_out: int = 0


def digest_of(messages: Iterable[Message]) -> Digest:
    """Give what a session came to."""
    # A hook that stages loads this module, and no more.
    from cortex.core.seat.digest_signs import PARTS, parts_of
    from cortex.core.seat.injection import overrides

    said = list(messages)
    found: dict[str, dict[str, str]] = {part: {} for part in PARTS}
    for message in said:
        for sentence in sentences(message.text):
            low = f" {' '.join(sentence.lower().split())} "
            parts = parts_of(low, message.speaker)
            for part in parts if parts and not overrides(sentence) else ():
                found[part].pop(low, None)  # Said again: the last time counts.
                found[part][low] = _cut(sentence, ITEM_CHARS_MAX)
    told = [(part, tuple(list(one.values())[-ITEMS_MAX:])) for part, one in found.items()]
    told.append((FILES, files_of(said)))
    users = [message.text for message in said if message.speaker == USER]
    agents = [message.text for message in said if message.speaker == AGENT and message.text]
    return Digest(
        _shown(users[0]) if users else "",
        _shown(agents[-1]) if agents else "",
        tuple((part, items) for part, items in told if items),
        len(users),
    )


def _shown(text: str) -> str:
    """Give a text on one line; of one that aims at agents only that it did."""
    from cortex.core.seat.injection import overrides

    return _AIMED if overrides(text) else _cut(text, OUTCOME_CHARS_MAX)


def files_of(messages: Iterable[Message]) -> tuple[str, ...]:
    """Give the files that were changed, in the order of their last change."""
    files: dict[str, None] = {}
    for message in messages:
        for line in message.tools:
            tool, _, about = line.partition(" ")
            if tool.lower() in WRITING_TOOLS and about and not about.endswith("(failed)"):
                files.pop(about, None)
                files[about] = None
    return tuple(files)[-FILES_MAX:]


def sentences(text: str) -> Iterator[str]:
    """Give the sentences of a message; what stands in a block of code is none."""
    is_code = False
    for line in text.split("\n"):
        if line.lstrip().startswith(("```", "~~~")):
            is_code = not is_code
        elif not is_code:
            yield from _of_line(line.strip(_BULLETS))


def entry_text(digest: Digest, source: Provenance, model_text: str = "", note: str = "") -> str:
    """Give the entry of a session in the file of its day.

    Args:
        digest: what it came to.
        source: where it comes from.
        model_text: what the operator's model made of it, clean; may be empty.
        note: why there is no text of a model, when there should be one.
    """
    clock = second_text(source.at_us)[11:19]
    cause = f", {source.cause}" if source.cause else ""
    lines = [f"## Session {source.session_id or 'unknown'} - {clock} UTC{cause}", ""]
    lines += [f"- Asked: {digest.asked}"] if digest.asked else []
    lines += [f"- Outcome: {digest.outcome}"] if digest.outcome else []
    for part, items in digest.parts:
        lines.append(f"- {part}:")
        lines += [f"  - {item}" for item in items]
    if model_text:
        quoted = [f"> {line}".rstrip() for line in model_text.split("\n")]
        lines += ["", "By a model, unchecked:", "", *quoted]
    lines += ["", _footer(source, digest.turns, note, by_model=bool(model_text)), ""]
    return "\n".join(lines)


def stage_mark(stage: str) -> str:
    """Give what stands in the file of a day once a staged session is in it."""
    return f"stage {stage}"


def _footer(source: Provenance, turns: int, note: str, *, by_model: bool) -> str:
    said = [
        f"{source.host or 'unknown'} {source.transcript or 'live notes'}",
        f"from {source.first or '?'} to {source.last or '?'}",
        f"{turns} user turns",
        "by rule and model" if by_model else "by rule",
        stage_mark(source.stage),
    ]
    if source.left_out:
        said.append(f"{source.left_out} earlier bytes not read")
    if note:
        said.append(note)
    return f"{SOURCE_LINE}{' '.join(neutralise('; '.join(said)).text.split())}_"


def _of_line(line: str) -> Iterator[str]:
    start = 0
    for at, letter in enumerate(line):
        is_end = letter in _WIDE_ENDS or (letter in _ENDS and line[at + 1 : at + 2] in {"", " "})
        if is_end:
            if sentence := line[start : at + 1].strip():
                yield sentence
            start = at + 1
    if sentence := line[start:].strip():
        yield sentence


def _cut(text: str, chars_max: int) -> str:
    """Give a text on one line, its head kept when it is too long."""
    line = " ".join(text.split())
    return line if len(line) <= chars_max else f"{line[: chars_max - 1].rstrip()}\u2026"
