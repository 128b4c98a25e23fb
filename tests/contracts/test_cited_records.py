"""Does every store keep which records of a vault a fact rests on?"""

from cortex.model.vault import CitedRecord
from cortex.ports.brain import Brain
from tests.contracts.brains import NOW_US
from tests.contracts.deposits import stored


def cited(path: str, record_id: str = "a", digest: str = "ab" * 32) -> CitedRecord:
    """Give a record as it was cited."""
    return CitedRecord("/vault", path, record_id, 3, digest, NOW_US)


def test_cited_records_come_back_in_order(brain: Brain) -> None:
    """By path and id; citing one again keeps what it said the first time."""
    fact = stored(brain)
    with brain.writing() as writer:
        writer.observations.cite_records(fact.fact_id, [cited("b.md"), cited("a.md", "z")])
        writer.observations.cite_records(fact.fact_id, [cited("b.md", digest="cd" * 32)])
    with brain.reading() as reader:
        found = reader.observations.records_cited([fact.fact_id, 99])
        assert {} == reader.observations.records_cited([])
        assert {fact.fact_id: ("vault:a.md#z", "vault:b.md#a")} == reader.citations([fact.fact_id])
        assert {} == reader.citations([])
    assert {fact.fact_id: (cited("a.md", "z"), cited("b.md"))} == found
