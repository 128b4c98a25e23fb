"""Do the generated pages match the code, and would we notice if they did not?"""

from pathlib import Path

import pytest

from cortex.model import errors
from tools.reference import decisions, formats, limits, markdown
from tools.reference import errors as error_page
from tools.reference.pages import PAGES, stale_pages, write_pages

ROOT = Path(__file__).resolve().parents[2]


def test_reference_matches_the_code() -> None:
    """No generated page is missing, outdated or left over; `make docs` mends it."""
    assert [] == stale_pages(ROOT)


def test_outdated_and_left_over_pages_are_noticed_and_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed page and a page nobody makes are reported, and are right after writing."""
    for name in list(PAGES):
        monkeypatch.delitem(PAGES, name)
    monkeypatch.setitem(PAGES, "docs/reference/kept.md", lambda root: "# Kept\n")
    folder = tmp_path / "docs/reference"
    folder.mkdir(parents=True)
    (folder / "kept.md").write_text("# Old\n", encoding="utf-8")
    (folder / "left.md").write_text("# Left\n", encoding="utf-8")
    stale = ["docs/reference/kept.md", "docs/reference/left.md"]
    assert stale == stale_pages(tmp_path)
    assert stale == write_pages(tmp_path)
    assert [] == stale_pages(tmp_path)
    assert ["kept.md"] == [path.name for path in folder.iterdir()]


def test_doubled_error_code_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two error classes with one code stop the page, because programs compare codes."""
    monkeypatch.setattr(errors.Denied, "code", errors.DiskFull.code)
    with pytest.raises(markdown.Incomplete, match="disk_full"):
        error_page.render()


def test_limit_without_reason_is_refused(tmp_path: Path) -> None:
    """A limit states its reason above or below; constants in a row share one; none is refused."""
    path = tmp_path / "src/cortex/model/limits.py"
    path.parent.mkdir(parents=True)
    path.write_text('# Bytes, a page.\nA_MAX = 1\nB_MAX = 2\nC_MAX = 3\n"""Rows."""\n', "utf-8")
    page = limits.render(tmp_path)
    assert "| `A_MAX` | 1 | Bytes, a page. |" in page
    assert "| `B_MAX` | 2 | Rows. |" in page
    path.write_text("D_MAX = 4\n", encoding="utf-8")
    with pytest.raises(markdown.Incomplete, match="D_MAX"):
        limits.render(tmp_path)


def test_decision_record_without_title_is_refused(tmp_path: Path) -> None:
    """A record whose number differs from its file name stops the index."""
    folder = tmp_path / "docs/adr"
    folder.mkdir(parents=True)
    (folder / "0001-a.md").write_text("# ADR 0002: A\n\n- Status: accepted\n", encoding="utf-8")
    with pytest.raises(markdown.Incomplete, match="0001-a"):
        decisions.render(tmp_path)


def test_format_page_joins_the_list_below_the_prose(tmp_path: Path) -> None:
    """A format page is listed by its title, the prose above stays, and a bare page is refused."""
    folder = tmp_path / "docs/formats"
    folder.mkdir(parents=True)
    (folder / "README.md").write_text(f"# Words\n\n{formats.BEGIN}old\n", encoding="utf-8")
    (folder / "view.md").write_text("# A view\n", encoding="utf-8")
    assert f"# Words\n\n{formats.BEGIN}\n- [A view](view.md)\n" == formats.render(tmp_path)
    (folder / "why.md").write_text("why\n", encoding="utf-8")
    with pytest.raises(markdown.Incomplete, match=r"why\.md"):
        formats.render(tmp_path)


def test_table_cell_cannot_break_its_row() -> None:
    """Line breaks and bars inside a cell leave the table whole."""
    assert "| a |\n| --- |\n| b c \\| d |" == markdown.table(("a",), [("b\nc | d",)])
