"""What is told of all that was found, and may it be said that there is nothing?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cortex.core.ask.fusion import Asked, fused, near_pieces, unseen_words
from cortex.core.ask.settling import settle
from cortex.model.ask import AskAnswer, AskHit, LayerFound


def answered(
    asked: Asked,
    seat: str,
    layers: Sequence[LayerFound],
    room: tuple[int, int],
    look_back: Callable[[], Sequence[LayerFound]] = tuple,
) -> AskAnswer:
    """Give the answer: the best hits within a number and a budget of bytes, and every layer.

    The first hit is always told, cut where it is larger than the budget.

    Args:
        asked: the question.
        seat: name of the seat; may be empty.
        layers: what each gave.
        room: most hits, and most bytes of their texts.
        look_back: gives what was known once, which is looked into when there is no hit: former
            versions of the seat's files and facts that do not hold any more.
    """
    limit, budget = room
    hits = settle(asked, layers, fused(asked, layers))
    former = () if hits else tuple(look_back())
    unread = {one.layer: one.why for one in former if one.why}
    layers = [one._replace(why=one.why or unread.get(one.layer, "")) for one in layers]
    unseen = unseen_words(asked, [*layers, *former], hits)
    kept: list[AskHit] = []
    left = budget
    for hit in hits[:limit]:
        size = _size(hit)
        if kept and size > left:
            break
        kept.append(hit if size <= left else hit._replace(text=_cut(hit.text, left)))
        left -= size
    return AskAnswer(
        question=asked.text,
        seat=seat,
        hits=tuple(kept),
        layers=tuple(layers),
        unseen=tuple(unseen),
        omitted=len(hits) - len(kept),
        near=() if hits else near_pieces(asked, layers, unseen, former),
    )


def _size(hit: AskHit) -> int:
    texts = (hit.text, hit.piece.where, *hit.against, *(one.where for one in hit.also))
    return sum(len(text.encode("utf-8", "replace")) for text in texts)


def _cut(text: str, size: int) -> str:
    return text.encode("utf-8", "replace")[:size].decode("utf-8", "ignore")
