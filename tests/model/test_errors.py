"""Do the error classes keep their promises to programs and shells?"""

import re

import pytest

from cortex.model import errors, refusals
from cortex.model.errors import (
    EXIT_MEANINGS,
    CortexError,
    IdempotencyConflict,
    InvalidRequest,
    TextRejected,
    UnknownName,
    UnknownScope,
)
from cortex.model.refusals import EVERY_ERROR


def test_every_error_class_is_listed_for_the_reference_page() -> None:
    """No error class is missing from the list that the reference page is made of."""
    defined = {
        value
        for module in (errors, refusals)
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, CortexError)
    }

    assert defined == set(EVERY_ERROR)


def test_codes_are_unique_and_snake_case() -> None:
    """A program can tell two errors apart by their code alone."""
    codes = [error.code for error in EVERY_ERROR]

    assert sorted(codes) == sorted(set(codes))
    assert [] == [code for code in codes if not re.fullmatch(r"[a-z]+(_[a-z]+)*", code)]


def test_exit_statuses_have_one_meaning_each() -> None:
    """Every status an error exits with is in the table, and no status or meaning is there twice."""
    statuses = [status for status, _ in EXIT_MEANINGS]
    meanings = [meaning for _, meaning in EXIT_MEANINGS]

    assert sorted(set(statuses)) == statuses
    assert len(set(meanings)) == len(meanings)
    assert {error.exit_status for error in EVERY_ERROR} == set(statuses) - {0}


@pytest.mark.parametrize("error", EVERY_ERROR)
def test_every_error_explains_itself(error: type[CortexError]) -> None:
    """Every class says in its docstring when it is raised, for the reference page."""
    assert error.__doc__ is not None
    assert error.__doc__.strip()


def test_published_prefixes_lead_the_message_once() -> None:
    """Clients that look for the published words at the start of a message find them. CQR E2"""
    conflict = IdempotencyConflict("key used with a different payload")
    again = IdempotencyConflict("idempotency_conflict: previous hash epoch")

    assert conflict.message == "idempotency_conflict: key used with a different payload"
    assert again.message == "idempotency_conflict: previous hash epoch"


def test_a_misspelt_name_is_answered_with_the_nearest() -> None:
    """An unknown name keeps what was asked, and its remedy offers what exists."""
    error = UnknownName("command", "comit", ("commit",))

    assert error.message == "there is no command named 'comit'"
    assert error.remedy == "did you mean 'commit'?"
    every = ("show", "agents", "on", "off")
    assert UnknownName("action", "x", every).remedy == "choose one of show, agents, on, off"


def test_an_unknown_scope_offers_its_neighbours() -> None:
    """case 52: an unknown project name is refused, and the answer names those that exist."""
    error = UnknownScope("tianda", ("Tianda", "tianda-wc"), field="scope")

    assert error.remedy == (
        "did you mean 'Tianda' or 'tianda-wc'? `cortex scope --all` lists all there are"
    )
    assert error.field == "scope"
    assert UnknownScope("x").remedy == UnknownScope.default_remedy


@pytest.mark.parametrize("reason", [errors.TEXT_EMPTY, errors.TEXT_TOO_VAGUE, errors.TEXT_TOO_LONG])
def test_each_reason_to_refuse_a_text_has_its_own_remedy(reason: str) -> None:
    """A person whose text is refused learns what to change."""
    error = TextRejected("the text was refused", reason=reason)

    assert error.remedy == errors.TEXT_REMEDIES[reason]
    assert error.reason == reason


def test_a_remedy_can_be_replaced_or_left_out() -> None:
    """The raiser may know a better remedy than the class, or that there is none."""
    assert InvalidRequest("wrong").remedy == InvalidRequest.default_remedy
    assert InvalidRequest("wrong", remedy="right it").remedy == "right it"
    assert InvalidRequest("wrong", remedy="").remedy == ""
