"""Is a text looked through only once where its reader sees what is written?"""

import sys

from cortex.core.text.rendered import Rendered
from cortex.core.text.secret_spans import is_seen_as_written


def test_what_is_seen_as_written_needs_no_second_look() -> None:
    """Every character that passes for plain is shown as it is; words and lines do pass."""
    plain = [letter for letter in map(chr, range(sys.maxunicode + 1)) if is_seen_as_written(letter)]
    text = "".join(plain)
    assert is_seen_as_written(text)
    assert text == Rendered(text).text == Rendered(text, " ").text
    assert {*"aZ9 .,:;-_=/+'\"<>[]{}\n\r\t\u00e9\u4e1c"} <= {*plain}


def test_what_is_seen_otherwise_is_looked_at_twice() -> None:
    """An escape, its written form, a percent code and a mark without width are no plain text."""
    for text in ("\x1b[31m", r"\n", r"\u001b[0m", "%3d", "\u200b", "\ufeff", "\ufffd", "\x07"):
        assert not is_seen_as_written(f"key {text} value")
