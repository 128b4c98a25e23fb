"""Does a view say what it covers, what it holds back and what it did not search?"""

from pathlib import Path
from typing import Any

import pytest

from cortex.model.callers import Caller, Place
from cortex.model.limits import LEAD_HINT_CHARS_MAX, LEADS_MAX
from cortex.model.profiles import IMPLIED_NEEDS, PROFILES, PROFILES_WITHOUT_LEADS
from cortex.services.operations.needs import NEED_SYNONYMS, NEEDS, report
from cortex.services.operations.presence import HELD_MAX
from cortex.services.operations.query import NEEDS_MAX
from cortex.wiring.house import House
from tests.services.operations.conftest import Asking
from tests.wire.samples import a_card

GATEWAY = "The billing gateway listens on port 8443 because 443 needs root"
QUESTION = "which port does the billing gateway listen on?"


@pytest.mark.parametrize("profile", PROFILES)
def test_each_profile_implies_known_needs_and_says_how_they_went(ask: Asking, profile: str) -> None:
    """What a profile implies is covered or unmet, never unknown, and never makes it partial."""
    ask("commit", text=GATEWAY)
    answer = ask("query", need=QUESTION, profile=profile)
    coverage = answer["coverage"]
    assert sorted(IMPLIED_NEEDS[profile]) == sorted([*coverage["covered"], *coverage["unmet"]])
    assert [] == answer["unresolved"]
    assert "partial" != answer["status"]
    assert "Unmet" not in answer["brief"]
    assert profile == answer["profile"]


def test_a_need_somebody_named_makes_a_short_answer_partial(ask: Asking) -> None:
    """Named needs take the place of the implied ones, and a missing one is in the brief."""
    ask("commit", text=GATEWAY)
    answer = ask("query", need=QUESTION, needs="procedures, answer, recipe:release, tarot")
    assert ("partial", ["answer"]) == (answer["status"], answer["coverage"]["covered"])
    assert ["procedures", "recipe:release"] == answer["coverage"]["unmet"]
    assert ["tarot"] == answer["unresolved"]
    assert "Unmet: procedures, recipe:release" in answer["brief"].splitlines()


@pytest.mark.parametrize(
    ("count", "status"), [(NEEDS_MAX, "no_match"), (NEEDS_MAX + 1, "invalid_request")]
)
def test_needs_are_counted(ask: Asking, count: int, status: str) -> None:
    """A request names so many needs and not one more."""
    assert status == ask("query", need=QUESTION, needs=["answer"] * count)["status"]


def test_a_synonym_is_told_under_its_published_name() -> None:
    """A need is reported under one name, whatever it was called; a bare recipe is none."""
    asked = [*NEED_SYNONYMS, "recipe:", "as_known"]
    found = report("answer", asked, [])
    assert {*NEED_SYNONYMS.values(), "as_known"} == set(found.unmet)
    assert ("recipe:",) == found.unknown
    assert set(found.unmet) <= set(NEEDS)


@pytest.mark.parametrize(
    ("need", "cards", "is_met"),
    [
        ("compare", 1, False),
        ("compare", 2, True),
        ("audit", 2, False),
        ("open_obligations", 2, False),
        ("last_verified_outcome", 2, False),
        ("unverified", 1, False),
        ("answer", 1, True),
        ("map", 0, False),
    ],
)
def test_needs_are_met_by_what_was_delivered(need: str, cards: int, is_met: bool) -> None:
    """A need is met by cards of the right kind and number, or not at all."""
    assert is_met is (need in report("answer", [need], [a_card()] * cards).covered)


def test_what_stands_beside_the_cards_meets_a_need() -> None:
    """A list of open conflicts covers the need for them, without a contested card."""
    assert ("conflicts",) == report("conflicts", (), (), frozenset({"conflicts"})).covered


