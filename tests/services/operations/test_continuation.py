"""Can somebody go on with a thread who has read nothing else of it?"""

from pathlib import Path
from typing import Any

from cortex.model.callers import Caller, Place
from cortex.model.threads import THREAD_FACTS_READ_MAX
from cortex.services.operations.continuation import ITEMS_MAX
from cortex.wiring.house import House
from tests.black_box.conftest import make_repository
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
    call. CQR G10 (case 35)
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


def test_heads_are_those_of_one_scope(house: House, tmp_path: Path) -> None:
    """A thread of the same name in another scope is known, and is no second head."""
    make_repository(tmp_path / "work")

    def asking(name: str, **said: object) -> dict[str, Any]:
        return house.operate(name, said, Caller(agent="tester"), Place())

    asking("checkpoint", thread="gw", state="the person moved the listener", project="user")
    mine = asking("checkpoint", thread="gw", state="the project renewed its certificates")
    told = asking("checkpoint", thread="gw", action="status")
    assert [mine["checkpoint"]["reference"]] == [head["reference"] for head in told["heads"]]
    assert ["State: the person moved the listener"] == [f["statement"] for f in told["facts"]]
    (row,) = asking("checkpoint", action="status")["threads"]
    assert ("thread:gw", 2) == (row["thread"], row["facts"])


def test_thread_of_another_project_is_not_told(house: House, tmp_path: Path) -> None:
    """What a place does not see is no part of its threads."""
    for name in ("one", "two"):
        make_repository(tmp_path / name)
    one, two = (Place(str(tmp_path / name)) for name in ("one", "two"))
    said = {"thread": "gw", "state": "the listener of the gateway moved"}
    house.operate("checkpoint", said, Caller(), one)
    told = house.operate("checkpoint", {"action": "status"}, Caller(), two)
    assert ("no_match", []) == (told["status"], told["threads"])
    assert house.operate("orient", {"thread": "gw"}, Caller(), two)["continuation"]["goal"] is None


def test_last_checkpoint_is_told_however_much_was_said_since(ask: Asking) -> None:
    """A thread with more facts than are read says so, and still knows where it stood."""
    ask("checkpoint", thread="gw", goal="Move the gateway", state="listener moved")
    for start in range(0, THREAD_FACTS_READ_MAX, 100):
        texts = [f"Host number {start + n} answers on port {8000 + start + n}" for n in range(100)]
        kept = ask(
            "commit", thread="gw", entries=[{"text": text, "type": "case"} for text in texts]
        )
        assert "ok" == kept["status"]
    told = ask("checkpoint", thread="gw", action="status")
    assert told["cut"] is True
    assert "listener moved" in told["checkpoint"]["statement"]
    assert "Move the gateway" == ask("orient", thread="gw")["continuation"]["goal"]


def test_what_a_thread_tells_meets_the_need_for_it(ask: Asking) -> None:
    """A need that the continuation answers is not called unmet beside it."""
    ask("commit", text="The gateway must never listen on port 80", thread="gw")
    needs = ["open_obligations", "last_verified_outcome", "failed_attempts"]
    asked = {"need": "gateway port", "thread": "gw", "needs": needs}
    short = ask("query", **asked)
    assert ("partial", needs) == (short["status"], short["coverage"]["unmet"])
    owe(ask, "Renew the certificates of the gateway")
    done = owe(ask, "Move the listener of the gateway", "in_progress")
    ask("checkpoint", action="verify", obligation=done, predicate=SMOKE, passed=True, artifact="a")
    ask("checkpoint", thread="gw", action="attempt", attempt={"failure": "certificate expired"})
    for operation in ("query", "orient"):
        whole = ask(operation, **asked)
        assert ("ok", needs) == (whole["status"], whole["coverage"]["covered"])


def test_a_recipe_knows_a_thread_by_its_label(ask: Asking) -> None:
    """The label that names a thread everywhere else names it for a recipe too."""
    owe(ask, "Renew the certificates of the gateway")
    for label in ("gw", "GW", "thread:gw"):
        values = ask("query", recipe="open_work", parameters={"thread": label})["values"]
        assert 1 == values["count"]
