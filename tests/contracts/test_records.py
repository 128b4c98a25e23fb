"""Do commits count up, and are requests, events and scopes remembered?"""

import pytest

from cortex.model.errors import CortexError
from cortex.model.records import LedgerEntry
from cortex.ports.brain import Brain, ScopeRow
from tests.contracts.brains import NOW_US, faults_of
from tests.contracts.deposits import commit_of, stored


def test_commits_are_numbered_in_the_order_of_the_brain(brain: Brain) -> None:
    """CQR E4: commits count on, and a second commit of a fact revises its record."""
    first, second = stored(brain), stored(brain)
    with brain.writing() as writer:
        one = writer.append_commit(commit_of(first))
        two = writer.append_commit(commit_of(second))
        three = writer.append_commit(commit_of(first, change_kind="revised"))
    assert [1, 2, 3] == [one, two, three]
    assert [] == faults_of(brain)


def test_jobs_wait_until_done(brain: Brain) -> None:
    """A kind of job that waits already is not asked for again."""
    fact = stored(brain)
    with brain.writing() as writer:
        writer.append_commit(commit_of(fact, jobs=("checkpoint", "audit", "audit")))
        writer.append_commit(commit_of(fact, jobs=("audit",)))
        assert (2, 2) == (writer.pending_jobs(), writer.figures().pending_jobs)
        writer.append_commit(commit_of(fact, jobs=("prune",)))
        assert 3 == writer.pending_jobs()


def test_request_is_remembered_for_its_principal_only(brain: Brain) -> None:
    """CQR E2: another principal may use the same key; the same one may not store it twice."""
    entry = LedgerEntry("solo", "key", "request", "hash", '{"a": "é"}', NOW_US)
    with brain.writing() as writer:
        writer.remember(entry)
        writer.remember(LedgerEntry("user:1", "key", "other", "hash", "{}", NOW_US))
        assert entry == writer.find_ledger("solo", "key")
    with brain.reading() as reader:
        assert entry == reader.find_ledger("solo", "key")
        assert [None, None] == [reader.find_ledger("solo", ""), reader.find_ledger("", "key")]
    with pytest.raises(CortexError), brain.writing() as writer:
        writer.remember(entry)
    with brain.reading() as reader:
        assert entry == reader.find_ledger("solo", "key")


def test_scopes_with_facts_are_listed_by_id(brain: Brain) -> None:
    """A scope is named by the latest word on it; without facts it is not listed."""
    stored(brain, scope_id="user")
    stored(brain, scope_id="project:/b/.git")
    stored(brain, scope_id="project:/b/.git")
    with brain.writing() as writer:
        writer.keep_scope("project:/b/.git", "project", "old")
        writer.keep_scope("project:/b/.git", "project", "demo")
        writer.keep_scope("project:/empty/.git", "project", "empty")
    expected = [
        ScopeRow("project:/b/.git", "project", "demo", 2),
        ScopeRow("user", "user", "user", 1),
    ]
    with brain.reading() as reader:
        assert expected == reader.scopes()
    with brain.writing() as writer:
        writer.rollback_to(1, NOW_US)
        assert expected[1:] == writer.scopes()
