"""Does a refusal name the argument that the caller wrote, and nothing else?"""

from typing import Any

import pytest

from tests.services.operations.conftest import Asking

VAGUE = "x"
CHECKED = {"predicate": "p", "artifact": "a", "checker": "c", "passed": True}
OWED = "Move the gateway to another port"


@pytest.mark.parametrize(
    ("operation", "arguments", "field"),
    [
        ("commit", {"text": VAGUE}, "text"),
        ("commit", {"entries": [{"text": VAGUE}]}, "entries[0].text"),
        (
            "commit",
            {"promote": {"rule": "checker", "text": VAGUE, "preconditions": CHECKED}},
            "promote.text",
        ),
        ("checkpoint", {"action": "obligation", "obligation": VAGUE}, "obligation"),
        ("checkpoint", {"action": "obligation", "title": VAGUE}, "title"),
        ("checkpoint", {"action": "attempt", "attempt": VAGUE}, "attempt"),
        ("checkpoint", {"action": "attempt", "note": VAGUE}, "note"),
        ("resolve", {"record": "thread:gw", "rationale": "why", "body": VAGUE}, "body"),
    ],
)
def test_vague_text_is_blamed_under_its_own_name(
    ask: Asking, operation: str, arguments: dict[str, Any], field: str
) -> None:
    """The text of a fact comes in under many names; the refusal names the one that was written."""
    ask("checkpoint", thread="gw", note="Moved the listener to port 8443")
    thread = {"thread": "gw"} if operation == "checkpoint" else {}
    answer = ask(operation, **thread, **arguments)
    assert ("text_rejected", field) == (answer["code"], answer["field"])


def test_move_without_a_state_asks_for_the_argument_of_the_tool(ask: Asking) -> None:
    """What is missing is called as the tool calls it."""
    owed = ask("checkpoint", thread="gw", action="obligation", obligation=OWED)
    named = owed["obligation"]["reference"]
    assert "to" == ask("checkpoint", action="transition", obligation=named)["field"]
    answer = ask("checkpoint", action="transition", obligation=named, state="ready")
    assert "ready" == answer["obligation"]["state"]


def test_misspelt_action_is_blamed_before_its_arguments(ask: Asking) -> None:
    """The arguments of an action nobody knows are not at fault; the nearest action is named."""
    answer = ask("checkpoint", action="locc", path="src/a.py")
    assert ("invalid_request", "action") == (answer["status"], answer["field"])
    assert "'lock'" in answer["remedy"]
    assert "focus_start" in answer["remedy"]


def test_unknown_conflict_is_blamed_and_not_the_other_fact(ask: Asking) -> None:
    """Who names a conflict is told about the conflict."""
    kept = ask("commit", text="The gateway listens on port 8443")["captures"][0]["reference"]
    assert "conflict" == ask("resolve", keep=kept, conflict=99)["field"]
    assert "drop" == ask("resolve", keep=kept)["field"]
    assert "keep" == ask("resolve", keep="nothing of the kind")["field"]
    assert "keep" == ask("resolve", keep="decision::99")["field"]


def test_unknown_recipe_without_a_question_is_refused(ask: Asking) -> None:
    """With a question recall answers instead; without one the name is all there is to blame."""
    ask("commit", text="The gateway listens on port 8443")
    answer = ask("query", recipe="opn_work")
    assert ("invalid_request", "recipe") == (answer["status"], answer["field"])
    assert "open_work" in answer["remedy"]
    assert "needs" == ask("query", needs=["recipe:opn_work"], profile="map")["field"]
    assert "ok" == ask("query", recipe="opn_work", need="gateway port 8443")["status"]


def test_unknown_target_of_a_lesson_is_blamed_and_not_the_place(ask: Asking) -> None:
    """The project a lesson is for is no argument called project."""
    kept = ask("commit", text="The gateway listens on port 8443")["captures"][0]["reference"]
    lesson = {"rule": "lesson", "text": "Gateways listen high", "sources": [kept]}
    promoted = {**lesson, "target_scope": "nowhere", "authority": "lead"}
    answer = ask("commit", promote=promoted)
    assert ("unknown_scope", "promote.target_scope") == (answer["code"], answer["field"])
