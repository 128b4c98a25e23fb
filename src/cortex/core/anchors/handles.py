"""What are all the handles of a fact?

The one projection used by deposit and rebuild alike, so that both give the same rows.
"""

from __future__ import annotations

from cortex.core.anchors.classify import anchors_in, names_in, path_anchors
from cortex.core.anchors.matters import matter_of
from cortex.core.anchors.mentions import mentions_in, named_mentions, surface_of
from cortex.core.text.tokens import index_terms, stored_terms
from cortex.model.anchors import (
    ANCHOR_KIND_ORDER,
    Anchor,
    AnchorKind,
    AnchorOrigin,
    Handles,
    Mention,
)
from cortex.model.limits import (
    ANCHORS_PER_FACT_MAX,
    POSTING_LENGTH_PIVOT,
    POSTING_WEIGHT_MAX,
    QUOTED_PHRASE_CHARS_MIN,
)

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.facts import FactContent, Naming

_QUOTES = (('"', '"'), ("`", "`"), ("“", "”"))


def handles_of(content: FactContent) -> Handles:
    """Give everything a fact is found by; the same content always gives the same.

    Context is searched too, with half the weight of the statement; the names the author gave
    (subject, aliases, type) count like words of the statement.
    """
    naming = content.naming
    named = " ".join(filter(None, (naming.subject, naming.attribute, *naming.aliases)))
    counts: dict[str, int] = {}
    written: set[tuple[str, str]] = set()
    _count(content.text, 2, counts, written)
    _count(named, 2, counts, written)
    if not counts:  # Nothing but stop words: "The Who" is found by what there is.
        counts.update({term: 2 * count for term, count in index_terms(content.text).items()})
    _count(content.type.replace("_", " "), 1, counts, written)
    if content.context:
        _count(content.context, 1, counts, written)
    mentions = _mentions(content)
    return Handles(
        terms=_weighted(counts),
        words=tuple(sorted(written)),
        anchors=_anchors(content, mentions),
        mentions=mentions,
        matter=matter_of(naming.subject, naming.attribute),
    )


def _count(text: str, worth: int, counts: dict[str, int], written: set[tuple[str, str]]) -> None:
    for terms, plain in stored_terms(text):
        for term in terms:
            counts[term] = counts.get(term, 0) + worth
        written.update(plain)


def _weighted(counts: dict[str, int]) -> tuple[tuple[str, int], ...]:
    """Turn half-counts into saturated weights: BM25's form with a fixed length pivot.

    A fixed pivot keeps a stored weight true when other facts arrive (ADR 0023).
    """
    length = sum(counts.values()) / 2
    norm = 0.6 + 0.4 * length / POSTING_LENGTH_PIVOT
    weights = {half_count: _weight(half_count / 2, norm) for half_count in set(counts.values())}
    return tuple((term, weights[half_count]) for term, half_count in counts.items())


def _weight(frequency: float, norm: float) -> int:
    weight = round(1000 * frequency * 2.2 / (frequency + 1.2 * norm))
    return max(1, min(POSTING_WEIGHT_MAX, weight))


def _mentions(content: FactContent) -> tuple[Mention, ...]:
    explicit = named_mentions(content.naming.subject, content.naming.aliases)
    found = {(m.kind, m.qualifier, m.surface): m for m in explicit}
    for mention in mentions_in(content.text):
        found.setdefault((mention.kind, mention.qualifier, mention.surface), mention)
    return tuple(found.values())


def _anchors(content: FactContent, mentions: tuple[Mention, ...]) -> tuple[Anchor, ...]:
    best: dict[tuple[AnchorKind, str], Anchor] = {}
    for anchor in (
        *explicit_anchors(content.naming),
        *quoted_anchors(content.text),
        *anchors_in(content.text),
        *names_in(content.text),
        *anchors_in(content.context or ""),
        *_entity_anchors(mentions),
    ):
        key = (anchor.kind, anchor.value)
        kept = best.get(key)
        if kept is None or anchor.specificity > kept.specificity:
            best[key] = anchor
    ordered = sorted(
        best.values(),
        key=lambda a: (
            a.origin is not AnchorOrigin.EXPLICIT,
            -a.specificity,
            ANCHOR_KIND_ORDER[a.kind],
            a.value,
        ),
    )
    return tuple(ordered[:ANCHORS_PER_FACT_MAX])


def explicit_anchors(naming: Naming) -> tuple[Anchor, ...]:
    """Give the anchors an author named: paths, symbols, thread, goal and free handles."""
    explicit: list[Anchor] = []
    for path in naming.paths:
        explicit += path_anchors(path)
    explicit += [
        Anchor(AnchorKind.SYMBOL, symbol.casefold(), symbol, 3) for symbol in naming.symbols
    ]
    if naming.thread:
        explicit.append(Anchor(AnchorKind.SESSION, naming.thread.casefold(), naming.thread, 1))
    if naming.goal:
        explicit.append(Anchor(AnchorKind.GOAL, naming.goal.casefold(), naming.goal, 3))
    for handle in naming.anchors:
        read = list(anchors_in(handle)) or [Anchor(AnchorKind.TERM, surface_of(handle), handle, 2)]
        explicit += read
    return tuple(
        Anchor(a.kind, a.value, a.display, a.specificity, AnchorOrigin.EXPLICIT)
        for a in explicit
        if a.value
    )


def quoted_anchors(text: str) -> tuple[Anchor, ...]:
    """Give the phrases between double quotes or backticks as anchors, in text order."""
    found: list[Anchor] = []
    for opening, closing in _QUOTES:
        rest = text
        while opening in rest:
            _, _, rest = rest.partition(opening)
            phrase, mark, after = rest.partition(closing)
            if not mark:
                break
            rest = after
            value = surface_of(phrase)
            if len(value) >= QUOTED_PHRASE_CHARS_MIN and " " in value and "\n" not in phrase:
                found.append(Anchor(AnchorKind.QUOTED_PHRASE, value, phrase.strip()[:128], 2))
    return tuple(found)


def _entity_anchors(mentions: tuple[Mention, ...]) -> tuple[Anchor, ...]:
    keys = dict.fromkeys(f"{m.kind}:{m.qualifier}" for m in mentions)
    return tuple(
        Anchor(AnchorKind.ENTITY, key, key, 2, AnchorOrigin.ENTITY_PROJECTION) for key in keys
    )
