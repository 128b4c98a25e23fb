"""Does a change cursor tell exactly what changed since, to whom it was given?"""

from typing import Any

import pytest

from cortex.model.callers import Caller, Place
from cortex.model.errors import InvalidRequest
from cortex.model.limits import CHANGES_MAX
from cortex.model.refusals import ResnapshotRequired
from cortex.services.operations.changes import ChangeCursor, read_cursor, require_same
from cortex.wiring.house import House
from tests.services.operations.conftest import Asking

GATEWAY = "The billing gateway listens on port 8443 because 443 needs root"
QUESTION = "which port does the billing gateway listen on?"
HERE = ChangeCursor(0, "solo:changes:all", 7)


def test_a_baseline_tells_nothing_and_where_to_go_on(ask: Asking) -> None:
    """Without a cursor there is no difference to tell, only a place to start from."""
    empty = ask("query", profile="changes")
    assert ("ok", "baseline", []) == (empty["status"], empty["cursor_status"], empty["changes"])
    assert empty["change_cursor"].startswith("0|solo:changes:")
    assert empty["change_cursor"].endswith("|0|changes/1")


def test_what_changed_is_told_once(house: House, ask: Asking) -> None:
    """Each commit, replacement and retraction since the cursor, oldest first; then nothing."""
    ask("commit", text=GATEWAY)
    start = ask("query", profile="changes")["change_cursor"]
    ask("commit", text="Logs of the gateway go to syslog")
    ask("commit", text="The billing gateway listens on port 9000", supersedes="decision::1")
    house.retract("decision::2", "no longer", Caller())
    told = ask("query", profile="changes", change_cursor=start)
    assert [
        ("created", "rev:2@1", "asserted"),
        ("revised", "rev:1@2", "retracted"),
        ("created", "rev:3@1", "asserted"),
        ("revised", "rev:2@2", "retracted"),
    ] == [(one["change"], one["revision"], one["epistemic"]) for one in told["changes"]]
    assert "current" == told["cursor_status"]
    again = ask("query", profile="changes", change_cursor=told["change_cursor"])
    assert ([], "current", told["change_cursor"]) == (
        again["changes"],
        again["cursor_status"],
        again["change_cursor"],
    )


def test_what_a_rollback_hid_is_told_without_its_words(house: House, ask: Asking) -> None:
    """Whoever believes an undone fact must hear of it; the fact itself is hidden."""
    ask("commit", text=GATEWAY)
    start = ask("query", profile="changes")["change_cursor"]
    ask("commit", text="Logs of the gateway go to syslog")
    house.rollback(1, Caller(), is_applied=True)
    changes = ask("query", profile="changes", change_cursor=start)["changes"]
    assert {"decision::2"} == {one["reference"] for one in changes}
    assert {(None, "rolled_back")} == {(one["statement"], one["status"]) for one in changes}
    assert "retracted" == changes[-1]["epistemic"]


@pytest.mark.parametrize("more", [0, 1])
def test_a_long_feed_comes_in_parts_without_gap(ask: Asking, more: int) -> None:
    """At most so many changes at once; the next cursor goes on right behind them."""
    start = ask("query", profile="changes")["change_cursor"]
    count = CHANGES_MAX + more
    texts = [
        f"Sensor number {n} of hall {n} reports every {n} seconds" for n in range(1, count + 1)
    ]
    ask("commit", entries=[{"text": text} for text in texts[:CHANGES_MAX]])
    if more:
        ask("commit", text=texts[-1])
    first = ask("query", profile="changes", change_cursor=start)
    assert CHANGES_MAX == len(first["changes"])
    assert ("more" if more else "current") == first["cursor_status"]
    rest = ask("query", profile="changes", change_cursor=first["change_cursor"])
    assert more == len(rest["changes"])
    told = [one["sequence"] for one in (*first["changes"], *rest["changes"])]
    assert list(range(1, count + 1)) == told


def test_every_view_brings_a_cursor_and_takes_one(ask: Asking) -> None:
    """A question may ask for the changes too; its cursor is at the state its cards are from."""
    ask("commit", text=GATEWAY)
    view = ask("query", need=QUESTION)
    assert ("baseline", [], 1) == (view["cursor_status"], view["changes"], view["frontier"])
    ask("commit", text="Logs of the gateway go to syslog")
    later = ask("query", need=QUESTION, since=view["change_cursor"])
    assert ["decision::2"] == [one["reference"] for one in later["changes"]]
    assert "|2|" in later["change_cursor"]


