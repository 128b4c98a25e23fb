"""Which lines fit, when not all of them do?

Every part first gets a share of the room, so that none starves, then what is left over goes to the
parts in order of their weight. A line is taken whole or not at all; a part that could not show
everything says how much is missing and why. Source: docs/formats/boot-brief.md.
"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from cortex.model.boot import BootLimit

CHARS_PER_TOKEN = 4

REASON_BUDGET = "budget"
REASON_LIMIT = "limit"
REASON_UNAVAILABLE = "unavailable"

# Bytes of a line break inside a JSON string, where it is a backslash and an n.
_BREAK_BYTES = 2

# Bytes of one character inside a JSON string at most: an escape such as the one of NUL.
_BYTES_MAX = 6

# Characters below which room is not worth looking for a line that fits: no statement is so short.
_LINE_CHARS_MIN = 16

# Lines that may fail to fit before a part gives up: those behind them are hardly shorter.
_MISSES_MAX = 3


class Line:
    """One finished line with the facts it shows and the room it takes, its line break included."""

    __slots__ = ("bytes", "chars", "fact_ids", "text")

    def __init__(self, text: str, fact_ids: tuple[int, ...] = ()) -> None:
        self.text = text
        self.fact_ids = fact_ids
        self.chars = len(text) + 1
        self.bytes = json_bytes(text) + _BREAK_BYTES


class Section:
    """One part of a brief while it is filled.

    ``write`` gives the line of an item, or None when it cannot be shown whole. It is asked only
    while there is room, and once an item, because writing is most of the work.

    Attributes:
        name: the capsule's name.
        header: its heading; empty for a part that continues the one before.
        items: what it would show, in reading order.
        share: per cent of the room it may use before the others had their turn.
        unlisted: how many more things there are besides the items.
        is_open: there may be even more of them than counted.
        noun: what those things are called, in the plural. When given, what is missing is said in
            the text; otherwise only in the record.
        notice: a line that stands before all others, for what could not be read; may be empty.
        chosen: the lines taken, by the place of their item.
    """

    __slots__ = (
        "_lines",
        "_write",
        "chosen",
        "header",
        "is_open",
        "items",
        "name",
        "notice",
        "noun",
        "share",
        "unlisted",
    )

    def __init__(
        self,
        name: str,
        header: str,
        items: list[Any],
        write: Callable[[Any], Line | None],
        share: int,
    ) -> None:
        self.name = name
        self.header = header
        self.items = items
        self._write = write
        self._lines: dict[int, Line | None] = {}
        self.share = share
        self.unlisted = 0
        self.is_open = False
        self.noun = ""
        self.notice = ""
        self.chosen: dict[int, Line] = {}

    @property
    def left_out(self) -> int:
        """Count what is not shown."""
        return self.unlisted + len(self.items) - len(self.chosen)

    @property
    def reason(self) -> str:
        """Say why something is not shown; empty when all of it is."""
        if self.notice:
            return REASON_UNAVAILABLE
        if not self.left_out:
            return ""
        return REASON_BUDGET if len(self.chosen) < len(self.items) else REASON_LIMIT

    @property
    def lines(self) -> list[Line]:
        """Give the lines taken, in reading order."""
        return [self.chosen[place] for place in sorted(self.chosen)]

    def fill(self, room_chars: int, room_bytes: int) -> None:
        """Take each line, in order, with which this part still fits into the room.

        A line that does not fit is passed over for a shorter one behind it, a few times. What is
        said of the missing ones only gets shorter on the way, so it is counted as it was.
        """
        room_chars = min(room_chars, room_bytes)  # A character takes one byte at least.
        chars, used = self.size()
        if not self.chosen and self.header and not chars:
            chars, used = _add((chars, used), self.header)
        misses = 0
        for place, item in enumerate(self.items):
            if misses == _MISSES_MAX or chars + _LINE_CHARS_MIN > room_chars:
                return
            line = None if place in self.chosen else self._written(place, item)
            if line is None:
                continue
            if chars + line.chars > room_chars or used + line.bytes > room_bytes:
                misses += 1
                continue
            self.chosen[place] = line
            chars += line.chars
            used += line.bytes

    def silence(self) -> None:
        """Say nothing at all, not even what is missing."""
        self.noun = self.notice = ""

    def size(self) -> tuple[int, int]:
        """Give (characters, bytes inside JSON) of this part as it stands now."""
        size = (
            sum([line.chars for line in self.chosen.values()]),
            sum([line.bytes for line in self.chosen.values()]),
        )
        for text in self._frame():
            size = _add(size, text)
        return size

    def render(self) -> list[str]:
        """Give the lines of this part as they stand now; empty when there is nothing to say."""
        frame = self._frame()
        remark = self.remark()
        if not remark:
            return [*frame, *(line.text for line in self.lines)]
        said = remark if self.chosen else _alone(remark)
        return [*frame[:-1], *(line.text for line in self.lines), said]

    def _written(self, place: int, item: Any) -> Line | None:
        if place not in self._lines:
            self._lines[place] = self._write(item)
        return self._lines[place]

    def _frame(self) -> list[str]:
        """Give the lines around the chosen ones: heading, notice, and what is missing."""
        around = [line for line in (self.notice, self.remark()) if line]
        return [self.header, *around] if self.header and (self.chosen or around) else around

    def remark(self) -> str:
        """Say how much is missing and why; empty when nothing is, or none of it is to be said."""
        if not self.noun or not self.left_out:
            return ""
        count = f"at least {self.left_out}" if self.is_open else str(self.left_out)
        noun = self.noun.removesuffix("s") if count == "1" else self.noun
        return f"- {count} more {noun} not shown ({self.reason})"


def pack(title: str, sections: list[Section], weights: tuple[str, ...], limit: BootLimit) -> str:
    """Fill the sections and give the text: the title, then each section's lines.

    Args:
        title: the first line; left out, with everything else, when no section has a line.
        sections: in reading order; they keep what was chosen.
        weights: names of sections, heaviest first: the order in which room is given away.
        limit: the room.

    Returns:
        The text, within the limit. Where what binds cannot even be counted under its heading, that
        count is the whole text. Empty when nothing is known or nothing fits.
    """
    heading = Line(title)
    room_chars = limit.budget_tokens * CHARS_PER_TOKEN - heading.chars
    room_bytes = (
        _BYTES_MAX * room_chars if limit.bytes_max is None else limit.bytes_max - heading.bytes
    )
    by_name = {section.name: section for section in sections}
    heaviest = [by_name[name] for name in weights if name in by_name]
    sizes = {section.name: section.size() for section in sections}
    last_word = next((remark for section in heaviest if (remark := section.remark())), "")
    # A remark on what is missing may itself be too much: the lightest parts give theirs up first.
    for section in reversed(heaviest):
        if _fits(sizes, room_chars, room_bytes):
            break
        is_last_word = bool(last_word) and section.remark() == last_word
        section.silence()
        sizes[section.name] = (0, 0)
        if is_last_word:
            # Better this one line than a brief that keeps quiet about what binds.
            alone = _alone(last_word)
            return alone if _holds(limit, alone) else ""
    if room_chars <= 0 or room_bytes <= 0:
        return ""
    for is_last_turn in (False, True):
        for section in heaviest:
            del sizes[section.name]
            chars = sum([size[0] for size in sizes.values()])
            used = sum([size[1] for size in sizes.values()])
            share_chars = room_chars if is_last_turn else room_chars * section.share // 100
            section.fill(min(share_chars, room_chars - chars), room_bytes - used)
            sizes[section.name] = section.size()
    lines = [line for section in sections for line in section.render()]
    return "\n".join([title, *lines]) if lines else ""


def _alone(remark: str) -> str:
    """Give a remark for where nothing is shown: what is more than nothing is all there is."""
    return remark.replace(" more ", " ", 1)


def _holds(limit: BootLimit, text: str) -> bool:
    """Tell whether a text of one line is within the limit."""
    is_small = limit.bytes_max is None or json_bytes(text) <= limit.bytes_max
    return is_small and token_estimate(text) <= limit.budget_tokens


def _fits(sizes: dict[str, tuple[int, int]], room_chars: int, room_bytes: int) -> bool:
    chars = sum([size[0] for size in sizes.values()])
    return chars <= room_chars and sum([size[1] for size in sizes.values()]) <= room_bytes


def _add(size: tuple[int, int], text: str) -> tuple[int, int]:
    """Give a size with one more line."""
    return size[0] + len(text) + 1, size[1] + json_bytes(text) + _BREAK_BYTES


def token_estimate(text: str) -> int:
    """Give characters divided by four, rounded up: an estimate, no tokenizer is consulted."""
    return -(-len(text) // CHARS_PER_TOKEN)


def json_bytes(text: str) -> int:
    r"""Count the UTF-8 bytes of a text inside a JSON string, its escapes included."""
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    if '"' in text or "\\" in text:
        size += text.count('"') + text.count("\\")
    if not text.isprintable():
        # A control character takes six bytes, as in \u0001; those with a letter of their own two.
        size += sum(1 if character in "\n\t\r" else 5 for character in text if character < " ")
    return size
