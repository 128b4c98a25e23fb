"""Does a focus session gather what its agent stores, and end in one memory?"""

import pytest

from cortex.core.facts.trust import TrustTable
from cortex.model.callers import Caller
from cortex.model.commits import CommitRequest
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.facts import Fact, FactKind
from cortex.model.focus import FOCUS_OPEN_MAX
from cortex.model.scopes import Scope
from cortex.ports.brain import Brain
from cortex.services.commit import Committer
from cortex.services.focus import end_focus, open_focus, start_focus
from tests.services.factory import SCOPE_ID, START_US

HERE = Scope(SCOPE_ID, "demo", "/srv/demo", "main", ("user",))
ANN, BOB = Caller(agent="ann"), Caller(agent="bob")


def commit(brain: Brain, text: str, caller: Caller = ANN, confidence: float = 0.8) -> Fact:
    """Keep a statement through the deposit."""
    committer = Committer(
        brain=brain, trust=TrustTable(), new_id=lambda: "id", locate=lambda path: path
    )
    request = CommitRequest(text, confidence=confidence)
    return committer.commit_all([request], HERE, caller, START_US)[0].fact


def test_same_label_is_open_already(brain: Brain) -> None:
    """Starting again gives the same session, whatever the case; another agent has its own."""
    first, was_open = start_focus(brain, ANN, "Gateway", HERE, START_US)
    assert not was_open
    assert (first, True) == start_focus(brain, ANN, "gateway", HERE, START_US + 5)
    other, was_open = start_focus(brain, BOB, "gateway", HERE, START_US)
    assert not was_open
    assert first.focus_id != other.focus_id


def test_summary_is_one_memory_beside_the_statements(brain: Brain) -> None:
    """It joins them, is trusted no more than the least of them, and replaces none."""
    start_focus(brain, ANN, "gateway", HERE, START_US)
    facts = [
        commit(brain, "The gateway listens on port 8443", confidence=0.9),
        commit(brain, "Billing runs on PostgreSQL 16", confidence=0.5),
    ]
    commit(brain, "Nobody of the team uses port 9090", BOB)
    ended = end_focus(brain, ANN, "gateway", START_US + 9)
    assert ended.summary is not None
    content = ended.summary.content
    assert "The gateway listens on port 8443 | Billing runs on PostgreSQL 16" == content.text
    assert (FactKind.MEMORY, "focus_summary") == (content.kind, content.type)
    assert ("focus::gateway", SCOPE_ID) == (content.naming.subject, content.scope_id)
    assert 0.9 == content.provenance.confidence
    assert facts[1].content.provenance.trust == content.provenance.trust
    assert (2, ended.summary.fact_id) == (ended.entries, ended.session.summary_fact_id)
    with brain.reading() as reader:
        assert all(reader.find_fact(fact.fact_id) == fact for fact in facts)
        assert reader.head() == ended.summary.version_id
    assert [] == open_focus(brain, ANN)


def test_single_statement_is_its_own_summary(brain: Brain) -> None:
    """Nothing is stored twice."""
    start_focus(brain, ANN, "gateway", HERE, START_US)
    only = commit(brain, "The gateway listens on port 8443")
    ended = end_focus(brain, ANN, None, START_US + 9)
    assert only.fact_id == ended.session.summary_fact_id
    with brain.reading() as reader:
        assert 1 == reader.fact_count()


def test_empty_session_ends_without_summary(brain: Brain) -> None:
    """It is closed, and no memory is made."""
    start_focus(brain, ANN, "gateway", HERE, START_US)
    ended = end_focus(brain, ANN, None, START_US + 9)
    assert (None, 0) == (ended.summary, ended.entries)
    with brain.reading() as reader:
        assert 0 == reader.fact_count()


def test_statement_goes_to_the_newest_session(brain: Brain) -> None:
    """Of two open ones the newer gets it; after its end the older does."""
    for label in ("older", "newer"):
        start_focus(brain, ANN, label, HERE, START_US)
    commit(brain, "The gateway listens on port 8443")
    counts = {one.session.label: one.entries for one in open_focus(brain, ANN)}
    assert {"newer": 1, "older": 0} == counts
    end_focus(brain, ANN, None, START_US + 9)
    commit(brain, "Billing runs on PostgreSQL 16")
    assert [("older", 1)] == [(one.session.label, one.entries) for one in open_focus(brain, ANN)]


def test_end_without_an_open_session_is_refused(brain: Brain) -> None:
    """Never started, ended, another label, another agent: no open focus, and nothing changes."""
    start_focus(brain, ANN, "gateway", HERE, START_US)
    for caller, label in ((BOB, None), (ANN, "other")):
        with pytest.raises(NotFound) as refused:
            end_focus(brain, caller, label, START_US)
        assert "no_open_focus" == refused.value.code
    end_focus(brain, ANN, "gateway", START_US)
    with pytest.raises(NotFound):
        end_focus(brain, ANN, "gateway", START_US)


def test_retracted_statement_is_not_summed_up(brain: Brain) -> None:
    """Only what still holds at the end is part of the summary."""
    from cortex.services.retract import retract

    start_focus(brain, ANN, "gateway", HERE, START_US)
    wrong = commit(brain, "The gateway listens on port 8080")
    commit(brain, "Billing runs on PostgreSQL 16")
    retract(brain, wrong.reference, "wrong", ANN, START_US + 1)
    ended = end_focus(brain, ANN, None, START_US + 9)
    assert ended.summary is not None
    assert "Billing runs on PostgreSQL 16" == ended.summary.content.text


def test_label_is_needed_and_sessions_are_bounded(brain: Brain) -> None:
    """No words are no label, and one session more than the limit is refused."""
    with pytest.raises(InvalidRequest):
        start_focus(brain, ANN, " ", HERE, START_US)
    for n in range(FOCUS_OPEN_MAX):
        start_focus(brain, ANN, f"label {n}", HERE, START_US)
    with pytest.raises(InvalidRequest):
        start_focus(brain, ANN, "one more", HERE, START_US)
