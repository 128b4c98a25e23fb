"""Which lines of a growing log are complete?"""

from cortex.model.lean_classes import NamedTuple


class Line(NamedTuple):
    """One line of a portion of a log, without its end.

    ``number`` counts every line of the portion from 1, ``offset`` is where it begins in the log.
    """

    number: int
    offset: int
    content: bytes


def complete_lines(portion: bytes, offset: int) -> tuple[list[Line], int]:
    """Give the lines of a portion that ended, and the bytes they take; what follows is a tail.

    A blank line is left out and its bytes count.

    Args:
        offset: where the portion begins in its log.
    """
    taken = portion.rfind(b"\n") + 1
    lines, at = [], 0
    for number, content in enumerate(portion[:taken].split(b"\n")[:-1], start=1):
        if content.strip():
            lines.append(Line(number, offset + at, content))
        at += len(content) + 1
    return lines, taken
