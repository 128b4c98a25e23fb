"""May learning do more than order and widen? Never, whatever was learned."""

import random

import pytest

from cortex.core.text.stems import stem
from cortex.model.callers import principal_of
from cortex.model.cards import View
from cortex.model.evidence import Admission, Arm
from cortex.model.learning import Signal
from cortex.ports.brain import Brain
from tests.recall.memory_kit import Kit

WORDS = """
anchor beacon cargo derrick engine funnel galley harbour island jetty keel ladder mast needle oar
pier quay rudder sail tiller vessel wharf yard zenith
""".split()

RARE = [f"{first}{vowel}{last}ok" for first in "bdfgklmnrt" for vowel in "aiu" for last in "bdgmz"]
"""Words of few facts; a learned word of many tells nothing."""


def commit_some(kit: Kit, rng: random.Random, count: int) -> None:
    """Commit facts of some common words and some rare ones."""
    for _ in range(count):
        said = rng.sample(WORDS, rng.randint(2, 4)) + rng.sample(RARE, 3)
        kit.commit(" ".join(said))


def learn_everything(brain: Brain, rng: random.Random, principal: str = "solo") -> None:
    """Teach confirmed bridges from random words to those of facts, questions, and loud signals."""
    with brain.writing() as writer:
        told = [fact.content.text.split()[-3:] for fact in writer.iter_facts()]
        asked_for = [(rng.choice(WORDS), rare) for rare in told * 3]
        led = [(asked, word) for asked, rare in asked_for for word in rare]
        pairs = [(stem(asked), stem(word)) for asked, word in led]
        writer.learning.add_to_bridges(principal, pairs, (3, 0), 0)
        for place in range(10):
            terms = tuple(sorted(map(stem, rng.sample(WORDS, 3) + rng.sample(RARE, 2))))
            writer.learning.remember_question(principal, (f"s{place}", terms), (1, 2), 0)
        signals = [Signal(i, 1, 1, rng.uniform(-5, 5), 0) for i in range(1, 40)]
        writer.learning.keep_signals(principal, signals)


def shown(view: View) -> dict[int, tuple[Admission, bool, object]]:
    """Give rule, hardness and epistemic word of each card."""
    return {
        card.fact.fact_id: (card.why.admitted_by, card.why.is_hard, card.epistemic)
        for card in view.cards
    }


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_admitted_by_learning_alone(kit: Kit, seed: int) -> None:
    """CQR C3, C4: a learned word is one derived witness: without direct evidence it admits nothing,
    it makes nothing hard, and what was admitted without it stays admitted the same way."""
    rng = random.Random(seed)  # A test that can be replayed.
    commit_some(kit, rng, 60)
    questions = [" ".join(rng.sample(WORDS, rng.randint(1, 6))) for _ in range(40)]
    before = [kit.ask(text, limit=100) for text in questions]
    learn_everything(kit.brain, rng)
    heard = 0
    for text, plain in zip(questions, before, strict=True):
        learned = kit.ask(text, limit=100)
        assert shown(plain).items() <= shown(learned).items()
        for card in learned.cards:
            direct = [witness for witness in card.why.witnesses if not witness.is_derived]
            taught = [w for w in card.why.witnesses if w.origin == "learned"]
            heard += len(taught)
            assert direct
            assert len(taught) <= 1
            assert all(w.is_derived and w.specificity == 1 for w in taught)
            assert Arm.LEXICAL in card.why.arms
    assert heard


def test_a_learned_word_brings_a_weak_match_over_the_threshold(kit: Kit) -> None:
    """CQR C4: direct words that are too few alone are joined by a bridge; another origin agrees."""
    kit.commit("The billing gateway release train leaves on Tuesday")
    assert [] == kit.texts("how do we ship the gateway")
    teach(kit.brain, ("ship", "train"))
    card = kit.card("how do we ship the gateway")
    assert (Admission.CLOCK_QUORUM, False) == (card.why.admitted_by, card.why.is_hard)
    assert ("learned:train",) == tuple(
        w.matched_key for w in card.why.witnesses if w.origin == "learned"
    )
    assert [] == kit.texts("how do we ship it")


