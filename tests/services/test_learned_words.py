"""Are routes between words off until wanted, reversible, and never in the way of truth?"""

import pytest

from cortex.model.associations import Alias, Assessment
from cortex.model.callers import Caller
from cortex.model.capture_policy import STOPPED, CapturePolicy, Word
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.limits import ASSESSMENTS_MAX
from cortex.model.observations import Event, Grant, Role
from cortex.model.refusals import CaptureRefused
from cortex.model.text import RawText
from cortex.ports.brain import Brain
from cortex.services import associations, observe
from cortex.services.associations import Judgement
from cortex.services.rebuild import rebuild_anchors
from tests.contracts.brains import NOW_US

ME, OTHER = Caller(agent="t"), Caller("user:2", "t", 2)
HERE = "scope:here"


def heard(
    brain: Brain, key: str, text: str, role: Role = Role.DOCUMENT, caller: Caller = ME
) -> str:
    """Keep a text of a source of its own and give its reference."""
    observe.register(brain, Grant(key, HERE, role, 1000), caller, NOW_US)
    event = Event(text[:20], RawText(text))
    return observe.put(brain, key, "1", event, caller, NOW_US).observation.reference


def led(brain: Brain, cue: str = "deploy", caller: Caller = ME) -> list[str]:
    """Give the words that a word leads to."""
    with brain.reading() as reader:
        return [one.alias for one in associations.aliases(reader, HERE, [cue], caller.principal)]


def assess(brain: Brain, key: str, reference: str, word: Assessment) -> bool:
    """Say something about a source."""
    return associations.assess(brain, Judgement(HERE, key, reference, word), ME, NOW_US)


def two_sources(brain: Brain) -> tuple[str, str]:
    """Keep what two sources say about the same two words."""
    return heard(brain, "a", "deploy gateway slow"), heard(brain, "b", "gateway deploy fast")


def test_off_until_learned_and_reset_stays(brain: Brain) -> None:
    """Nothing is used before ``learn``; what was reset stays off through a rebuild (CQR H15)."""
    two_sources(brain)
    assert [] == led(brain)
    assert associations.explain(brain, HERE, "deploy", ME) is None
    assert 2 == associations.learn(brain, HERE, ME)
    assert ["gateway"] == led(brain)
    explained = associations.explain(brain, HERE, "deploy", ME)
    assert [Alias("deploy", "gateway", 0.25, 2, 0, (1, 2))] == explained
    rebuild_anchors(brain, ME, NOW_US)
    assert ["gateway"] == led(brain)
    associations.reset(brain, HERE, ME)
    rebuild_anchors(brain, ME, NOW_US)
    assert [] == led(brain)
    assert associations.explain(brain, HERE, "deploy", ME) is None
    assert 2 == associations.learn(brain, HERE, ME)
    assert ["gateway"] == led(brain)


def test_new_evidence_waits_for_the_next_learning(brain: Brain) -> None:
    """What comes later teaches when somebody lets it."""
    heard(brain, "a", "deploy gateway slow")
    associations.learn(brain, HERE, ME)
    heard(brain, "b", "gateway deploy fast")
    assert [] == led(brain)
    associations.learn(brain, HERE, ME)
    assert ["gateway"] == led(brain)


@pytest.mark.parametrize("role", [Role.AGENT_ASSERTION, Role.TOOL_REPORT, Role.DELIVERY_ONLY])
def test_what_agents_tools_and_we_say_reinforces_nothing(brain: Brain, role: Role) -> None:
    """One document beside any number of such texts is still one voice (CQR H15)."""
    heard(brain, "a", "deploy gateway slow")
    for number in range(3):
        heard(brain, f"x{number}", f"gateway deploy {number}", role)
    assert 1 == associations.learn(brain, HERE, ME)
    assert [] == led(brain)


def test_principals_and_scopes_learn_apart(brain: Brain) -> None:
    """What one owner lets learn is no route of another, nor of another scope (CQR H15)."""
    two_sources(brain)
    heard(brain, "a", "deploy gateway mine", caller=OTHER)
    associations.learn(brain, HERE, ME)
    assert 1 == associations.learn(brain, HERE, OTHER)
    assert [] == led(brain, caller=OTHER)
    with brain.reading() as reader:
        assert [] == associations.aliases(reader, "scope:far", ["deploy"], ME.principal)
    assert 0 == associations.learn(brain, "scope:far", ME)


