"""Is what was tried kept whole, and nothing besides?"""

from typing import Any

import pytest

from cortex.model.callers import Caller, Place
from cortex.wiring.house import House, open_house
from tests.services.operations.conftest import Asking

TRIAL = {
    "procedure": "make smoke",
    "environment": {"os": "debian 13", "cpus": 2, "load": 0.5},
    "inputs": ["config/gateway.toml"],
    "exit_status": 2,
    "failure": "the certificate is expired",
}


def test_failed_attempt_and_checkpoint_survive_reopening(house: House, ask: Asking) -> None:
    """After a reopening status shows failure and environment, and no field has room for a
    transcript. CQR G9
    """
    ask("checkpoint", thread="gw", state="listener moved, certificates pending")
    ask("checkpoint", thread="gw", action="attempt", attempt=TRIAL)
    house.close()
    with open_house(house.settings) as again:
        told = again.operate("checkpoint", {"thread": "gw", "action": "status"}, Caller(), Place())
    (attempt,) = told["attempts"]
    assert "certificates pending" in told["checkpoint"]["statement"]
    assert ("failure", "the certificate is expired") == (attempt["type"], attempt["failure"])
    assert {"os": "debian 13", "cpus": 2, "load": "0.5"} == attempt["environment"]
    assert set() == {"transcript", "reasoning"} & (set(attempt) | set(told))


@pytest.mark.parametrize(
    ("trial", "kind"),
    [
        ({"procedure": "make smoke", "exit_status": 0}, "outcome"),
        ({"procedure": "make smoke", "exit_status": "0"}, "outcome"),
        ({"procedure": "make smoke", "exit_status": 1, "outcome": "success"}, "failure"),
        ({"procedure": "make smoke", "exit_status": -9}, "failure"),
        ({"procedure": "make smoke", "failure": "certificate expired"}, "failure"),
        ({"procedure": "make smoke", "failure": "a warning", "exit_status": 0}, "outcome"),
        ({"procedure": "make smoke", "failure": "a warning", "outcome": "partial"}, "outcome"),
        ({"procedure": "make smoke", "outcome": "failure"}, "failure"),
        ({"procedure": "make smoke", "outcome": "partial"}, "outcome"),
        ("The smoke test was run against staging", "outcome"),
    ],
)
def test_failing_run_is_a_failure_whatever_it_is_called(
    ask: Asking, trial: object, kind: str
) -> None:
    """Another exit status than 0 is never recorded as a success. CQR C12"""
    kept = ask("checkpoint", thread="gw", action="attempt", attempt=trial)
    assert ("ok", kind) == (kept["status"], kept["attempt"]["type"])


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"attempt": {"transcript": "I thought", "procedure": "make"}}, "attempt.transcript"),
        ({"attempt": {"reasoning": "because", "procedure": "make"}}, "attempt.reasoning"),
        ({"attempt": {"procedure": "make smoke", "exit_status": "two"}}, "attempt.exit_status"),
        ({"attempt": {"procedure": "make smoke", "outcome": "great"}}, "attempt.outcome"),
        ({"attempt": 7}, "attempt"),
        ({"attempt": {}}, "attempt"),
        ({}, "attempt"),
        ({"attempt": {"procedure": "make smoke", "inputs": ["x" * 17_000]}}, "fields"),
        ({"attempt": "make smoke was run", "obligation": "99"}, "obligation"),
    ],
)
def test_refused_attempt_names_the_field(ask: Asking, said: dict[str, Any], field: str) -> None:
    """A transcript, a wrong value or too much of it is refused, and nothing is kept."""
    refused = ask("checkpoint", thread="gw", action="attempt", **said)
    assert (False, field) == (refused["status"] == "ok", refused["field"])
    assert "no_match" == ask("checkpoint", thread="gw", action="status")["status"]


def test_two_agents_with_the_same_words_made_two_attempts(house: House) -> None:
    """Attempts are events: the same failure twice is two failures."""
    for agent in ("ann", "bob"):
        said = {"thread": "gw", "action": "attempt", "attempt": TRIAL}
        house.operate("checkpoint", said, Caller(agent=agent), Place())
    told = house.operate("checkpoint", {"thread": "gw", "action": "status"}, Caller(), Place())
    assert ["bob", "ann"] == [attempt["agent"] for attempt in told["attempts"]]


def test_attempt_names_the_obligation_it_was_made_for(ask: Asking) -> None:
    """An obligation of the same thread can be named; a fact that is none cannot."""
    owed = ask("checkpoint", thread="gw", action="obligation", goal="Renew the certificates")
    reference = owed["obligation"]["reference"]
    ask("checkpoint", thread="gw", action="attempt", attempt=TRIAL, obligation=reference)
    (attempt,) = ask("checkpoint", thread="gw", action="status")["attempts"]
    assert reference == attempt["obligation"]
    other = ask("checkpoint", thread="mail", action="attempt", attempt=TRIAL, obligation=reference)
    assert "invalid_request" == other["status"]
