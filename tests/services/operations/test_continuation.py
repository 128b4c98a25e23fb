"""Can somebody go on with a thread who has read nothing else of it?"""

from cortex.services.operations.continuation import ITEMS_MAX
from tests.services.operations.conftest import Asking

SMOKE = "make smoke"
KEYS = {
    *("blockers", "conflicts", "constraints", "evidence_needs", "failed_attempts", "goal"),
    *("last_checkpoint", "needs_revalidation", "omitted", "self_contained", "thread"),
    *("unfinished_work", "verified_outputs"),
}


def owe(ask: Asking, text: str, *states: str, note: str | None = None) -> str:
    """Owe something with a predicate, and move it through states."""
    kept = ask("checkpoint", thread="gw", action="obligation", obligation=text, predicate=SMOKE)
    reference = str(kept["obligation"]["reference"])
    for to in states:
        ask("checkpoint", action="transition", obligation=reference, to=to, note=note)
    return reference


def test_orient_on_a_thread_gives_all_that_is_needed(ask: Asking) -> None:
    """Goal, constraints, open work, blockers and failures are told in full, without a second
    call. CQR G10
    """
    ask("checkpoint", thread="gw", goal="Move the gateway to port 8443", state="listener moved")
    ask("commit", text="The gateway must never listen on port 80", type="constraint", thread="gw")
    renew = owe(ask, "Renew the certificates of the gateway", "in_progress")
    wait = owe(ask, "Tell the mobile team about the port", "ready", "blocked", note="on holiday")
    done = owe(ask, "Move the listener of the gateway", "in_progress")
    ask("checkpoint", action="verify", obligation=done, predicate=SMOKE, passed=True, artifact="a")
    trial = {"procedure": SMOKE, "exit_status": 2, "failure": "certificate expired"}
    ask("checkpoint", thread="gw", action="attempt", attempt=trial)
    going = ask("orient", thread="GW")["continuation"]
    assert KEYS == set(going)
    assert going["self_contained"] is True
    assert "Move the gateway to port 8443" == going["goal"]
    (constraint,) = going["constraints"]
    assert ("c1", "The gateway must never listen on port 80") == (
        constraint["label"],
        constraint["statement"],
    )
    assert [renew, wait] == [owed["reference"] for owed in going["unfinished_work"]]
    (blocker,) = going["blockers"]
    assert (wait, "on holiday") == (blocker["reference"], blocker["note"])
    assert ["certificate expired"] == [each["failure"] for each in going["failed_attempts"]]
    assert [done] == [owed["reference"] for owed in going["verified_outputs"]]
    assert [(renew, SMOKE)] == [
        (each["reference"], each["predicate"]) for each in going["evidence_needs"]
    ]
    assert "listener moved" in going["last_checkpoint"]["statement"]
    assert going == ask("query", need="gateway", thread="gw")["continuation"]


def test_reopened_work_says_what_was_verified(ask: Asking) -> None:
    """What was proved once and stands open again names both artifacts and the earlier proof."""
    done = owe(ask, "Move the listener of the gateway", "in_progress")
    ask("checkpoint", action="verify", obligation=done, predicate=SMOKE, passed=True, artifact="a")
    ask("checkpoint", action="revalidate", obligation=done, artifact="b")
    (again,) = ask("orient", thread="gw")["continuation"]["needs_revalidation"]
    assert (done, "a", "b") == tuple(
        again[name] for name in ("reference", "verified_artifact", "present_artifact")
    )
    proof = ask("expand", reference=again["verification"])["records"][0]["revision"]
    assert "verified_complete" == proof["body"]["state"]


def test_unknown_thread_gives_the_same_keys_empty(ask: Asking) -> None:
    """A reader needs no special case for a thread that nothing is known of."""
    going = ask("orient", thread="nobody")["continuation"]
    assert KEYS == set(going)
    assert {"thread", "self_contained"} == {key for key, value in going.items() if value}


def test_what_a_list_leaves_out_is_counted(ask: Asking) -> None:
    """A list is never longer than a person can take in, and says how much there is beyond."""
    for number in range(ITEMS_MAX + 2):
        owe(ask, f"Move the host gateway-{number} to port {8000 + number}")
    going = ask("orient", thread="gw")["continuation"]
    assert ITEMS_MAX == len(going["unfinished_work"])
    assert {"unfinished_work": 2} == going["omitted"]


def test_threads_of_another_project_are_not_told(ask: Asking) -> None:
    """A thread is told as far as the place shows it."""
    ask("checkpoint", thread="gw", state="the listener of the gateway moved", project="user")
    assert [] == [
        row
        for row in ask("checkpoint", action="status", project="all").get("threads", [])
        if row["thread"] != "thread:gw"
    ]
    assert "ok" == ask("checkpoint", thread="gw", action="status")["status"]
