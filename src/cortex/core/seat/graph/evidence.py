"""Does a quote really stand in a message, in the words of whoever sent it?

Both are compared without case, width, kind of quotation mark or dash, and runs of blanks; what is
kept is where the words stand in the message as it is. A message repeats words of others: what it
replies to, the talk before, quoted lines, code. Those prove nothing about its sender.
Source: OGL 3.10, docs/formats/client-graph.md.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from cortex.core.brief.prompts import newest_lines
from cortex.core.text.patterns import pattern
from cortex.core.text.tokens import index_terms
from cortex.model.client_graph import QUOTE_CHARS_MAX
from cortex.model.lean_cache import lru_cache
from cortex.model.lean_classes import NamedTuple

QUOTE_CHARS_MIN = 12
QUOTE_WORDS_MIN = 3
"""One of the two makes a quote: shorter ones stand in every message."""

NOT_FOUND = "quote_not_found"
TOO_SHORT = "quote_too_short"
TOO_LONG = "quote_too_long"
OTHERS_WORDS = "words_of_others"
UNSUPPORTED = "value_not_in_quote"

_MARKS = str.maketrans(
    {**dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc`\u00b4\u2039\u203a", "'"),
     **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u300c\u300d\u300e\u300f", '"'),
     **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")}
)  # fmt: skip
_JOINERS = "\uff9e\uff9f"  # Voicing marks of half-width kana belong to the character before.
_JAMO = ("\u1160", "\u11ff")
_DENSE_FROM = "\u0e00"
_REPLY = pattern(r"\[(?:Replying to|Your last message):\s*", re.IGNORECASE)
_HISTORY = pattern(r"^[ \t]*\[Recent conversation", re.IGNORECASE | re.MULTILINE)
_FENCE = pattern(r"^[ \t]*(`{3,})[^`\n]*$", re.MULTILINE)
_RUNS = pattern(r"^\s|\s\s|[^\S ]|[\x1c-\x1f]")
_NUMBER = pattern(r"\d+(?:[.,:/-]\d+)*")


class Span(NamedTuple):
    """Where words stand: from ``start`` up to ``end``, in characters."""

    start: int
    end: int


class Plain:
    """A text in the form quotes are compared in, and where each character of it came from."""

    __slots__ = ("ends", "starts", "text")

    def __init__(self, text: str) -> None:
        self.starts: Sequence[int]
        self.ends: Sequence[int]
        if text.isascii() and not _RUNS.search(text):
            self.text = text.translate(_MARKS).lower()  # The most common form, a hundred times as
            self.starts = range(len(text))  # fast as going through it.
            self.ends = range(1, len(text) + 1)
            return
        letters: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        for start, end in _clusters(text):
            shown = unicodedata.normalize("NFKC", text[start:end]).translate(_MARKS).casefold()
            for letter in shown:
                if unicodedata.category(letter) == "Cf":
                    continue
                one = " " if letter.isspace() else letter
                if one == " " and (not letters or letters[-1] == " "):
                    continue
                letters.append(one)
                starts.append(start)
                ends.append(end)
        self.text, self.starts, self.ends = "".join(letters), starts, ends


def plain(text: str) -> str:
    """Give a text as quotes are compared: without case, width, style of marks, runs of blanks."""
    return Plain(text).text.strip()


def find_quote(quote: str, message: str) -> tuple[Span | None, str]:
    """Give where a quote stands among the sender's own words, or why it does not.

    Returns:
        (span, reason): the span in ``message``, or None and a reason.
    """
    wanted = plain(quote)
    if len(wanted) > QUOTE_CHARS_MAX:
        return None, TOO_LONG
    if not _is_long_enough(wanted):
        return None, TOO_SHORT
    there, own = _read(message)
    at = there.text.find(wanted)
    if at < 0:
        return None, NOT_FOUND
    while at >= 0:
        span = Span(there.starts[at], there.ends[at + len(wanted) - 1])
        if any(one.start <= span.start and span.end <= one.end for one in own):
            return span, ""
        at = there.text.find(wanted, at + 1)
    return None, OTHERS_WORDS


@lru_cache(maxsize=1)
def _read(message: str) -> tuple[Plain, list[Span]]:
    """Read a message once for all candidates of it, which are asked about one after the other."""
    return Plain(message), own_spans(message)


def supports(quote: str, value: str, normal: tuple[str, ...] = ()) -> bool:
    """Tell whether every number and word of a value stands in its quote.

    Args:
        normal: days and amounts that code read out of the quote; they count as standing there.
    """
    said = unicodedata.normalize("NFKC", value)
    if said.strip() in normal:
        return True
    numbers = set(_NUMBER.findall(unicodedata.normalize("NFKC", quote)))
    if not set(_NUMBER.findall(said)) <= numbers:
        return False
    return plain(value) in plain(quote) or set(index_terms(said)) <= set(index_terms(quote))


def own_spans(message: str) -> list[Span]:
    """Give where a message says something in its sender's own words, in order."""
    lines = message.split("\n")
    first, end = newest_lines(lines)
    start = sum(len(line) + 1 for line in lines[:first])
    body = "\n".join(lines[first:end])
    is_wrapped = end - first < len(lines)
    foreign = _foreign(body, is_wrapped=is_wrapped)
    spans: list[Span] = []
    at = 0
    for begin, stop in [*sorted(foreign), (len(body), len(body))]:
        if begin > at and body[at:begin].strip():
            spans.append(Span(start + at, start + begin))
        at = max(at, stop)
    return spans


