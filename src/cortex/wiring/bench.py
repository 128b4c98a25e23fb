"""How is a labelled set measured on a real brain? In a throw-away home, by a suite's rules.

Nothing here ranks or tunes: memories go in through ``House.commit`` and questions through
``House.query`` with the defaults, on a SQLite file in a folder that is removed afterwards.
Source: ADR 0060, docs/formats/bench-report.md.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from cortex.core.measure.cas import read_items
from cortex.core.measure.search_sets import read_devmem, read_locomo
from cortex.core.names.nearness import nearest_name
from cortex.model.callers import Caller, Place
from cortex.model.cards import View
from cortex.model.commits import CommitRequest
from cortex.model.errors import InvalidRequest, UnknownName
from cortex.model.measures import Table
from cortex.model.questions import Question
from cortex.model.scopes import USER_SCOPE_ID
from cortex.model.search_measures import SearchReport
from cortex.services.measure import (
    Notebook,
    Progress,
    measure_recall,
    recall_report,
)
from cortex.wire.encoding import encode
from cortex.wire.measures import (
    question_json,
    recall_report_json,
    recall_report_notes,
    recall_report_tables,
)
from cortex.wire.search_measures import (
    asked_json,
    search_report_json,
    search_report_notes,
    search_report_tables,
)
from cortex.wiring.bench_search import measure_set
from cortex.wiring.house import House
from cortex.wiring.settings import DURABILITY_FAST, Settings

START_US = 1_767_225_600_000_000
"""2026-01-01T00:00:00Z: measurements begin there on every machine."""

STEP_US = 60_000_000
"""A minute passes with every commit and question."""

CALLER = Caller(agent="bench")
PLACE = Place(project=USER_SCOPE_ID)
"""The scope that every machine has, so that a figure does not depend on the current folder."""


@dataclass(frozen=True, slots=True)
class MeasuredSuite:
    """What a suite gave, the same shape for every suite.

    ``data`` is the JSON form, ``tables`` and ``notes`` are for a person, in print order.
    """

    data: Mapping[str, object]
    tables: tuple[Table, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suite:
    """A labelled set we can measure: how its files are called, and how one is measured.

    ``measure`` takes the file's text and name, and raises InvalidRequest for a file it cannot read.
    """

    name: str
    about: str
    file_names: tuple[str, ...]
    measure: Callable[[str, str, Progress | None], "Measured"]


@dataclass(frozen=True, slots=True)
class Measured:
    """A report as JSON, as tables and notes for a person, and line by line for each question."""

    data: Mapping[str, object]
    tables: tuple[Table, ...]
    notes: tuple[str, ...]
    lines: tuple[Mapping[str, object], ...]


def run_recall(
    suite: str,
    data_path: str,
    out_path: str | None = None,
    on_progress: Progress | None = None,
) -> MeasuredSuite:
    """Measure recall on a labelled set.

    The same file gives the same bytes. Nothing of the caller's own brain is read or written.

    Args:
        suite: one of ``suite_names()``.
        data_path: the file of the set, or a folder that holds it, directly or in a folder named
            after the suite.
        out_path: where one JSON line for each question goes; None writes none.
        on_progress: is told (questions done, questions in all).

    Raises:
        UnknownName: there is no such suite.
        InvalidRequest: no file or several were found, a line is wrong (the message has its
            number), or the output file cannot be written.
    """
    chosen = _suite(suite)
    path = _data_file(chosen, Path(data_path))
    if out_path is not None:
        _write(out_path, "")  # Better to fail now than after minutes.
    measured = chosen.measure(_read(path), path.name, on_progress)
    if out_path is not None:
        _write(out_path, "".join(encode(line) + "\n" for line in measured.lines))
    return MeasuredSuite(
        data={**measured.data, "questions_file": out_path},
        tables=measured.tables,
        notes=(*measured.notes, _questions_note(out_path)),
    )


def suite_names() -> tuple[str, ...]:
    """Give the names of the suites there are, sorted."""
    return tuple(sorted(SUITES))


class CountedHouse(House):
    """A house whose time is counted and not read.

    Two memories of one millisecond tie where the later one would win, so with the machine's clock
    the order of an answer would depend on its speed.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._counted_us = START_US

    def now_us(self) -> int:
        """Give the next instant."""
        self._counted_us += STEP_US
        return self._counted_us


