"""Can recalled text be stored again?"""

import html
import json

import pytest
from hypothesis import given

from cortex.core.text.fence import FENCE_CLOSE, FENCE_NAME, FENCE_OPEN, fence, neutralise
from cortex.core.text.own_blocks import remove_own_blocks
from tests.core.text.budget import cpu_budget, repeated
from tests.core.text.samples import any_text

OPENER = fence("x", "y").split("\n")[0]
BLOCK = fence("Gateway -> 8443 \"x\" & 'y'", "cortex boot brief")


@given(any_text, any_text)
def test_our_block_is_removed_and_nothing_else(body: str, around: str) -> None:
    """Case 26: text around a block comes back byte for byte, wherever the block stood."""
    plain = around.replace(FENCE_NAME, "x")
    block = fence(body, plain)
    assert plain + plain == remove_own_blocks(plain + block + plain)
    assert plain == remove_own_blocks(block + plain + block)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a " + OPENER + "cut off", "a "),
        ("a " + OPENER + fence("b", "y") + FENCE_CLOSE + " c", "a  c"),
        ("a " + OPENER + "cut\n" + fence("b", "y"), "a "),
    ],
)
def test_a_damaged_block_is_removed_too(text: str, expected: str) -> None:
    """case 26: nested blocks, and what a host cut off at its end, leave nothing of themselves."""
    assert expected == remove_own_blocks(text)


@pytest.mark.parametrize(
    "text",
    [
        "no block",
        "before\n" + FENCE_CLOSE + "\nafter",
        "before\n" + FENCE_OPEN + 'x">\nafter',
        "before " + OPENER[:-1],
        "before " + FENCE_OPEN[:-4],
        "before " + FENCE_OPEN + 'x"\nstanding="y">after',
        "before " + OPENER.replace('">', '" more="z">') + " after",
        "a </cortex-memory> b <cortex-memory> c",
        "the closing tag is `</cortex-memory>`",
    ],
)
def test_a_tag_that_stands_alone_is_text(text: str) -> None:
    """Nobody loses a note because it quotes one of our tags; every output takes its force."""
    assert text == remove_own_blocks(text)
    assert "<cortex" not in neutralise(text).text


def test_an_orphan_tag_beside_a_block_stays() -> None:
    """Only the block goes; closers without an opener stay where they stood."""
    text = "a" + fence("b", "y") + "c\n" + FENCE_CLOSE + "\nd"
    assert "ac\n" + FENCE_CLOSE + "\nd" == remove_own_blocks(text)


@pytest.mark.parametrize(
    "quoted",
    [
        json.dumps(BLOCK)[1:-1],
        json.dumps(json.dumps(BLOCK)[1:-1])[1:-1],
        json.dumps(BLOCK)[1:-1].replace("<", "\\u003c").replace(">", "\\u003e"),
        json.dumps(BLOCK)[1:-1].replace("</", "<\\/"),
        html.escape(BLOCK),
        html.escape(BLOCK, quote=False),
        html.escape(json.dumps(BLOCK)[1:-1], quote=False),
    ],
)
def test_a_block_that_a_program_quoted_is_removed(quoted: str) -> None:
    """Case 26: in JSON, in JSON in JSON and as HTML a block is ours as well, and only the block."""
    assert "before  after" == remove_own_blocks(f"before {quoted} after")
    assert "before " == remove_own_blocks(f"before {quoted[:-30]}")


@pytest.mark.parametrize(
    "unit", [FENCE_OPEN, FENCE_CLOSE, OPENER, FENCE_NAME + " origin=", "\\" * 40, "&lt;" + OPENER]
)
def test_no_text_takes_more_than_linear_time(unit: str) -> None:
    """A hostile text of one repeated tag is read in time proportional to its length."""
    with cpu_budget():
        remove_own_blocks(repeated(unit) + OPENER)
