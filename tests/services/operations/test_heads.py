"""Do two views of the same work stand beside each other until somebody resolves them?"""

from typing import Any

import pytest

from cortex.model.callers import Caller, Place
from cortex.wiring.house import House
from tests.services.operations.conftest import Asking

MOVED = "The listener of the gateway moved to port 8443"
RENEWED = "Certificates were renewed, the smoke test is pending"
TRIED = "The move was tried on staging and rolled back"


def save(ask: Asking, note: str, **more: Any) -> dict[str, Any]:
    """Save a checkpoint of the thread gw."""
    answer = ask("checkpoint", thread="gw", note=note, **more)
    assert "ok" == answer["status"], answer
    return answer


def fork(ask: Asking) -> tuple[str, str, str]:
    """Give the first checkpoint and the two heads that follow it."""
    first = save(ask, MOVED)
    second = save(ask, RENEWED)
    third = save(ask, TRIED, parent=first["revision"])
    return tuple(one["checkpoint"]["reference"] for one in (first, second, third))


def test_each_checkpoint_is_a_revision_that_names_its_parent(ask: Asking) -> None:
    """A checkpoint follows the head: its revision has the one before as parent. CQR F6"""
    first, second = save(ask, MOVED), save(ask, RENEWED)
    assert ([], [first["revision"]]) == (first["parents"], second["parents"])
    assert [second["checkpoint"]["reference"]] == second["heads"]
    told = ask("expand", reference=second["revision"])["records"][0]["revision"]
    assert [first["revision"]] == told["parents"]
    assert RENEWED in told["body"]["text"]
    old = ask("expand", reference=first["revision"])["records"][0]["revision"]
    assert MOVED in old["body"]["text"]


def test_checkpoint_of_an_older_parent_adds_a_head(ask: Asking) -> None:
    """Both heads stand, contested, and neither closes the other."""
    _, second, third = fork(ask)
    told = ask("checkpoint", thread="gw", action="status")
    assert [third, second] == [head["reference"] for head in told["heads"]]
    cards = ask("query", need="gateway certificates smoke staging move", thread="gw")["cards"]
    contested = {card["reference"] for card in cards if card["epistemic"] == "contested"}
    assert {second, third} <= contested


def test_parent_that_is_the_head_is_followed(ask: Asking) -> None:
    """Naming the head, by reference or by revision, adds none."""
    first = save(ask, MOVED)
    second = save(ask, RENEWED, parent=first["checkpoint"]["reference"])
    third = save(ask, TRIED, parent=second["revision"])
    assert [third["checkpoint"]["reference"]] == third["heads"]


def test_without_parent_an_agent_goes_on_from_its_own_head(house: House) -> None:
    """The head of the other agent stays, and stays in conflict with the new one."""

    def saying(agent: str, note: str, **more: Any) -> dict[str, Any]:
        said = {"thread": "gw", "note": note, **more}
        return house.operate("checkpoint", said, Caller(agent=agent), Place())

    first = saying("ann", MOVED)
    second = saying("ann", RENEWED)
    saying("bob", TRIED, parent=first["revision"])
    last = saying("ann", "The smoke test passed after the certificates were renewed")
    assert [second["checkpoint"]["reference"]] == last["superseded"]
    assert 2 == len(last["heads"])
    (conflict,) = house.conflicts("open", 9, Caller())
    assert set(last["heads"]) == {conflict.source.reference, conflict.target.reference}
    made = conflict.source.version_id
    assert made is not None
    house.rollback(made - 1, Caller(), is_applied=True)
    (again,) = house.conflicts("open", 9, Caller())
    assert second["checkpoint"]["reference"] in {again.source.reference, again.target.reference}


def test_resolution_replaces_every_head(ask: Asking) -> None:
    """One statement stands afterwards, made from both heads, and nothing is contested."""
    _, second, third = fork(ask)
    said = {"record": "checkpoint:GW", "rationale": "both happened", "body": f"Note: {RENEWED} now"}
    settled = ask("resolve", **said)
    assert ("ok", [third, second], [], True) == tuple(
        settled[name] for name in ("status", "replaced", "remaining", "resolved")
    )
    told = ask("checkpoint", thread="gw", action="status")
    assert [settled["reference"]] == [head["reference"] for head in told["heads"]]
    assert [] == ask("query", profile="conflicts")["conflicts"]
    revision = ask("expand", reference=settled["revision"])["records"][0]["revision"]
    assert {second.rpartition(":")[2], third.rpartition(":")[2]} == {
        parent.removeprefix("rev:").partition("@")[0] for parent in revision["parents"]
    }