class HouseNotebook:
    """A house that a measurement may write in."""

    def __init__(self, house: House) -> None:
        self._house = house

    def keep(self, text: str) -> str:
        """Commit a memory; see ``Notebook``."""
        return self._house.commit(CommitRequest(text), PLACE, CALLER).fact.reference

    def ask(self, question: str) -> View:
        """Ask a question; see ``Notebook``."""
        return self._house.query(Question(question), PLACE, CALLER)


@contextmanager
def open_notebook() -> Iterator[Notebook]:
    """Give an empty brain in a folder of its own, which is removed when the block ends."""
    with TemporaryDirectory(prefix="cortex-bench-") as folder:
        settings = Settings(
            home=folder,
            db_path=str(Path(folder, "cortex.db")),
            durability=DURABILITY_FAST,
            cwd=folder,
            user_home=folder,
        )
        with CountedHouse(settings) as house:
            yield HouseNotebook(house)


def _measure_cas(text: str, source: str, on_progress: Progress | None) -> Measured:
    items = read_items(text, source)
    judged = measure_recall(items, open_notebook, on_progress)
    report = recall_report("cas", source, items, judged, Question("").limit)
    return Measured(
        recall_report_json(report),
        recall_report_tables(report),
        recall_report_notes(report),
        tuple(question_json(report.suite, one) for one in report.questions),
    )


def _measure_locomo(text: str, source: str, on_progress: Progress | None) -> Measured:
    return _searched(measure_set(read_locomo, text, source, on_progress))


def _measure_devmem(text: str, source: str, on_progress: Progress | None) -> Measured:
    return _searched(measure_set(read_devmem, text, source, on_progress))


def _searched(report: SearchReport) -> Measured:
    return Measured(
        search_report_json(report),
        search_report_tables(report),
        search_report_notes(report),
        tuple(asked_json(report.suite, one) for one in report.asked),
    )


def _questions_note(out_path: str | None) -> str:
    if out_path is None:
        return "questions: not written; --out FILE keeps one JSON line for each"
    return f"questions: {out_path}"


# Every suite by its name. A new one is a reader in core.measure and a line here.
SUITES: Mapping[str, Suite] = {
    "cas": Suite(
        name="cas",
        about="adversarial items: answer from the right memory, or stay silent",
        file_names=("cas*.jsonl", "*.jsonl"),
        measure=_measure_cas,
    ),
    "devmem": Suite(
        name="devmem",
        about="search: find the commits that a changelog entry is about",
        file_names=("devmem*.json", "*.json"),
        measure=_measure_devmem,
    ),
    "locomo": Suite(
        name="locomo",
        about="search: find the turns and sessions of talks that answer",
        file_names=("locomo*.json", "*.json"),
        measure=_measure_locomo,
    ),
}


def _suite(name: str) -> Suite:
    if name not in SUITES:
        near = nearest_name(name, suite_names()) or suite_names()[0]
        what = "suite"
        raise UnknownName(what, name, (near,), field="suite")
    return SUITES[name]


def _data_file(suite: Suite, path: Path) -> Path:
    """Find the one file of a set."""
    if not path.is_dir():
        return path
    for pattern in suite.file_names:
        for folder in (path, path / suite.name):
            found = sorted(one for one in folder.glob(pattern) if one.is_file())
            if len(found) > 1:
                names = ", ".join(one.name for one in found)
                msg = f"{folder} holds several files for suite '{suite.name}': {names}"
                raise InvalidRequest(msg, remedy="name one of them", field="data")
            if found:
                return found[0]
    patterns = " or ".join(suite.file_names)
    msg = f"{path} holds no {patterns}, and neither does {path / suite.name}"
    raise InvalidRequest(msg, remedy=f"name the file of suite '{suite.name}'", field="data")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        msg = f"{path} is not UTF-8 text"
        raise InvalidRequest(msg, remedy="name the file of the set", field="data") from None
    except OSError as error:
        msg = f"{path} cannot be read: {error.strerror}"
        raise InvalidRequest(msg, remedy="name the file of the set", field="data") from error


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        msg = f"{path} cannot be written: {error.strerror}"
        raise InvalidRequest(msg, remedy="name another file with --out", field="out") from error