def _foreign(body: str, *, is_wrapped: bool) -> list[tuple[int, int]]:
    """Give what of a body are words of others, or no words."""
    found: list[tuple[int, int]] = []
    fences = _fences(body)
    history = _HISTORY.search(body)
    if history:
        # Lines of others, up to the fence the new message stands in; without one nothing is new.
        inside = next((one for one in fences if one[0] > history.start()), None)
        found.append((history.start(), inside[1] if inside else len(body)))
        if inside:
            found.append((inside[2], len(body)))
        fences = [one for one in fences if one is not inside]
    found += [(begin, stop) for begin, _, _, stop in fences if not is_wrapped]
    for match in _REPLY.finditer(body):
        found.append((match.start(), _reply_end(body, match.end())))
    at = 0
    for line in body.split("\n"):
        if line.lstrip().startswith(">"):
            found.append((at, at + len(line)))
        at += len(line) + 1
    return found


def _fences(body: str) -> list[tuple[int, int, int, int]]:
    """Give each fenced block: where it begins, its inside from and to, and where it ends."""
    blocks: list[tuple[int, int, int, int]] = []
    opened: re.Match[str] | None = None
    for match in _FENCE.finditer(body):
        if opened is None:
            opened = match
        elif match[0].strip() == opened[1]:
            blocks.append((opened.start(), opened.end(), match.start(), match.end()))
            opened = None
    if opened is not None:
        blocks.append((opened.start(), opened.end(), len(body), len(body)))
    return blocks


def _reply_end(body: str, at: int) -> int:
    """Give where what is replied to ends; when that is not sure, later rather than sooner."""
    if not body.startswith(('"', "\u201c"), at):
        end = body.find("]", at)
        return len(body) if end < 0 else end + 1
    closers = [match.end() for match in re.finditer(r'["\u201d]\]', body[at:])]
    for end in closers:
        if body[at + end : at + end + 1] in {"", "\n", "\r"}:
            return at + end
    return at + closers[-1] if closers else len(body)


def _is_long_enough(wanted: str) -> bool:
    """Tell whether a quote says something; two characters are a word where none are written."""
    words = 0
    for word in wanted.split():
        dense = sum(1 for letter in word if letter >= _DENSE_FROM and letter.isalnum())
        words += dense // 2 if dense else any(map(str.isalnum, word))
    return len(wanted) >= QUOTE_CHARS_MIN or words >= QUOTE_WORDS_MIN


def _clusters(text: str) -> list[tuple[int, int]]:
    """Give each character with the marks that follow it, which melt into one."""
    if text.isascii():
        return [(at, at + 1) for at in range(len(text))]
    found: list[tuple[int, int]] = []
    for at, letter in enumerate(text):
        is_mark = letter in _JOINERS or _JAMO[0] <= letter <= _JAMO[1]
        if found and (is_mark or unicodedata.category(letter)[0] == "M"):
            found[-1] = (found[-1][0], at + 1)
        else:
            found.append((at, at + 1))
    return found
