"""What of a file of a seat may be read and searched? All but private spans and secrets.

Lines keep their numbers, so that a find leads to where it stands. Source: docs/formats/ask.md.
"""

from __future__ import annotations

from bisect import bisect_left

from cortex.core.text.cleaning import clean


def open_lines(text: str) -> list[tuple[int, str]]:
    """Give what may be read of a file, line by line, each with its number in the file.

    What is private or a secret is left out; what is left of such a line stands about where it was.
    """
    raw = text.replace("\r\n", "\n").removeprefix("\ufeff").split("\n")
    kept = str(clean("\n".join(raw)).text)
    if kept == "\n".join(raw).strip():
        return list(enumerate(raw, start=1))
    places: dict[str, list[int]] = {}
    for number, line in enumerate(raw, start=1):
        places.setdefault(line.strip(), []).append(number)
    found: list[tuple[int, str]] = []
    last = 0
    for line in kept.split("\n"):
        if line.strip():  # A blank line may be a rest of something, and is like any other.
            numbers = places.get(line.strip(), [])
            at = bisect_left(numbers, last + 1)
            last = numbers[at] if at < len(numbers) else min(last + 1, len(raw))
        found.append((max(last, 1), line))
    return found


def open_text(text: str) -> str:
    """Give a file with an empty line where one may not be read."""
    found: dict[int, list[str]] = {}
    for number, line in open_lines(text):
        found.setdefault(number, []).append(line)
    lines = [
        " ".join(filter(None, found.get(number, ()))) for number in range(1, text.count("\n") + 2)
    ]
    return "\n".join(lines)