def test_head_that_was_not_considered_stays_and_is_listed(ask: Asking) -> None:
    """The resolution and the head that was left out are heads, in conflict with each other."""
    first, second, third = fork(ask)
    fourth = save(ask, "A second team moved the gateway to port 9443", parent=first)["checkpoint"]
    settled = ask(
        "resolve", record="thread:gw", considered=[second, third], rationale="one team's view"
    )
    assert [fourth["reference"]] == settled["remaining"]
    assert settled["resolved"] is False
    told = ask("checkpoint", thread="gw", action="status")
    heads = [head["reference"] for head in told["heads"]]
    assert [settled["reference"], fourth["reference"]] == heads
    (conflict,) = ask("query", profile="conflicts")["conflicts"]
    assert settled["reference"] == conflict["newer"]["reference"]


def test_rollback_undoes_a_resolution_whole(house: House, ask: Asking) -> None:
    """Both heads and their conflict are back."""
    _, second, third = fork(ask)
    settled = ask("resolve", record="thread:gw", rationale="both happened to the gateway")
    house.rollback(settled["version"] - 1, Caller(), is_applied=True)
    told = ask("checkpoint", thread="gw", action="status")
    assert [third, second] == [head["reference"] for head in told["heads"]]
    assert 1 == len(ask("query", profile="conflicts")["conflicts"])


def test_facts_in_conflict_are_resolved_by_a_new_statement(ask: Asking) -> None:
    """A record may be any fact in open conflict: a body takes the place of both sides."""
    one = ask("commit", text="The gateway listens on port 8443")["captures"][0]["reference"]
    two = ask("commit", text="The gateway listens on port 9443", disputes=one)
    other = two["captures"][0]["reference"]
    body = "The gateway listens on port 8443 in production and 9443 on staging"
    settled = ask("resolve", record=one, rationale="both were right", body=body)
    assert {one, other} == set(settled["replaced"])
    cards = ask("query", need="which port does the gateway listen on?")["cards"]
    assert [settled["reference"]] == [card["reference"] for card in cards]


def test_only_an_owner_resolves_heads(house: House) -> None:
    """Nobody settles what belongs to somebody else, and a repeat gives one answer."""
    ann, bob = Caller("user:1", "ann", 1), Caller("user:2", "bob", 2)
    said = {"text": "The gateway listens on port 8443", "visibility": "shared"}
    one = house.operate("commit", said, ann, Place())["captures"][0]["reference"]
    theirs = {"record": one, "rationale": "mine is right", "body": "The gateway uses port 9443"}
    assert "denied" == house.operate("resolve", theirs, bob, Place())["status"]
    mine = {**theirs, "idempotency_key": "k"}
    first = house.operate("resolve", mine, ann, Place())
    assert {**first, "replayed": True} == house.operate("resolve", mine, ann, Place())


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"record": "thread:gw"}, "rationale"),
        ({"record": "thread:mail", "rationale": "r"}, "record"),
        ({"record": "thread:gw", "rationale": "r", "considered": ["1"]}, "considered"),
        ({"record": "rev:1@x", "rationale": "r"}, "record"),
        ({"record": "rev:1@1", "rationale": "r"}, "record"),
        ({"record": "rev:1@0", "rationale": "r"}, "record"),
    ],
)
def test_refused_resolution_names_the_field(ask: Asking, said: dict[str, Any], field: str) -> None:
    """What is no head, or is missing, is refused by name, and the heads stay."""
    fork(ask)
    refused = ask("resolve", **said)
    assert (False, field) == (refused["status"] == "ok", refused["field"])
    assert 2 == len(ask("checkpoint", thread="gw", action="status")["heads"])


@pytest.mark.parametrize("parent", ["99", "rev:99@1", "4"])
def test_parent_that_is_no_checkpoint_of_the_thread_is_refused(ask: Asking, parent: str) -> None:
    """A parent is a checkpoint of the same thread."""
    fork(ask)
    ask("commit", text="The gateway listens on port 8443", thread="gw")
    refused = ask("checkpoint", thread="gw", note=MOVED, parent=parent)
    assert "parent" == refused["field"]


def test_repeated_checkpoint_is_kept_once(ask: Asking) -> None:
    """A repeat with the same key gives the first answer, even after the head moved on."""
    first = save(ask, MOVED, idempotency_key="k")
    save(ask, RENEWED)
    again = save(ask, MOVED, idempotency_key="k")
    assert {**first, "replayed": True} == again
    assert 1 == len(ask("checkpoint", thread="gw", action="status")["heads"])


def test_goal_is_carried_on(ask: Asking) -> None:
    """A goal that was said once holds for the checkpoints that follow."""
    save(ask, MOVED, goal="Move the gateway to port 8443")
    save(ask, RENEWED)
    going = ask("orient", thread="gw")["continuation"]
    assert "Move the gateway to port 8443" == going["goal"]
    save(ask, TRIED, goal="Leave the gateway where it is")
    assert "Leave the gateway where it is" == ask("orient", thread="gw")["continuation"]["goal"]
