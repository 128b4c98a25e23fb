"""Does an obligation make only its own moves, and is it done only when its own check passed?"""

from typing import Any

import pytest

from cortex.core.threads.obligations import MOVES
from cortex.model.callers import Caller, Place
from cortex.model.threads import ObligationState
from cortex.wiring.house import House
from tests.services.operations.conftest import Asking

CERTIFICATES = "Renew the certificates of the gateway"
SMOKE = "make smoke"


def owe(ask: Asking, **more: Any) -> str:
    """Owe something on the thread gw and give its reference."""
    kept = ask("checkpoint", thread="gw", action="obligation", obligation=CERTIFICATES, **more)
    assert "ok" == kept["status"], kept
    return str(kept["obligation"]["reference"])


def move(ask: Asking, reference: str, *states: str, **more: Any) -> dict[str, Any]:
    """Move through states and give the last answer."""
    answer: dict[str, Any] = {}
    for state in states:
        answer = ask("checkpoint", action="transition", obligation=reference, to=state, **more)
    return answer


def verify(ask: Asking, reference: str, **more: Any) -> dict[str, Any]:
    """Verify on the artifact abc, unless told otherwise."""
    said = {"predicate": SMOKE, "passed": True, "artifact": "abc", "checker": "ci", **more}
    return ask("checkpoint", action="verify", obligation=reference, **said)


def state(ask: Asking, reference: str) -> str:
    """Give the state that the thread's status tells."""
    told = ask("checkpoint", thread="gw", action="status")
    (found,) = [owed for owed in told["obligations"] if owed["reference"] == reference]
    return str(found["state"])


def reach(ask: Asking, reference: str, wanted: ObligationState) -> None:
    """Bring a proposed obligation into a state by allowed moves."""
    ways = {
        "proposed": (),
        "ready": ("ready",),
        "in_progress": ("in_progress",),
        "blocked": ("ready", "blocked"),
        "observed_complete": ("in_progress", "observed_complete"),
        "reopened": ("in_progress", "observed_complete", "reopened"),
        "cancelled": ("cancelled",),
        "verified_complete": ("in_progress",),
    }
    move(ask, reference, *ways[wanted])
    if wanted is ObligationState.VERIFIED_COMPLETE:
        verify(ask, reference)
    assert wanted == state(ask, reference)


@pytest.mark.parametrize("start", list(ObligationState))
def test_only_the_listed_moves_are_made(house: House, ask: Asking, start: ObligationState) -> None:
    """From each of the eight states each move is made or refused as the table says, none reaches
    verified_complete, and cancelled is final. CQR G7
    """
    reference = owe(ask, predicate=SMOKE)
    reach(ask, reference, start)
    version = house.history(None, 1, Caller())[0].version.version_id
    for to in ObligationState:
        answer = move(ask, reference, to)
        allowed = to in MOVES[start]
        assert ("ok" if allowed else "invalid_request") == answer["status"], (start, to)
        if allowed:
            assert to == state(ask, reference)
            house.rollback(version, Caller(), is_applied=True)
        assert start == state(ask, reference)
    assert ObligationState.VERIFIED_COMPLETE not in {to for ways in MOVES.values() for to in ways}


def test_refused_move_names_state_and_way_out(ask: Asking) -> None:
    """A refusal says where the obligation stands and what may follow."""
    refused = move(ask, owe(ask), "observed_complete")
    assert ("move_refused", "to") == (refused["code"], refused["field"])
    assert "is proposed" in refused["error"]
    assert "in_progress, ready, cancelled" in refused["remedy"]


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"predicate": "make test"}, "predicate"),
        ({"predicate": f"{SMOKE} "}, None),
        ({"passed": False}, "passed"),
        ({"passed": None}, "passed"),
        ({"predicate": None}, "predicate"),
    ],
)
def test_only_its_own_passing_predicate_verifies(
    ask: Asking, said: dict[str, Any], field: str | None
) -> None:
    """Another predicate, or a run that did not pass, leaves it as it was. CQR G8, CQR C12"""
    reference = owe(ask, predicate=SMOKE)
    move(ask, reference, "in_progress")
    answer = verify(ask, reference, **said)
    if field is None:
        assert "verified_complete" == answer["obligation"]["state"]
        return
    assert ("invalid_request", field) == (answer["status"], answer["field"])
    assert "in_progress" == state(ask, reference)


