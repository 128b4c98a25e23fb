"""Are clients held to what the operator granted, and the operator to nothing?"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.model.errors import InvalidRequest, NotFound
from cortex.wiring.guarded import open_house
from cortex.wiring.house import House
from cortex.wiring.permissions import change_permission, list_permissions
from cortex.wiring.settings import Settings

OPERATOR = Caller()
TEXT = "The gateway listens on port 8443"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Give the house that edges open."""
    settings = Settings(
        home=str(tmp_path),
        db_path=str(tmp_path / "cortex.db"),
        durability="fast",
        cwd=str(tmp_path),
        user_home=str(tmp_path),
    )
    with open_house(settings) as opened:
        yield opened


def status(house: House, client: str, operation: str, **arguments: Any) -> str:
    """Give how an operation ended for a client."""
    caller = Caller(agent=client, is_mcp=True)
    return str(house.operate(operation, arguments, caller, Place())["status"])


def test_without_grants_every_client_is_served(house: House) -> None:
    """Nothing changes for who never granted anything."""
    assert "ok" == status(house, "any", "commit", text=TEXT)


def test_first_grant_shuts_the_others_out(house: House) -> None:
    """A reader reads and does not write; a stranger does neither; the operator does everything."""
    change_permission(house, OPERATOR, ("Claude-Code", "read", "*"), is_granted=True)
    assert "no_match" == status(house, "claude-code", "query", need="gateway")
    assert "denied" == status(house, "claude-code", "commit", text=TEXT)
    for operation in ("query", "capabilities", "orient", "recall", "cortex_store"):
        assert "denied" == status(house, "stranger", operation)
    house.commit(CommitRequest(TEXT), Place(), OPERATOR)
    change_permission(house, OPERATOR, ("claude-code", "write", "commit"), is_granted=True)
    assert "ok" == status(house, "claude-code", "commit", text="Billing runs on port 9090")
    assert "denied" == status(house, "claude-code", "checkpoint", thread="a", note="b")
    assert "denied" == status(house, "claude-code", "resolve", keep="1", drop="2")


def test_denial_names_what_is_missing_and_who_can_give_it(house: House) -> None:
    """The answer says which client lacks which permission, and nothing that is stored."""
    change_permission(house, OPERATOR, ("a", "read", "*"), is_granted=True)
    caller = Caller(agent="b", is_mcp=True)
    denied = house.operate("commit", {"text": TEXT}, caller, Place())
    assert ("denied", "denied") == (denied["status"], denied["code"])
    assert "'b' has no write permission for commit" in denied["error"]
    assert "cortex permissions grant" in denied["remedy"]


def test_revoking_the_last_grant_opens_again(house: House) -> None:
    """Without any grant everybody is served; what was never granted cannot be revoked."""
    words = ("a", "read", "*")
    change_permission(house, OPERATOR, words, is_granted=True)
    assert 1 == len(change_permission(house, OPERATOR, words, is_granted=True))
    with pytest.raises(NotFound):
        change_permission(house, OPERATOR, ("b", "read", "*"), is_granted=False)
    assert [] == change_permission(house, OPERATOR, words, is_granted=False)
    assert "ok" == status(house, "anybody", "commit", text=TEXT)
    assert [] == list_permissions(house, OPERATOR)


def test_grant_to_no_operation_or_nobody_is_refused(house: House) -> None:
    """A misspelt operation is answered with the nearest; a client needs a name."""
    with pytest.raises(InvalidRequest, match="comit") as refused:
        change_permission(house, OPERATOR, ("a", "read", "comit"), is_granted=True)
    assert "commit" in refused.value.remedy
    with pytest.raises(InvalidRequest):
        change_permission(house, OPERATOR, (" ", "read", "*"), is_granted=True)


def test_no_operation_grants(house: House) -> None:
    """The earlier names are gone: a client cannot widen what it may do."""
    caller = Caller(agent="a", is_mcp=True)
    for name in ("permissions_grant", "permissions_list", "permissions_revoke"):
        refused = house.operate(name, {"client": "a", "permission": "admin"}, caller, Place())
        assert "cortex permissions" in refused["replacement"]
    assert [] == list_permissions(house, OPERATOR)


def test_a_commit_is_no_way_to_ask(house: House) -> None:
    """Who may only commit gets no view with it, under neither spelling, and nothing is kept."""
    change_permission(house, OPERATOR, ("writer", "write", "commit"), is_granted=True)
    for name, key in (("commit", "return_view"), ("store", "returnView")):
        assert "denied" == status(house, "writer", name, text=TEXT, **{key: True})
    assert "ok" == status(house, "writer", "commit", text=TEXT, return_view=False)
    change_permission(house, OPERATOR, ("writer", "read", "query"), is_granted=True)
    assert "ok" == status(house, "writer", "commit", text=TEXT, return_view=True)
