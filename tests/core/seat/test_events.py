"""Is an event kept only as the registry has it?"""

import json

import pytest

from cortex.core.seat.event_schemas import SCHEMAS, Kind
from cortex.core.seat.events import (
    FIELDS_MAX,
    LINE_CHARS_MAX,
    LINES_MAX,
    TEXT_CHARS_MAX,
    event_row,
    exact_instant_us,
    new_event,
    read_events,
)
from cortex.model.durations import SECOND_US
from cortex.model.refusals import RecordRefused
from cortex.model.seat_records import Fault, SeatEvent

NOW_US = 1_780_000_000_500_000
DAY = "2026-05-28"
WHO = ("ops", "acme")
TASK = ("task", "task_created", "info")
OWN = ("metric", "x_mails", "info")


def made(said: tuple[str, str, str] = TASK, **metadata: object) -> SeatEvent:
    """Give the event a request makes."""
    return new_event(WHO, NOW_US, said, metadata)


def refused(said: tuple[str, str, str] = TASK, **metadata: object) -> RecordRefused:
    """Give the refusal of a request."""
    with pytest.raises(RecordRefused) as caught:
        made(said, **metadata)
    return caught.value


def test_a_row_has_the_published_shape() -> None:
    """The keys are those of the format, in their order, and the instant is UTC."""
    row = json.loads(event_row(made(task_id="task_1")._replace(event_id="1-ops-abcde")))
    keys = ["id", "agent", "org", "timestamp", "category", "event", "severity", "metadata"]
    assert keys == list(row)
    assert ("2026-05-28T20:26:40Z", {"task_id": "task_1"}) == (row["timestamp"], row["metadata"])


def test_what_is_written_is_read_back() -> None:
    """A row gives the event back, with the place it stands in."""
    event = made(task_id="task_1", title="端口 ✓", outputs=["a.md", "b.md"])._replace(
        event_id="1-o-a"
    )
    read = read_events(b"\n" + event_row(event), DAY)
    assert (event._replace(where=f"events/{DAY}.jsonl:2"),) == read.events
    assert () == read.bad


@pytest.mark.parametrize(
    "name", ["task_crated", "TASK_CREATED", "task created", "", "x__", "x" * 49]
)
def test_an_unknown_name_is_refused(name: str) -> None:
    """What the registry does not have is refused, and names the way to an event of one's own."""
    assert refused(("task", name, "info"), task_id="t").reason in {
        Fault.UNKNOWN_EVENT,
        Fault.BAD_EVENT,
    }


def test_a_slip_is_told_what_it_may_have_been() -> None:
    """The remedy names the prefix for an event of one's own."""
    assert "x_mails_sent" in refused(("metric", "mails_sent", "info")).remedy


@pytest.mark.parametrize(
    ("said", "field"),
    [
        (("task", "task_created", "loud"), "severity"),
        (("banana", "task_created", "info"), "category"),
        (("heartbeat", "task_created", "info"), "category"),
        (("metric", "truth_correction", "info"), "category"),
    ],
)
def test_category_and_severity_are_closed_sets(said: tuple[str, str, str], field: str) -> None:
    """A word outside the set is refused, and so is a name filed under another category."""
    assert field == refused(said, task_id="t").field


@pytest.mark.parametrize(
    ("metadata", "field"),
    [
        ({}, "task_id"),
        ({"task_id": None}, "task_id"),
        ({"task_id": ""}, "task_id"),
        ({"task_id": 7}, "task_id"),
        ({"task_id": "two words"}, "task_id"),
        ({"task_id": "t", "titel": "x"}, "titel"),
        ({"task_id": "t", "Bad-Name": "x"}, "Bad-Name"),
        ({"task_id": "t", "title": ["x"]}, "title"),
        ({"task_id": "t", "outputs": "x"}, "outputs"),
        ({"task_id": "t", "outputs": [1]}, "outputs"),
        ({"task_id": "t", "outputs": ["x"] * (LINES_MAX + 1)}, "outputs"),
        ({"task_id": "t", "title": "x" * (LINE_CHARS_MAX + 1)}, "title"),
        ({"task_id": "t", "summary": "x" * (TEXT_CHARS_MAX + 1)}, "summary"),
        ({"task_id": "t", "due_date": "soon"}, "due_date"),
        ({"task_id": "t", "agent": "sales"}, "agent"),
        ({"task_id": "t", "x_deep": {"a": 1}}, "x_deep"),
        ({"task_id": "t", "x_far": float("inf")}, "x_far"),
        ({"task_id": "t", "title": "<private>all of it</private>"}, "title"),
        ({f"x_{number}a": 1 for number in range(FIELDS_MAX + 1)}, "metadata"),
    ],
)
def test_bad_metadata_is_refused_with_the_field(metadata: dict[str, object], field: str) -> None:
    """No metadata becomes an empty object: what breaks the schema is refused and named."""
    fault = refused(TASK, **metadata)
    assert (Fault.BAD_METADATA, 2) == (fault.reason, fault.exit_status)
    assert (field, True) == (fault.field, bool(fault.remedy))


