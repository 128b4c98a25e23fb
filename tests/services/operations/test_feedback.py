"""Does an outcome teach links, once a receipt, and never anything else?"""

from typing import Any

import apsw
import pytest

from cortex.model.links import LinkRelation
from cortex.wiring.house import House
from tests.services.operations.conftest import Asking


def two_cards(ask: Asking) -> dict[str, Any]:
    """Commit two facts that answer one question and give the view."""
    ask(
        "commit",
        entries=[
            {"text": "The billing gateway listens on port 8443"},
            {"text": "The billing gateway certificate is renewed in March"},
        ],
    )
    return ask("query", need="billing gateway port and certificate")


def used_with(ask: Asking, reference: str = "decision::1") -> list[str]:
    """Give the facts that were used with this one."""
    story = ask("expand", reference=reference)["records"][0]["record"]
    relation = LinkRelation.USED_WITH.value
    return [link["reference"] for link in story["links"] if link["relation"] == relation]


def test_two_facts_of_one_success_become_neighbours(ask: Asking) -> None:
    """Two sources of a success are linked; a single one makes no link. CQR G15"""
    view = two_cards(ask)
    single = ask("feedback", outcome="success", memorySources=["decision::1"])
    assert (0, []) == (single["links"]["strengthened"], used_with(ask))
    both = ask("feedback", outcome="ok", memory_sources=["m1", "m2"], receipt=view["receipt"])
    assert ("ok", 1) == (both["status"], both["links"]["strengthened"])
    assert ["decision::2"] == used_with(ask)


def test_one_receipt_counts_once(ask: Asking) -> None:
    """Telling the same outcome again is recorded and changes no link."""
    view = two_cards(ask)
    told = {"outcome": "success", "memory_sources": "m1,m2", "receipt": view["receipt"]}
    assert ask("feedback", **told)["counted"]
    again = ask("feedback", **told)
    assert (True, False, 0) == (
        again["recorded"],
        again["counted"],
        again["links"]["strengthened"],
    )


@pytest.mark.parametrize("outcome", ["partial", "failure", "degraded", "error"])
def test_other_outcomes_teach_nothing(ask: Asking, outcome: str) -> None:
    """A failed task does not indict its sources, and a partial one does not praise them."""
    two_cards(ask)
    told = ask("feedback", outcome=outcome, memory_sources=["1", "2"])
    assert (0, 0) == (told["links"]["strengthened"], told["links"]["rejected"])
    assert [] == used_with(ask)


def test_harmful_use_rejects_the_link(ask: Asking) -> None:
    """Harm takes a learned link away, even when the task succeeded."""
    two_cards(ask)
    ask("feedback", outcome="success", memory_sources=["1", "2"])
    assert ["decision::2"] == used_with(ask)
    harmed = ask("feedback", outcome="success", memory_sources=["1", "2"], harmful_reuse=True)
    assert 1 == harmed["links"]["rejected"]
    assert [] == used_with(ask)


def test_outcome_is_kept_without_secrets(ask: Asking, house: House) -> None:
    """The report holds what was said, with secrets taken out, and unknown sources are named."""
    told = ask(
        "feedback",
        outcome="partial",
        memory_sources=["decision::77"],
        notes="worked after export GITHUB_TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345",
    )
    assert ["decision::77"] == told["unresolved"]
    with house.brain.reading() as reader:
        store = apsw.Connection(reader.figures().path)
    kept = store.execute("SELECT count(*) FROM agent_outcomes").fetchall()
    assert [(1,)] == kept
    store.close()
    assert b"ghp_0123456789" not in b"".join(
        path.read_bytes() for path in sorted(_store_files(house))
    )


def _store_files(house: House) -> Any:
    from pathlib import Path

    with house.brain.reading() as reader:
        store = Path(reader.figures().path)
    return store.parent.glob(f"{store.name}*")


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({}, "outcome"),
        ({"outcome": "great"}, "outcome"),
        ({"outcome": "ok", "qualityScore": 7}, "quality_score"),
        ({"outcome": "ok", "notes": "n" * 3000}, "notes"),
        ({"outcome": "ok", "memory_sources": [str(n) for n in range(65)]}, "memory_sources"),
    ],
)
def test_refused_feedback_names_the_field(
    ask: Asking, arguments: dict[str, Any], field: str
) -> None:
    """An outcome that cannot be read is refused by name."""
    refused = ask("feedback", **arguments)
    assert ("invalid_request", field) == (refused["status"], refused["field"])
