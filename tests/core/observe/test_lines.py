"""Which lines of a portion of a log ended, and where does the next portion start?"""

import pytest

from cortex.core.observe.lines import Line, complete_lines


@pytest.mark.parametrize(
    ("portion", "lines", "taken"),
    [
        (b"", [], 0),
        (b"half", [], 0),
        (b"\n", [], 1),
        (b"a\nb", [Line(1, 100, b"a")], 2),
        (b"a\r\n\r\n  \n\tb\n", [Line(1, 100, b"a\r"), Line(4, 108, b"\tb")], 11),
        ("端口\n".encode(), [Line(1, 100, "端口".encode())], 7),
        (b"\0\n\xff\n", [Line(1, 100, b"\0"), Line(2, 102, b"\xff")], 4),
    ],
)
def test_only_what_ended_is_taken(portion: bytes, lines: list[Line], taken: int) -> None:
    """A line counts when its end is there; blank ones are left out and their bytes count."""
    assert (lines, taken) == complete_lines(portion, 100)
