"""What does a prompt ask, when it asks anything at all?

Not every prompt is somebody's question: schedulers, commands and notices of the host come the same
way, and a relay wraps what a person wrote in more than they wrote. Hooks load this on every prompt,
so it imports nothing that costs. Source: docs/formats/prompt-brief.md.
"""

from __future__ import annotations

from cortex.core.brief.outcomes import (
    SILENT_COMMAND,
    SILENT_EMPTY,
    SILENT_NOTICE,
    SILENT_OWN_TEXT,
    SILENT_SCHEDULED,
    SILENT_SHORT,
)
from cortex.core.text.own_blocks import remove_own_blocks
from cortex.core.text.stop_words import STOP_WORDS

# Content words below which a prompt says too little to be answered ("go on", "yes, do it").
CONTENT_WORDS_MIN = 2

_SCHEDULED = ("[CRON FIRED ", "[CRON: ")
_NOTICES = (
    "<task-notification",
    "<local-command-",
    "<command-",
    "<bash-",
    "<system-reminder",
    "[CONTEXT]",
    "[CONTEXT HANDOFF REQUIRED",
    "[Request interrupted by user",
)

_RULE = "==="
_RELAYS = ("AGENT MESSAGE ", "BUZZ ", "REACTION ", "SLACK ", "TELEGRAM ")
_FENCE_MIN = 3
_EDGES = "\"'([{<*`)]}>*,.;:!?"
_JOINTS = "_-./\\:#@"

# From here on scripts are written without spaces; two characters make a word there.
_DENSE_FROM = "\u0e00"


def read_prompt(text: str) -> tuple[str, str]:
    """Give what a prompt asks, and why nothing is to be said about it.

    Of messages that a relay wrapped only the body of the newest counts.

    Returns:
        (question, reason): one of the two is empty.
    """
    asked, reason = own_words(text)
    if not reason and not _says_enough(asked):
        return "", SILENT_SHORT
    return asked, reason


def own_words(text: str) -> tuple[str, str]:
    """Give what somebody wrote in a prompt, however short, and why it is nobody's words.

    Returns:
        (words, reason): one of the two is empty.
    """
    own = remove_own_blocks(text).strip()
    if not own:
        return "", SILENT_OWN_TEXT if text.strip() else SILENT_EMPTY
    if own.startswith(_SCHEDULED):
        return "", SILENT_SCHEDULED
    if own.startswith(_NOTICES):
        return "", SILENT_NOTICE
    asked = newest_body(own)
    if asked.startswith(_SCHEDULED):
        return "", SILENT_SCHEDULED
    if _is_command(asked):
        return "", SILENT_COMMAND
    return (asked, "") if asked else ("", SILENT_SHORT)


def _is_command(text: str) -> bool:
    """Tell whether a text is a command of the host; a path begins with a slash as well."""
    word = text.split(None, 1)[0] if text else ""
    return word[:1] == "/" and word[1:2].isalpha() and "/" not in word[1:] and "." not in word


def _says_enough(text: str) -> bool:
    """Tell whether a text has some words of content, or one that is written as a name."""
    count = 0
    for chunk in text.split():
        word = chunk.strip(_EDGES)
        if len(word) > 2 and any(joint in word[1:-1] for joint in _JOINTS):
            return True
        if word >= _DENSE_FROM:
            count += len(word) // 2
        elif len(word) > 1 and word.replace("'", "").lower() not in STOP_WORDS:
            count += 1
        if count >= CONTENT_WORDS_MIN:
            return True
    return False


def newest_body(text: str) -> str:
    """Give the body of the last message a relay wrapped, or the text when none did."""
    lines = text.split("\n")
    first, end = newest_lines(lines)
    body = "\n".join(lines[first:end])
    return body if end - first == len(lines) else body.strip()


def newest_lines(lines: list[str]) -> tuple[int, int]:
    """Give where the body of the last wrapped message begins and ends; all lines without one.

    A body stands in a fence longer than any run of backticks inside it, so that what looks like a
    header or an end within a message is none.
    """
    if not _is_header(lines[0]):
        return 0, len(lines)
    first, end, place = 0, 0, 0
    while place < len(lines):
        if _is_header(lines[place]):
            first, end, place = _body(lines, place + 1)
        else:
            place += 1
    return first, end


def _is_header(line: str) -> bool:
    bare = line.strip()
    return (
        bare.startswith(_RULE + " ")
        and bare.endswith(" " + _RULE)
        and bare[len(_RULE) + 1 :].startswith(_RELAYS)
    )


def _body(lines: list[str], start: int) -> tuple[int, int, int]:
    """Give where the body of the message whose header stands above ``start`` begins and ends.

    The third number is where to read on.
    """
    place = start
    while place < len(lines):
        line = lines[place].strip()
        if _is_header(line):
            return 0, 0, place
        if _is_command(line):
            return place, place + 1, place + 1
        if len(line) >= _FENCE_MIN and not line.strip("`"):
            end = place + 1
            while end < len(lines) and lines[end].strip() != line:
                end += 1
            return place + 1, end, end + 1
        place += 1
    return 0, 0, place
