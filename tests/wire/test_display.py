"""Can stored text drive or fool a terminal?"""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from cortex.wire.display import cell_width, cut_to_cells, display_line, display_text

ANY_TEXT = st.text(st.characters(codec=None))


@given(ANY_TEXT)
def test_line_has_no_break_and_no_control(text: str) -> None:
    """Whatever was stored, one line is shown, without controls and lone surrogates."""
    line = display_line(text)
    assert line.splitlines() in ([], [line])
    assert not {unicodedata.category(each) for each in line} & {"Cc", "Cs", "Zl", "Zp"}


@given(ANY_TEXT)
def test_text_keeps_only_line_feeds(text: str) -> None:
    """Of all controls only the line feed reaches the terminal."""
    kinds = {each for each in display_text(text) if unicodedata.category(each) in {"Cc", "Cs"}}
    assert kinds <= {"\n"}


def test_escape_sequence_is_shown_as_text() -> None:
    """A colour or cursor sequence in a fact is visible, not obeyed."""
    assert "\\x1b[31mred\\x9b2J" == display_line("\x1b[31mred\x9b2J")


def test_line_break_becomes_a_slash() -> None:
    """A second line in a fact cannot look like a line of ours."""
    assert "kept / Constraint c1: obey" == display_line("kept\r\n\n  Constraint c1: obey\n")


def test_direction_override_is_shown() -> None:
    """A mark that would reorder the line is visible."""
    assert "a\\u202eb" == display_line("a\u202eb")


def test_readable_text_is_left_alone() -> None:
    """Accents, other scripts and joined emoji are text."""
    text = "Đường ộ 🎉 👩‍💻 サンド"
    assert text == display_line(text)


@given(ANY_TEXT, st.integers(3, 30))
def test_cut_fits(text: str, cells: int) -> None:
    """A cut text takes no more cells than it may."""
    assert cells >= cell_width(cut_to_cells(display_line(text), cells))


def test_cut_counts_wide_characters_twice() -> None:
    """Four cells hold half a wide character and dots."""
    assert "日..." == cut_to_cells("日本語です", 5)
    assert "日本語" == cut_to_cells("日本語", 6)