def test_audit_tells_the_whole_reason(ask: Asking) -> None:
    """An audit is covered by cards with their whole why, which that profile gives by itself."""
    ask("commit", text=GATEWAY)
    whole = ask("query", need=QUESTION, profile="audit")
    assert ["audit"] == whole["coverage"]["covered"]
    assert whole["cards"][0]["why"]["witnesses"]
    assert ["audit"] == ask("query", need=QUESTION, profile="audit", evidence="brief")["coverage"][
        "unmet"
    ]


@pytest.mark.parametrize("profile", PROFILES)
def test_leads_are_unsupported_and_absent_where_assurance_is_high(
    ask: Asking, profile: str
) -> None:
    """CQR F10: near misses are few, short and labelled; answer, audit and history show none."""
    rest = " ".join(f"hall{n}" for n in range(30))
    for word in ("amber", "basalt", "cedar", "dune", "ember"):
        ask("commit", text=f"The {word} warehouse counts its pallets every night, {rest} {word}")
    answer = ask("query", need="night shift of the harbour crane crew", profile=profile)
    if profile in PROFILES_WITHOUT_LEADS:
        assert [] == answer["leads"]
        return
    if profile not in ("attempts", "procedures"):  # They only hear facts of their types.
        assert LEADS_MAX == len(answer["leads"])
    assert all(lead["supported"] is False for lead in answer["leads"])
    assert all(len(lead["hint"]) <= LEAD_HINT_CHARS_MAX for lead in answer["leads"])


def test_partitions_are_always_named(ask: Asking) -> None:
    """Decisions, memories and cold rows are named at every depth, also when nothing is found."""
    ask("commit", text=GATEWAY)
    ask("commit", text="The billing gateway logs which port it opens", type="note")
    for depth in ("brief", "support", "exact"):
        parts = ask("query", need=QUESTION, evidence=depth)["coverage"]["partitions"]
        assert {"frontier": 2, "searched": 1, "exhausted": True} == parts["decisions"]
        assert {"frontier": 2, "searched": 1, "exhausted": True} == parts["memories"]
        assert (False, 0) == (parts["cold"]["searched"], parts["cold"]["unsearched_rows"])
        assert parts["cold"]["reason"]
    nothing = ask("query", need="favourite colour of the office dog")
    assert {"decisions", "memories", "cold"} == set(nothing["coverage"]["partitions"])
    history = ask("query", need=QUESTION, profile="history")["coverage"]["partitions"]
    assert {"searched": True, "unsearched_rows": 0} == history["cold"]


def test_watermark_names_the_whole_state(ask: Asking) -> None:
    """CQR F12: every key that can make an answer stale is in the watermark of the answer."""
    ask("commit", text=GATEWAY)
    view = ask("query", need=QUESTION)
    brain = ask("capabilities")["brain"]
    assert {
        "restore_epoch": brain["restore_epoch"],
        "policy_epoch": brain["policy_epoch"],
        "sequence": view["frontier"],
        "head": brain["head"],
    } == view["watermark"]
    ask("commit", text="Logs of the gateway go to syslog")
    assert 2 == ask("query", need=QUESTION)["watermark"]["sequence"]


def test_exact_evidence_is_exact(ask: Asking) -> None:
    """CQR F13: an exact card has the bytes that were committed, and says how many."""
    text = "The gateway\n\tprints  “8443”  — twice — and 𝟠 once; never cut, never trimmed"
    ask("commit", text=text, context="line one\n\n  line two")
    (card,) = ask("query", need="what does the gateway print twice?", evidence="exact")["cards"]
    assert (text, len(text.encode())) == (card["statement"], card["sidecar"]["bytes"])
    assert "line one\n\n  line two" == card["context"]


