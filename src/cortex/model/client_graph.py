"""What does a seat know from message logs: who and what, said where, in which exact words?

Hooks meet these classes when a prompt names something that is known. Source: OGL 3.10,
docs/formats/client-graph.md.
"""

from __future__ import annotations

from cortex.model.lean_classes import NamedTuple

GRAPH_FILE = "graph.toml"
"""The operator's file in the Cortex home: who there is, who may decide, and a model command."""

MESSAGES_MAX = 200_000
"""Messages of one graph, the newest: ten years of fifty a day."""

MESSAGE_CHARS_MAX = 8_192
"""Characters of one message that are read: twice what a chat sends at once."""

FACTS_MAX = 100_000
"""Facts of one graph, the newest."""

ENTITIES_MAX = 5_000
"""Nouns of one graph: those of the operator, of ENTITIES.md, of senders, and found ones."""

QUOTE_CHARS_MAX = 400
"""Characters of a quote: a long sentence."""

VALUE_CHARS_MAX = 160
"""Characters of a value: what is left of a sentence behind its verb."""

BUILDS_MAX = 50
"""Builds that are remembered: what the last weeks kept and rejected."""

INBOUND = "inbound"
OUTBOUND = "outbound"

BY_RULE = "rule"
BY_MODEL = "model"

ORIGIN_CONFIG = "config"
ORIGIN_ENTITIES = "entities"
ORIGIN_SENDER = "sender"
ORIGIN_TEXT = "text"


class GraphMessage(NamedTuple):
    """One row of a message log.

    Attributes:
        sha: digest of everything below but its place; names the message for ever.
        file: the log it stands in, as whoever opens it writes it.
        line: its line there, from 1.
        direction: ``inbound`` or ``outbound``.
        chat_id: the conversation; may be empty.
        speaker: the name of whoever wrote it.
        speaker_id: what their messenger knows them by; may be empty.
        at_us: when it was sent or received.
        text: as it stands there; empty in a graph, which keeps quotes only.
        is_asked: a model was asked about it.
    """

    sha: str
    file: str
    line: int
    direction: str
    chat_id: str
    speaker: str
    speaker_id: str
    at_us: int
    text: str = ""
    is_asked: bool = False


class GraphEntity(NamedTuple):
    """A noun that facts are about.

    Attributes:
        key: names it in this graph.
        name: as it is shown.
        kind: person, company and so on; may be empty.
        origin: who says that there is such a thing; one of ``ORIGIN_...``.
        aliases: its other names, in order.
        senders: ids of those who speak for it.
    """

    key: str
    name: str
    kind: str
    origin: str
    aliases: tuple[str, ...] = ()
    senders: tuple[str, ...] = ()


class GraphRole(NamedTuple):
    """Who is what, or owns what, on the operator's word alone."""

    key: str
    role: str
    holder: str


class GraphFact(NamedTuple):
    """One statement with the words it rests on.

    Attributes:
        fact_id: 16 hex digits, the same in every build.
        key: of the entity.
        predicate: what of it.
        value: as it was said.
        normal: the day or amount in it as code reads them; empty without one.
        quote: exact words of the message.
        start, end: where they stand in it, in characters.
        sha: the message.
        is_single: holds one value at a time, so that a later one replaces it.
        extractor: ``rule`` or ``model``.
        superseded_by: id of the fact that replaced it; empty while it holds.
    """

    fact_id: str
    key: str
    predicate: str
    value: str
    normal: str
    quote: str
    start: int
    end: int
    sha: str
    is_single: bool
    extractor: str = BY_RULE
    superseded_by: str = ""


class SourcedFact(NamedTuple):
    """A fact with its noun, its message, and the one it replaced last; None without one."""

    fact: GraphFact
    entity: GraphEntity
    message: GraphMessage
    former: GraphFact | None = None


class GraphBuild(NamedTuple):
    """What one build read, kept and rejected.

    Attributes:
        started_us, finished_us: when.
        seen: messages in the logs.
        new: of them, those no build had read.
        unread: rows that are no message, or whose time is none or has not come.
        kept: facts of what was read now.
        rejected: statements that were not taken; ``reasons`` counts them by reason, sorted.
        newest_us: the instant of the newest message; 0 without one.
        names: digest of the names and rules it was made by.
        note: what a person should know, such as that the file was damaged; may be empty.
    """

    started_us: int
    finished_us: int
    seen: int
    new: int
    unread: int
    kept: int
    rejected: int
    reasons: tuple[tuple[str, int], ...]
    newest_us: int
    names: str
    note: str = ""


class Graph(NamedTuple):
    """Everything a build made; each part in the order of its ids."""

    messages: tuple[GraphMessage, ...] = ()
    entities: tuple[GraphEntity, ...] = ()
    facts: tuple[GraphFact, ...] = ()
    roles: tuple[GraphRole, ...] = ()
    builds: tuple[GraphBuild, ...] = ()
