"""How is the graph of a seat's message logs built, and what does it answer?

One build at a time; a second waits, and finds nothing new. A model is asked before anything is
written. A damaged graph is set aside and made from the logs again. Source: OGL 3.10, ADR 0205.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cortex.core.seat.graph import evals, model_answers
from cortex.core.seat.graph.building import Asked, Asker, Built, build, made_by
from cortex.core.seat.graph.extraction import checked
from cortex.core.seat.graph.mentions import asked_about, fold_name
from cortex.core.seat.graph.names import Known, lookup, merged
from cortex.core.seat.graph.names_file import NAMES_BYTES_MAX, Names, named, names_text, read_names
from cortex.core.seat.graph.telling import ordered
from cortex.model.client_graph import (
    BUILDS_MAX,
    ORIGIN_ENTITIES,
    Graph,
    GraphBuild,
    GraphEntity,
    GraphFact,
    GraphMessage,
    GraphRole,
    SourcedFact,
)
from cortex.model.errors import NotFound, StoreUnreadable
from cortex.model.lean_classes import NamedTuple
from cortex.model.seats import GRAPH_NAMES
from cortex.seat.entities import entities_of
from cortex.seat.graph_logs import read_logs

if TYPE_CHECKING:
    from cortex.ports.graph import GraphStore
    from cortex.ports.seat_files import SeatFiles

BATCHES_MAX = 20
"""Questions to a model in one build; the rest waits for the next."""

Ask = Callable[[str], str]
"""Gives what a model answers; raises ModelSilent."""

DAMAGED_NOTE = "the graph could not be read; it was set aside and made from the logs again"


class ModelSilent(Exception):
    """The operator's command gave nothing; the message says why, in a few words."""


class Place(NamedTuple):
    """Where a seat's graph is.

    Attributes:
        files: the seat's own folder.
        kept: its home.
        folder: the folder of the graph in it.
        store: the graph.
    """

    files: SeatFiles
    kept: SeatFiles
    folder: SeatFiles
    store: GraphStore


class Given(NamedTuple):
    """What a build is made of besides the seat's own logs.

    Attributes:
        entities, roles: of the operator's file.
        logs: path and content of logs that stand elsewhere; no content for one that is gone.
        ask: asks the operator's model; None without one.
    """

    entities: tuple[GraphEntity, ...] = ()
    roles: tuple[GraphRole, ...] = ()
    logs: tuple[tuple[str, bytes | None], ...] = ()
    ask: Ask | None = None


def build_graph(place: Place, given: Given, clock: Callable[[], int]) -> tuple[GraphBuild, Graph]:
    """Bring a graph up to date with its logs; give what was done, and the graph.

    Raises:
        SeatFileRefused: a log cannot be read, or the folder not be written.
        StoreReadOnly, DiskFull: the graph cannot be written.
    """
    started_us = clock()
    notes: list[str] = []
    with place.folder.turn():
        try:
            old = place.store.read()
        except StoreUnreadable:
            place.store.set_aside()
            old = Graph()
            notes.append(DAMAGED_NOTE)
        gone = [path for path, content in given.logs if content is None]
        if gone:
            notes.append(
                f"{len(gone)} of the logs named before cannot be read, and say nothing now"
            )
        extra = [(path, content) for path, content in given.logs if content is not None]
        logs = read_logs(place.kept, extra, started_us)
        entities = _nouns(place.files, given.entities)
        asker = None if given.ask is None else _asker(given.ask, notes)
        built = build(old, logs.messages, entities, given.roles, asker)
        row = _row(built, logs.unread, entities, notes, (started_us, clock()))
        builds = (*old.builds, row)[-BUILDS_MAX:]
        graph = built.graph._replace(builds=builds)
        place.store.write(graph)
        listed = names_text(row.finished_us, row.newest_us, lookup(graph.entities))
        place.folder.replace(GRAPH_NAMES, listed.encode("utf-8", "replace"))
    return row, graph


def names_of(place: Place) -> Names:
    """Give the names a graph knows.

    Raises:
        NotFound: there is no graph.
        SeatFileRefused: the list cannot be read.
    """
    content = place.folder.find(GRAPH_NAMES, NAMES_BYTES_MAX)
    names = None if content is None else read_names(content.decode("utf-8", "replace"))
    if names is None:
        message = "this seat has no client graph"
        raise NotFound(message, remedy="`cortex graph build` makes one of its message logs")
    return names


