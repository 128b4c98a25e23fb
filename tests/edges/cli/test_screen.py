"""Is the same answer the same bytes in a pipe, and does it fit a terminal?"""

import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.edges.cli.screen import Progress, Screen, wrap_cells
from cortex.wire.display import cell_width
from cortex.wiring.terminal import Terminal, read_terminal

ROWS = [
    ("decision::1", "The gateway listens on a port that is not privileged"),
    ("memory::2", "日本語"),
]


class FakeTerminal(io.StringIO):
    """A stream that says it is a terminal and keeps what is printed."""

    def isatty(self) -> bool:
        """Say yes."""
        return True


def on_terminal(monkeypatch: pytest.MonkeyPatch, **terminal: object) -> tuple[Screen, io.StringIO]:
    """Give a screen on a terminal of 40 columns, and what it prints to."""
    stream = FakeTerminal()
    monkeypatch.setattr(sys, "stdout", stream)
    known = {"has_colour": True, "columns": 40, "is_debug": False, **terminal}
    return Screen(Terminal(**known)), stream  # type: ignore[arg-type]  # The test names the fields.


def test_pipe_gets_whole_rows_without_colour(capsys: pytest.CaptureFixture[str]) -> None:
    """In a pipe nothing is cut, wrapped or coloured, and columns are aligned by cells."""
    screen = Screen(Terminal(has_colour=True, columns=20, is_debug=False))
    screen.table(("reference", "statement"), ROWS)
    assert [
        "reference    statement",
        "decision::1  The gateway listens on a port that is not privileged",
        "memory::2    日本語",
    ] == capsys.readouterr().out.splitlines()


def test_table_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal no line of a table is wider than it."""
    screen, stream = on_terminal(monkeypatch, has_colour=False)
    screen.table(("reference", "statement"), ROWS)
    lines = stream.getvalue().splitlines()
    assert 40 >= max(map(cell_width, lines))
    assert "privileged" in stream.getvalue()


def test_colour_only_where_it_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR and a dumb terminal get plain text; a pipe does too."""
    coloured, _ = on_terminal(monkeypatch)
    plain, stream = on_terminal(monkeypatch, has_colour=False)
    assert "\x1b[" in coloured.strong("x")
    assert "x" == plain.strong("x")
    plain.table(("a", "b"), [("1", "2")])
    assert "\x1b" not in stream.getvalue()


def test_stored_markup_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Square brackets in a fact are no markup for the table."""
    screen, stream = on_terminal(monkeypatch, has_colour=False)
    screen.table(("a",), [("[red]x[/red] :smile:",)])
    assert "[red]x[/red] :smile:" in stream.getvalue()


@pytest.mark.parametrize(
    ("environment", "has_colour", "columns"),
    [
        ({}, True, None),
        ({"NO_COLOR": ""}, True, None),
        ({"NO_COLOR": "1"}, False, None),
        ({"TERM": "dumb"}, False, None),
        ({"COLUMNS": "120"}, True, 120),
        ({"COLUMNS": "wide"}, True, None),
        ({"COLUMNS": "0"}, True, None),
    ],
)
def test_environment_decides_about_the_terminal(
    environment: dict[str, str], has_colour: bool, columns: int | None
) -> None:
    """Colour and width follow the variables everyone uses; a width that is none is ignored."""
    known = read_terminal(environment)
    assert (has_colour, columns) == (known.has_colour, known.columns)


@given(st.text(st.characters(blacklist_categories=["Cc", "Cs", "Zl", "Zp"])), st.integers(2, 40))
def test_wrapped_lines_fit_and_lose_nothing(text: str, cells: int) -> None:
    """Every part fits, and only spaces at a break disappear."""
    parts = wrap_cells(text, cells)
    assert all(cells >= cell_width(part) for part in parts)
    assert text.replace(" ", "") == "".join(parts).replace(" ", "")


def test_progress_is_silent_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    """Standard error that is no terminal gets no progress."""
    progress = Progress("rebuilding")
    progress.update(1, 2)
    progress.close()
    assert ("", "") == capsys.readouterr()


def test_progress_redraws_only_what_changed_and_clears(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal sees one line that is removed at the end."""
    stream = FakeTerminal()
    monkeypatch.setattr(sys, "stderr", stream)
    progress = Progress("rebuilding")
    progress.update(1, 4)
    progress.update(1, 4)
    progress.close()
    progress.close()
    assert "\r\x1b[Krebuilding  25%  1 of 4\r\x1b[K" == stream.getvalue()


def test_progress_without_an_end_is_drawn_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand items are two looks; nothing drawn is nothing removed."""
    stream = FakeTerminal()
    monkeypatch.setattr(sys, "stderr", stream)
    progress = Progress("importing")
    progress.count(1)
    progress.close()
    assert not stream.getvalue()
    for done in range(1, 1001):
        progress.count(done)
    progress.close()
    drawn = [f"\r\x1b[Kimporting {done} read" for done in (500, 1000)]
    assert "".join(drawn) + "\r\x1b[K" == stream.getvalue()
