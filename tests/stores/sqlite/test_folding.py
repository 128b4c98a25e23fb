"""Do postings gather in blocks, and does everybody see them meanwhile?"""

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from cortex.model.anchors import Handles
from cortex.ports.brain import Brain
from cortex.stores.sqlite import folding
from cortex.stores.sqlite.blocks import BLOCK_POSTINGS_MAX, SPAN_MAX
from tests.contracts.brains import faults_of, sqlite_brain
from tests.contracts.deposits import NOW, content, handles, insert, stored

PORT = handles([("port", 10)], words=[("ports", "port")])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give the place of a brain."""
    return tmp_path / "cortex.db"


@pytest.fixture
def brain(file: Path) -> Iterator[Brain]:
    """Give an empty brain."""
    made = sqlite_brain(file)
    yield made
    made.close()


def rows(file: Path, table: str) -> int:
    """Count the rows of a table as another program sees them."""
    opened = apsw.Connection(str(file))
    counted = opened.execute(f"SELECT count(*) FROM {table}").fetchone()
    opened.close()
    assert counted is not None
    return int(counted[0])


def store_many(brain: Brain, count: int, carried: Handles = PORT) -> None:
    """Store facts in one transaction."""
    with brain.writing() as writer:
        for number in range(count):
            insert(writer, content(f"Fact {number}"), carried)


def test_facts_wait_until_there_are_too_many(brain: Brain, file: Path) -> None:
    """At the limit they wait, one more folds all of them; the answers are the same."""
    store_many(brain, folding.UNFOLDED_FACTS_MAX)
    waiting = (rows(file, "unfolded"), rows(file, "postings"))
    stored(brain, PORT)
    folded = (rows(file, "unfolded"), rows(file, "projections"))
    assert ((folding.UNFOLDED_FACTS_MAX, 0), (0, folding.UNFOLDED_FACTS_MAX + 1)) == (
        waiting,
        folded,
    )
    with brain.reading() as reader:
        assert {"port": folding.UNFOLDED_FACTS_MAX + 1} == reader.term_frequencies(["port"])
        assert folding.UNFOLDED_FACTS_MAX + 1 == reader.corpus_size()
        assert [("ports", "port")] == reader.words_near("p", 1, 9)
    assert [] == faults_of(brain)


def test_a_large_transaction_folds_on_its_way(
    brain: Brain, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An import does not gather everything in memory, and reads its own facts all the time."""
    monkeypatch.setattr(folding, "UNFOLDED_FACTS_MAX_INSIDE", 10)
    with brain.writing() as writer:
        for number in range(1, 36):
            insert(writer, content(f"Fact {number}"), PORT)
            assert {"port": number} == writer.term_frequencies(["port"])
            assert (number, 10) == writer.lexical_hits([("port", 1)], NOW, 99)[-1]
    assert (5, 30) == (rows(file, "unfolded"), rows(file, "projections"))
    assert [] == faults_of(brain)


def test_term_of_many_facts_spreads_over_blocks(brain: Brain, file: Path) -> None:
    """A common term has several blocks, and all of them are searched."""
    count = 2 * BLOCK_POSTINGS_MAX + 5
    store_many(brain, count)
    assert 3 == rows(file, "postings")
    with brain.reading() as reader:
        assert list(range(1, count + 1)) == [
            fact_id for fact_id, _ in reader.lexical_hits([("port", 1)], NOW, count)
        ]
        asked = [1, BLOCK_POSTINGS_MAX, BLOCK_POSTINGS_MAX + 1, count, count + 1]
        assert asked[:4] == list(reader.term_presence(asked, ["port"]))


def test_ids_far_apart_do_not_share_a_block(brain: Brain, file: Path) -> None:
    """A rare term that comes back much later starts a block of its own."""
    store_many(brain, 300)
    opened = apsw.Connection(str(file))
    opened.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'facts'", (SPAN_MAX + 500,))
    opened.close()
    store_many(brain, 300)
    with brain.reading() as reader:
        assert {"port": 600} == reader.term_frequencies(["port"])
        last = SPAN_MAX + 800
        assert [300, last] == list(reader.term_presence([300, last, last + 1], ["port"]))
    assert [] == faults_of(brain)


@pytest.mark.parametrize("fact_id", [1, 150, 192, 193, 400])
def test_fact_projected_again_moves_within_the_postings(
    brain: Brain, file: Path, fact_id: int
) -> None:
    """Whether it lay at the start, the middle or the end: out of one term, into another."""
    store_many(brain, 400)
    with brain.writing() as writer:
        fact = writer.facts([fact_id])[0]
        writer.project(fact, handles([("other", 7)]))
    store_many(brain, folding.UNFOLDED_FACTS_MAX, handles([("other", 5)]))
    with brain.writing() as writer:
        writer.project(fact, handles([("other", 9), ("port", 11)]))
    store_many(brain, folding.UNFOLDED_FACTS_MAX, handles([("other", 5)]))
    assert 0 == rows(file, "unfolded")
    with brain.reading() as reader:
        assert {
            "port": 400,
            "other": 2 * folding.UNFOLDED_FACTS_MAX + 1,
        } == reader.term_frequencies(["port", "other"])
        assert {fact_id: {"port": 11, "other": 9}} == reader.term_presence(
            [fact_id], ["port", "other"]
        )
        assert (fact_id, 9) == reader.lexical_hits([("other", 1)], NOW, 1)[0]
    assert [] == faults_of(brain)


def test_term_that_nobody_holds_is_unknown(brain: Brain) -> None:
    """A term whose last fact lost it has no frequency and no words."""
    store_many(brain, 300)
    with brain.writing() as writer:
        for fact in writer.facts(range(1, 301)):
            writer.project(fact, handles())
    with brain.reading() as reader:
        assert {} == reader.term_frequencies(["port"])
        assert [] == reader.words_near("p", 1, 9)
        assert [] == reader.lexical_hits([("port", 1)], NOW, 9)
        assert 300 == reader.corpus_size()
    assert [] == faults_of(brain)


@pytest.mark.parametrize(
    "odd",
    [
        handles([("a\nb", 1)]),
        handles([("", 1)]),
        handles([("a", 1), ("", 1)]),
        handles([("a\tb", 1)]),
        handles(words=[("a\nb", "a")]),
        handles(words=[("a", "b\tc")]),
    ],
)
def test_term_with_a_separator_in_it_is_refused(brain: Brain, odd: Handles) -> None:
    """The tokenizer never makes one; were it to, nothing would be written."""
    with pytest.raises(ValueError, match="line break"):
        stored(brain, odd)
    with brain.reading() as reader:
        assert [] == reader.newest(NOW, 9)
