"""How do the handles of one fact get into the file, and how do all of them get out?

Everything written here is derived (ADR 0003).
"""

from cortex.model.anchors import Handles
from cortex.stores.sqlite import anchors, entities, folding, matters
from cortex.stores.sqlite.terms import Lexicon


def project(lexicon: Lexicon, fact_id: int, handles: Handles, *, is_new: bool) -> None:
    """Write terms, words, anchors, mentions and matter of a fact, in place of what it had.

    Args:
        is_new: the caller knows that the fact has no handles yet.
    """
    session, tail = lexicon.session, lexicon.tail
    if not is_new:
        is_waiting = tail.holds(fact_id)
        is_folded = not is_waiting and folding.remove(session, fact_id)
        is_new = not (is_folded or is_waiting)
        if is_folded:
            lexicon.forget()
        anchors.forget(session, fact_id)
        entities.forget(session, fact_id)
        matters.forget(session, fact_id)
    tail.put(fact_id, handles)
    anchors.add(session, fact_id, handles.anchors)
    entities.add(session, fact_id, handles.mentions)
    matters.add(session, fact_id, handles.matter)
    lexicon.added += is_new
    if tail.count() >= folding.UNFOLDED_FACTS_MAX_INSIDE:
        folding.fold(session, tail)
        lexicon.forget()


def drop(lexicon: Lexicon, fact_id: int) -> None:
    """Take every handle of a fact out; nothing happens when it has none."""
    session, tail = lexicon.session, lexicon.tail
    if tail.drop(fact_id) or folding.remove(session, fact_id):
        lexicon.added -= 1
    anchors.forget(session, fact_id)
    entities.forget(session, fact_id)
    matters.forget(session, fact_id)


def clear(lexicon: Lexicon, analysis_version: int) -> int:
    """Drop every derived row, note who will write the next generation, and give its number."""
    session = lexicon.session
    folding.clear(session, lexicon.tail)
    anchors.clear(session)
    entities.clear(session)
    matters.clear(session)
    lexicon.added = 0
    lexicon.forget()
    session.run_many(
        "INSERT INTO clock_meta (key, value) VALUES (?3, ?2)"
        " ON CONFLICT (key) DO UPDATE SET value = iif(?1, value, 0) + ?2",
        [
            (False, 0, "projected_facts"),
            (False, analysis_version, "analysis_version"),
            (True, 1, "clock_projection_generation"),
        ],
    )
    generation: int = session.value(
        "SELECT value FROM clock_meta WHERE key = 'clock_projection_generation'"
    )
    return generation


def finish(lexicon: Lexicon) -> None:
    """Do what is due before the commit: the count, and folding when many facts wait."""
    if lexicon.added:
        lexicon.session.rows(
            "UPDATE clock_meta SET value = value + ? WHERE key = 'projected_facts'",
            (lexicon.added,),
        )
    if lexicon.tail.count() > folding.UNFOLDED_FACTS_MAX:
        folding.fold(lexicon.session, lexicon.tail)
        lexicon.forget()
