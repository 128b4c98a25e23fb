"""Is everything that is listed there, and everything that is there listed?"""

import re
from typing import Any

from cortex.edges.cli.catalogue import GROUPS
from cortex.model.operations import REMOVED_NAMES
from cortex.services.operations import checkpoint
from tests.services.operations.conftest import Asking

FACT = "The billing gateway listens on port 8443"
UNKNOWN_CHOICE = "is not one of the choices"


def listed(ask: Asking, name: str) -> list[Any]:
    """Give one list of the capabilities."""
    found = ask("capabilities")[name]
    assert isinstance(found, list)
    assert found
    return found


def test_every_action_of_a_thread_is_listed_and_known(ask: Asking) -> None:
    """The tool description sends agents here for the actions, so each stands here."""
    actions = listed(ask, "checkpoint_actions")
    assert list(checkpoint.ACTIONS) == actions
    for action in (*actions, *listed(ask, "coordination_actions")):
        assert UNKNOWN_CHOICE not in str(ask("checkpoint", action=action).get("error"))


def test_every_listed_recipe_is_served(ask: Asking) -> None:
    """A recipe that is listed does not fall back to recall; one of one's own asks for its plan."""
    ask("commit", text=FACT)
    *templates, own = listed(ask, "recipes")
    for recipe in templates:
        assert recipe == ask("query", recipe=recipe)["recipe"]["name"]
    assert "plan" == ask("query", recipe=own)["field"]


def test_every_rule_of_promotion_is_known(ask: Asking) -> None:
    """A rule that is listed is refused for its evidence at most, never for its name."""
    for rule in listed(ask, "promotion_rules"):
        answer = ask("commit", promote={"rule": rule, "text": FACT})
        assert UNKNOWN_CHOICE not in str(answer.get("error"))


def test_every_state_is_a_place_to_move_to(ask: Asking) -> None:
    """A move to a listed state may be refused, and is never an unknown word."""
    owed = ask("checkpoint", thread="gw", action="obligation", obligation="Move the gateway")
    for state in listed(ask, "obligation_states"):
        asked = {"obligation": owed["obligation"]["reference"], "to": state}
        answer = ask("checkpoint", action="transition", **asked)
        assert UNKNOWN_CHOICE not in str(answer.get("error"))


def test_verbs_of_a_seat_are_told_with_what_each_is_for(ask: Asking) -> None:
    """An agent that reads only this knows that the kit is there, and can type each name."""
    told = ask("capabilities")["seat_verbs"]
    assert {"ask", "bus", "correct", "graph", "seat", "state"} <= set(told)
    assert told == dict(next(verbs for title, verbs in GROUPS if "seat" in title))
    assert all(told.values())


def test_observations_are_announced(ask: Asking) -> None:
    """What stands beside the cards is no secret of the documentation."""
    answer = ask("capabilities")
    assert (True, True) == (answer["observation_bridge"], answer["assembly_bridge"])


def test_removed_names_lead_to_verbs_there_are() -> None:
    """A replacement on the command line is one that can be typed."""
    named = {word for text in REMOVED_NAMES.values() for word in re.findall(r"cortex (\w+)", text)}
    assert set() == named - {verb for _, verbs in GROUPS for verb, _ in verbs}
    assert "the command line: cortex maintain" == REMOVED_NAMES["memory_decay_run"]
