"""Which facts hold many of these terms?

Asked for every statement that is stored. The terms come in rarest first, so that the long posting
lists of the last ones are looked up for the few facts that can still reach the number.
"""

from collections.abc import Iterable, Sequence
from heapq import nsmallest

from cortex.model.gates import Gate
from cortex.stores.sqlite import blocks, facts
from cortex.stores.sqlite.terms import Lexicon

HELD = 1 << 32
"""Added for each term a fact holds, on top of its weight: the number of terms and the sum of their
weights are one integer then, which is half the work for long lists."""


def facts_sharing(
    lexicon: Lexicon, terms: Sequence[str], least: int, gate: Gate, limit: int
) -> list[int]:
    """Give the facts holding at least ``least`` of the terms: by weight descending, then id."""
    asked = list(dict.fromkeys(terms))
    lexicon.tail.look_up(asked)
    folded = lexicon.folded(asked)
    # A fact that holds enough of them holds one of those that come before the last least - 1.
    opening = len(asked) - max(1, least) + 1
    lexicon.read_blocks([folded[term] for term in asked[:opening] if term in folded])
    held: dict[int, int] = {}
    for at, term in enumerate(asked):
        waiting = lexicon.tail.postings_of(term)
        if at < opening:
            for fact_id, weight in waiting:
                held[fact_id] = held.get(fact_id, 0) + HELD + weight
            for first, block in lexicon.blocks_of(folded[term]) if term in folded else ():
                blocks.add_held(held, first, block, HELD)
            continue
        needed = (least - (len(asked) - at)) * HELD
        held = {fact_id: found for fact_id, found in held.items() if found >= needed}
        if not held:
            return []
        postings = [one for one in waiting if one[0] in held]
        if term in folded:
            postings += lexicon.weights(folded[term], sorted(held))
        for fact_id, weight in postings:
            held[fact_id] += HELD + weight
    return _best(lexicon, held.items(), least * HELD, gate, limit)


def _best(
    lexicon: Lexicon, held: Iterable[tuple[int, int]], needed: int, gate: Gate, limit: int
) -> list[int]:
    """Give the weightiest facts that hold enough and pass the gate, asking it about few."""
    enough = [(-(found % HELD), fact_id) for fact_id, found in held if found >= needed]
    wanted = 2 * limit
    while limit > 0 and enough:
        leaders = [fact_id for _, fact_id in nsmallest(wanted, enough)]
        passing = facts.passing(lexicon.session, leaders, gate)
        if len(passing) >= limit or wanted >= len(enough):
            return [fact_id for fact_id in leaders if fact_id in passing][:limit]
        wanted *= 8
    return []
