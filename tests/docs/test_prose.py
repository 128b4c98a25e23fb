"""Can a reader trust what is written? Links lead somewhere, and decision records are whole."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS_SKIPPED = {".git", ".venv", "build", "dist", "node_modules"}
LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#+\s+(?P<title>.+?)\s*$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
ADR_SECTIONS = ("Context", "Decision", "Alternatives", "Consequences")
ADR_LINES_MAX = 90  # About a page; longer means two decisions.


def pages() -> list[Path]:
    """Return every Markdown file of the project, in path order."""
    return [
        path
        for path in sorted(ROOT.rglob("*.md"))
        if not FOLDERS_SKIPPED.intersection(path.relative_to(ROOT).parts)
        and not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
    ]


def name_of(path: Path) -> str:
    """Return a path as shown in a finding."""
    return path.relative_to(ROOT).as_posix()


def anchors_of(path: Path) -> set[str]:
    """Return the fragments by which the headings of a page can be linked."""
    titles = HEADING.findall(FENCE.sub("", path.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken_links(path: Path) -> Iterator[str]:
    """Yield each link of a page that leads to no file or heading of this project."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    for match in LINK.finditer(text):
        target, _, fragment = match["target"].partition("#")
        if ":" in target:
            yield f"{name_of(path)}: {match['target']}: a page must be readable without a network"
            continue
        destination = (path.parent / target).resolve() if target else path
        if not destination.exists():
            yield f"{name_of(path)}: {match['target']}: no such file"
        elif fragment and fragment not in anchors_of(destination):
            yield f"{name_of(path)}: {match['target']}: no such heading"


def records() -> list[Path]:
    """Return the decision records, in order."""
    return sorted((ROOT / "docs/adr").glob("[0-9]*.md"))


@pytest.mark.parametrize("path", pages(), ids=name_of)
def test_every_link_leads_somewhere(path: Path) -> None:
    """A link in the documentation ends at a file, and at a heading if it names one."""
    assert [] == list(broken_links(path))


def test_a_broken_link_is_noticed() -> None:
    """The link check can fail: it reports a missing file and a missing heading."""
    page = ROOT / "tests/docs/broken_links.txt"
    assert 3 == len(list(broken_links(page)))


@pytest.mark.parametrize("path", records(), ids=name_of)
def test_decision_record_is_whole(path: Path) -> None:
    """A decision record has its four parts in order, a status, a date, and fits about a page."""
    text = path.read_text(encoding="utf-8")
    assert list(ADR_SECTIONS) == re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert re.search(r"^- Status: (accepted|proposed|replaced by \[?ADR \d{4})", text, re.MULTILINE)
    assert re.search(r"^- Date: \d{4}-\d{2}-\d{2}$", text, re.MULTILINE)
    assert ADR_LINES_MAX >= text.count("\n")


def test_decision_numbers_are_given_once() -> None:
    """Two decision records never share a number."""
    numbers = [path.name[:4] for path in records()]
    assert sorted(set(numbers)) == numbers


def test_every_named_decision_exists() -> None:
    """A reference to a decision record, in prose or in code, names one that exists."""
    known = {path.name[:4] for path in records()}
    sources = [*pages(), *sorted(ROOT.glob("src/**/*.py")), *sorted(ROOT.glob("t*/**/*.py"))]
    dangling = [
        f"{name_of(path)}: ADR {number}"
        for path in sources
        for number in re.findall(r"ADR (\d{4})", path.read_text(encoding="utf-8"))
        if number not in known
    ]
    assert [] == dangling


def test_every_named_page_exists() -> None:
    """A documentation page named in a docstring, a comment or another page exists."""
    pattern = re.compile(r"\bdocs/(?:adr|formats|guide|reference)/[\w./-]+\.md\b")
    sources = [*sorted(ROOT.glob("src/**/*.py")), *sorted(ROOT.glob("t*/**/*.py")), *pages()]
    dangling = [
        f"{name_of(path)}: {name}"
        for path in sources
        if path.parent != ROOT / "tests/docs"  # The tests of this test make pages up.
        for name in pattern.findall(path.read_text(encoding="utf-8"))
        if not (ROOT / name).exists()
    ]
    assert [] == dangling


def test_every_format_page_is_listed() -> None:
    """The front page of the formats links each page beside it."""
    folder = ROOT / "docs/formats"
    listed = {match["target"] for match in LINK.finditer((folder / "README.md").read_text("utf-8"))}
    assert {path.name for path in folder.glob("*.md")} - {"README.md"} <= listed


def test_every_guide_page_is_found_from_the_readme() -> None:
    """A page that no reader is led to might as well not be there."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    pages = sorted(path.name for path in (ROOT / "docs/guide").glob("*.md"))
    assert [] == [name for name in pages if f"(docs/guide/{name})" not in readme]


def test_every_room_is_on_the_map() -> None:
    """ARCHITECTURE.md names each layer, and exactly the packages that core has."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    source = ROOT / "src/cortex"
    layers = {path.parent.name for path in source.glob("*/__init__.py")}
    packages = {path.parent.name for path in source.glob("core/*/__init__.py")}
    assert set() == {name for name in layers if f"`src/cortex/{name}`" not in text}
    assert packages == set(re.findall(r"^\| `core/(\w+)` \|", text, re.MULTILINE))


def test_the_map_of_a_seat_names_modules_there_are() -> None:
    """Each module in the table of the seat kit is in the layer its column says."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    columns = ("core/seat", "seat", "wiring/seat", "edges/cli/verbs")
    rows = text.partition("| noun | decided in")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(rows) > 5
    for row in rows:
        for column, cell in zip(columns, row.split("|")[2:6], strict=True):
            for name in re.findall(r"`([a-z_/]+)`", cell):
                place = ROOT / "src/cortex" / column / name.rstrip("/")
                assert place.is_dir() or place.with_suffix(".py").is_file(), place


def test_changelog_notes_are_named_by_kind() -> None:
    """A note for the next release is called after its topic and one of the known kinds."""
    names = [path.name for path in (ROOT / "changelog.d").glob("*.md") if path.name != "README.md"]
    pattern = re.compile(r"[\w-]+\.(added|changed|fixed|removed|security)\.md")
    assert [] == [name for name in names if pattern.fullmatch(name) is None]


def test_readme_makefile_and_package_agree() -> None:
    """Each `make` target that a page names exists, and the package says what the README says."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    named_target = re.compile(r"(?:`|^)make ([a-z]+)", re.MULTILINE)
    named = {
        target
        for path in pages()
        for target in named_target.findall(path.read_text(encoding="utf-8"))
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set() == named - targets
    assert "MIT" == project["license"]
    assert (ROOT / project["readme"]).exists()