def facts_about(place: Place, words: str) -> tuple[list[SourcedFact], tuple[str, ...]]:
    """Give the facts about what a question of a person names, best first, and the nouns' keys.

    Raises:
        NotFound: there is no graph.
        StoreUnreadable: it is damaged.
    """
    keys = named(words, names_of(place).rows)
    return ordered(place.store.facts_of(keys), words), keys


def entity_of(
    place: Place, name: str
) -> tuple[GraphEntity, tuple[SourcedFact, ...], tuple[GraphRole, ...]]:
    """Give a noun by name, every fact about it, the latest first, and its roles.

    Raises:
        NotFound: there is no graph, or no noun of that name.
        StoreUnreadable: the graph is damaged.
    """
    names_of(place)
    wanted = fold_name(name)
    graph = place.store.read()
    keys = next((keys for row, keys in lookup(graph.entities) if row == wanted), ())
    entities = [one for one in graph.entities if one.key in (keys or (name,))]
    if len(entities) > 1:
        shown = ", ".join(sorted(one.key for one in entities))
        message = f"'{name}' means more than one noun: {shown}"
        raise NotFound(message, remedy="write one of these keys")
    if not entities:
        message = f"the client graph knows no '{name}'"
        raise NotFound(message, remedy="`cortex graph show` lists the nouns there are")
    key = entities[0].key
    roles = tuple(role for _, role in place.store.roles_of((key,)))
    return entities[0], place.store.facts_of((key,)), roles


def evaluate(
    place: Place, cases: Sequence[evals.Case], words_of: Callable[[str], str], facts_max: int
) -> tuple[evals.Judged, ...]:
    """Give how each case went, asked as a prompt would ask.

    Args:
        words_of: gives what a person wrote in a prompt; empty for what is nobody's words.
        facts_max: how many facts are told at most.

    Raises:
        NotFound: there is no graph.
        StoreUnreadable: it is damaged.
    """
    rows = names_of(place).rows
    judged = []
    for case in cases:
        words = words_of(case.prompt)
        keys = asked_about(words, rows) if words else ()
        facts = ordered(place.store.facts_of(keys), words)[:facts_max] if keys else []
        judged.append(evals.judge(case, facts))
    return tuple(judged)


def _nouns(files: SeatFiles, given: Sequence[GraphEntity]) -> tuple[GraphEntity, ...]:
    """Give the nouns of the operator, then those of ENTITIES.md; of one name they are one."""
    nouns: dict[str, GraphEntity] = {one.key: one for one in given}
    for entry in entities_of(files).entries:
        key = fold_name(entry.name)
        listed = GraphEntity(key, entry.name, entry.kind, ORIGIN_ENTITIES, entry.aliases)
        nouns[key] = merged(nouns.get(key), listed)
    return tuple(nouns.values())


def _asker(ask: Ask, notes: list[str]) -> Asker:
    """Give what asks a model about messages that name a noun, batch by batch."""

    def asked(messages: Sequence[GraphMessage], known: Known) -> Asked:
        facts: list[GraphFact] = []
        reasons: Counter[str] = Counter()
        done: set[str] = set()
        worth = [one for one in messages if model_answers.is_worth_asking(one, known)]
        for number, batch in enumerate(model_answers.batches(worth)):
            if number == BATCHES_MAX:
                notes.append("the model was asked as often as one build may; the rest waits")
                break
            try:
                answer = ask(model_answers.question(batch, known))
            except ModelSilent as error:
                notes.append(f"the model gave nothing: {error}")
                break
            found, bad = model_answers.answered(answer, batch, known)
            reasons.update({"model_line": bad} if bad else {})
            for message in batch:
                got = checked(message, iter(found.get(message.sha, ())), known)
                facts += got.facts
                reasons += got.reasons
                done.add(message.sha)
        return tuple(facts), reasons, frozenset(done)

    return asked


def _row(
    built: Built,
    unread: int,
    entities: Sequence[GraphEntity],
    notes: Sequence[str],
    times: tuple[int, int],
) -> GraphBuild:
    messages = built.graph.messages
    return GraphBuild(
        *times,
        seen=len(messages),
        new=built.new,
        unread=unread,
        kept=built.kept,
        rejected=sum(built.reasons.values()),
        reasons=tuple(sorted((name, count) for name, count in built.reasons.items() if count)),
        newest_us=messages[-1].at_us if messages else 0,
        names=made_by(entities),
        note="; ".join(notes),
    )
