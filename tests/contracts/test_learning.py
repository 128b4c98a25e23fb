"""Does a store keep what use taught, within its limits, and drop it whole?"""

import pytest

from cortex.model import limits
from cortex.model.learning import (
    AgentOutcome,
    Bridge,
    LearnedCounts,
    Lesson,
    LessonKind,
    OutcomeWord,
    RememberedQuestion,
    Signal,
)
from cortex.ports.brain import Brain, BrainWriter
from tests.contracts.brains import NOW_US
from tests.contracts.deposits import stored


def remember(
    writer: BrainWriter,
    signature: str,
    *terms: str,
    heard: tuple[int, int] = (1, 0),
    at_us: int = NOW_US,
    principal: str = "solo",
) -> None:
    """Add (asks, successes) to a question."""
    writer.learning.remember_question(principal, (signature, terms), heard, at_us)


def lesson(unit: str, *fact_ids: int, cues: tuple[str, ...] = ("port",)) -> Lesson:
    """Give a verified use."""
    kind = LessonKind.VERIFIED_USE
    return Lesson("solo", unit, kind, 1, "s1", cues, fact_ids, NOW_US)


def outcome(at_us: int = NOW_US, **fields: object) -> AgentOutcome:
    """Give a report of a success."""
    plain = AgentOutcome(
        principal="solo",
        agent="tester",
        scope_id="user",
        task_class="general",
        outcome=OutcomeWord.SUCCESS,
        outcome_score=1.0,
        quality=0.7,
        is_harmful=False,
        is_wrong_scope=False,
        task="ship it",
        notes="went well",
        selected_action="deploy",
        receipt=None,
        latency_ms=12,
        retries=None,
        tokens_used=None,
        recorded_us=at_us,
        used=(1, 2),
        exposed=(1, 2, 3),
    )
    return plain._replace(**fields)  # type: ignore[arg-type]  # Tests name fields of any type.


def test_nothing_is_learned_at_first(brain: Brain) -> None:
    """A new brain learns, and has learned nothing; every read gives nothing."""
    with brain.reading() as reader:
        kept = reader.learning
        assert 0 == kept.votes()
        assert LearnedCounts(0, 0, 0, 0, 0) == kept.counts()
        assert {} == kept.signals("solo", [1])
        assert {} == kept.signals("solo", [])
        assert [] == kept.bridges_from("solo", [], 1)
        assert [] == kept.helped_questions("solo", [], 9)
        assert None is kept.find_question("solo", "s1")
        assert [] == kept.outcomes(0, 9)


def test_the_switch_stays_and_counts_survive_it(brain: Brain) -> None:
    """Off and on again drops nothing."""
    with brain.writing() as writer:
        writer.learning.keep_signals("solo", [Signal(1, 1, 0, 1.0, NOW_US)])
        writer.learning.switch(is_on=False)
    with brain.writing() as writer:
        assert None is writer.learning.votes()
        writer.learning.switch(is_on=True)
    with brain.reading() as reader:
        assert 1 == reader.learning.votes()


def test_signals_belong_to_a_principal_and_the_latest_stands(brain: Brain) -> None:
    """One principal never hears another's votes; order is by votes, then id."""
    with brain.writing() as writer:
        writer.learning.keep_signals("solo", [Signal(2, 1, 0, 1.0, NOW_US)])
        writer.learning.keep_signals("solo", [Signal(2, 2, 1, 0.5, NOW_US)])
        writer.learning.keep_signals("user:7", [Signal(1, 1, 0, 1.0, NOW_US)])
    with brain.reading() as reader:
        assert {2: Signal(2, 2, 1, 0.5, NOW_US)} == reader.learning.signals("solo", [1, 2])
        assert [2, 1] == [signal.fact_id for signal in reader.learning.top_signals(9)]
        assert [2] == [signal.fact_id for signal in reader.learning.top_signals(1)]


