"""Do the answers of the other verbs have the keys their page promises?"""

from cortex.model.facts import FactStatus
from cortex.model.outcomes import Finding, HistoryEntry, Level, RetractOutcome, RollbackOutcome
from cortex.model.stories import Resolution, ResolveOutcome
from cortex.wire.facts import fact_json
from cortex.wire.outcomes import (
    doctor_json,
    facts_json,
    history_json,
    is_healthy,
    retract_json,
    rollback_json,
)
from cortex.wire.stories import conflicts_json, resolve_json, story_json
from tests.wire.samples import MAY_US, a_conflict, a_fact, a_story, a_version


def test_fact_has_every_field() -> None:
    """A script finds every field in every fact; absent values are null, absent lists empty."""
    fact = fact_json(a_fact())
    assert "decision::12" == fact["reference"]
    assert ["edge"] == fact["aliases"]
    assert [] == fact["symbols"]
    assert None is fact["valid_until"]
    assert "2026-05-01T00:00:00.000001Z" == fact["updated_at"]


def test_page_says_where_the_next_one_starts() -> None:
    """``next`` is the last reference of a page that is not the last one (case 142)."""
    page = [a_fact(14), a_fact(12)]
    assert "decision::12" == facts_json(page, has_more=True)["next"]
    assert None is facts_json(page, has_more=False)["next"]
    assert {"facts": [], "next": None} == facts_json([], has_more=True)


def test_history_marks_undone_entries_and_head() -> None:
    """An orphaned entry stays in the log and says so."""
    entries = (
        HistoryEntry(a_version(8, is_orphaned=True), None, is_head=False),
        HistoryEntry(a_version(7), a_fact(), is_head=True),
    )
    rows = history_json(entries)["entries"]
    assert isinstance(rows, list)
    assert [("orphaned", False, None), ("active", True, "active")] == [
        (row["status"], row["head"], row["fact_status"]) for row in rows
    ]


def test_preview_of_a_rollback_says_that_nothing_was_done() -> None:
    """The lists of a preview are those of the rollback, only ``applied`` differs (case 100)."""
    preview = RollbackOutcome(7, (a_version(8),), ("decision::9",), ("decision::12",), False)
    done = rollback_json(
        RollbackOutcome(7, (a_version(8),), ("decision::9",), ("decision::12",), True)
    )
    assert {**done, "applied": False} == rollback_json(preview)


def test_second_retraction_changes_nothing() -> None:
    """A repeat is told apart from the first time (case 98)."""
    again = RetractOutcome(a_fact(status=FactStatus.ARCHIVED), None, FactStatus.ARCHIVED)
    assert False is retract_json(again)["changed"]


def test_warning_alone_is_healthy() -> None:
    """Only a failed check makes the doctor fail (case 143)."""
    passed = Finding("store", Level.PASS, "ok")
    warned = Finding("handles", Level.WARN, "old", "rebuild")
    assert True is is_healthy((passed, warned))
    assert False is is_healthy((passed, Finding("integrity", Level.FAIL, "page 3")))
    findings = doctor_json((passed, warned))["findings"]
    assert isinstance(findings, list)
    assert [None, "rebuild"] == [finding["remedy"] for finding in findings]


def test_story_names_its_neighbours_by_reference() -> None:
    """Every fact a story names can be asked for."""
    story = story_json(a_story(superseded_by=(a_fact(14),)))
    assert [{"reference": "decision::9", "relation": "same_path", "evidence_count": 2}] == story[
        "links"
    ]
    assert ["decision::14"] == story["superseded_by"]
    assert [{"kind": "path", "value": "src/gw", "specificity": 3, "explicit": True}] == story[
        "anchors"
    ]


def test_conflict_shows_both_statements() -> None:
    """Whoever must decide sees both sides."""
    conflicts = conflicts_json((a_conflict(),))["conflicts"]
    assert isinstance(conflicts, list)
    assert ("decision::12", "decision::9") == (
        conflicts[0]["source"]["reference"],
        conflicts[0]["target"]["reference"],
    )


def test_resolution_pairs_restated_facts() -> None:
    """A fact that was stated again is found by its old reference."""
    outcome = ResolveOutcome(
        Resolution.KEEP, a_fact(12), a_fact(9), 8, restated=(("decision::12", "decision::15"),)
    )
    assert [{"from": "decision::12", "to": "decision::15"}] == resolve_json(outcome)["restated"]
    assert MAY_US == outcome.kept.content.created_us
