"""Does a secret or private text stay out of the file, in whichever field a caller put it?"""

import zlib
from pathlib import Path
from typing import Any

import apsw
import pytest

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.model.stories import Resolution
from cortex.wiring.house import House
from tests.services.operations.conftest import Asking

TEXT = "The billing gateway listens on port 8443"
OTHER = "The mail queue is drained by cron at midnight"
LOOSE = "password=hunter2x9"
HIDDEN = "<private>my diagnosis is flu</private>"
WORDS = (b"hunter2x9", b"diagnosis")
LABELS = (
    *("context", "subject", "aliases", "symbols", "anchors", "thread", "goal", "paths"),
    *("source_model", "reasoning_depth"),
)


def kept(tmp_path: Path) -> bytes:
    """Give every byte below the home, and what the feed holds, inflated."""
    store = tmp_path / "home" / "cortex.db"
    found = [file.read_bytes() for file in (tmp_path / "home").rglob("*") if file.is_file()]
    opened = apsw.Connection(str(store), flags=apsw.SQLITE_OPEN_READONLY)
    bodies = [body for (body,) in opened.execute("SELECT body_deflated FROM revisions")]
    opened.close()
    return b"\n".join((*found, *map(zlib.decompress, bodies)))


def assert_nothing_in_clear(house: House, tmp_path: Path) -> None:
    """Fail when a word that is nobody's business stands anywhere on the disk."""
    house.close()
    everything = kept(tmp_path)
    assert [] == [word for word in WORDS if word in everything]


@pytest.mark.parametrize("secret", [LOOSE, HIDDEN])
@pytest.mark.parametrize("field", ["notes", "task", "task_class", "selected_action"])
def test_feedback_is_cleaned(
    house: House, ask: Asking, tmp_path: Path, field: str, secret: str
) -> None:
    """Each text of an outcome goes the way of a statement."""
    ask("commit", text=TEXT)
    answer = ask("feedback", outcome="success", **{field: f"so {secret} there"})
    assert "ok" == answer["status"]
    assert_nothing_in_clear(house, tmp_path)


@pytest.mark.parametrize("secret", [LOOSE, HIDDEN])
@pytest.mark.parametrize(
    "field",
    LABELS,
)
def test_labels_of_a_commit_are_cleaned(
    house: House, ask: Asking, tmp_path: Path, field: str, secret: str
) -> None:
    """What only describes a statement loses the secret and is kept with it."""
    assert "ok" == ask("commit", text=TEXT, **{field: f"so {secret} there"})["status"]
    assert_nothing_in_clear(house, tmp_path)


@pytest.mark.parametrize("secret", [LOOSE, HIDDEN])
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("commit", {"text": TEXT}),
        ("checkpoint", {"thread": "gw", "note": TEXT}),
        ("feedback", {"outcome": "success"}),
    ],
)
def test_key_with_a_secret_is_refused(
    house: House, ask: Asking, tmp_path: Path, name: str, arguments: dict[str, Any], secret: str
) -> None:
    """Two keys must not become one by cleaning, so the request says what is wrong instead."""
    ask("commit", text=OTHER)
    refused = ask(name, idempotency_key=f"run 7 {secret}", **arguments)
    assert ("invalid_request", "idempotency_key") == (refused["status"], refused["field"])
    assert not any(word.decode() in refused["error"] for word in WORDS)
    assert_nothing_in_clear(house, tmp_path)


def test_type_with_a_secret_is_refused(ask: Asking) -> None:
    """A key of letters and digits is no type, and the message does not repeat it."""
    key = "ghp_" + "a1b2" * 9
    refused = ask("commit", text=TEXT, type=key)
    assert ("invalid_request", "type") == (refused["status"], refused["field"])
    assert "a1b2" not in refused["error"]


@pytest.mark.parametrize("secret", [LOOSE, HIDDEN])
def test_agent_name_is_cleaned(house: House, tmp_path: Path, secret: str) -> None:
    """Whoever calls itself by a secret is still served, under the rest of the name."""
    caller = Caller(agent=f"helper {secret}")
    kept_fact = house.commit(CommitRequest(TEXT), Place(), caller).fact
    other = house.commit(CommitRequest(OTHER), Place(), caller).fact
    house.pin(kept_fact.reference, caller, is_pinned=True)
    house.resolve(kept_fact.reference, other.reference, Resolution.KEEP, f"as {secret}", caller)
    house.operate("feedback", {"outcome": "success"}, caller, Place())
    house.retract(kept_fact.reference, f"as {secret}", caller)
    house.rebuild_anchors(caller)
    house.rollback(1, caller, is_applied=True)
    assert kept_fact.content.provenance.source_agent.startswith("helper")
    assert_nothing_in_clear(house, tmp_path)


def test_scope_and_branch_names_are_cleaned(house: House, tmp_path: Path) -> None:
    """The names of a project and its branch are labels too."""
    folder = tmp_path / "work" / "shop"
    git = folder / ".git"
    (git / "objects").mkdir(parents=True)
    (git / "refs").mkdir()
    (git / "HEAD").write_text("ref: refs/heads/try-ghp_" + "a1B2" * 9 + "\n")
    fact = house.commit(CommitRequest(TEXT), Place(str(folder)), Caller()).fact
    assert "a1B2" not in str(fact.content.provenance.branch)
    assert fact.content.provenance.branch is not None


def test_unclean_agent_never_stops_a_reader(house: House) -> None:
    """A name is only cleaned where it is kept; an error about it would help nobody."""
    assert "ok" == house.operate("capabilities", {}, Caller(agent=LOOSE), Place())["status"]


@pytest.mark.parametrize("secret", [LOOSE, HIDDEN])
@pytest.mark.parametrize("place", ["output", "relation", "field", "annotation"])
def test_plan_of_a_recipe_is_not_kept_with_a_secret(
    house: House, ask: Asking, tmp_path: Path, place: str, secret: str
) -> None:
    """A kept answer holds names that an agent chose; with a secret among them nothing is kept."""
    ask("commit", text=TEXT)
    named = {"output": "all", "relation": "decision", "field": "text", "annotation": "why"}
    named[place] = secret
    steps = [
        {"id": "a", "op": "Select", "relation": named["relation"]},
        {"id": "b", "op": "Project", "input": "a", "fields": ["type", named["field"]]},
    ]
    plan = {"steps": steps, "outputs": {named["output"]: "b"}, "annotation": named["annotation"]}
    answer = ask("query", recipe="proposed", plan=plan)
    assert "ok" == answer["status"]
    assert_nothing_in_clear(house, tmp_path)
