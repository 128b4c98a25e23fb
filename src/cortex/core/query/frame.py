"""What exactly is asked, within bounds?

Source: CQR 2.4, docs/formats/recall.md.
"""

from __future__ import annotations

from cortex.core.anchors.classify import anchors_in
from cortex.core.anchors.handles import quoted_anchors
from cortex.core.anchors.mentions import mentions_in, surface_of
from cortex.core.anchors.paths import normal_path
from cortex.core.anchors.threads import thread_id
from cortex.core.query.temporal import read_tense, without_tense
from cortex.core.query.units import Unit, units_of
from cortex.core.text.redaction import storable
from cortex.core.text.tokens import words
from cortex.model.anchors import ANCHOR_KIND_ORDER, Anchor, AnchorKind
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import (
    ANCHORS_PER_QUESTION_MAX,
    ENTITY_NGRAM_WORDS_MAX,
    PATHS_MAX,
    QUERY_BYTES_MAX,
)

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.gates import TemporalMode
    from cortex.model.questions import Question


class Frame(NamedTuple):
    """A question read once, for every arm alike.

    Args:
        text: the part of the question that is read.
        units: its content words; weighed later, when the store's counts are known.
        anchors: handles in the text and of the work at hand, most specific first.
        task_anchors: paths and symbols of the work at hand, as the asker named them.
        paths: normal forms of the explicit paths.
        surfaces: runs of words that may be the name of an entity, longest first.
    """

    text: str
    mode: TemporalMode
    as_of_us: int | None
    units: tuple[Unit, ...]
    anchors: tuple[Anchor, ...]
    task_anchors: tuple[Anchor, ...]
    paths: tuple[str, ...]
    surfaces: tuple[str, ...]
    thread: str | None


def read_question(question: Question) -> Frame:
    """Read a question into a frame; pure, no store needed."""
    text = _bounded(question.text)
    mode, as_of_us = read_tense(text, question.as_of_us, wants_history=question.wants_history)
    subject = without_tense(text)
    paths = tuple(p for p in map(normal_path, question.paths[:PATHS_MAX]) if p)
    spoken = (*quoted_anchors(subject), *anchors_in(subject, is_question=True))
    explicit = [Anchor(AnchorKind.PATH, path, path, 3) for path in paths]
    explicit += [
        Anchor(AnchorKind.SYMBOL, symbol.casefold(), symbol, 3)
        for symbol in map(storable, question.symbols[:PATHS_MAX])
    ]
    return Frame(
        text=text,
        mode=mode,
        as_of_us=as_of_us,
        units=units_of(subject),
        anchors=_sorted_anchors((*explicit, *spoken)),
        task_anchors=_sorted_anchors(tuple(explicit)),
        paths=paths,
        surfaces=_surfaces(subject),
        thread=thread_id(question.thread) if question.thread else None,
    )


def _bounded(text: str) -> str:
    raw = text.strip().encode("utf-8", "replace")
    return raw[:QUERY_BYTES_MAX].decode("utf-8", "ignore") if raw else ""


def _sorted_anchors(anchors: tuple[Anchor, ...]) -> tuple[Anchor, ...]:
    best: dict[tuple[AnchorKind, str], Anchor] = {}
    for anchor in anchors:
        kept = best.get((anchor.kind, anchor.value))
        if kept is None or anchor.specificity > kept.specificity:
            best[(anchor.kind, anchor.value)] = anchor
    ordered = sorted(
        best.values(), key=lambda a: (-a.specificity, ANCHOR_KIND_ORDER[a.kind], a.value)
    )
    return tuple(ordered[:ANCHORS_PER_QUESTION_MAX])


def _surfaces(text: str) -> tuple[str, ...]:
    """Give the word runs that may name an entity: longest first, then in text order."""
    spoken = [word.surface for word in words(text)]
    stops = [word.is_stop for word in words(text)]
    found: dict[str, None] = {}
    for mention in mentions_in(text):
        found[mention.surface] = None
    for size in range(min(ENTITY_NGRAM_WORDS_MAX, len(spoken)), 0, -1):
        for start in range(len(spoken) - size + 1):
            if stops[start] or stops[start + size - 1]:
                continue
            surface = surface_of(" ".join(spoken[start : start + size]))
            if surface:
                found[surface] = None
    return tuple(found)