def test_bridges_need_votes_and_no_veto(brain: Brain) -> None:
    """CQR G15: a bridge is used with two positive votes and no negative one."""
    with brain.writing() as writer:
        add = writer.learning.add_to_bridges
        for _ in range(2):
            add("solo", [("ship", "train"), ("ship", "wagon")], (1, 0), NOW_US)
        add("solo", [("ship", "once")], (1, 0), NOW_US)
        add("solo", [("ship", "wagon")], (0, 1), NOW_US)
        add("user:7", [("ship", "other")], (2, 0), NOW_US)
    with brain.reading() as reader:
        used = reader.learning.bridges_from("solo", ["ship", "deploy"], 2)
        shown = reader.learning.top_bridges(9)
    assert [Bridge("ship", "train", 2, 0, NOW_US)] == used
    assert ["other", "train", "wagon", "once"] == [bridge.doc_term for bridge in shown]


def test_bridges_are_trimmed_oldest_first(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more than the limit drops the oldest; a vote renews one."""
    for where in ("cortex.model.limits", "cortex.stores.memory.learning"):
        monkeypatch.setattr(f"{where}.BRIDGES_MAX", 2)
    with brain.writing() as writer:
        for place, term in enumerate(("a", "b", "a", "c")):
            writer.learning.add_to_bridges("solo", [("q", term)], (1, 0), NOW_US + place)
    with brain.reading() as reader:
        assert ["a", "c"] == [bridge.doc_term for bridge in reader.learning.top_bridges(9)]


def test_questions_add_up_and_help_from_the_first_success(brain: Brain) -> None:
    """Asks and successes are summed; only a question that helped is found by its terms."""
    with brain.writing() as writer:
        remember(writer, "s1", "gateway", "port")
        remember(writer, "s1", "gateway", "port", heard=(2, 0), at_us=NOW_US + 5)
        assert [] == writer.learning.helped_questions("solo", ["port"], 9)
        remember(writer, "s1", "gateway", "port", heard=(0, 1), at_us=NOW_US + 3)
        remember(writer, "s2", "mail", "port", heard=(1, 1))
        remember(writer, "s3", "port", heard=(1, 1), principal="user:7")
    with brain.reading() as reader:
        found = reader.learning.helped_questions("solo", ["gateway", "port"], 9)
        whole = RememberedQuestion("s1", ("gateway", "port"), 3, 1, NOW_US, NOW_US + 5)
        assert whole == reader.learning.find_question("solo", "s1")
        assert ["s1", "s2"] == [kept.signature for kept in found]
        assert ["s1"] == [
            kept.signature
            for kept in reader.learning.helped_questions("solo", ["gateway", "port"], 1)
        ]


def test_questions_without_success_go_first(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit idle questions go before those that helped, oldest first."""
    for where in ("cortex.model.limits", "cortex.stores.memory.learning"):
        monkeypatch.setattr(f"{where}.QUESTIONS_MAX", 2)
    with brain.writing() as writer:
        for place, (signature, successes) in enumerate((("old", 1), ("idle", 0), ("new", 0))):
            remember(writer, signature, signature, heard=(1, successes), at_us=NOW_US + place)
    with brain.reading() as reader:
        kept = {row.signature for row in reader.learning.top_questions(9)}
        assert {"old", "new"} == kept
        assert 1 == len(reader.learning.helped_questions("solo", ["old"], 9))


def test_a_unit_has_one_lesson(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second lesson of a unit is not kept; the oldest beyond the limit go."""
    for where in ("cortex.model.limits", "cortex.stores.memory.learning"):
        monkeypatch.setattr(f"{where}.LESSONS_MAX", 2)
    with brain.writing() as writer:
        for unit in ("u1", "u1", "u2", "u3"):
            writer.learning.keep_lesson(lesson(unit, 1))
    with brain.reading() as reader:
        assert 2 == reader.learning.counts().lessons


def test_reports_are_given_newest_first_and_whole(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A report comes back as it was kept; those before an instant are left out; old ones go."""
    for where in ("cortex.stores.sqlite.agent_outcomes", "cortex.stores.memory.learning"):
        monkeypatch.setattr(f"{where}.OUTCOMES_MAX", 2)
    told = [outcome(NOW_US + place, outcome=word) for place, word in enumerate(OutcomeWord)]
    with brain.writing() as writer:
        for each in told:
            writer.learning.keep_outcome(each)
    with brain.reading() as reader:
        assert [told[2], told[1]] == reader.learning.outcomes(0, 9)
        assert [told[2]] == reader.learning.outcomes(NOW_US + 2, 9)
        assert [told[2]] == reader.learning.outcomes(0, 1)


def test_forgetting_takes_facts_and_words_out(brain: Brain) -> None:
    """What came from a fact or holds one of its words goes; reports lose their texts only."""
    with brain.writing() as writer:
        kept = writer.learning
        kept.keep_signals("solo", [Signal(1, 1, 0, 1.0, NOW_US), Signal(9, 1, 0, 1.0, NOW_US)])
        kept.keep_lesson(lesson("u1", 1))
        kept.keep_lesson(lesson("u2", 9, cues=("plum", "port")))
        kept.keep_lesson(lesson("u3", 9))
        kept.add_to_bridges("solo", [("port", "plum"), ("plum", "x"), ("port", "x")], (1, 0), 0)
        remember(writer, "s1", "plum", "port", heard=(1, 1))
        remember(writer, "s2", "plums")
        kept.keep_outcome(outcome())
        kept.keep_outcome(outcome(used=(9,), exposed=()))
        assert 6 == kept.forget([1], ["plum"])
        assert 0 == kept.forget([], [])
        assert LearnedCounts(1, 1, 1, 1, 0) == kept.counts()
        assert ["x"] == [bridge.doc_term for bridge in kept.top_bridges(9)]
        assert [] == kept.helped_questions("solo", ["plum"], 9)
        texts = [(each.task, each.notes, each.selected_action) for each in kept.outcomes(0, 9)]
    assert [("ship it", "went well", "deploy"), (None, None, None)] == texts


def test_reset_drops_everything_learned_and_nothing_else(brain: Brain) -> None:
    """Lessons, signals, questions, bridges and used links go; reports, switch and facts stay."""
    for _ in range(2):
        stored(brain)
    with brain.writing() as writer:
        kept = writer.learning
        kept.switch(is_on=False)
        kept.keep_signals("solo", [Signal(1, 1, 0, 1.0, NOW_US)])
        kept.keep_lesson(lesson("u1", 1))
        kept.add_to_bridges("solo", [("a", "b")], (1, 0), NOW_US)
        remember(writer, "s1", "a", heard=(1, 1))
        kept.keep_outcome(outcome())
        writer.use_link(1, 2, "used_with", is_rejected=False)
        writer.use_link(1, 2, "updates", is_rejected=False)
    with brain.writing() as writer:
        assert LearnedCounts(1, 1, 1, 1, 1) == writer.learning.reset()
        assert LearnedCounts(0, 0, 0, 0, 0) == writer.learning.reset()
    with brain.reading() as reader:
        assert None is reader.learning.votes()
        assert ["updates"] == [link.relation for link in reader.learned_links([1])]
        assert 1 == len(reader.learning.outcomes(0, 9))
        assert 2 == reader.fact_count()


def test_a_failed_transaction_teaches_nothing(brain: Brain) -> None:
    """What was learned inside a transaction that fails is not there afterwards."""

    def fail() -> None:
        with brain.writing() as writer:
            writer.learning.keep_lesson(lesson("u1", 1))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with brain.reading() as reader:
        assert LearnedCounts(0, 0, 0, 0, 0) == reader.learning.counts()


def test_limits_are_those_of_the_sheet() -> None:
    """Ten thousand questions and fifty thousand bridges are kept."""
    assert (10_000, 50_000) == (limits.QUESTIONS_MAX, limits.BRIDGES_MAX)
