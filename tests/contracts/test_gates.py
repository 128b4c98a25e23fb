"""Does a gate let exactly the right rows through, in every query that takes one?"""

from collections.abc import Callable

import pytest

from cortex.model.anchors import AnchorKind, Mention
from cortex.model.facts import FactStatus, Visibility
from cortex.model.gates import Gate, TemporalMode
from cortex.ports.brain import Brain, BrainReader
from tests.contracts.brains import NOW_US
from tests.contracts.deposits import EVER, NOW, as_of, handles, path, stored

MATTER = ("port", "number")
FULL = handles(
    terms=[("port", 1000)],
    anchors=[path("src/app.py")],
    mentions=[Mention("auth service", "auth", "service")],
    matter=MATTER,
)


def entity_of(reader: BrainReader) -> int:
    return next(iter(reader.entities_named(["auth service"]).values()), (0,))[0]


# Every read that takes a gate, as the ids it lets through.
QUERIES: dict[str, Callable[[BrainReader, Gate], list[int]]] = {
    "facts": lambda r, g: [f.fact_id for f in r.facts(range(1, 20), g)],
    "fact_page": lambda r, g: [f.fact_id for f in r.fact_page(g, None, 20)],
    "lexical_hits": lambda r, g: [i for i, _ in r.lexical_hits([("port", 1)], g, 20)],
    "anchor_hits": lambda r, g: [
        h.fact_id for h in r.anchor_hits([(AnchorKind.PATH, "src/app.py")], g, 20)
    ],
    "path_hits": lambda r, g: [h.fact_id for h in r.path_hits(["src"], g, 20)],
    "entity_hits": lambda r, g: [i for i, _ in r.entity_hits([entity_of(r)], g, 20)],
    "newest": lambda r, g: r.newest(g, 20),
    "pinned": lambda r, g: [f.fact_id for f in r.pinned(g, 20)],
    "facts_about": lambda r, g: [f.fact_id for f in r.facts_about(MATTER, g)],
}


def seen(brain: Brain, gate: Gate) -> list[int]:
    """Give the ids that every one of the queries lets through, ascending; they must agree."""
    with brain.reading() as reader:
        answers = {name: sorted(ask(reader, gate)) for name, ask in QUERIES.items()}
    assert dict.fromkeys(QUERIES, answers["facts"]) == answers
    return answers["facts"]


def put(brain: Brain, **changes: object) -> int:
    """Store a fact that every query could find."""
    return stored(brain, FULL, is_pinned=True, **changes).fact_id


def test_window_includes_its_start_and_excludes_its_end(brain: Brain) -> None:
    """CQR D1: at the boundary instant only the newer of two adjoining facts holds."""
    old = put(brain, valid_from_us=1_000, valid_until_us=2_000)
    new = put(brain, valid_from_us=2_000)
    assert [] == seen(brain, as_of(999))
    assert [old] == seen(brain, as_of(1_000))
    assert [old] == seen(brain, as_of(1_999))
    assert [new] == seen(brain, as_of(2_000))
    assert [old, new] == seen(brain, EVER)


def test_open_bounds_never_hide(brain: Brain) -> None:
    """A bound that is not set lets every instant pass, before the first one too."""
    fact = put(brain)
    assert [fact] == seen(brain, as_of(-5))
    assert [fact] == seen(brain, as_of(10 * NOW_US))


def test_expired_row_is_hidden_from_its_last_instant_on(brain: Brain) -> None:
    """Expiry is the first instant at which a fact is no longer shown."""
    fact = put(brain, expires_us=5_000)
    assert [fact] == seen(brain, as_of(4_999))
    assert [] == seen(brain, as_of(5_000))


@pytest.mark.parametrize(
    ("status", "is_shown"),
    [
        (FactStatus.ACTIVE, True),
        (FactStatus.DISPUTED, True),
        (FactStatus.SUPERSEDED, False),
        (FactStatus.ARCHIVED, False),
    ],
)
def test_current_mode_hides_cold_rows(brain: Brain, status: FactStatus, is_shown: bool) -> None:
    """CQR B1: superseded and archived rows appear only when the past is asked for."""
    fact = put(brain, status=status)
    assert is_shown == (seen(brain, NOW) == [fact])
    assert [fact] == seen(brain, as_of(NOW_US))
    assert [fact] == seen(brain, EVER)


def test_only_named_scopes_are_seen(brain: Brain) -> None:
    """Case 58: a gate with scopes shows no row of another; no scope at all shows none."""
    first = put(brain, scope_id="project:/a/.git")
    second = put(brain, scope_id="project:/b/.git")
    user = put(brain, scope_id="user")
    gate = NOW._replace(scope_ids=("project:/a/.git",))
    assert [first] == seen(brain, gate)
    assert [first, user] == seen(brain, gate._replace(scope_ids=("project:/a/.git", "user")))
    assert [] == seen(brain, gate._replace(scope_ids=("project:/nowhere/.git",)))
    assert [] == seen(brain, gate._replace(scope_ids=()))
    assert [first, second, user] == seen(brain, NOW)


def test_other_owners_private_row_is_hidden(brain: Brain) -> None:
    """CQR A11: a caller sees own rows and open ones; nobody's private row is nobody's to see."""
    own = put(brain, owner_id=1)
    put(brain, owner_id=2)
    put(brain, owner_id=None)
    shared = put(brain, owner_id=2, visibility=Visibility.SHARED)
    team = put(brain, owner_id=2, visibility=Visibility.TEAM)
    public = put(brain, owner_id=None, visibility=Visibility.PUBLIC)
    assert [own, shared, team, public] == seen(brain, NOW._replace(owner_id=1))
    assert [1, 2, 3, 4, 5, 6] == seen(brain, NOW)


def test_rolled_back_row_is_hidden_in_every_mode(brain: Brain) -> None:
    """CQR A6: what came after the head is gone from every kind of question."""
    kept = put(brain)
    gone = put(brain)
    with brain.writing() as writer:
        writer.rollback_to(1, NOW_US)
    for gate in (NOW, EVER, as_of(NOW_US)):
        assert [kept] == seen(brain, gate)
    with brain.reading() as reader:
        assert reader.find_fact(gone) is not None


def test_all_conditions_hold_together(brain: Brain) -> None:
    """A row must meet every condition; failing one is enough to be hidden."""
    fits = {"scope_id": "project:/a/.git", "owner_id": 1, "valid_until_us": NOW_US + 1}
    fact = put(brain, **fits)
    for flaw in (
        {"scope_id": "user"},
        {"owner_id": 2},
        {"valid_until_us": NOW_US},
        {"status": FactStatus.ARCHIVED},
    ):
        put(brain, **fits | flaw)
    gate = Gate(TemporalMode.CURRENT, NOW_US, ("project:/a/.git",), owner_id=1)
    assert [fact] == seen(brain, gate)