@pytest.mark.parametrize(
    "metadata",
    [
        {"title": "x" * LINE_CHARS_MAX},
        {"summary": "x" * TEXT_CHARS_MAX},
        {"outputs": ["x"] * LINES_MAX},
        {"x_own": True, "x_share": 0.5, "x_list": ["a"]},
        {"agent": "ops", "due_date": "2999-01-01"},
        {"note": None, "result": ""},
    ],
)
def test_what_is_within_the_limits_is_kept(metadata: dict[str, object]) -> None:
    """The limit itself passes, and what is not known is left out."""
    known = {name for name, value in metadata.items() if value or isinstance(value, bool)}
    assert known | {"task_id"} == set(made(TASK, task_id="t", **metadata).metadata)


def test_an_event_of_ones_own_holds_any_plain_field() -> None:
    """Behind x_ every plain value is kept, an object in it is not."""
    event = made(OWN, count=3, share=0.5, done=True, names=["a", "b"])
    assert {"count": 3, "share": 0.5, "done": True, "names": ("a", "b")} == event.metadata
    assert Fault.BAD_METADATA == refused(OWN, deep={"a": 1}).reason


def test_secrets_never_reach_a_row() -> None:
    """What looks like a secret is taken out of every text, in lists as well."""
    secret = "AKIAABCDEFGHIJKLMNOP"
    event = made(task_id="t", title=f"key {secret}", outputs=[f"{secret} b"], summary=secret)
    assert secret.encode() not in event_row(event)


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("2026-05-28T20:26:40Z", 1_780_000_000),
        ("2026-05-28T22:26:40+02:00", 1_780_000_000),
        ("2026-05-28", None),
        ("2026-05-28T20:26:40", None),
        ("yesterday", None),
        (7, None),
    ],
)
def test_an_instant_has_date_time_and_zone(said: object, at: int | None) -> None:
    """A day alone, or a time without its zone, names no instant."""
    assert (None if at is None else at * SECOND_US) == exact_instant_us(said)


@pytest.mark.parametrize(
    "line",
    [
        b'{"id":"1-ops-a","agent":"ops"',
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 5_000,
        b'{"id":"1","agent":"ops","org":"","timestamp":"2026-05-28T20:26:40Z","category":"task",'
        b'"event":"task_created","severity":"info","metadata":{}}',
        b'{"id":"1","agent":"ops","org":"","timestamp":"2026-05-29T20:26:40Z","category":"task",'
        b'"event":"task_created","severity":"info","metadata":{"task_id":"t"}}',
        b'{"id":"1","agent":"ops","org":"","timestamp":"2026-05-28T20:26:40Z","category":"task",'
        b'"event":"task_crated","severity":"info","metadata":{"task_id":"t"}}',
    ],
)
def test_a_line_that_is_no_event_is_told_and_the_next_one_read(line: bytes) -> None:
    """A torn, forged or misplaced line costs itself, and is told with its place."""
    event = made(task_id="task_1")._replace(event_id="1-ops-a")
    read = read_events(line + b"\n" + event_row(event), DAY)
    assert [f"events/{DAY}.jsonl:2"] == [one.where for one in read.events]
    assert [f"events/{DAY}.jsonl:1"] == [one.where for one in read.bad]


def test_the_registry_is_well_formed() -> None:
    """Each event has a category, each field once, and each choice its values."""
    for name, schema in SCHEMAS.items():
        fields = [field.name for field in schema.fields]
        assert schema.categories, name
        assert len(fields) == len(set(fields)), name
        assert all(bool(one.choices) == (one.kind is Kind.CHOICE) for one in schema.fields), name