def test_another_profile_scope_or_caller_needs_a_new_baseline(house: House, ask: Asking) -> None:
    """CQR C14: a cursor good for one filter or store is not good for a wider one."""
    ask("commit", text=GATEWAY)
    cursor = ask("query", profile="changes")["change_cursor"]

    def since(text: str, caller: Caller, **arguments: Any) -> dict[str, Any]:
        asked = {"profile": "changes", "change_cursor": text, **arguments}
        return house.operate("query", asked, caller, Place())

    assert "ok" == since(cursor, Caller())["status"]
    epoch, filtered, sequence, rule = cursor.split("|")
    for text, arguments, caller, reason in (
        (cursor, {"project": "all"}, Caller(), "scope_filter"),
        (cursor, {"profile": "answer", "need": QUESTION}, Caller(), "scope_filter"),
        (cursor, {}, Caller("user:7", "t", 7), "scope_filter"),
        (f"1|{filtered}|{sequence}|{rule}", {}, Caller(), "restore_epoch"),
        (f"{epoch}|{filtered}|{sequence}|changes/2", {}, Caller(), "rule_version"),
        (f"{epoch}|{filtered}|99|{rule}", {}, Caller(), "sequence"),
    ):
        answer = since(text, caller, **arguments)
        assert ("resnapshot_required", reason, "change_cursor") == (
            answer["status"],
            answer["reason"],
            answer["field"],
        )
        assert "cards" not in answer


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "0|a|7",
        "0|a|7|changes/1|x",
        "x|a|7|changes/1",
        "0|a|-7|changes/1",
        "0|a||x",
        "0|a|٧|changes/1",
        f"0|a|{'9' * 19}|changes/1",
    ],
)
def test_malformed_cursor_is_an_invalid_request(ask: Asking, text: str) -> None:
    """A cursor with another number of parts, or without numbers, is refused before asking."""
    refused = ask("query", need=QUESTION, change_cursor=text)
    assert ("invalid_request", "change_cursor") == (refused["status"], refused["field"])
    with pytest.raises(InvalidRequest):
        read_cursor(text)


def test_cursor_reads_back() -> None:
    """What was written is read, and goes on from there."""
    assert HERE == read_cursor(f" {HERE}\n")
    require_same(HERE, HERE._replace(sequence=9))
    with pytest.raises(ResnapshotRequired):
        require_same(HERE, HERE._replace(sequence=6))


def test_a_private_fact_of_another_owner_is_no_change(house: House) -> None:
    """The feed keeps the gate of its reader."""
    mine, theirs = Caller("user:1", "a", 1), Caller("user:2", "b", 2)
    start = house.operate("query", {"profile": "changes"}, theirs, Place())["change_cursor"]
    house.operate("commit", {"text": GATEWAY}, mine, Place())
    asked = {"profile": "changes", "change_cursor": start}
    told = house.operate("query", asked, theirs, Place())
    assert ([], 1) == (told["changes"], int(told["change_cursor"].split("|")[2]))


@pytest.mark.parametrize("profile", ["map", "orient", "conflicts", "uncertainty"])
def test_a_listing_takes_a_cursor_too(ask: Asking, profile: str) -> None:
    """What is told without a question ignores no cursor, and gives the next one."""
    start = ask("query", profile=profile)["change_cursor"]
    ask("commit", text=GATEWAY)
    told = ask("query", profile=profile, change_cursor=start)
    assert ["decision::1"] == [one["reference"] for one in told["changes"]]
    assert "resnapshot_required" == ask("query", profile="changes", since=start)["status"]


def test_orient_tells_what_changed_with_and_without_a_task(ask: Asking) -> None:
    """The first call of a session can bring what happened since the last one."""
    start = ask("orient")["change_cursor"]
    ask("commit", text=GATEWAY)
    for asked in ({}, {"task": QUESTION}):
        told = ask("orient", change_cursor=start, **asked)
        assert ["decision::1"] == [one["reference"] for one in told["changes"]]
    assert "invalid_request" == ask("orient", change_cursor="x")["status"]
