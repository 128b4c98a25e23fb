"""What of a host's words is kept, the same whether they come live or from a transcript?

Secrets, private spans and our own blocks go; what the host itself wrapped around a person's words
goes; a text larger than its grant keeps its head and tail. Anything else stays as it is, blanks at
its ends included. Hooks load this, so its classes are plain.
Source: docs/formats/host-payloads.md, ADR 0146.
"""

from __future__ import annotations

from cortex.core.text.cleaning import clean
from cortex.model.host_events import ROLE_USER

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator

# What hosts put into a prompt that no person typed, each from its opening to its closing tag. Only
# one that begins a line counts: a person who writes about a tag has it inside a sentence.
WRAPPERS = (
    "system-reminder",
    "command-name",
    "command-message",
    "command-args",
    "command-contents",
    "local-command-stdout",
    "local-command-stderr",
    "local-command-caveat",
    "bash-input",
    "bash-stdout",
    "bash-stderr",
    "task-notification",
    "user-prompt-submit-hook",
    "user-memory-input",
    "environment_context",
    "user_instructions",
    "turn_aborted",
    "session_context",
    "hook_context",
    "ide_opened_file",
    "ide_selection",
)

# What a host writes in a person's place when an answer is broken off.
INTERRUPTIONS = ("[Request interrupted by user]", "[Request interrupted by user for tool use]")

# Characters of one text that are cleaned; what a tool prints beyond is a log. Only the head of such
# a text is kept: what opens a secret or a private span at a later place may stand in what is cut.
CLEANED_CHARS_MAX = 262_144

# Characters of the mark that stands for what was cut.
MARK_CHARS_MAX = 64

# Characters at the end of a head in which a gap is looked for: no key is longer.
GAP_CHARS_MAX = 8_192

# Levels of a payload whose texts are cleaned one by one; deeper ones are cut by its adapter.
DEPTH_MAX = 64


class KeptText:
    """A text that may be kept.

    Attributes:
        text: what is left; empty when nothing of it may be kept.
        counts: what was taken out, as (kind, times), by kind.
        left_out: bytes cut from the middle; zero when the text is whole.
    """

    __slots__ = ("counts", "left_out", "text")

    def __init__(self, text: str, counts: tuple[tuple[str, int], ...], left_out: int) -> None:
        self.text = text
        self.counts = counts
        self.left_out = left_out


def kept_text(role: str, raw: str, bytes_max: int) -> KeptText:
    """Give what is kept of a text. Doing it twice changes nothing more.

    Args:
        role: whose words they are; only a person's lose what their host wrapped around them.
        raw: the text as the adapter read it.
        bytes_max: most UTF-8 bytes of it, from the grant.
    """
    text, counts = exact_or_clean(users_words(raw) if role == ROLE_USER else raw)
    if not text.strip():
        return KeptText("", counts, 0)
    cut, left_out = shortened(text, bytes_max)
    return KeptText(cut, counts, left_out)


def exact_or_clean(raw: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    """Give a text exactly when nothing has to go out of it, else what cleaning leaves.

    Of more than ``CLEANED_CHARS_MAX`` characters only the head is cleaned and given.
    """
    if len(raw) > CLEANED_CHARS_MAX:
        head, counts = exact_or_clean(_head(raw))
        return f"{head}{_mark(len(raw) - len(head), 'characters')}", counts
    cleaned = clean(raw)
    return (raw if cleaned.text == raw.strip() else cleaned.text), cleaned.counts


def cleaned_payload(value: object) -> object:
    """Give a payload whose texts are clean, each for itself, and those of one list together too.

    A secret is found where its line ends; once a text is written as JSON, no line ends any more. So
    this comes before an adapter reads the payload.
    """
    return _cleaned(value, 0, is_listed=False)


def _cleaned(value: object, depth: int, *, is_listed: bool) -> object:
    if isinstance(value, str):
        return exact_or_clean(value)[0]
    if depth >= DEPTH_MAX:
        return None if isinstance(value, (dict, list)) else value
    if isinstance(value, dict):
        return {
            exact_or_clean(name)[0] if isinstance(name, str) else name: _cleaned(
                one, depth + 1, is_listed=is_listed
            )
            for name, one in value.items()
        }
    if isinstance(value, list):
        cleaned = [_cleaned(one, depth + 1, is_listed=True) for one in value]
        return cleaned if is_listed else _without_spanning(value, cleaned)
    return value


def _without_spanning(raw: list[object], cleaned: list[object]) -> list[object]:
    """Give a cleaned list, or what is left of its texts when something went on over several.

    A program may give the lines of a file one by one. A key or a private span that begins in one of
    them shows there, so a list without a change is not looked at again.
    """
    before, after = list(_texts_in(raw)), list(_texts_in(cleaned))
    if before == after or len(before) < 2:
        return cleaned
    whole = exact_or_clean("\n".join(before))[0]
    if whole.split() == "\n".join(after).split():
        return cleaned
    return list(whole.split("\n"))


def _texts_in(value: object, depth: int = 0) -> Iterator[str]:
    """Yield the texts inside a value, in their order; names of members are not among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)) and depth < DEPTH_MAX:
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts_in(one, depth + 1)


def _head(raw: str) -> str:
    """Give the head of a text that is too long, up to a gap: half a key shows no sign of one."""
    head = raw[: CLEANED_CHARS_MAX - MARK_CHARS_MAX]
    gap = max(head.rfind(" "), head.rfind("\n"))
    return head[: gap + 1] if gap >= len(head) - GAP_CHARS_MAX else head


def users_words(text: str) -> str:
    """Give a prompt without what its host put there; exactly as it is when there is none of it."""
    if "<" not in text and "[" not in text:
        return text
    left = text
    for name in WRAPPERS:
        if f"<{name}" in left:
            left = _without(left, name)
    if left.strip() in INTERRUPTIONS:
        return ""
    return text if left == text else left.strip()


def shortened(text: str, bytes_max: int) -> tuple[str, int]:
    """Give a text of at most so many UTF-8 bytes, and how many were cut from its middle.

    Head and tail stay: the one says what was asked, the other how it ended. No character is split.
    """
    if len(text) * 4 <= bytes_max:
        return text, 0
    content = text.encode("utf-8", "surrogatepass")
    if len(content) <= bytes_max:
        return text, 0
    half = max(0, bytes_max - len(_mark(len(content)).encode("utf-8"))) // 2
    head = content[:half].decode("utf-8", "ignore")
    tail = content[len(content) - half :].decode("utf-8", "ignore")
    left_out = len(content) - len(head.encode("utf-8")) - len(tail.encode("utf-8"))
    return f"{head}{_mark(left_out)}{tail}", left_out


def _mark(left_out: int, unit: str = "bytes") -> str:
    return f"\n[\u2026 {left_out} {unit} left out \u2026]\n"


def _without(text: str, name: str) -> str:
    """Take out each span of one wrapper whose opening begins a line; an open one is text."""
    opening, closing = f"<{name}", f"</{name}>"
    kept, at = [], 0
    while (start := text.find(opening, at)) != -1:
        after = text[start + len(opening) : start + len(opening) + 1]
        line = text[text.rfind("\n", 0, start) + 1 : start]
        end = text.find(closing, start)
        # What closed right before this one began its line as well.
        begins = not line.strip() or line.rstrip().endswith(">")
        if end == -1 or after not in {">", " ", "\n"} or not begins:
            kept.append(text[at : start + len(opening)])
            at = start + len(opening)
            continue
        kept.append(text[at:start])
        at = end + len(closing)
    kept.append(text[at:])
    return "".join(kept)
