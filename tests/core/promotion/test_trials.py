"""Which cases are trials of their own, and what speaks against a lesson?"""

import json
from typing import Any

import pytest

from cortex.core.promotion.trials import blocks_lesson, has_failed, has_succeeded, independent
from cortex.model.facts import Fact, Naming, Provenance
from tests.contracts.deposits import content


def fact(
    number: int,
    text: str = "Draining first lost no job",
    agent: str = "ann",
    kind: str = "case",
    subject: str | None = None,
    **fields: object,
) -> Fact:
    """Give a fact as a store would."""
    made = content(
        text,
        type=kind,
        fields=json.dumps(fields) if fields else None,
        naming=Naming(subject=subject),
        provenance=Provenance(source_agent=agent),
    )
    return Fact(number, made, 1, 0)


@pytest.mark.parametrize(
    ("fields", "succeeded", "failed"),
    [
        ({"outcome": "success"}, True, False),
        ({"outcome": " Passed "}, True, False),
        ({"success": True}, True, False),
        ({"outcome": "success", "exit_status": 1}, False, True),
        ({"outcome": "success", "success": False}, False, True),
        ({"outcome": "failure"}, False, True),
        ({"outcome": "partial"}, False, False),
        ({}, False, False),
    ],
)
def test_case_speaks_for_or_against_or_neither(
    fields: dict[str, Any], succeeded: bool, failed: bool
) -> None:
    """A run that failed is no success, whatever it is called. CQR C12"""
    case = fact(1, **fields)
    assert (succeeded, failed) == (has_succeeded(case), has_failed(case))
    other = fact(1, kind="note", **fields)
    assert (False, False) == (has_succeeded(other), has_failed(other))


def test_copy_is_no_trial_and_its_writer_may_still_make_one() -> None:
    """Words count once, an agent counts once, and a copy takes neither away. CQR G3"""
    first = fact(1)
    copied = fact(2, "draining FIRST lost no job!", "bob")
    again = fact(3, "A second drain went well", "ann")
    taken = fact(4, "A second drain went well", "bob")
    own = fact(5, "The worker came back on an empty queue", "bob")
    assert (first, own) == independent([first, copied, again, taken, own])
    assert () == independent([])


def test_lesson_is_blocked_by_what_is_about_the_same() -> None:
    """The same subject or preconditions block; what is about something else does not. CQR G6"""
    source = fact(1, subject="Queue", outcome="success", preconditions=["live"])
    against: dict[str, Any] = {"kind": "counterexample"}
    assert blocks_lesson(fact(2, subject="queue", **against), [source])
    assert blocks_lesson(fact(3, outcome="failure", preconditions=["live"]), [source])
    assert blocks_lesson(fact(4, outcome="failure"), [source])
    assert not blocks_lesson(fact(5, subject="mail", outcome="failure"), [source])
    assert not blocks_lesson(fact(6, outcome="failure", preconditions=["idle"]), [source])
    assert not blocks_lesson(fact(7, outcome="success", preconditions=["live"]), [source])
