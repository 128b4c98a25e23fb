"""Is the true reason given why a fact is no answer?"""

from typing import Any

import pytest

from cortex.model.cards import Obstacle, Reason, Rejection, View
from cortex.model.questions import Question
from cortex.model.scopes import Scope
from cortex.services.recall import Asker
from cortex.services.why import why_not
from tests.recall.memory_kit import Kit

PORT = "The gateway listens on port 8443"
ASKED = "which port does the gateway listen on?"


def judged(kit: Kit, fact_id: int, text: str, **fields: Any) -> View:
    """Ask a question about one fact; ``scope`` is searched alone when it is given."""
    scope = fields.pop("scope", None)
    asker = Asker(
        scope=scope or kit.scope,
        scope_ids=None if scope is None else (scope.scope_id,),
        owner_id=None,
        now_us=kit.now_us + 1,
    )
    return why_not(kit.brain, fact_id, Question(text, **fields), asker)


def rejected(kit: Kit, fact_id: int, text: str, **fields: Any) -> Rejection:
    """Give why a fact was left out; the test fails when it was not."""
    rejection = judged(kit, fact_id, text, **fields).rejection
    assert rejection is not None
    return rejection


def obstacles(rejection: Rejection) -> list[Obstacle]:
    """Give the kinds of the reasons, in order."""
    return [reason.obstacle for reason in rejection.reasons]


def test_an_answer_has_no_reason_against_it(kit: Kit) -> None:
    """What is a card is explained by its card."""
    fact = kit.commit(PORT).fact
    assert judged(kit, fact.fact_id, ASKED).rejection is None


def test_another_type_is_named(kit: Kit) -> None:
    """A fact kept out by the wanted type was heard, and the type is the reason."""
    fact = kit.commit(PORT).fact
    rejection = rejected(kit, fact.fact_id, ASKED, types=("constraint",))
    assert (Reason(Obstacle.TYPE, ("decision",), ("constraint",)),) == rejection.reasons
    assert rejection.matched


def test_another_path_is_named(kit: Kit) -> None:
    """A fact of other files than the asker's says which."""
    fact = kit.commit(PORT, paths=("src/gateway.py",)).fact
    rejection = rejected(kit, fact.fact_id, ASKED, paths=("src/ledger.py",))
    assert (Reason(Obstacle.PATH, ("src/gateway.py",), ("src/ledger.py",)),) == rejection.reasons


def test_a_place_beyond_the_limit_is_told(kit: Kit) -> None:
    """A fact that better ones left no room for is no weak one."""
    facts = [kit.commit(f"Shard {number} replays ABC-123").fact for number in range(5)]
    rejection = rejected(kit, facts[0].fact_id, "what about ABC-123?", limit=3)
    assert (Reason(Obstacle.LIMIT, place=5, allowed=3),) == rejection.reasons


def test_a_cut_by_quota_is_told(kit: Kit) -> None:
    """Of 32 facts that one handle names, those behind the quota are not called weak."""
    facts = [kit.commit(f"Shard {number} replays ABC-123").fact for number in range(32)]
    view = judged(kit, facts[0].fact_id, "what about ABC-123?")
    assert view.rejection is not None
    assert [Obstacle.QUOTA] == obstacles(view.rejection)
    assert (facts[0].reference, "quota") in view.coverage.omitted


def test_the_better_fact_is_named(kit: Kit) -> None:
    """A fact that says less than another one names that other one."""
    less = kit.commit("The billing gateway was bought in Lisbon").fact
    more = kit.commit("The billing gateway restarts in a window at midnight").fact
    rejection = rejected(kit, less.fact_id, "which window does the billing gateway restart in?")
    assert (Reason(Obstacle.BEATEN, (more.reference,)),) == rejection.reasons


def test_nothing_heard_is_said_only_then(kit: Kit) -> None:
    """A fact that shares no word with the question was not heard, and nothing is blamed else."""
    fact = kit.commit(PORT).fact
    rejection = rejected(kit, fact.fact_id, "what is for lunch?")
    assert (Reason(Obstacle.UNHEARD),) == rejection.reasons
    assert () == rejection.witnesses


def test_a_superseded_fact_names_its_successor(kit: Kit) -> None:
    """The gate that hid a fact is the reason, not its evidence."""
    old = kit.commit("The rate limit is 100").fact
    new = kit.commit("The rate limit is 250").fact
    rejection = rejected(kit, old.fact_id, "rate limit")
    assert Reason(Obstacle.STATUS, ("superseded",), (new.reference,)) == rejection.reasons[0]


def test_a_rolled_back_fact_says_so_first(kit: Kit) -> None:
    """What a rollback undid is hidden in every tense."""
    kit.commit("The relay restarts at noon")
    fact = kit.commit(PORT).fact
    with kit.brain.writing() as writer:
        writer.rollback_to(1, kit.now_us)
    rejection = rejected(kit, fact.fact_id, ASKED)
    assert Obstacle.ROLLED_BACK is rejection.reasons[0].obstacle


def test_an_unsearched_scope_is_named(kit: Kit) -> None:
    """A fact of another project says that it was not looked for there."""
    fact = kit.commit(PORT).fact
    rejection = rejected(kit, fact.fact_id, ASKED, scope=Scope("project:/else", "else"))
    assert (Reason(Obstacle.SCOPE, ("user",)),) == rejection.reasons


@pytest.mark.parametrize("wanted", [30, 64, 80, 100])
def test_a_limit_is_kept_when_there_is_enough(kit: Kit, wanted: int) -> None:
    """Whoever asks for many cards gets as many as there are, up to the limit."""
    kit.commit_all([f"Shard {number} replays ABC-123" for number in range(90)])
    view = kit.ask("what about ABC-123?", limit=wanted)
    assert min(wanted, 90) == len(view.cards)


def test_a_full_arm_says_that_there_may_be_more(kit: Kit) -> None:
    """Rows that were never looked at are not passed over in silence."""
    for first in range(0, 140, 70):
        kit.commit_all([f"Shard {number} replays ABC-123" for number in range(first, first + 70)])
    view = judged(kit, 70, "what about ABC-123?")
    capped = [route.arm for route in view.coverage.routes if route.is_capped]
    assert "anchor" in capped
    assert view.rejection is not None
    assert (Reason(Obstacle.CAP, tuple(capped)),) == view.rejection.reasons


def test_a_view_tells_the_state_it_was_read_from(kit: Kit) -> None:
    """HEAD and the restore epoch come with the answer, from the same snapshot."""
    kit.commit(PORT)
    view = kit.ask(ASKED)
    with kit.brain.reading() as reader:
        assert (reader.head(), reader.restore_epoch()) == (view.head, view.restore_epoch)
    assert view.head == view.cards[0].why.head
