"""Is a measurement complete as JSON, and readable as tables?"""

from cortex.core.measure.figures import pool_report
from cortex.model.measures import Exclusion, Judged, LabelledItem, Pool, RecallReport, Share, Shown
from cortex.wire.measures import (
    count_text,
    percent_text,
    question_json,
    recall_report_json,
    recall_report_notes,
    recall_report_tables,
)

ITEM = LabelledItem("port", "plain", "which port", ("80",), ("the port is 80",))
CARD = Shown("decision::1", "the port is 80", "clock_quorum", is_own=True, holds_answer=True)
QUESTION = Judged(ITEM, Pool.POOLED, 3, "ok", True, (CARD,), ())
EXCLUSION = Exclusion(Pool.POOLED, "port", "memory 2", "too_vague")


def report(*exclusions: Exclusion) -> RecallReport:
    """Give a report of one answered question."""
    return RecallReport(
        suite="cas",
        surface="facts",
        source="set.jsonl",
        items=1,
        cards_max=12,
        definitions=(("answer @k", "an accepted string"),),
        pools=(pool_report(Pool.POOLED, 1, [QUESTION]),),
        exclusions=exclusions,
        questions=(QUESTION,),
    )


def test_a_line_of_the_question_file_holds_all_that_was_judged() -> None:
    """Pool, rank, cards and leads are in the line, so that every figure can be counted again."""
    expected = {
        "suite": "cas",
        "pool": "pooled",
        "pool_size": 3,
        "id": "port",
        "category": "plain",
        "question": "which port",
        "answers": ["80"],
        "reachable": True,
        "status": "ok",
        "rank": 1,
        "lead_rank": None,
        "cards": [
            {
                "reference": "decision::1",
                "text": "the port is 80",
                "rule": "clock_quorum",
                "own": True,
                "answer": True,
            }
        ],
        "leads": [],
    }
    assert expected == question_json("cas", QUESTION)


def test_a_report_holds_counts_and_values() -> None:
    """A share is hits, of and value; one of nothing has no value."""
    data = recall_report_json(report(EXCLUSION))
    pools = data["pools"]
    assert isinstance(pools, list)
    everything = pools[0]["all"]
    assert {"hits": 1, "of": 1, "value": 1.0} == everything["answer"]["at_1"]
    assert {"hits": 0, "of": 0, "value": None} == everything["abstention"]
    assert ["plain"] == list(pools[0]["categories"])
    expected = [{"pool": "pooled", "id": "port", "what": "memory 2", "reason": "too_vague"}]
    assert expected == data["exclusions"]
    assert {"answer @k": "an accepted string"} == data["definitions"]


def test_tables_have_a_row_for_each_category_and_one_for_all() -> None:
    """Counts for each, and shares in per cent at the end; as many cells as there are columns."""
    tables = recall_report_tables(report())
    assert ["pooled, found: 1 brain of 3 facts", "pooled, shown: 1 brain of 3 facts"] == [
        table.title for table in tables
    ]
    for table in tables:
        assert ["plain", "all", "all"] == [row[0] for row in table.rows]
        assert ["1/1", "100.0%"] == [row[2] for row in table.rows[1:]]
        assert {len(table.columns)} == {len(row) for row in table.rows}


def test_tables_fit_a_narrow_terminal() -> None:
    """Headings and the widest cells of a set with thousands of questions stay in 80 columns."""
    widest = {"category": 17, "n": 4}
    for table in recall_report_tables(report()):
        cells = [max(len(name), widest.get(name, 9)) for name in table.columns]
        assert sum(cells) + 2 * (len(cells) - 1) <= 80


def test_notes_name_set_metric_and_exclusions() -> None:
    """What was left out is named; when nothing was, that is said."""
    assert "suite cas, surface facts: 1 items of set.jsonl" == recall_report_notes(report())[0]
    assert "answer @k: an accepted string" in recall_report_notes(report())
    assert "exclusions: none" in recall_report_notes(report())[-1]
    named = "exclusion: pooled port, memory 2 not kept: too_vague"
    assert named == recall_report_notes(report(EXCLUSION))[-1]


def test_a_share_of_nothing_is_a_hyphen() -> None:
    """Nothing counted is shown as nothing, not as nought per cent."""
    assert ("-", "-") == (count_text(Share(0, 0)), percent_text(Share(0, 0)))
    assert ("2/3", "66.7%") == (count_text(Share(2, 3)), percent_text(Share(2, 3)))
