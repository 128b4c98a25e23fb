"""Are the published schemas right: what we print keeps them, and what we never print does not?"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.black_box.vault.desk import ROW, Desk
from tests.black_box.vault.schemas import NAMES, complaints, schema

COMMANDS = {
    "status": ["status"],
    "search": ["search", "alpha", "--expand", "a"],
    "timeline": ["timeline", "--anchor", "a"],
    "get": ["get", "a", "full"],
    "export": ["export", "full"],
    "rebuild": ["rebuild", "--from-canonical"],
}
FULL = {
    **ROW,
    "id": "full",
    "created": "2026-01-01T10:00:00.123456789+14:00",
    "source_session": "s",
    "related": ["a"],
    "valid_from": "2026-01-01",
    "valid_until": "9999-12-31",
}


@pytest.fixture
def mixed(base: Desk) -> Desk:
    """Give a vault with every field in use and one fault to read past."""
    base.put("KNOWLEDGE/j.jsonl", json.dumps(FULL))
    base.put("KNOWLEDGE/bad.md", b"\xff")
    return base


@pytest.mark.parametrize("name", NAMES)
def test_schema_is_one(name: str) -> None:
    """Each file is a schema of draft 2020-12 under a name of its own."""
    Draft202012Validator.check_schema(schema(name))
    assert f"urn:cortex:vault:{name}" == schema(name)["$id"]


@pytest.mark.parametrize("command", COMMANDS)
def test_answers_keep_their_schema(mixed: Desk, command: str) -> None:
    """Every reading command, tolerant or refused, prints what its schema says."""
    answered = mixed.ask(*COMMANDS[command], "--tolerant").envelope
    assert [] == complaints(answered, "envelope")
    assert answered["data"]["skipped"]
    assert [] == complaints(mixed.ask(*COMMANDS[command]).envelope, "envelope")


def test_doctor_keeps_its_schema(mixed: Desk) -> None:
    """The doctor's report has a schema as well, with and without a root."""
    mixed.note("h", "2026-01-01", "<private>")
    for root in (mixed.root, mixed.root / "gone"):
        printed = mixed.raw("doctor", "--json", "--memory-root", str(root)).stdout
        assert [] == complaints(json.loads(printed), "doctor")


def drop_error(answer: dict[str, Any]) -> None:
    del answer["error"]


def fail_with_data(answer: dict[str, Any]) -> None:
    answer["ok"] = False


def add_key(answer: dict[str, Any]) -> None:
    answer["warnings"] = []


def add_text_to_card(answer: dict[str, Any]) -> None:
    answer["data"]["items"][0]["content"] = "text"


def drop_total(answer: dict[str, Any]) -> None:
    del answer["data"]["total"]


def other_schema(answer: dict[str, Any]) -> None:
    answer["schema"] = "lifeos-cortex/v2"


@pytest.mark.parametrize(
    "spoil", [drop_error, fail_with_data, add_key, add_text_to_card, drop_total, other_schema]
)
def test_schema_refuses_what_is_no_answer(
    base: Desk, spoil: Callable[[dict[str, Any]], None]
) -> None:
    """The schema itself can fail: a key too many or too few, or text on a card, is no answer."""
    answered = base.ask("search", "alpha").envelope
    assert [] == complaints(answered, "envelope")
    spoil(answered)
    assert [] != complaints(answered, "envelope")
