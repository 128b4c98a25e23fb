"""What does somebody want to know? The typed form of every surface's question.

Source: CQR 5.2, docs/formats/recall.md.
"""

from cortex.model.lean_classes import NamedTuple


class Question(NamedTuple):
    """What somebody wants to know.

    Args:
        text: the question, at most QUERY_BYTES_MAX bytes of it are read.
        as_of_us: answer as of that instant.
        wants_history: show superseded and retracted facts too.
        limit: most cards.
        types: only facts of these types; empty means any.
        paths, symbols: what the asker is working on.
        wants_leads: list near misses, labelled.
    """

    text: str
    as_of_us: int | None = None
    wants_history: bool = False
    limit: int = 12
    types: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    thread: str | None = None
    wants_leads: bool = True
    wants_pinned: bool = True
