"""Is every word of a file in some passage of it, whatever the file looks like?"""

from __future__ import annotations

import pytest

from cortex.core.seat.digest import Provenance, digest_of, entry_text
from cortex.core.seat.exchange import USER, Message
from cortex.core.seat.memory_search import LINE_CHARS_MAX, parts_of, passages_of, said_in

LONG = " ".join(f"word{number}" for number in range(3_000))


@pytest.mark.parametrize(
    "text",
    [
        "# Only a title",
        "# One\n## Two\n### Three\n\ntext",
        "text\n\n# End",
        LONG,
        f"# A\n\n{LONG}\n\n{LONG}\nshort",
        "x" * 20_000 + " tail",
        "",
    ],
)
def test_no_word_is_lost(text: str) -> None:
    """Bare headings and the ends of very long lines are found like anything else."""
    told = "\n".join(f"{one.heading}\n{one.text}" for one in passages_of(text))
    for word in text.replace("#", " ").split():
        if len(word) < LINE_CHARS_MAX:
            assert word in told


def test_heading_with_nothing_below_is_a_passage_of_its_line() -> None:
    """It leads to the line it stands on; one with a text below is told with that text alone."""
    told = [(one.line, one.heading, one.text) for one in passages_of("# Day\n\n## Noon\n\nlunch\n")]
    assert [(1, "Day", "Day"), (5, "Noon", "lunch")] == told


@pytest.mark.parametrize("size", [9, 10, 11, 100])
def test_parts_make_the_whole(size: int) -> None:
    """Parts are within the limit and put together are the text, with blanks or without."""
    for text in ("ab cd " * 20, "x" * 57, "", " " * 30):
        parts = list(parts_of(text, size))
        assert text == "".join(parts)
        assert all(len(part) <= size for part in parts)


def test_where_a_digest_comes_from_is_not_told() -> None:
    """A path and ids say nothing about a session; what was said in it stays."""
    source = Provenance("53f0", "s1", "claude-code", "end", "/srv/talk.jsonl", "u1", "u2", 0)
    text = entry_text(digest_of([Message(USER, "Close the books, please.")]), source)
    (told,) = passages_of(text)
    assert "talk.jsonl" in told.text
    assert "- Asked: Close the books, please." == said_in(told.text)


def test_a_line_of_ones_own_that_looks_like_it_is_told() -> None:
    """Only what a digest writes below itself is left out."""
    assert "_source: Ana, by telephone_" == said_in("_source: Ana, by telephone_\n")
