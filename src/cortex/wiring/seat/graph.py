"""How do commands, the doctor and a search reach the client graph of a seat?"""

# ruff: noqa: PTH118  # Paths are texts here.

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cortex.core.seat.graph import evals
from cortex.core.seat.graph.telling import FACTS_TOLD_MAX, STANDING, evidence, without_power
from cortex.model.client_graph import Graph, GraphBuild, GraphEntity, GraphRole, SourcedFact
from cortex.model.errors import InvalidRequest
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_lines import SeatLine
from cortex.model.seats import CLIENT_GRAPH, GRAPH_DATABASE, GRAPH_FOLDER
from cortex.seat.graph import (
    Given,
    ModelSilent,
    Place,
    build_graph,
    entity_of,
    evaluate,
    facts_about,
    names_of,
)
from cortex.seat.graph_checks import EvalDone, graph_checks, keep_eval, read_eval
from cortex.seat.graph_logs import newest_message
from cortex.stores.files.seat_files import SeatFolder
from cortex.stores.sqlite.graph.store import SqliteGraph
from cortex.stores.system.clock import SystemClock
from cortex.wiring.graph_settings import read_settings_of
from cortex.wiring.model_commands import Command, CommandFailed, answer_of
from cortex.wiring.operator_files import read_plain
from cortex.wiring.seat.graph_hook import words_asked
from cortex.wiring.seat.opening import OpenSeat, make_folder, open_seat

if TYPE_CHECKING:
    from cortex.model.seat_checks import SeatCheck
    from cortex.wiring.settings import Settings

STANDS_AS = STANDING
"""What is said of facts wherever they are shown."""

SOURCES_FILE = "sources"
"""Logs that stand elsewhere, one path a line: a person named them, so they are read every time."""

SOURCES_MAX = 64
SOURCES_BYTES_MAX = 65_536
LOG_BYTES_MAX = 256 * 1_048_576
"""Bytes of one log that stands elsewhere."""

LINES_MAX = 10_000
"""Facts offered to a search of all layers, the newest."""


class GraphStatus(NamedTuple):
    """How a graph stands.

    Attributes:
        seat: its name.
        builds: the last ones, oldest first; empty without a graph.
        entities, facts, held: how many; ``held`` are the facts that nothing replaced.
        behind_us: when a message came that is not in it; 0 for none.
        is_told: facts are told beside prompts.
        checked: what the last known-answer checks came to.
        sources: logs that stand elsewhere.
    """

    seat: str
    builds: tuple[GraphBuild, ...]
    entities: int
    facts: int
    held: int
    behind_us: int
    is_told: bool
    checked: EvalDone | None
    sources: tuple[str, ...]


def build(
    settings: Settings, name: str | None, logs: Sequence[str] = (), *, has_model: bool = True
) -> tuple[str, GraphBuild, Graph]:
    """Bring a seat's graph up to date; give its name, what was done, and the graph.

    Raises:
        NoSeat, SeatFileRefused, StoreReadOnly, DiskFull: as their docstrings say.
        InvalidRequest: a log that was named cannot be read.
        SettingsInvalid: the operator's file cannot be used.
    """
    with open_seat(settings, name) as opened, _place(opened) as place:
        asked = read_settings_of(settings.home, opened.seat.name)
        command = asked.command if has_model else None
        given = Given(
            asked.entities,
            asked.roles,
            _logs(place, logs),
            None if command is None else lambda question: _answer(command, question),
        )
        row, graph = build_graph(place, given, SystemClock().now_us)
        return opened.seat.name, row, graph


def ask(settings: Settings, name: str | None, words: str) -> tuple[str, list[SourcedFact], int]:
    """Give a seat's name, the facts about what words name, best first, and when they were built.

    Raises:
        NoSeat, SeatFileRefused, NotFound, StoreUnreadable: as their docstrings say.
    """
    with open_seat(settings, name) as opened, _place(opened) as place:
        facts, _ = facts_about(place, words)
        return opened.seat.name, facts, names_of(place).built_us


def nouns(settings: Settings, name: str | None) -> Graph:
    """Give the whole graph of a seat.

    Raises:
        NoSeat, SeatFileRefused, NotFound, StoreUnreadable: as their docstrings say.
    """
    with open_seat(settings, name) as opened, _place(opened) as place:
        names_of(place)
        return place.store.read()


def show(
    settings: Settings, name: str | None, noun: str
) -> tuple[str, GraphEntity, tuple[SourcedFact, ...], tuple[GraphRole, ...]]:
    """Give a seat's name, a noun by name, every fact about it, the latest first, and its roles.

    Raises:
        NoSeat, SeatFileRefused, NotFound, StoreUnreadable: as their docstrings say.
    """
    with open_seat(settings, name) as opened, _place(opened) as place:
        return (opened.seat.name, *entity_of(place, noun))


def check(settings: Settings, name: str | None, file: str) -> tuple[evals.Judged, ...]:
    """Give how each known answer of a file came out, and note it for the doctor.

    Raises:
        NoSeat, SeatFileRefused, NotFound, StoreUnreadable: as their docstrings say.
        InvalidRequest: the file cannot be read, or is no file of cases.
    """
    cases = evals.read_cases(_content(file, evals.CASE_BYTES_MAX).decode("utf-8", "replace"))
    with open_seat(settings, name) as opened, _place(opened) as place:
        judged = evaluate(place, cases, words_asked, FACTS_TOLD_MAX)
        failed = sum(1 for one in judged if one.wrong)
        built_us = place.store.builds()[-1].finished_us
        keep_eval(place, EvalDone(opened.now_us, built_us, len(judged), failed))
        return judged


