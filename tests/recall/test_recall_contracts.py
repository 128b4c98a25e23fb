"""Does recall keep the published contracts A1 to A20?"""

from typing import Any

import pytest

from cortex.model.cards import ViewStatus
from cortex.model.evidence import Admission, Arm
from cortex.model.facts import FactStatus
from cortex.wire.encoding import encode
from cortex.wire.views import view_json
from tests.recall.memory_kit import Kit


def test_an_exact_token_is_recalled_without_a_model(kit: Kit) -> None:
    """CQR A1: a stored token is found, and nothing in the answer comes from a model."""
    kit.commit("The nightly job writes to bucket zq81-archive")

    view = kit.ask("zq81-archive")
    assert [c.fact.content.text for c in view.cards] == [
        "The nightly job writes to bucket zq81-archive"
    ]
    told = {"modelFree": True, "name": "clock-quorum", "rank": "rank/3"}
    assert told == view_json(view)["engine"]


def test_the_fact_of_the_exact_path_wins(kit: Kit) -> None:
    """CQR A2: a fact about a neighbouring path is not the answer to a path."""
    kit.commit("Retries live in src/payments/retry.py and are capped at five")
    kit.commit("Sessions live in src/sessions/store.py and expire at night")

    assert kit.texts("what is in src/payments/retry.py?") == [
        "Retries live in src/payments/retry.py and are capped at five"
    ]


def test_an_entity_is_found_by_another_of_its_names(kit: Kit) -> None:
    """CQR A3: "login system" finds the auth service through its entity, hard, on two arms."""
    kit.commit("The auth service rotates its signing keys weekly")
    kit.commit("OAuth is a standard for delegated access tokens")

    card = kit.card("who rotates keys in the login system?")
    assert card.fact.content.text == "The auth service rotates its signing keys weekly"
    assert card.why.admitted_by is Admission.HARD_ANCHOR
    assert [arm.value for arm in card.why.arms] == ["lexical", "truth"]


def test_two_facts_are_joined_by_a_rare_name(kit: Kit) -> None:
    """CQR A4: the second fact is admitted by name and entity, at no hop, and is never hard."""
    kit.commit("The ledger cutover is led by Mara Voss")
    kit.commit("Mara Voss answers pages on the purple phone")

    cards = kit.ask("what number do I dial for the leader of the ledger cutover?").cards
    joined = next(c for c in cards if "purple phone" in c.fact.content.text)
    assert joined.why.admitted_by is Admission.CLOCK_QUORUM
    assert joined.why.arms == (Arm.ANCHOR, Arm.TRUTH)
    assert joined.why.tie_break.hops == 0
    assert joined.why.is_hard is False


def test_a_contradiction_supersedes_and_the_past_stays(kit: Kit) -> None:
    """CQR A5: current recall hides the old value; as of before the change returns it."""
    kit.commit("The indexer reads INDEX_DEPTH and it is 12")
    before = kit.now_us + 1
    kit.commit("The indexer reads INDEX_DEPTH and it is 40")

    question = "what is INDEX_DEPTH?"
    assert kit.texts(question) == ["The indexer reads INDEX_DEPTH and it is 40"]
    past = kit.card(question, as_of_us=before)
    assert past.fact.content.text == "The indexer reads INDEX_DEPTH and it is 12"
    assert [arm.value for arm in past.why.arms] == ["lexical", "anchor", "history"]
    assert past.why.admitted_by is Admission.CLOCK_QUORUM


def test_a_rollback_hides_what_came_later(kit: Kit) -> None:
    """CQR A6: after HEAD moved back, the later store is not recalled."""
    first = kit.commit("The cache keeps entries for an hour")
    kit.commit("The mailer batches letters by region")
    with kit.brain.writing() as writer:
        writer.rollback_to(first.version_id, kit.now_us)

    assert kit.texts("how does the mailer batch letters?") == []
    assert kit.texts("how long does the cache keep entries?") != []


def test_a_task_path_selects_its_own_facts(kit: Kit) -> None:
    """CQR A7: facts placed under the task's path are admitted by rule, others stay out."""
    payments_rule = "The payments api validates amounts in src/payments/check.py"
    kit.commit(payments_rule, paths=("src/payments/**",))
    kit.commit("The ui api validates colours in src/ui/check.py", paths=("src/ui/**",))

    payments = kit.card("how does the payments api validate?", paths=("src/payments/**",))
    assert [arm.value for arm in payments.why.arms] == ["lexical", "anchor", "truth", "task"]
    assert payments.why.admitted_by is Admission.HARD_ANCHOR
    assert kit.texts("how does the api validate?", paths=("src/payments/x.py",)) == [
        "The payments api validates amounts in src/payments/check.py"
    ]
    assert kit.texts("how does the api validate?", paths=("src/ui/**",)) == [
        "The ui api validates colours in src/ui/check.py"
    ]


def test_a_neighbour_reached_by_a_link_only_stays_out(kit: Kit) -> None:
    """CQR A8: a shared handle with an answer is no answer."""
    kit.commit("The exporter streams rows to warehouse-7 every minute")
    kit.commit("Holiday rota is kept beside warehouse-7")

    assert kit.texts("how often does the exporter stream rows?") == [
        "The exporter streams rows to warehouse-7 every minute"
    ]