def test_source_that_goes_takes_its_routes_along(brain: Brain) -> None:
    """Retracted or disabled, it counts no more, without learning anew (CQR H15)."""
    first, _ = two_sources(brain)
    associations.learn(brain, HERE, ME)
    observe.set_enabled(brain, "b", ME, is_enabled=False)
    assert [] == led(brain)
    observe.set_enabled(brain, "b", ME, is_enabled=True)
    assert ["gateway"] == led(brain)
    observe.retract(brain, first, "wrong", ME, NOW_US)
    assert [] == led(brain)


def test_stopped_capture_leads_nowhere(brain: Brain) -> None:
    """While the operator stops the scope no route is given and no source can be judged."""
    first, _ = two_sources(brain)
    associations.learn(brain, HERE, ME)
    stopped = CapturePolicy({HERE: Word(STOPPED)})
    assert [] == associations.explain(brain, HERE, "deploy", ME, stopped)
    said = Judgement(HERE, "run-1", first, Assessment.USEFUL)
    with pytest.raises(CaptureRefused, match=r"^feedback_source_not_eligible"):
        associations.assess(brain, said, ME, NOW_US, stopped)
    assert ["gateway"] == led(brain)


def test_feedback_is_idempotent_and_reversible(brain: Brain) -> None:
    """Said once it counts once; taken back it counts nothing; said again it counts again."""
    first, second = two_sources(brain)
    associations.learn(brain, HERE, ME)
    assert assess(brain, "run-1", first, Assessment.HARMFUL)
    assert not assess(brain, "run-1", first, Assessment.HARMFUL)
    assert ["gateway"] == led(brain)
    assert assess(brain, "run-2", second, Assessment.HARMFUL)
    assert [] == led(brain)
    for _ in range(2):
        back = associations.unassess(brain, HERE, "run-2", ME, NOW_US)
        assert not back.is_active
    assert ["gateway"] == led(brain)
    assert assess(brain, "run-2", second, Assessment.HARMFUL)
    assert [] == led(brain)


@pytest.mark.parametrize(
    ("reference", "word"), [("obs:2", Assessment.USEFUL), ("obs:1", Assessment.NEUTRAL)]
)
def test_event_key_stands_for_one_assessment(
    brain: Brain, reference: str, word: Assessment
) -> None:
    """Another source or another word under the same key is a conflict, even once taken back."""
    first, _ = two_sources(brain)
    assess(brain, "run-1", first, Assessment.USEFUL)
    with pytest.raises(CaptureRefused, match=r"^feedback_identity_conflict"):
        assess(brain, "run-1", reference, word)
    associations.unassess(brain, HERE, "run-1", ME, NOW_US)
    with pytest.raises(CaptureRefused, match=r"^feedback_identity_conflict"):
        assess(brain, "run-1", reference, word)


def test_only_a_source_that_can_teach_is_assessed(brain: Brain) -> None:
    """An agent's text, a retracted one, one of nobody, another owner's: all refused alike."""
    spoken = heard(brain, "x", "deploy said", Role.AGENT_ASSERTION)
    gone = heard(brain, "a", "deploy gone")
    observe.retract(brain, gone, "wrong", ME, NOW_US)
    foreign = heard(brain, "b", "deploy theirs", caller=OTHER)
    shut = heard(brain, "c", "deploy shut")
    observe.set_enabled(brain, "c", ME, is_enabled=False)
    for reference in (spoken, gone, foreign, shut, "obs:99"):
        with pytest.raises(CaptureRefused, match=r"^feedback_source_not_eligible"):
            assess(brain, "run-1", reference, Assessment.USEFUL)
    with pytest.raises(InvalidRequest):
        assess(brain, "run-1", "decision::1", Assessment.USEFUL)
    with pytest.raises(CaptureRefused, match=r"^invalid_source_identity"):
        assess(brain, " ", spoken, Assessment.USEFUL)
    with pytest.raises(NotFound):
        associations.unassess(brain, HERE, "run-1", ME, NOW_US)


def test_assessments_are_bounded(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the limit one more is refused, what is there can still change, and nothing is dropped."""
    assert ASSESSMENTS_MAX > 1
    monkeypatch.setattr(associations, "ASSESSMENTS_MAX", 1)
    first, _ = two_sources(brain)
    assess(brain, "run-1", first, Assessment.USEFUL)
    with pytest.raises(CaptureRefused, match=r"^feedback_quota"):
        assess(brain, "run-2", first, Assessment.USEFUL)
    associations.unassess(brain, HERE, "run-1", ME, NOW_US)
    assert assess(brain, "run-1", first, Assessment.USEFUL)
