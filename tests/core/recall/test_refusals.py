"""Which gate or filter kept a fact out, by the same rules as the store's own gate?"""

from cortex.core.recall.refusals import filter_reason, gate_reasons
from cortex.model.anchors import AnchorHit, AnchorKind
from cortex.model.cards import Obstacle, Reason
from cortex.model.facts import Fact, FactStatus
from cortex.model.gates import Gate, TemporalMode
from tests.wire.samples import MAY_US, SCOPE, a_fact

NOW = Gate(TemporalMode.CURRENT, MAY_US + 5, (SCOPE,))


def reasons(fact: Fact, gate: Gate = NOW, *successors: Fact) -> tuple[Reason, ...]:
    return gate_reasons(fact, gate, is_rolled_back=False, successors=successors)


def test_a_fact_that_passes_every_gate_has_no_reason() -> None:
    """Nothing is held against a fact that holds here and now."""
    assert () == reasons(a_fact())


def test_a_superseded_fact_names_its_successor() -> None:
    """A closed fact says what replaced it, and only where its status hides it."""
    old, new = a_fact(status=FactStatus.SUPERSEDED), a_fact(14)
    assert (Reason(Obstacle.STATUS, ("superseded",), (new.reference,)),) == reasons(old, NOW, new)
    assert () == reasons(old, NOW._replace(mode=TemporalMode.HISTORICAL), new)


def test_a_window_is_read_half_open() -> None:
    """CQR D1: at its end instant a fact no longer holds, one microsecond earlier it does."""
    fact = a_fact(valid_until_us=MAY_US + 5)
    assert (Reason(Obstacle.ENDED, at_us=MAY_US + 5),) == reasons(fact)
    assert () == reasons(fact, NOW._replace(at_us=MAY_US + 4))
    assert (Reason(Obstacle.NOT_YET, at_us=MAY_US),) == reasons(
        fact, NOW._replace(at_us=MAY_US - 1)
    )


def test_a_rollback_is_named_before_the_scope() -> None:
    """The reasons stand in the order of the gates."""
    found = gate_reasons(a_fact(), NOW._replace(scope_ids=("user",)), is_rolled_back=True)
    assert [Obstacle.ROLLED_BACK, Obstacle.SCOPE] == [reason.obstacle for reason in found]


def test_only_paths_the_author_named_keep_a_fact_out() -> None:
    """A path in passing, or one that lies around the asker's, is no reason."""
    own = AnchorHit(12, AnchorKind.PATH, "src/gw", 3, is_explicit=True)
    passing = own._replace(is_explicit=False)
    elsewhere = Reason(Obstacle.PATH, ("src/gw",), ("src/ledger.py",))
    assert elsewhere == filter_reason(a_fact(), [own], (), ("src/ledger.py",))
    assert filter_reason(a_fact(), [passing], (), ("src/ledger.py",)) is None
    assert filter_reason(a_fact(), [own], (), ("src/gw/main.py",)) is None