def teach(brain: Brain, *pairs: tuple[str, str], principal: str = "solo") -> None:
    """Confirm bridges twice and let one vote be heard, of a fact that is not there."""
    with brain.writing() as writer:
        writer.learning.add_to_bridges(principal, pairs, (2, 0), 0)
        writer.learning.keep_signals(principal, [Signal(999, 1, 0, 1.0, 0)])


def test_lessons_of_one_principal_are_not_heard_by_another(kit: Kit) -> None:
    """CQR A11: an owner's lessons widen that owner's questions only."""
    kit.commit("The billing gateway release train leaves on Tuesday", owner=7)
    teach(kit.brain, ("ship", "train"), principal=principal_of(8))
    assert [] == kit.texts("ship the gateway", owner=7)
    teach(kit.brain, ("ship", "train"), principal=principal_of(7))
    assert 1 == len(kit.texts("ship the gateway", owner=7))
    assert [] == kit.texts("ship the gateway", owner=8)


def test_use_orders_facts_with_the_same_evidence(kit: Kit) -> None:
    """The boost stands late in the order: it parts equals and never lifts a weaker answer."""
    kit.commit("The harbour crane is serviced in May")
    kit.commit("The harbour gate is serviced in June")
    kit.commit("The harbour is serviced")
    first = kit.texts("when is the harbour serviced")
    with kit.brain.writing() as writer:
        writer.learning.keep_signals("solo", [Signal(1, 0, 3, -3.0, kit.now_us)])
        writer.learning.keep_signals("solo", [Signal(2, 3, 0, 3.0, kit.now_us)])
    cards = kit.ask("when is the harbour serviced").cards
    assert set(first) == {card.fact.content.text for card in cards}
    assert 2 == cards[0].fact.fact_id
    assert 1 == cards[-1].fact.fact_id
    assert [300, 0, -200] == [card.why.tie_break.use_score for card in cards]
    constrained = kit.commit("Never lift over the harbour gate", type="constraint").fact
    assert constrained.fact_id == kit.card("harbour gate").fact.fact_id


def test_the_past_does_not_learn(kit: Kit) -> None:
    """An answer as of an instant, or of history, is the same whatever was learned since."""
    kit.commit("The billing gateway release train leaves on Tuesday")
    asked = ("how do we ship the gateway", {"as_of_us": kit.now_us, "now_us": kit.now_us + 5})
    history = {"wants_history": True}
    before = [kit.ask(asked[0], **asked[1]), kit.ask(asked[0], **history)]
    teach(kit.brain, ("ship", "train"))
    assert before == [kit.ask(asked[0], **asked[1]), kit.ask(asked[0], **history)]


def test_switched_off_or_reset_recall_is_as_before(kit: Kit) -> None:
    """Dropping what was learned gives the very answers from before, links of use included."""
    rng = random.Random(3)  # A test that can be replayed.
    commit_some(kit, rng, 30)
    questions = [" ".join(rng.sample(WORDS, 3)) for _ in range(10)]

    def answers() -> list[View]:
        return [kit.ask(text, limit=50, now_us=kit.now_us) for text in questions]

    before = answers()
    learn_everything(kit.brain, rng)
    with kit.brain.writing() as writer:
        writer.use_link(1, 2, "used_with", is_rejected=False)
        writer.use_link(3, 9, "used_with", is_rejected=True)
    learned = answers()
    assert before != learned
    with kit.brain.writing() as writer:
        writer.learning.switch(is_on=False)
    assert before == answers()
    with kit.brain.writing() as writer:
        writer.learning.switch(is_on=True)
    assert learned == answers()
    with kit.brain.writing() as writer:
        writer.learning.reset()
    assert before == answers()


def test_the_same_store_and_instant_give_the_same_bytes(kit: Kit) -> None:
    """CQR A10: learned or not, two calls of one instant are equal."""
    rng = random.Random(5)  # A test that can be replayed.
    commit_some(kit, rng, 30)
    learn_everything(kit.brain, rng)
    asked = " ".join(rng.sample(WORDS, 4))
    assert kit.ask(asked, limit=50) == kit.ask(asked, limit=50)