def test_facts_used_together_are_paired_until_the_link_is_rejected(kit: Kit) -> None:
    """CQR A9: a used_with link admits the pair and is named; rejecting it takes it away."""
    one = kit.commit("The gateway drops idle sockets after ninety seconds").fact.fact_id
    two = kit.commit("Operators restart haproxy with the blue runbook").fact.fact_id
    question = "when does the gateway drop idle sockets?"
    assert len(kit.texts(question)) == 1

    with kit.brain.writing() as writer:
        writer.use_link(one, two, "used_with", is_rejected=False)
    cards = kit.ask(question).cards
    assert [c.fact.fact_id for c in cards] == [one, two]
    assert {link.relation for link in cards[1].why.links} == {"used_with"}

    with kit.brain.writing() as writer:
        writer.use_link(one, two, "used_with", is_rejected=True)
    assert len(kit.texts(question)) == 1


def test_two_calls_give_the_same_bytes(kit: Kit) -> None:
    """CQR A10: the same store and question give byte-identical answers."""
    for port in range(20):
        kit.commit(f"Worker number {port} of the render farm listens on tcp {9000 + port}")

    question = "which tcp does render worker 7 listen on?"
    assert encode(view_json(kit.ask(question))) == encode(view_json(kit.ask(question)))


def test_a_private_row_of_another_owner_never_appears(kit: Kit) -> None:
    """CQR A11: owner 2 sees nothing of owner 1 unless it is shared."""
    kit.commit("The vault door code is stored with the facilities team", owner=1)

    assert kit.texts("where is the vault door code stored?", owner=2) == []
    assert kit.texts("where is the vault door code stored?", owner=1) != []


def test_an_absent_subject_is_an_honest_nothing(kit: Kit) -> None:
    """CQR A12: no topical neighbour is offered for a question about something else."""
    kit.commit("Snacks are refilled on Mondays by the office team")

    view = kit.ask("how do webhooks verify their signature?")
    assert view.cards == ()
    assert view.status is ViewStatus.NO_MATCH


def test_a_rebuild_restores_recall_byte_for_byte(kit: Kit) -> None:
    """CQR A13: derived tables are wiped and rebuilt; explicit path and thread anchors survive."""
    kit.commit("Refunds are approved by two people", paths=("src/refunds",), thread="Refund Work")
    kit.commit("The ledger api posts entries in order", subject="ledger", aliases=("books",))
    kit.commit("Chargebacks open ticket PAY-77 with the bank")
    asked: list[tuple[str, dict[str, Any]]] = [
        ("who approves refunds?", {"paths": ("src/refunds/x.py",)}),
        ("refunds", {"thread": "refund work"}),
        ("books", {}),
        ("PAY-77", {}),
    ]
    before = [encode(view_json(kit.ask(text, **fields))) for text, fields in asked]
    kit.rebuild()

    assert [encode(view_json(kit.ask(text, **fields))) for text, fields in asked] == before
    assert '"cards":[]' not in "".join(before).replace(" ", "")


def test_a_plain_question_finds_the_current_fact_only(kit: Kit) -> None:
    """CQR A14: a question in ordinary words returns today's caching fact, not yesterday's."""
    kit.commit("Caching of product pages is set to 10 minutes")
    kit.commit("Caching of product pages is set to 45 minutes")

    assert kit.texts("how long do we cache product pages?") == [
        "Caching of product pages is set to 45 minutes"
    ]


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        ("We cache rendered pages at the edge", "where is caching of rendered pages done?"),
        ("Caching of rendered pages happens at the edge", "where do we cache rendered pages?"),
    ],
)
def test_inflection_is_no_obstacle(kit: Kit, fact: str, question: str) -> None:
    """CQR A15, CQR B7: cache and caching meet both ways."""
    kit.commit(fact)

    assert kit.texts(question) == [fact]


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        ("Incoming callbacks are verified with an HMAC header", "how are webhooks verified?"),
        ("Clients must authenticate with a device code", "how do clients use oauth here?"),
    ],
)
def test_words_of_one_cluster_meet(kit: Kit, fact: str, question: str) -> None:
    """CQR A16: webhook and callback, authenticate and oauth are the same to an engineer."""
    kit.commit(fact)

    assert kit.texts(question) == [fact]


def test_a_vague_question_about_a_part_of_the_system_is_answered(kit: Kit) -> None:
    """CQR A17: "how does auth work" finds the authentication fact."""
    kit.commit("Authentication exchanges a passkey for a session cookie")

    assert kit.texts("how does auth work") == [
        "Authentication exchanges a passkey for a session cookie"
    ]


def test_shared_context_surfaces_nothing_by_itself(kit: Kit) -> None:
    """CQR A20: rows that share a context do not appear for a question about neither of them."""
    kit.commit("Dashboards refresh hourly", context="platform weekly sync")
    kit.commit("Alerts page the on-call phone", context="platform weekly sync")

    assert kit.texts("when do dashboards refresh?") == ["Dashboards refresh hourly"]
    assert kit.texts("what is the lunch budget?") == []


def test_a_superseded_fact_is_marked_when_asked_for(kit: Kit) -> None:
    """CQR B1: superseded rows appear in history only, as retracted."""
    kit.commit("The sandbox quota limit is 20")
    kit.commit("The sandbox quota limit is 35")

    statuses = [c.fact.content.status for c in kit.ask("sandbox quota limit").cards]
    assert statuses == [FactStatus.ACTIVE]
    old = [
        c
        for c in kit.ask("sandbox quota limit", wants_history=True).cards
        if c.fact.content.status is FactStatus.SUPERSEDED
    ]
    assert [c.epistemic.value for c in old] == ["retracted"]
