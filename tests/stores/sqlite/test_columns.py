"""Do lists of names and ranges of prefixes keep every character?"""

from hypothesis import given
from hypothesis import strategies as st

from cortex.stores.sqlite.lists import packed, unpacked
from cortex.stores.sqlite.prefixes import after_prefix

NAMES = st.text(st.characters(codec="utf-8"), max_size=8)
# Few characters, those at the edges of Unicode among them, so that one text often starts another.
EDGES = st.text(st.sampled_from("ab\ud7ff\ue000\U0010ffff"), max_size=3)
ODD_NAMES = st.text(st.sampled_from("\\n\na"), max_size=6)


@given(st.lists(NAMES | ODD_NAMES, max_size=5).map(tuple))
def test_names_come_back(names: tuple[str, ...]) -> None:
    """Line breaks and backslashes inside a name, and empty names, are kept."""
    assert names == unpacked(packed(names))


def test_ordinary_names_are_one_a_line() -> None:
    """A hook reads the column without a parser, so ordinary names are stored as they are."""
    assert "src/a.py\nsrc/b.py" == packed(("src/a.py", "src/b.py"))
    assert (None, ()) == (packed(()), unpacked(None))


@given(EDGES, EDGES | NAMES)
def test_range_of_a_prefix_holds_exactly_its_texts(prefix: str, text: str) -> None:
    """A text lies in the range if and only if it starts with the prefix, in UTF-8 byte order."""
    after = after_prefix(prefix)
    is_below_end = after is None or text.encode() < after.encode()
    assert text.startswith(prefix) == (text.encode() >= prefix.encode() and is_below_end)


def test_range_ends_at_the_edges_of_unicode() -> None:
    """Behind the last character before the surrogates comes the first after them."""
    assert ["b", "\ue000", "a\ue000"] == [after_prefix(p) for p in ("a", "\ud7ff", "a\ud7ff")]
    assert ["b", None, None] == [after_prefix(p) for p in ("a\U0010ffff", "\U0010ffff", "")]
