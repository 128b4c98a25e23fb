"""Which nouns does a graph know, by which names, and who may take a name?

The operator's file comes first, then ENTITIES.md; what a chat calls itself, or calls others, never
takes a name of theirs. Source: docs/formats/client-graph.md, ADR 0204.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cortex.core.seat.graph.mentions import fold_name, is_lookable
from cortex.core.text.patterns import pattern
from cortex.core.text.stop_words import STOP_WORDS
from cortex.model.client_graph import (
    ENTITIES_MAX,
    ORIGIN_CONFIG,
    ORIGIN_ENTITIES,
    ORIGIN_SENDER,
    ORIGIN_TEXT,
    OUTBOUND,
    GraphEntity,
    GraphMessage,
)

NAME_CHARS_MAX = 80
"""Characters of a name or alias."""

ALIASES_MAX = 32
"""Names of one noun."""

_LEGAL = (
    r"gmbh(?:\s*&\s*co\.?\s*kg)?|ag|kg|ug|ohg|e\.?v\.?|inc\.?|ltd\.?|limited|llc|llp|corp\.?"
    r"|s\.a\.|sarl|s\.r\.l\.|b\.?v\.?|oy|ab|plc|se|pty"
)
_LEGAL_END = pattern(rf"[\s,]+(?:{_LEGAL})$", re.IGNORECASE)
_DENSE_LEGAL = pattern(r"^(?:株式会社|有限会社)|(?:株式会社|有限会社|股份有限公司|有限公司|公司)$")
_COMPANY = pattern(
    r"\b(?P<name>(?:[A-ZÄÖÜ][\w&.'-]*[ ]){1,3}(?:GmbH(?: & Co\.? KG)?|AG|KG|UG|Inc|Ltd|LLC|LLP|Corp"
    r"|SARL|BV|Oy|PLC|plc)\b)"
)
_PROJECT = pattern(r"\b(?:[Pp]roject|[Pp]rojekt) (?P<name>[A-ZÄÖÜ][\w-]{2,30})\b")
_DENSE_COMPANY = pattern(
    r"(?P<a>株式会社[ァ-ヶー一-龠々]{2,10})|(?P<b>[ァ-ヶー]{2,12}株式会社)"
    r"|(?:^|[，。、；：\s])(?P<c>[\u4e00-\u9fff]{2,8}有限公司)"
)
_ARTICLES = frozenset("The Der Die Das Our Unsere For Hi Dear From With And But Also".split())


class NameIndex:
    """Names that are looked for in many texts.

    Attributes:
        rows: (folded name, keys of whom it may mean), the longest first.
    """

    __slots__ = ("_anywhere", "_by_word", "rows")

    def __init__(self, rows: list[tuple[str, tuple[str, ...]]]) -> None:
        self.rows = rows
        self._by_word: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        self._anywhere: list[tuple[str, tuple[str, ...]]] = []
        for row in rows:
            first = re.match(r"\w+", row[0])
            if first is None or row[0][0] >= "\u0e00":
                self._anywhere.append(row)
            else:
                self._by_word.setdefault(first[0], []).append(row)

    def near(self, folded: str) -> list[tuple[str, tuple[str, ...]]]:
        """Give the names that may stand in a folded text, the longest first."""
        rows = [row for row in self._anywhere if row[0] in folded]
        for word in set(re.findall(r"\w+", folded)):
            rows += self._by_word.get(word, ())
        return sorted(rows, key=lambda row: (-len(row[0]), row[0]))


class Known:
    """The nouns of a graph.

    Attributes:
        entities: each once, by key.
        names: by which they are looked for.
        owned: folded names that no chat can take.
    """

    __slots__ = ("_senders", "entities", "names", "owned")

    def __init__(self, entities: Iterable[GraphEntity]) -> None:
        self.entities = {entity.key: entity for entity in entities}
        self.owned = owned_names(self.entities.values())
        self.names = NameIndex(lookup(self.entities.values()))
        self._senders = {
            sender: entity.key for entity in self.entities.values() for sender in entity.senders
        }

    def speaker(self, message: GraphMessage) -> str:
        """Give the key of whoever wrote a message."""
        return self._senders.get(message.speaker_id) or sender_key(message)


def known_nouns(
    given: Sequence[GraphEntity], messages: Iterable[GraphMessage], found: Iterable[GraphEntity]
) -> tuple[GraphEntity, ...]:
    """Give every noun of a graph, sorted by key.

    Args:
        given: those of the operator and of ENTITIES.md; of two with one name the first counts.
        messages: whose senders are nouns too.
        found: those that texts named.
    """
    nouns: dict[str, GraphEntity] = {}
    for entity in given:
        nouns.setdefault(entity.key, entity)
    owned = owned_names(nouns.values())
    bound = {sender for entity in nouns.values() for sender in entity.senders}
    for message in messages:
        if message.speaker_id in bound or not message.speaker.strip():
            continue
        name = " ".join(message.speaker.split())[:NAME_CHARS_MAX]
        if fold_name(name) in owned:
            name = f"{name} (by their own word)"
        nouns.setdefault(sender_key(message), GraphEntity(
            sender_key(message), name, "person", ORIGIN_SENDER,
        ))  # fmt: skip
    for entity in found:
        if fold_name(entity.name) not in owned:
            nouns[entity.key] = merged(nouns.get(entity.key), entity)
    kept = sorted(nouns.values(), key=lambda one: (_RANK[one.origin], one.key))[:ENTITIES_MAX]
    return tuple(sorted(kept, key=lambda one: one.key))


_RANK = {ORIGIN_CONFIG: 0, ORIGIN_ENTITIES: 1, ORIGIN_SENDER: 2, ORIGIN_TEXT: 3}


def merged(old: GraphEntity | None, new: GraphEntity) -> GraphEntity:
    """Give a noun with the names of both."""
    if old is None:
        return new
    names = dict.fromkeys([*old.aliases, *new.aliases])
    return old._replace(aliases=tuple(sorted(names))[:ALIASES_MAX])


def sender_key(message: GraphMessage) -> str:
    """Give the key of a sender nobody spoke for."""
    kind = "agent" if message.direction == OUTBOUND else "sender"
    return f"{kind}:{message.speaker_id or fold_name(message.speaker)}"


def owned_names(entities: Iterable[GraphEntity]) -> frozenset[str]:
    """Give the folded names that belong to nouns of the operator or of ENTITIES.md."""
    return frozenset(
        name
        for entity in entities
        if entity.origin in {ORIGIN_CONFIG, ORIGIN_ENTITIES}
        for name in map(fold_name, (entity.name, *entity.aliases, *_short(entity)))
    )


def lookup(entities: Iterable[GraphEntity]) -> list[tuple[str, tuple[str, ...]]]:
    """Give (folded name, keys) of every name that is looked for, the longest first.

    A short form counts while it means one noun only, and no name that somebody gave.
    """
    given: dict[str, set[str]] = {}
    short: dict[str, set[str]] = {}
    for entity in entities:
        for name in (entity.name, *entity.aliases):
            given.setdefault(fold_name(name), set()).add(entity.key)
        for name in _short(entity):
            short.setdefault(fold_name(name), set()).add(entity.key)
    for name, keys in short.items():
        if len(keys) == 1 and name not in given and name not in STOP_WORDS:
            given[name] = keys
    rows = [(name, tuple(sorted(keys))) for name, keys in given.items() if is_lookable(name)]
    return sorted(rows, key=lambda row: (-len(row[0]), row[0]))


def named_nouns(text: str) -> list[GraphEntity]:
    """Give the companies and projects that a text calls so, in order."""
    found: list[GraphEntity] = []
    for match in _COMPANY.finditer(text):
        words = match["name"].split()
        while len(words) > 2 and words[0] in _ARTICLES:
            words = words[1:]
        if words[0] not in _ARTICLES:
            found.append(text_noun(" ".join(words), "company"))
    found += [text_noun(match["name"], "project") for match in _PROJECT.finditer(text)]
    for match in _DENSE_COMPANY.finditer(text):
        found.append(text_noun(match["a"] or match["b"] or match["c"], "company"))
    return found


def text_noun(name: str, kind: str = "", aliases: tuple[str, ...] = ()) -> GraphEntity:
    """Give a noun that a text named."""
    return GraphEntity(fold_name(name), name, kind, ORIGIN_TEXT, aliases)


def _short(entity: GraphEntity) -> tuple[str, ...]:
    """Give what a noun is called for short: a company without its form, a person's first name."""
    if entity.kind == "person":
        words = entity.name.split()
        return (words[0],) if len(words) > 1 and entity.origin != ORIGIN_TEXT else ()
    bare = _DENSE_LEGAL.sub("", _LEGAL_END.sub("", entity.name))
    return (bare,) if bare and bare != entity.name else ()