def test_a_card_says_how_to_open_it_and_where_it_stands(ask: Asking) -> None:
    """Receipt, revision, freshness and the side facts stand on the longer cards."""
    ask("commit", text=GATEWAY, type="constraint")
    view = ask("query", need=QUESTION, evidence="support")
    (card,) = view["cards"]
    assert {"alias": "m1", "receipt": view["receipt"]} == card["expand"]
    opened = ask("expand", **card["expand"])
    assert ["rev:1@1"] == [one["record"]["revision"] for one in opened["records"]]
    assert ("rev:1@1", {"c1": "m1"}) == (card["revision"], view["labels"])
    assert ("decision", "durable") == (card["sidecar"]["kind"], card["sidecar"]["retention"])
    assert card["freshness"]["recorded_at"] == card["trust"]["provenance"]["recorded_at"]


def test_conflict_and_constraint_are_labelled(ask: Asking) -> None:
    """CQR F9: a contested card reads "Conflict x1", a constraint is required and reads c1."""
    ask("commit", text=GATEWAY)
    ask("commit", text="The billing gateway listens on port 9000", disputes="decision::1")
    ask("commit", text="The billing gateway port is never opened to the world", type="constraint")
    view = ask("query", need="billing gateway port listens")
    lines = view["brief"].splitlines()
    assert any(line.startswith("Conflict x1: ") for line in lines)
    assert any(line.startswith("Conflict x2: ") for line in lines)
    assert any(line.startswith("Constraint c1: ") for line in lines)
    assert all(card["required"] for card in view["cards"])


def test_what_the_budget_left_out_is_listed(ask: Asking) -> None:
    """CQR F11: an omission names the fact and says that the budget was the reason."""
    ask("commit", text=GATEWAY)
    ask("commit", text=f"The billing gateway port was chosen in a meeting {'of many ' * 60}people")
    whole = ask("query", need=QUESTION)
    assert 2 == len(whole["cards"])
    small = ask("query", need=QUESTION, budget=120)
    assert ["decision::1"] == [card["reference"] for card in small["cards"]]
    assert [{"reference": "decision::2", "reason": "budget"}] == small["coverage"]["omissions"]
    assert small["budget"]["used_bytes"] <= 120


def test_a_budget_of_nothing_names_what_would_answer(ask: Asking) -> None:
    """Headlines have no word of a statement, and their aliases open with the receipt."""
    ask("commit", text=GATEWAY, type="constraint")
    ask("commit", text="The billing gateway port was chosen in a meeting")
    view = ask("query", need=QUESTION, budget=0, needs="current_constraints, procedures")
    heads = view["headlines"]
    assert ("partial", [], 2) == (view["status"], view["cards"], heads["count"])
    assert ["decision::1", "decision::2"] == [one["source"] for one in heads["results"]]
    assert (["current_constraints"], 0) == (
        view["coverage"]["covered"],
        view["budget"]["used_bytes"],
    )
    assert "8443" not in str(view)
    assert {"c1": "m1", "k1": "m2"} == view["labels"]
    opened = ask("expand", alias="c1", receipt=view["receipt"])
    assert GATEWAY == opened["records"][0]["record"]["fact"]["statement"]
    nothing = ask("query", need="colour of the office dog", budget=0)
    assert ("no_match", {"count": 0, "results": []}) == (nothing["status"], nothing["headlines"])
    assert "headlines" not in ask("query", need=QUESTION)


def attested(view: dict[str, Any], epoch: str = "turn-1", **changes: Any) -> dict[str, Any]:
    """Give what a host says that holds every card of a view."""
    items = [{k: card[k] for k in ("revision", "representation")} for card in view["cards"]]
    epochs = {name: view["watermark"][name] for name in ("restore_epoch", "policy_epoch")}
    return {"context_epoch": epoch, **epochs, "items": items, **changes}