def measured(judged: Sequence[evals.Judged]) -> tuple[float, float]:
    """Give the precision and the recall of cases."""
    return evals.precision(judged), evals.recall(judged)


def as_block(facts: Sequence[SourcedFact], seat: str) -> str:
    """Give facts as one block that says they are evidence; empty without any."""
    return evidence(facts, seat)


def as_data(facts: Sequence[SourcedFact]) -> list[SourcedFact]:
    """Give facts whose words have lost what could act on a reader."""
    return [without_power(one) for one in facts]


def status(settings: Settings, name: str | None) -> GraphStatus:
    """Give how a seat's graph stands.

    Raises:
        NoSeat, SeatFileRefused, StoreUnreadable: as their docstrings say.
    """
    with open_seat(settings, name) as opened, _place(opened) as place:
        graph = place.store.read()
        known_us = graph.builds[-1].newest_us if graph.builds else 0
        newest = newest_message(opened.kept)
        return GraphStatus(
            opened.seat.name,
            graph.builds,
            len(graph.entities),
            len(graph.facts),
            sum(1 for one in graph.facts if not one.superseded_by),
            newest.at_us if newest and newest.at_us > known_us else 0,
            is_told=os.path.lexists(os.path.join(opened.seat.home, CLIENT_GRAPH)),
            checked=read_eval(place),
            sources=_sources(place),
        )


def checks_of(opened: OpenSeat) -> tuple[SeatCheck, ...]:
    """Give D9 of a seat.

    Raises:
        SeatFileRefused: the folder of its graph cannot be opened.
    """
    with _place(opened) as place:
        return graph_checks(
            place,
            is_wanted=os.path.lexists(os.path.join(opened.seat.home, CLIENT_GRAPH)),
            repository=_work_tree(opened.seat.home),
        )


def lines_of(opened: OpenSeat) -> Iterator[SeatLine]:
    """Give the facts of a seat's graph, newest first; none without a graph.

    Raises:
        StoreUnreadable: the graph is damaged.
        SeatFileRefused: its folder cannot be opened.
    """
    with _place(opened) as place:
        graph = place.store.read()
    entities = {one.key: one for one in graph.entities}
    messages = {one.sha: one for one in graph.messages}
    for fact in reversed(graph.facts[-LINES_MAX:]):
        message = messages[fact.sha]
        text = f'{entities[fact.key].name}: {fact.predicate}: {fact.value} - "{fact.quote}"'
        note = "superseded" if fact.superseded_by else ""
        yield SeatLine(f"{message.file}:{message.line}", message.at_us, text, note)


@contextmanager
def _place(opened: OpenSeat) -> Iterator[Place]:
    path = os.path.join(opened.seat.home, GRAPH_FOLDER)
    make_folder(path)
    with SeatFolder(path) as folder:
        yield Place(
            opened.files, opened.kept, folder, SqliteGraph(os.path.join(path, GRAPH_DATABASE))
        )


def _logs(place: Place, named: Sequence[str]) -> tuple[tuple[str, bytes | None], ...]:
    """Give the logs that stand elsewhere, those named now among them, which are kept in mind."""
    known = _sources(place)
    new = [os.path.realpath(path) for path in named]
    contents: list[tuple[str, bytes | None]] = []
    for path in dict.fromkeys([*known, *new]):
        try:
            contents.append((path, _content(path, LOG_BYTES_MAX)))
        except InvalidRequest:
            if path in new:
                raise
            contents.append((path, None))
    if set(new) - set(known):
        paths = list(dict.fromkeys([*known, *new]))
        if len(paths) > SOURCES_MAX:
            message = f"a graph reads at most {SOURCES_MAX} logs that stand elsewhere"
            raise InvalidRequest(message, field="--from")
        place.folder.replace(SOURCES_FILE, "".join(f"{path}\n" for path in paths).encode())
    return tuple(contents)


def _sources(place: Place) -> tuple[str, ...]:
    content = place.folder.find(SOURCES_FILE, SOURCES_BYTES_MAX) or b""
    return tuple(line for line in content.decode("utf-8", "replace").split("\n") if line)


def _content(path: str, bytes_max: int) -> bytes:
    """Give a file that a person named.

    Raises:
        InvalidRequest: there is none, it is too large, or cannot be read.
    """
    try:
        content = read_plain(os.path.realpath(path), bytes_max)
    except (OSError, ValueError) as error:
        message = f"{path}: {getattr(error, 'strerror', None) or error}"
        raise InvalidRequest(message, remedy="name a file that can be read") from None
    if content is None or len(content) > bytes_max:
        what = "there is no such file" if content is None else f"it has more than {bytes_max} bytes"
        message = f"{path}: {what}"
        raise InvalidRequest(message, remedy="name a file that can be read")
    return content


def _answer(command: Command, question: str) -> str:
    try:
        return answer_of(command, question)
    except CommandFailed as error:
        raise ModelSilent(str(error)) from None


def _work_tree(path: str) -> str:
    """Give the git work tree a folder lies in, or an empty text."""
    folder = os.path.realpath(path)
    while True:
        if os.path.lexists(os.path.join(folder, ".git")):
            return folder
        above = os.path.dirname(folder)  # noqa: PTH120  # Paths are texts here.
        if above == folder:
            return ""
        folder = above
