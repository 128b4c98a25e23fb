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
from cortex.core.names.nearness import nearest_name
from cortex.model.callers import Caller, Place
from cortex.model.cards import View
from cortex.model.commits import CommitRequest
from cortex.model.errors import InvalidRequest, UnknownName
from cortex.model.measures import RecallReport, Table
from cortex.model.questions import Question
from cortex.model.scopes import USER_SCOPE_ID
from cortex.services.measure import (
    Notebook,
    OpenNotebook,
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
    measure: Callable[[str, str, OpenNotebook, Progress | None], RecallReport]


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
    report = chosen.measure(_read(path), path.name, open_notebook, on_progress)
    if out_path is not None:
        lines = [encode(question_json(report.suite, one)) + "\n" for one in report.questions]
        _write(out_path, "".join(lines))
    return MeasuredSuite(
        data={**recall_report_json(report), "questions_file": out_path},
        tables=recall_report_tables(report),
        notes=(*recall_report_notes(report), _questions_note(out_path)),
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


def _measure_cas(
    text: str, source: str, opener: OpenNotebook, on_progress: Progress | None
) -> RecallReport:
    items = read_items(text, source)
    measured = measure_recall(items, opener, on_progress)
    return recall_report("cas", source, items, measured, Question("").limit)


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