def test_verification_is_kept_when_another_artifact_reopens(house: House, ask: Asking) -> None:
    """The same artifact keeps it verified, another one reopens it, and each revision stays.
    CQR G8
    """
    reference = owe(ask, predicate=SMOKE)
    move(ask, reference, "in_progress", "observed_complete")
    verified = verify(ask, reference)["obligation"]
    assert "verified_complete" == verified["state"]
    same = ask("checkpoint", action="revalidate", obligation=reference, artifact="abc")
    assert ("verified_complete", False) == (
        same["obligation"]["state"],
        same["obligation"]["changed"],
    )
    other = ask("checkpoint", action="revalidate", obligation=reference, artifact="def")
    assert "reopened" == other["obligation"]["state"]
    fact = house.find(reference, Caller())
    with house.brain.reading() as reader:
        revisions = reader.revisions.of_fact(fact.fact_id, 99)
        kept = [one.artifact for one in reader.threads.moves_of(fact.fact_id, 99)]
    assert 6 == len(revisions)
    assert [None, None, "abc", "abc", "def"] == kept
    told = ask("expand", reference=verified["revision"])["records"][0]["revision"]
    assert ("verified_complete", "abc", "ci") == tuple(
        told["body"][name] for name in ("state", "artifact", "checker")
    )


def test_obligation_without_predicate_cannot_be_verified(ask: Asking) -> None:
    """What names no check cannot be proved, and the refusal says how it can."""
    reference = owe(ask)
    move(ask, reference, "in_progress")
    refused = verify(ask, reference)
    assert "predicate" == refused["field"]
    assert "owe it again" in refused["remedy"]


def test_authority_verifies_what_was_never_under_way(ask: Asking) -> None:
    """Without one a proposed obligation is not verified; never one that is cancelled."""
    reference = owe(ask, predicate=SMOKE)
    assert "move_refused" == verify(ask, reference)["code"]
    assert "ok" == verify(ask, reference, authority="release board")["status"]
    gone = owe(ask, predicate=SMOKE)
    move(ask, gone, "cancelled")
    assert "ok" != verify(ask, gone, authority="release board")["status"]


def test_second_of_two_agents_meets_the_state_the_first_left(house: House) -> None:
    """Both looked at the same revision; one wins, the other is told where it stands now."""

    def asking(agent: str, **said: Any) -> dict[str, Any]:
        return house.operate("checkpoint", said, Caller(agent=agent), Place())

    kept = asking("ann", thread="gw", action="obligation", obligation=CERTIFICATES, state="ready")
    seen = kept["obligation"]["revision"]
    step = {"action": "transition", "obligation": kept["obligation"]["reference"], "parent": seen}
    won = asking("ann", **step, to="in_progress")
    lost = asking("bob", **step, to="blocked")
    assert ("ok", "invalid_request") == (won["status"], lost["status"])
    assert "is in_progress" in lost["error"]
    assert won["obligation"]["revision"] in lost["error"]


def test_repeat_with_the_same_key_moves_once(ask: Asking) -> None:
    """The answer of a repeat is the first one; another request under that key is refused."""
    first = ask(
        "checkpoint", thread="gw", action="obligation", obligation=CERTIFICATES, idempotency_key="a"
    )
    again = ask(
        "checkpoint", thread="gw", action="obligation", obligation=CERTIFICATES, idempotency_key="a"
    )
    assert {**first, "replayed": True} == again
    reference = first["obligation"]["reference"]
    ready = move(ask, reference, "ready", idempotency_key="b")
    assert {**ready, "replayed": True} == move(ask, reference, "ready", idempotency_key="b")
    taken = move(ask, reference, "in_progress", idempotency_key="b")
    assert "idempotency_conflict" == taken["code"]
    assert 1 == len(ask("checkpoint", thread="gw", action="status")["obligations"])


