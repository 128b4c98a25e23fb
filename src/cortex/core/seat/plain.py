"""What may be written into a file that an agent reads back as its own memory?

Text without secrets and private spans, in which nothing speaks but its writer: no role labels, no
tags that hosts obey, no headings that would make one entry two. Source: OGL 4.1, 4.3.
"""

from __future__ import annotations

from cortex.core.text.cleaning import clean, clean_name
from cortex.core.text.fence import neutralise
from cortex.model.errors import InvalidRequest

_HEADING_MARKS = ("#", "---", "===", "```", "~~~", "<!--")


def entry_text(raw: str, chars_max: int, field: str) -> str:
    """Give what is left of a text of several lines.

    Raises:
        InvalidRequest: nothing is left of it, or it is too long.
    """
    text = neutralise(clean(raw).text).text.strip()
    lines = [_without_heading(line.rstrip()) for line in text.split("\n")]
    return _checked("\n".join(lines), chars_max, field)


def line_text(raw: str, chars_max: int, field: str) -> str:
    """Give what is left of a text that has to be one line.

    Raises:
        InvalidRequest: nothing is left of it, or it is too long.
    """
    text = " ".join(neutralise(clean_name(raw).text).text.split())
    return _checked(_without_heading(text), chars_max, field)


def _without_heading(line: str) -> str:
    """Give a line that is text wherever it stands; a mark at its start is escaped, and stays."""
    bare = line.lstrip()
    return f"{line[: len(line) - len(bare)]}\\{bare}" if bare.startswith(_HEADING_MARKS) else line


def _checked(text: str, chars_max: int, field: str) -> str:
    if not text.strip():
        message = f"nothing is left of '{field}'"
        remedy = "write a sentence; secrets, private spans and recalled blocks are taken out"
        raise InvalidRequest(message, remedy=remedy, field=field)
    if len(text) > chars_max:
        message = f"'{field}' has {len(text)} characters; {chars_max} are allowed"
        raise InvalidRequest(message, remedy="say it shorter, or in two", field=field)
    return text
