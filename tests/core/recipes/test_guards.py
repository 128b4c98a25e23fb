"""When is a kept result as good as a new one?"""

import pytest

from cortex.core.recipes.guards import (
    NO_ENVIRONMENT,
    environment_print,
    guards_of,
    is_unchanged,
    next_boundary,
    relation_print,
)
from cortex.model.recipes import CompiledRead, GuardKind, Member, Result, Row

RULE = Member(1, 1, "active", 5, is_rolled_back=False)
RESULT = Result((("n", 1),), (1,), ("exception", "rule"), 3)
PRINTS = {"rule": "r1", "exception": "e1"}


def kept(environment: str | None = NO_ENVIRONMENT, policy: str = "p") -> CompiledRead:
    """Give a read that holds from 10 to 20."""
    relations = {"rule": ("r1", frozenset({1})), "exception": ("e1", frozenset[int]())}
    guards = guards_of(RESULT, relations, policy, environment)
    assert guards is not None
    return CompiledRead("i", "r", "{}", guards, 10, 20)


def test_guards_are_of_four_kinds() -> None:
    """CQR G12: what was found, what was searched in vain, the rules, and the surroundings."""
    assert [
        (GuardKind.POLICY, "p"),
        (GuardKind.ENVIRONMENT, NO_ENVIRONMENT),
        (GuardKind.NEGATIVE, "e1"),
        (GuardKind.POSITIVE, "r1"),
    ] == [(guard.kind, guard.fingerprint) for guard in kept().guards]


@pytest.mark.parametrize(
    ("relations", "policy", "environment", "now_us", "expected"),
    [
        (PRINTS, "p", NO_ENVIRONMENT, 10, True),
        (PRINTS, "p", NO_ENVIRONMENT, 19, True),
        ({**PRINTS, "note": "n2"}, "p", NO_ENVIRONMENT, 10, True),
        (PRINTS, "p", NO_ENVIRONMENT, 9, False),
        (PRINTS, "p", NO_ENVIRONMENT, 20, False),
        (PRINTS, "q", NO_ENVIRONMENT, 10, False),
        (PRINTS, "p", "other", 10, False),
        (PRINTS, "p", None, 10, False),
        ({**PRINTS, "exception": "e2"}, "p", NO_ENVIRONMENT, 10, False),
        ({**PRINTS, "rule": "r2"}, "p", NO_ENVIRONMENT, 10, False),
        ({**PRINTS, "rule": None}, "p", NO_ENVIRONMENT, 10, False),
        ({"rule": "r1"}, "p", NO_ENVIRONMENT, 10, False),
    ],
)
def test_only_a_result_whose_guards_all_hold_is_used_again(
    relations: dict[str, str | None],
    policy: str,
    environment: str | None,
    now_us: int,
    expected: bool,
) -> None:
    """CQR G12, C14: an unrelated relation changes nothing; a new exception, another policy or
    environment, an instant outside, and an unknown fingerprint do."""
    assert expected == is_unchanged(kept(), relations, policy, environment, now_us)


@pytest.mark.parametrize(
    "environment", ["unsupported", " Unknown ", {"os": "unsupported"}, {"load": 0.5}, {"a": {1, 2}}]
)
def test_what_cannot_be_told_apart_is_never_unchanged(environment: object) -> None:
    """CQR G12: an unsupported fingerprint gives no guards, so nothing is kept."""
    assert None is environment_print(environment)
    relations = {"rule": ("r1", frozenset({1})), "exception": ("e1", frozenset[int]())}
    assert None is guards_of(RESULT, relations, "p", environment_print(environment))
    assert None is guards_of(RESULT, {**relations, "rule": (None, frozenset())}, "p", "e")


def test_environments_are_told_apart() -> None:
    """None is an environment of its own; the order of keys does not matter."""
    prints = [environment_print(e) for e in (None, "", "main", {"a": 1, "b": 2}, ["main"])]
    assert 5 == len({*prints} - {None})
    assert environment_print({"b": 2, "a": 1}) == environment_print({"a": 1, "b": 2})


@pytest.mark.parametrize(
    "changed",
    [
        (),
        (RULE, RULE._replace(fact_id=2)),
        (RULE._replace(status="superseded"),),
        (RULE._replace(updated_us=4),),
        (RULE._replace(is_rolled_back=True),),
    ],
)
def test_every_change_shows_in_the_fingerprint(changed: tuple[Member, ...]) -> None:
    """A fact more or less, another status, another touch (also an earlier one), a rollback."""
    assert relation_print([RULE], {}, 9) != relation_print(changed, {}, 9)


def test_a_state_shows_and_too_many_facts_have_no_fingerprint() -> None:
    """The state of what is owed counts; beyond what was looked at nothing is claimed."""
    assert relation_print([RULE], {}, 1) != relation_print([RULE], {1: "blocked"}, 1)
    assert None is relation_print([RULE, RULE._replace(fact_id=2)], {}, 1)


def test_a_result_holds_until_the_next_window_opens_or_ends() -> None:
    """The first bound after now; bounds in the past do not count."""
    plain = Row("1", (1,), "user", "rule", {})
    rows = [
        plain,
        plain._replace(valid_from_us=3, valid_until_us=12),
        plain._replace(valid_from_us=11),
    ]
    assert 11 == next_boundary(rows, 10)
    assert 12 == next_boundary(rows, 11)
    assert None is next_boundary(rows, 12)