def test_a_card_in_the_context_is_named_and_not_sent(ask: Asking) -> None:
    """Attested exactly, a card shrinks to its names; the receipt still opens it."""
    ask("commit", text=GATEWAY)
    first = ask("query", need=QUESTION)
    presence = attested(first)
    again = ask("query", need=QUESTION, context_presence=presence, context_epoch="turn-1")
    assert ("ok", []) == (again["status"], again["cards"])
    (held,) = again["present"]
    assert ("m1", "k1", "rev:1@1") == (held["alias"], held["label"], held["revision"])
    assert GATEWAY not in str(again)
    assert (0, first["labels"]) == (again["budget"]["used_bytes"], again["labels"])
    assert "In context already: m1" in again["brief"]
    assert "ok" == ask("expand", alias="m1", receipt=again["receipt"])["status"]
    other = ask(
        "query", need="gateway 8443 root", context_presence=presence, context_epoch="turn-1"
    )
    assert [] == other["cards"]


@pytest.mark.parametrize(
    "changes",
    [
        {"epoch": "turn-0"},
        {"restore_epoch": 1},
        {"policy_epoch": 99},
        {"items": []},
        {"restore_epoch": None},
    ],
)
def test_a_card_is_sent_when_anything_moved(ask: Asking, changes: dict[str, Any]) -> None:
    """Another context, store or rule, or no such item: the card is sent."""
    ask("commit", text=GATEWAY)
    presence = attested(ask("query", need=QUESTION), **changes)
    again = ask("query", need=QUESTION, context_presence=presence, context_epoch="turn-1")
    assert (1, []) == (len(again["cards"]), again["present"])
    without = ask("query", need=QUESTION, context_presence=attested(again))
    assert 1 == len(without["cards"])


def test_a_card_that_came_to_say_more_is_sent_again(ask: Asking) -> None:
    """A new conflict or limit changes what the card says, although its revision is the same."""
    ask("commit", text=GATEWAY)
    first = ask("query", need=QUESTION)
    ask("commit", text="Ports below 1024 may be opened by root only", relations=[
        {"role": "policy", "of": "decision::1"}])  # fmt: skip
    again = ask("query", need=QUESTION, context_presence=attested(first), context_epoch="turn-1")
    assert "decision::1" in [card["reference"] for card in again["cards"]]
    assert [] == again["present"]


@pytest.mark.parametrize(
    ("presence", "field"),
    [
        ("text", "context_presence"),
        ({"items": [{"revision": "rev:1@1"}]}, "context_presence.items[0].representation"),
        ({"items": [{}] * (HELD_MAX + 1)}, "context_presence.items"),
        ({"nonsense": 1}, "context_presence.nonsense"),
        ({"restore_epoch": -1}, "context_presence.restore_epoch"),
    ],
)
def test_bad_attestation_is_refused(ask: Asking, presence: object, field: str) -> None:
    """An attestation that cannot be read is a mistake of the host, and is named."""
    refused = ask("query", need=QUESTION, context_presence=presence, context_epoch="t")
    assert ("invalid_request", field) == (refused["status"], refused["field"])


def test_receipt_of_a_store_restored_since_asks_for_a_new_view(
    house: House, ask: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CQR F3, C14: an alias of an old restore epoch names nothing any more."""
    ask("commit", text=GATEWAY)
    view = ask("query", need=QUESTION)
    with house.brain.reading() as reader:
        kind = type(reader)
    monkeypatch.setattr(kind, "restore_epoch", lambda _: 1)
    opened = ask("expand", alias="m1", receipt=view["receipt"])
    assert ("resnapshot_required", "receipt") == (opened["status"], opened["field"])
    assert "records" not in opened


def test_looking_creates_no_store(house: House) -> None:
    """A question or a feed asked before anything was kept leaves no file behind."""
    start = house.operate("query", {"profile": "changes"}, Caller(), Place())["change_cursor"]
    for asked in (
        {"need": QUESTION},
        {"need": QUESTION, "budget": 9, "profile": "history"},
        {"profile": "changes", "change_cursor": start},
    ):
        assert house.operate("query", asked, Caller(), Place())["status"] in ("ok", "no_match")
    assert not Path(house.settings.db_path).exists()
