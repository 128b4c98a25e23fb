"""Does the guide for agents say what is true, and is it short enough to be read?"""

import re
from pathlib import Path

from cortex.core.seat.install_plan import seat_targets
from cortex.edges.cli.catalogue import GROUPS, every_verb
from cortex.model.installation import Block
from cortex.model.operations import Operation, OperationStatus, tool_name
from cortex.services.operations.checkpoint import ACTIONS as THREAD_ACTIONS
from cortex.services.operations.coordinate import ACTIONS
from cortex.wire.guide import GUIDE_LINES_MAX, agent_guide
from cortex.wire.hosts import HOST_LINES

ROOT = Path(__file__).resolve().parents[2]
GUIDE = agent_guide("1.2.3")


def test_guide_is_short_and_names_every_tool_and_status() -> None:
    """At most the lines an agent reads; the eight tools and ten statuses are all there."""
    assert GUIDE_LINES_MAX >= len(GUIDE.splitlines())
    for name in (*map(tool_name, Operation), *OperationStatus):
        assert f"`{name}`" in GUIDE
    assert "Cortex 1.2.3" in GUIDE


def test_every_verb_and_action_it_names_exists() -> None:
    """No command and no action of the guide is made up."""
    verbs = set(re.findall(r"`cortex ([a-z-]+)", GUIDE))
    assert set() == verbs - set(every_verb())
    table = [line for line in GUIDE.splitlines() if line.startswith("| ")]
    actions = {name for line in table for name in re.findall(r"`([a-z_]+)`", line)}
    assert set() == actions - {*ACTIONS, *THREAD_ACTIONS, "ack", "predicate", "completed"}


def test_guide_and_block_say_what_every_verb_of_a_seat_is_for() -> None:
    """An agent in a seat finds each verb in the guide, and the guide in its instructions."""
    verbs = dict(GROUPS)["Keep a seat whole"]
    assert [] == [verb for verb, _ in verbs if f"`cortex {verb}" not in GUIDE]
    (told,) = seat_targets("/srv/ops", "", "")[-1].parts
    assert isinstance(told, Block)
    assert "`cortex robot-docs`" in told.body


def test_host_lines_are_those_of_the_readme() -> None:
    """What setup prints for hosts is what the README tells people to run."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (hosts, _, lines), (_, _, others) = HOST_LINES
    assert "\n".join(lines) in readme
    assert all(f"{name}" in readme for name in hosts.split(", "))
    assert others[0].startswith("cortex mcp")
