"""Can an agent open a fact whole, and settle two that disagree?"""

from typing import Any

import pytest

from tests.services.operations.conftest import Asking

OLD = "Always deploy the billing service on Friday afternoon"
NEW = "Never deploy the billing service on Friday afternoon"


def two_facts(ask: Asking) -> tuple[str, str]:
    """Commit two unrelated facts and give their references."""
    stored = ask(
        "commit",
        entries=[
            {"text": "The gateway listens on port 8443"},
            {"text": "Backups of the ledger run at midnight"},
        ],
    )
    first, second = (capture["reference"] for capture in stored["captures"])
    return first, second


def test_keep_closes_the_other(ask: Asking) -> None:
    """The fact that holds stays, the other is superseded and still told."""
    first, second = two_facts(ask)
    settled = ask("resolve", keep=first, drop=second, rationale="the ledger has moved")
    assert ("ok", True) == (settled["status"], settled["changed"])
    assert "superseded" == settled["dropped"]["status"]
    again = ask("resolve", keep=first, drop=second)
    assert ("ok", False) == (again["status"], again["changed"])


def test_earlier_argument_names_settle_too(ask: Asking) -> None:
    """keepId, supersededId and their kin name the same two facts."""
    first, second = two_facts(ask)
    assert "ok" == ask("resolve", keepId=first, supersededId=second)["status"]
    assert (
        "ok" == ask("conflicts_resolve", winnerId=first, loserId=second, action="archive")["status"]
    )


@pytest.mark.parametrize("is_named", [False, True])
def test_open_conflict_names_the_other_side(ask: Asking, is_named: bool) -> None:
    """A fact in exactly one open conflict needs no second reference; the conflict may be named."""
    older = ask("commit", text=OLD, type="policy")["captures"][0]["reference"]
    newer = ask("commit", text=NEW, type="policy")["captures"][0]["reference"]
    (listed,) = ask("query", profile="conflicts")["conflicts"]
    number = listed["conflict"]
    settled = ask("resolve", keep=newer, **({"conflict": number} if is_named else {}))
    assert ("ok", older, [number]) == (
        settled["status"],
        settled["dropped"]["reference"],
        [record["conflict"] for record in settled["settled"]],
    )
    assert [] == ask("query", profile="conflicts")["conflicts"]


@pytest.mark.parametrize(
    ("arguments", "status", "field"),
    [
        ({}, "invalid_request", "keep"),
        (
            {"keep": "decision::1", "drop": ["decision::2", "decision::3"]},
            "invalid_request",
            "drop",
        ),
        ({"keep": "decision::1", "drop": "decision::1"}, "invalid_request", "drop"),
        ({"keep": "decision::1", "drop": "decision::99"}, "no_match", "drop"),
        ({"keep": "decision::1"}, "no_match", "drop"),
        ({"keep": "decision::1", "conflict": 9}, "no_match", "conflict"),
        ({"keep": "decision::1", "drop": "2", "action": "burn"}, "invalid_request", "action"),
    ],
)
def test_refused_resolution_names_the_field(
    ask: Asking, arguments: dict[str, Any], status: str, field: str
) -> None:
    """A resolution that cannot be made says which name is at fault, and changes nothing."""
    two_facts(ask)
    refused = ask("resolve", **arguments)
    assert (status, field) == (refused["status"], refused["field"])


def test_alias_needs_its_receipt(ask: Asking) -> None:
    """An alias without the receipt of its view names nothing. CQR F3"""
    refused = ask("expand", alias="m1")
    assert ("invalid_request", "receipt") == (refused["status"], refused["field"])
    wrong = ask("expand", alias="m1", receipt="view-1-00000000-0.k-1")
    assert ("no_match", "receipt") == (wrong["status"], wrong["field"])


def test_labels_open_cards_like_aliases(ask: Asking) -> None:
    """The label a brief prints (k1) opens the same card as its alias."""
    two_facts(ask)
    answer = ask("query", need="which port does the gateway listen on")
    label = answer["cards"][0]["label"]
    opened = ask("expand", alias=[label, "m9"], receipt=answer["receipt"])
    assert "partial" == opened["status"]
    assert [label] == [record["asked"] for record in opened["records"]]
    assert [("m9", "no_match")] == [(one["asked"], one["status"]) for one in opened["unresolved"]]


@pytest.mark.parametrize("reference", ["decision::1", "1", 1, "fact:1", "d1", "[decision::1]"])
def test_every_printed_form_opens(ask: Asking, reference: object) -> None:
    """Every way a reference is printed is read back."""
    two_facts(ask)
    opened = ask("expand", reference=reference)
    assert "decision::1" == opened["records"][0]["record"]["fact"]["reference"]


def test_missing_fact_is_no_match_and_nothing_named_is_refused(ask: Asking) -> None:
    """What does not exist is not there; what was not named is a mistake."""
    assert "no_match" == ask("expand", reference="decision::99")["status"]
    assert "no_match" == ask("expand", reference="obs:12")["status"]
    assert "invalid_request" == ask("expand", reference="obs:x")["status"]
    assert ("invalid_request", "reference") == (ask("expand")["status"], ask("expand")["field"])


def test_every_revision_that_is_told_can_be_opened(ask: Asking) -> None:
    """Cards, changes, stories and threads name a revision in one form, and expand takes it."""
    cursor = ask("query", profile="map")["change_cursor"]
    ask("commit", text="The gateway listens on port 8443", thread="gw")
    owed = ask("checkpoint", thread="gw", action="obligation", obligation="Move the gateway soon")
    view = ask("query", need="gateway port 8443", change_cursor=cursor, profile="map")
    story = ask("expand", reference="decision::1")["records"][0]["record"]
    told = [
        *(card["revision"] for card in view["cards"]),
        *(change["revision"] for change in view["changes"]),
        *(story["revision"], owed["obligation"]["revision"]),
    ]
    assert {"rev:1@1", "rev:2@1"} == set(told)
    for revision in told:
        (opened,) = ask("expand", reference=revision)["records"]
        assert revision == opened["revision"]["revision"]
