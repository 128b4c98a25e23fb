"""Is what lies in cold blocks found by history, told exactly, and left alone by everybody else?"""

import json

import apsw
import pytest

from cortex.model.cards import Applicability, View, ViewStatus
from cortex.model.errors import MaintenanceDebt
from cortex.model.facts import FactStatus
from cortex.model.limits import DEBT_HARD_JOBS
from cortex.services.find import explain
from cortex.services.maintain import Orders, maintain
from cortex.services.retract import retract
from cortex.wire.stories import story_json
from cortex.wire.views import view_json
from tests.recall.memory_kit import Kit
from tests.services.factory import SOLO
from tests.services.upkeep import grounds

DAY_US = 86_400_000_000


def history(kit: Kit, text: str) -> View:
    """Ask what ever was."""
    return kit.ask(f"what was the history of {text}")


def moved(kit: Kit) -> str:
    """Retract a fact about a lighthouse, let it go cold, and give its reference."""
    kit.commit("The harbour crane lifts forty tonnes")
    told = "The lighthouse of Rotterdam blinks every 9 seconds, see docs/lights.md"
    fact = kit.commit(told, context="measured in May").fact
    retract(kit.brain, fact.reference, "", SOLO, kit.now_us)
    with kit.brain.writing() as writer:
        assert 1 == writer.ages.move_cold([fact.fact_id])
    return fact.reference


def test_current_answer_names_the_cold_part_it_did_not_search(kit: Kit) -> None:
    """No match, and the count of what was left out: CQR F5, G14."""
    moved(kit)
    view = kit.ask("how often does the lighthouse of Rotterdam blink?")
    assert (ViewStatus.NO_MATCH, ()) == (view.status, view.cards)
    assert (False, 1) == (view.coverage.cold_searched, view.coverage.cold_rows)
    elsewhere = kit.ask("how often does the lighthouse blink?", scope_ids=("project:other",))
    assert 0 == elsewhere.coverage.cold_rows


def test_history_finds_a_cold_fact_and_tells_it_exactly(kit: Kit) -> None:
    """Through handles that stayed; the card is exact and never applicable: CQR G14."""
    reference = moved(kit)
    view = history(kit, "the lighthouse of Rotterdam")
    assert [reference] == [card.fact.reference for card in view.cards]
    card = view.cards[0]
    assert "The lighthouse of Rotterdam blinks every 9 seconds, see docs/lights.md" == (
        card.fact.content.text
    )
    assert "measured in May" == card.fact.content.context
    assert card.applicability is not Applicability.APPLICABLE
    assert (True, 1) == (view.coverage.cold_searched, view.coverage.cold_rows)


def test_expanding_a_cold_fact_says_where_it_lies(kit: Kit) -> None:
    """The whole of it, and ``cold_segment``; a fact in its row says ``row``: CQR G14."""
    reference = moved(kit)
    states = [
        story_json(explain(kit.brain, name, SOLO))["physical_state"] for name in (reference, "1")
    ]
    assert ["cold_segment", "row"] == states


def test_housekeeping_changes_no_answer_about_what_it_did_not_move(kit: Kit) -> None:
    """The same question has the same bytes before and after, now and in history.

    Archiving is an entry of the log, so HEAD alone moves, as with every change.
    """
    for number in range(60):
        kit.commit(f"The gateway number {number} listens on port {8000 + number}")
    kit.commit("Ada owns the ferry adapter", type="note")
    kit.commit("Bob owns the ferry adapter now", type="note", supersedes="61")
    questions = ("which gateway listens on port 8017?", "what do we know of gateway number 5?")

    def answers() -> str:
        views = [kit.ask(text) for text in questions]
        views.append(history(kit, "the gateway number 5"))
        told = [view_json(view) for view in views]
        for each in told:
            coverage = each["coverage"]
            assert isinstance(coverage, dict)
            coverage.pop("partitions", None)  # It counts what was moved.
            for place in ("watermark", "frontier", "change_cursor"):
                each.pop(place, None)  # Where the log stands, which archiving moves on.
        head = views[0].head
        return json.dumps(told, sort_keys=True).replace(f'"head": {head}', '"head": "HEAD"')

    before = answers()
    assert before == answers()
    ground = grounds(kit.brain, kit.now_us + 100 * DAY_US)
    report = maintain(ground, Orders("w"))
    assert () == report.failures
    counts = dict(pair for job in report.jobs for pair in job.counts)
    assert (1, 1) == (counts["moved"], counts["archived"])
    assert before == answers()
    with kit.brain.reading() as reader:
        kept = [fact for fact in reader.iter_facts() if fact.content.status is FactStatus.ACTIVE]
        assert 60 == len(kept)


def test_intake_is_refused_at_the_hard_limit_and_a_replay_is_not(kit: Kit) -> None:
    """Fifty thousand jobs that nobody did; reading works, and one job fewer lets commits in."""
    kit.commit("The first fact of this brain", idempotency_key="k")
    with kit.brain.reading() as reader:
        path, waiting = reader.figures().path, reader.pending_jobs()
    by_hand = apsw.Connection(path)
    by_hand.execute(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
        " INSERT INTO outbox (commit_sequence, job_kind, state) SELECT 1, 'job ' || i, 'pending'"
        " FROM n",
        (DEBT_HARD_JOBS - 1 - waiting,),
    )
    by_hand.close()
    kit.commit("The second fact still comes in")
    with kit.brain.writing() as writer:
        writer.outbox.ask("the last straw")
    with pytest.raises(MaintenanceDebt, match=r"^maintenance_debt_hard_limit: "):
        kit.commit("The third fact does not")
    assert kit.commit("The first fact of this brain", idempotency_key="k").is_replay
    assert ViewStatus.OK is kit.ask("what about the second fact?").status