def test_cancelled_obligation_is_no_longer_recalled(ask: Asking) -> None:
    """It stays in the status of its thread, and leaves the answers to questions."""
    reference = owe(ask)
    assert ask("query", need="certificates of the gateway")["cards"]
    move(ask, reference, "cancelled")
    assert [] == ask("query", need="certificates of the gateway")["cards"]
    assert "cancelled" == state(ask, reference)


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"action": "obligation", "thread": "gw"}, "obligation"),
        ({"action": "obligation", "obligation": CERTIFICATES}, "thread"),
        ({"action": "obligation", "thread": "gw", "goal": CERTIFICATES, "state": "done"}, "state"),
        (
            {"action": "obligation", "thread": "gw", "goal": CERTIFICATES, "state": "blocked"},
            "state",
        ),
        ({"action": "transition", "to": "ready"}, "obligation"),
        ({"action": "transition", "obligation": "1"}, "to"),
        ({"action": "transition", "obligation": "1", "to": "finished"}, "to"),
        ({"action": "transition", "obligation": "1", "to": "ready", "note": "x" * 1025}, "note"),
        ({"action": "transition", "obligation": "1", "to": "ready", "thread": "other"}, "thread"),
        ({"action": "transition", "obligation": "2", "to": "ready"}, "obligation"),
        ({"action": "transition", "obligation": "rev:1@9", "to": "ready"}, "parent"),
        ({"action": "verify", "obligation": "1"}, "predicate"),
        ({"action": "revalidate", "obligation": "1"}, "artifact"),
        ({"action": "revalidate", "obligation": "1", "artifact": "x"}, "obligation"),
    ],
)
def test_refusal_names_the_field(ask: Asking, said: dict[str, Any], field: str) -> None:
    """What is missing, unknown or elsewhere is refused by name, and nothing is written."""
    owe(ask)
    ask("commit", text="The gateway listens on port 8443")
    refused = ask("checkpoint", **said)
    assert ("invalid_request", field) == (refused["status"], refused["field"])


def test_every_printed_id_is_accepted_back(ask: Asking) -> None:
    """The revision of the last move names the obligation for the next one."""
    reference = owe(ask)
    first = move(ask, reference, "ready")
    second = move(ask, first["obligation"]["revision"], "in_progress")
    assert reference == second["obligation"]["reference"]
    stale = move(ask, first["obligation"]["revision"], "blocked")
    assert ("move_refused", "parent") == (stale["code"], stale["field"])


def test_nothing_secret_is_kept_of_a_move(house: House, ask: Asking) -> None:
    """Notes, artifacts and predicates are cleaned like statements."""
    secret = "ghp_" + "a1B2" * 9
    reference = owe(ask, predicate=f"curl -H 'Authorization: Bearer {secret}' example.org")
    move(ask, reference, "in_progress", note=f"uses {secret}")
    told = str(ask("checkpoint", thread="gw", action="status"))
    fact = house.find(reference, Caller())
    with house.brain.reading() as reader:
        bodies = "".join(one.body_json for one in reader.revisions.of_fact(fact.fact_id, 9))
    assert secret not in told + bodies + str(fact)


def test_new_wording_keeps_the_predicate(house: House, ask: Asking) -> None:
    """What is said anew is owed anew, to be proved by the same check."""
    reference = owe(ask, predicate=SMOKE)
    move(ask, reference, "in_progress")
    said = {"text": "Renew the certificates of both gateways", "supersedes": reference}
    kept = ask("commit", **said)["captures"][0]["reference"]
    (owed,) = ask("checkpoint", thread="gw", action="status")["obligations"]
    assert (kept, "proposed", SMOKE) == (owed["reference"], owed["state"], owed["predicate"])
