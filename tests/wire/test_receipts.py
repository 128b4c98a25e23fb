"""Does a receipt say exactly what was done, and claim no more?"""

from cortex.model.commits import CommitAction
from cortex.model.receipts import AckProfile
from cortex.wire.receipts import capture_json, commit_json, receipt_json
from tests.wire.samples import an_outcome


def test_receipt_has_frontier_and_profile() -> None:
    """CQR E4: durability names the local commit and what an acknowledged write survives."""
    durability = receipt_json(an_outcome())["durability"]
    assert {
        "accepted": True,
        "local_commit": 19,
        "projected_through": {"clock": 19, "entity": 19, "exact": 19, "lexical": 19},
        "replicated_through": {},
        "payload_availability": "retained",
        "ack_profile": {"kind": "power_loss_assumed"},
    } == durability


def test_receipt_claims_no_more_than_the_connection_gives() -> None:
    """CQR E1: the fast profile is named as what it is."""
    outcome = an_outcome()._replace(ack_profile=AckProfile.PROCESS_CRASH)
    durability = receipt_json(outcome)["durability"]
    assert isinstance(durability, dict)
    assert {"kind": "process_crash"} == durability["ack_profile"]


def test_receipt_names_its_entries() -> None:
    """The fact and the log entry can be asked for later."""
    assert {"decision": "decision::12", "version": 7} == receipt_json(an_outcome())["entries"]


def test_merge_is_stated_as_an_omission() -> None:
    """A repeat that made no row says so."""
    merged = an_outcome(action=CommitAction.MERGED)
    assert ["no new row: merged into decision::12"] == receipt_json(merged)["omissions"]
    assert [] == receipt_json(an_outcome())["omissions"]


def test_capture_counts_what_was_taken_out() -> None:
    """A redacted text says which kinds and how many, never what they were."""
    captured = capture_json(an_outcome(redacted=(("api_key", 2), ("bearer", 1))))
    assert {
        "status": "redacted",
        "offered_bytes": 40,
        "retained_bytes": 32,
        "policy": "redact_secrets+refuse_over_cap/1",
        "reason": "secrets removed: 2 api_key, 1 bearer",
    } == captured
    assert "accepted" == capture_json(an_outcome())["status"]


def test_entry_tells_the_verdict_against_the_nearest_fact() -> None:
    """The classification is that of the nearest stored fact, UNRELATED when there was none."""
    entry = commit_json(an_outcome())["entry"]
    assert isinstance(entry, dict)
    assert "CONTRADICTS" == entry["classification"]
    assert ["decision::9"] == entry["supersedes"]
    assert [
        {
            "reference": "decision::9",
            "classification": "CONTRADICTS",
            "similarity": {"jaccard": 0.5124, "cosine": None},
            "resolution_strategy": "trust_score_source_wins",
            "conflict": 3,
            "conflict_status": "auto_resolved",
        }
    ] == entry["related"]
    alone = commit_json(an_outcome()._replace(related=()))["entry"]
    assert isinstance(alone, dict)
    assert "UNRELATED" == alone["classification"]
