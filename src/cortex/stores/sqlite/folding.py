"""How do waiting facts get into the postings, and how does a fact get out again?

Tables ``terms``, ``words``, ``postings`` and ``projections``: derived. Source: ADR 0023.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import chain, groupby
from operator import itemgetter

from cortex.stores.sqlite import blocks
from cortex.stores.sqlite.blocks import Posting
from cortex.stores.sqlite.session import Session, numbers, texts
from cortex.stores.sqlite.tail import Tail, WordTerm

UNFOLDED_FACTS_MAX = 128
"""Facts that may wait after a commit: reading them takes half a millisecond, folding them 50."""

UNFOLDED_FACTS_MAX_INSIDE = 2048
"""Facts that may wait inside one transaction, where a bulk import folds in larger strokes."""


def fold(session: Session, tail: Tail) -> None:
    """Move every waiting fact into the postings."""
    weights, words = tail.weights(), tail.words()
    if not weights:
        return
    postings = tail.postings()
    term_ids = _count_terms(session, postings)
    word_ids = _count_words(session, words)
    _add_postings(session, {term_ids[term]: waiting for term, waiting in postings.items()})
    session.run_many(
        "INSERT INTO projections (fact_id, term_ids, word_ids) VALUES (?, ?, ?)",
        [
            (
                fact_id,
                blocks.pack_ids(sorted(map(term_ids.__getitem__, weights[fact_id]))),
                blocks.pack_ids(sorted(map(word_ids.__getitem__, words[fact_id]))),
            )
            for fact_id in weights
        ],
    )
    tail.clear()


def remove(session: Session, fact_id: int) -> bool:
    """Take a folded fact out of postings and counts; False when it is not folded."""
    row = session.row("SELECT term_ids, word_ids FROM projections WHERE fact_id = ?", (fact_id,))
    if row is None:
        return False
    term_ids, word_ids = map(blocks.unpack_ids, row)
    for term_id in term_ids:
        first, block = _block_at(session, term_id, fact_id)
        kept = [posting for posting in blocks.unpack(first, block) if posting[0] != fact_id]
        _replace(session, term_id, first, kept)
    session.run_many(
        "UPDATE terms SET facts = facts - 1 WHERE term_id = ?", [(i,) for i in term_ids]
    )
    session.run_many(
        "UPDATE words SET facts = facts - 1 WHERE word_id = ?", [(i,) for i in word_ids]
    )
    session.rows("DELETE FROM projections WHERE fact_id = ?", (fact_id,))
    return True


def clear(session: Session, tail: Tail) -> None:
    """Drop every term, word, posting and projection."""
    tail.clear()
    for statement in (
        "DELETE FROM terms",
        "DELETE FROM words",
        "DELETE FROM postings",
        "DELETE FROM projections",
    ):
        session.rows(statement)


def _count_terms(session: Session, waiting: dict[str, list[Posting]]) -> dict[str, int]:
    """Add the waiting facts to the counts and give the id of each of their terms."""
    if not waiting:
        return {}
    known = {
        term: (term_id, facts, weight_max)
        for term_id, term, facts, weight_max in session.rows(
            "SELECT t.term_id, t.term, t.facts, t.weight_max FROM carray(?) AS asked"
            " CROSS JOIN terms AS t ON t.term = asked.value",
            (texts(sorted(waiting)),),  # In the order of the index, which is twice as fast.
        )
    }
    free_id = session.value("SELECT ifnull(max(term_id), 0) + 1 FROM terms")
    changed, new, ids = [], [], {}
    for term in sorted(waiting):
        postings = waiting[term]
        heaviest = max(weight for _, weight in postings)
        term_id, facts, weight_max = known.get(term, (free_id, 0, 0))
        row = (facts + len(postings), max(heaviest, weight_max), term_id)
        if term in known:
            changed.append(row)
        else:
            new.append((*row, term))
            free_id += 1
        ids[term] = term_id
    changed.sort(key=itemgetter(2))
    session.run_many("UPDATE terms SET facts = ?, weight_max = ? WHERE term_id = ?", changed)
    session.run_many(
        "INSERT INTO terms (facts, weight_max, term_id, term) VALUES (?, ?, ?, ?)", new
    )
    return ids


def _count_words(session: Session, words: dict[int, list[WordTerm]]) -> dict[WordTerm, int]:
    """Add the waiting facts to the counts and give the id of each of their words."""
    counts = Counter(chain.from_iterable(words.values()))
    if not counts:
        return {}
    known = {
        (word, term): word_id
        for word_id, word, term in session.rows(
            "SELECT w.word_id, w.word, w.term FROM carray(?) AS asked"
            " CROSS JOIN words AS w ON w.word = asked.value",
            (texts(sorted({word for word, _ in counts})),),
        )
    }
    free_id = session.value("SELECT ifnull(max(word_id), 0) + 1 FROM words")
    new = sorted(pair for pair in counts if pair not in known)
    ids = known | {pair: free_id + place for place, pair in enumerate(new)}
    session.run_many(
        "UPDATE words SET facts = facts + ? WHERE word_id = ?",
        [(count, ids[pair]) for pair, count in counts.items() if pair in known],
    )
    session.run_many(
        "INSERT INTO words (word_id, word, term, facts) VALUES (?, ?, ?, ?)",
        [(ids[pair], *pair, counts[pair]) for pair in new],
    )
    return ids


def _add_postings(session: Session, postings: dict[int, list[Posting]]) -> None:
    """Append to the last block of each term; a fact older than that goes where it belongs."""
    if not postings:
        return
    last_blocks = {
        term_id: (first, block)
        for term_id, first, block in session.rows(
            "SELECT p.term_id, p.first_fact_id, p.pairs FROM carray(?) AS asked"
            " CROSS JOIN postings AS p ON p.term_id = asked.value AND p.first_fact_id ="
            " (SELECT max(first_fact_id) FROM postings WHERE term_id = asked.value)",
            (numbers(sorted(postings)),),
        )
    }
    grown, new = [], []
    for term_id in sorted(postings):
        waiting = postings[term_id]
        first, block = last_blocks.get(term_id, (0, b""))
        if block and blocks.last_id(first, block) > waiting[0][0]:
            _insert_between(session, term_id, waiting)
            continue
        packed = blocks.extend(first, block, waiting)
        if block:
            grown.append((packed[0][1], term_id, first))
            packed = packed[1:]
        new += [(term_id, at, pairs) for at, pairs in packed]
    session.run_many("UPDATE postings SET pairs = ? WHERE term_id = ? AND first_fact_id = ?", grown)
    session.run_many("INSERT INTO postings (term_id, first_fact_id, pairs) VALUES (?, ?, ?)", new)


def _insert_between(session: Session, term_id: int, waiting: Iterable[Posting]) -> None:
    """Put postings into the blocks their ids fall into."""
    placed = [(*_block_at(session, term_id, posting[0]), posting) for posting in waiting]
    for (first, block), members in groupby(placed, key=lambda placing: placing[:2]):
        stored = list(blocks.unpack(first, block)) if block else []
        _replace(session, term_id, first, sorted([*stored, *(posting for *_, posting in members)]))


def _block_at(session: Session, term_id: int, fact_id: int) -> tuple[int, bytes]:
    """Give the block an id falls into, as (first id, bytes); no bytes when there is none."""
    row = session.row(
        "SELECT first_fact_id, pairs FROM postings WHERE term_id = ? AND first_fact_id <= ?"
        " ORDER BY first_fact_id DESC LIMIT 1",
        (term_id, fact_id),
    )
    return (0, b"") if row is None else (row[0], row[1])


def _replace(session: Session, term_id: int, first: int, postings: list[Posting]) -> None:
    """Write postings in place of the block that starts at ``first``, if there is one."""
    session.rows("DELETE FROM postings WHERE term_id = ? AND first_fact_id = ?", (term_id, first))
    session.run_many(
        "INSERT INTO postings (term_id, first_fact_id, pairs) VALUES (?, ?, ?)",
        [(term_id, at, pairs) for at, pairs in blocks.pack(postings)],
    )
