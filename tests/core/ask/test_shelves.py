"""Is a layer searched by words that it holds itself, and is every one of its lines reached?"""

from __future__ import annotations

import pytest

from cortex.core.ask.controls import control_word, control_words
from cortex.core.ask.own_words import entity_pieces, prose_pieces
from cortex.core.ask.shelves import Shelf, search_shelf
from cortex.core.ask.statements import statements_of
from cortex.core.query.units import units_of
from cortex.core.seat.readable import open_lines, open_text
from cortex.model.ask import PIECES_MAX, AskLayer, LayerState, Piece

UNITS = units_of("pelican")


def test_controls_come_from_the_first_and_the_last_line() -> None:
    """One word each, the longest plain one; blank lines and function words have none."""
    assert ("harbour", "lighthouse") == control_words(
        ["", "of the", "a harbour v1.2.3-beta", "middle", "the lighthouse is", "---", ""]
    )
    assert () == control_words(["", "---", "***"])
    assert ("harbour",) == control_words(["harbour"])


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("a/very/long/path.py port", "port"),
        ("a/very/long/path.py", "a/very/long/path.py"),
        ("aaa bbb", "aaa"),
        ("数据库路径和用户身份已确认", "数据库路径和用户"),
        ("склад", "склад"),
        ("x", "x"),
    ],
)
def test_control_is_the_same_every_time(text: str, word: str) -> None:
    """Plain words before names, long before short, then by the alphabet; any script."""
    assert word == control_word(text)


@pytest.mark.parametrize(
    "word", ["Größe", "端口设置", "サンドボックス", "склад", "끝말잇기", "naïve"]
)
def test_control_of_any_script_is_found(word: str) -> None:
    """A layer in whatever script finds its own words (cases 67, 68, 71)."""
    text = f"{word} 8443"
    found = search_shelf(
        Shelf(AskLayer.LOG, ("log",), (Piece(AskLayer.LOG, "log:1", text),), (text,)), UNITS
    )
    assert found.is_proved
    assert found.controls


def test_layer_that_lost_lines_fails_its_control() -> None:
    """Where pieces were made of less than was read, the control says so and nothing is proved."""
    kept = (Piece(AskLayer.LOG, "log:1", "the harbour"),)
    found = search_shelf(Shelf(AskLayer.LOG, ("log",), kept, ("the harbour", "a walrus")), UNITS)
    assert [True, False] == [one.is_matched for one in found.controls]
    assert not found.is_proved


def test_newer_of_equals_is_first_in_its_layer() -> None:
    """Two lines that fit alike are ranked by their day, whatever order they were read in."""
    pieces = tuple(
        Piece(AskLayer.GRAPH, f"graph:{day}", f"pelican number {day}", at_us=day)
        for day in (3, 1, 9, 2)
    )
    texts = tuple(piece.text for piece in pieces)
    found = search_shelf(Shelf(AskLayer.GRAPH, ("graph",), pieces, texts), UNITS)
    assert [9, 3, 2, 1] == [hit.at_us for hit in found.hits]


def test_layer_without_a_word_is_empty() -> None:
    """Nothing to find is searched and proved; nothing to find in half a layer is neither."""
    empty = search_shelf(Shelf(AskLayer.LOG, ("log",), (), ("", "---")), UNITS)
    assert (LayerState.EMPTY, True) == (empty.state, empty.is_proved)
    half = search_shelf(Shelf(AskLayer.LOG, ("log",), (), (), "2 files cannot be read"), UNITS)
    assert (LayerState.NOT_SEARCHED, False) == (half.state, half.is_proved)


@pytest.mark.parametrize(("more", "is_proved"), [(0, True), (1, False)])
def test_limit_of_pieces_is_told(more: int, is_proved: bool) -> None:
    """At the limit all is searched; one more, and the layer is searched in part."""
    texts = ["a word"] * (PIECES_MAX + more)
    pieces = tuple(Piece(AskLayer.BUS, "bus", text) for text in texts)
    found = search_shelf(Shelf(AskLayer.BUS, ("bus",), pieces, tuple(texts)), UNITS)
    assert is_proved is found.is_proved
    assert is_proved is not bool(found.why)


STATE = """# STATE

## Promises

- [open] one
  goes on
- [open] two

## Empty

1. first
2. second

```
- no item
# no heading
```
"""


def test_items_are_pieces_and_keep_their_lines() -> None:
    """Each item, numbered or not, is a piece; code and bare headings are pieces too."""
    told = [(one.line, one.heading, one.text) for one in statements_of(open_lines(STATE))]
    assert [
        (1, "STATE", "STATE"),
        (5, "Promises", "- [open] one\n  goes on"),
        (7, "Promises", "- [open] two"),
        (11, "Empty", "1. first"),
        (12, "Empty", "2. second"),
        (14, "Empty", "```\n- no item\n# no heading\n```"),
    ] == told


def test_every_word_of_a_file_is_in_a_piece() -> None:
    """Nothing that is read is lost on the way into pieces, whatever the file looks like."""
    odd = "lead\n# A\n## B\n\n\n* x\n    deep\n\ttab\n10. ten\n>quote\n| a | b |\n\n# End"
    pieces = prose_pieces(AskLayer.STATE, "S", open_lines(odd), None)
    text = "\n".join(f"{one.heading}\n{one.text}" for one in pieces)
    for word in "lead A B x deep tab ten quote a b End".split():
        assert word in text, word


def test_entity_lines_keep_their_numbers() -> None:
    """A statement leads to its line, also behind a private span of several lines."""
    text = (
        "# Entities\n\n<private>\nsecret one\nsecret two\n</private>\n\n## Acme  kind: company\n"
        "aliases: ACME\n- billing day: the 1st. (source: user/m-1)\nfree words\n"
    )
    pieces = entity_pieces("E.md", open_lines(text), None)
    where = {piece.text.split(": ")[-1]: piece.where for piece in pieces}
    assert "E.md:8" == next(piece.where for piece in pieces if piece.text.startswith("Acme, ACME"))
    assert "E.md:11" == where["free words"]
    [stated] = [piece for piece in pieces if piece.claim is not None]
    assert ("E.md:10", "the 1st") == (stated.where, stated.claim and stated.claim.text)
    assert not any("secret" in piece.text for piece in pieces)


@pytest.mark.parametrize(
    "text",
    [
        "a\n<private>b</private>\nc",
        "a\n<private>\nb\nc\n</private>\nd\n",
        "a\nnever closed <private>\nb\n",
        "\ufeffa\r\nb\r\n",
        "",
    ],
)
def test_open_text_keeps_line_numbers(text: str) -> None:
    """What may be read stands on the line it has in the file; the rest is empty."""
    raw = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    shown = open_text(text).split("\n")
    assert len(raw) == len(shown)
    for before, after in zip(raw, shown, strict=True):
        assert after.strip() in before
    assert "b" not in "".join(shown) or "private" not in text
