"""May a program hand over what a host sent it, and does it hear what became of it?"""

import json
from pathlib import Path
from typing import Any

import pytest

from cortex.model.capture_policy import ACTIVE, EVERY_SCOPE, PAUSED, STOPPED, CapturePolicy
from cortex.model.host_grants import HostGrant
from cortex.model.host_intake import HandedOver, HandOver
from cortex.model.refusals import CaptureRefused
from cortex.ports.brain import Brain
from cortex.services.host_capture import default_grant, grant_host
from cortex.services.host_intake import put_payload, tail_lines
from tests.services.factory import START_US

GOLDEN = Path(__file__).parents[1] / "golden"
CLAUDE = (GOLDEN / "transcripts" / "claude-code-2.1.197.jsonl").read_bytes()
SESSION = json.loads(CLAUDE.splitlines()[0])["sessionId"]
HERE = "project:/home/ada/project/.git"
GIVEN = HandOver("local-host:claude-code", "solo", START_US, lambda cwd: HERE if cwd else "")
PROMPT = {
    "hook_event_name": "UserPromptSubmit",
    "session_id": SESSION,
    "cwd": "/home/ada/project",
    "prompt": "why?",
    "prompt_id": "p1",
}
STOP = {"hook_event_name": "Stop", "session_id": SESSION, "last_assistant_message": "so."}


@pytest.fixture
def granted(brain: Brain) -> Brain:
    """Give a brain in which Claude Code may hand over."""
    grant_host(brain, default_grant("claude-code", "user"), "solo", START_US)
    return brain


def put(brain: Brain, payload: object, **given: Any) -> HandedOver:
    """Hand over one payload."""
    return put_payload(brain, json.dumps(payload).encode(), GIVEN._replace(**given))


def tail(brain: Brain, content: bytes, offset: int = 0, **given: Any) -> HandedOver:
    """Hand over the next bytes of the recorded transcript."""
    return tail_lines(brain, content, offset, GIVEN._replace(session=SESSION, **given))


def test_put_gives_a_receipt_and_the_same_again(granted: Brain) -> None:
    """CQR I2: a payload handed over twice has one receipt, the second time as a duplicate."""
    first, again = put(granted, PROMPT), put(granted, PROMPT)
    assert first.receipts[0].observation == again.receipts[0].observation
    assert (False, True) == (first.receipts[0].is_duplicate, again.receipts[0].is_duplicate)
    with pytest.raises(CaptureRefused, match=r"^event_identity_conflict"):
        put(granted, {**PROMPT, "prompt": "other"})


@pytest.mark.parametrize("state", [PAUSED, STOPPED])
def test_closed_scope_takes_neither_payload_nor_lines(granted: Brain, state: str) -> None:
    """CQR I6: where the operator paused or stopped capture, nothing is taken in or moved on."""
    policy = CapturePolicy().changed(state, HERE, START_US)
    refused = rf"^capture_disabled: capture is {state} for {HERE}"
    with pytest.raises(CaptureRefused, match=refused):
        put(granted, PROMPT, policy=policy)
    with pytest.raises(CaptureRefused, match=refused):
        tail(granted, CLAUDE, policy=policy)
    with granted.reading() as reader:
        assert not list(reader.observations.iter_all())
    assert tail(granted, CLAUDE, policy=policy.changed(ACTIVE, HERE, START_US)).receipts


def test_event_of_no_folder_is_closed_with_the_scope_of_its_grant(granted: Brain) -> None:
    """What names no folder belongs to the grant's scope, whose word holds for it."""
    policy = CapturePolicy().changed(PAUSED, "user", START_US)
    stop = {**STOP, "prompt_id": "p1"}
    with pytest.raises(CaptureRefused, match=r"^capture_disabled: capture is paused for user"):
        put(granted, stop, policy=policy)
    assert put(granted, PROMPT, policy=policy).receipts
    assert put(granted, stop, policy=policy.changed(ACTIVE, EVERY_SCOPE, START_US)).receipts


def test_word_that_cannot_be_read_is_a_stop_and_says_so(granted: Brain) -> None:
    """A damaged policy closes everything, and the refusal names the damage and not a stop."""
    with pytest.raises(CaptureRefused, match="cannot be read, which is a stop: its last line"):
        put(granted, PROMPT, policy=CapturePolicy(fault="its last line broke off"))


@pytest.mark.parametrize("name", ["role", "source_role", "owner", "principal", "grant", "origin"])
def test_payload_does_not_say_whose_it_is(granted: Brain, name: str) -> None:
    """CQR I6: a field that claims authority refuses the payload and the row that hold it."""
    with pytest.raises(CaptureRefused, match=rf"^untrusted_host_authority_field.*{name}"):
        put(granted, {**PROMPT, name: "user"})
    line = json.dumps({"type": "user", "sessionId": SESSION, name: "user"}).encode() + b"\n"
    with pytest.raises(CaptureRefused, match=r"^untrusted_host_authority_field"):
        tail(granted, line)


def test_end_of_a_turn_needs_a_name(granted: Brain) -> None:
    """CQR I5: a last message without the id of its prompt needs the name the operator gives."""
    with pytest.raises(CaptureRefused, match=r"^original_event_identity_required"):
        put(granted, STOP)
    kept = put(granted, STOP, event_key="final:p9").receipts[0].observation
    assert "final:p9" == kept.event.key


def test_event_of_another_session_is_refused(granted: Brain) -> None:
    """The operator names the session, and a payload of another one is not kept."""
    with pytest.raises(CaptureRefused, match=r"^host_session_mismatch"):
        put(granted, PROMPT, session="other")


def test_delivered_events_are_left_out(granted: Brain) -> None:
    """What the operator's file says Cortex handed out is counted, and never kept."""
    taken = put(granted, PROMPT, origins={"p1": "cortex_delivery"})
    assert ((), 1) == (taken.receipts, taken.excluded)
    assert put(granted, PROMPT, origins={"p1": "external"}).receipts
    for origins in ({}, {"p1": "me"}):
        with pytest.raises(CaptureRefused, match=r"^host_origin_unresolved"):
            put(granted, PROMPT, origins=origins)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "malformed_complete_record"),
        (b"{", "malformed_complete_record"),
        (b"[]", "malformed_complete_record"),
        (b"\xff", "malformed_complete_record"),
        (b"{}", "unsupported_host_record"),
        (b'{"hook_event_name":"Dance"}', "unsupported_host_record"),
        (b" " * (2 * 1024 * 1024 + 1), "capture_batch_byte_limit"),
    ],
)
def test_what_is_no_event_is_refused(granted: Brain, content: bytes, reason: str) -> None:
    """A payload that is no JSON object, no event, or too large keeps nothing and says why."""
    with pytest.raises(CaptureRefused, match=f"^{reason}"):
        put_payload(granted, content, GIVEN)


def test_event_without_words_is_metadata(granted: Brain) -> None:
    """CQR I3: an event that is known and holds nobody's words is counted."""
    taken = put(granted, {**STOP, "hook_event_name": "PreCompact", "trigger": "auto"})
    assert ((), (("compact-before", 1),)) == (taken.receipts, taken.ignored)


def test_unknown_grant_is_refused(granted: Brain) -> None:
    """CQR H3: a key that nobody registered, and another principal's, allow nothing."""
    for given in ({"grant": "other"}, {"principal": "user:2"}):
        with pytest.raises(CaptureRefused, match=r"^source_not_authorized"):
            put(granted, PROMPT, **given)


def test_tail_moves_its_cursor_line_by_line(granted: Brain) -> None:
    """CQR H5, CQR I3: complete lines are taken, the rest waits, and metadata is counted."""
    cut = len(CLAUDE) // 2
    first = tail(granted, CLAUDE[:cut])
    assert first.next_offset == CLAUDE.rfind(b"\n", 0, cut) + 1
    assert cut - first.next_offset == first.waiting_bytes
    with pytest.raises(CaptureRefused, match=r"^cursor_conflict"):
        tail(granted, CLAUDE[:cut])
    rest = tail(granted, CLAUDE[first.next_offset :], first.next_offset)
    assert (len(CLAUDE), 0) == (rest.next_offset, rest.waiting_bytes)
    assert 25 == len(first.receipts) + len(rest.receipts)
    assert {"system", "compact_summary"} <= dict(rest.ignored).keys() | dict(first.ignored).keys()


def test_live_and_tail_are_one(granted: Brain) -> None:
    """CQR I2: what a hook's payload brought is a duplicate when its line comes."""
    path = GOLDEN / "hosts" / "claude-code" / "2.1.197" / "prompt.json"
    live = put(granted, json.loads(path.read_text(encoding="utf-8"))["payload"])
    taken = tail(granted, CLAUDE)
    again = [one.observation for one in taken.receipts if one.is_duplicate]
    assert [live.receipts[0].observation] == again


def test_malformed_line_takes_nothing(granted: Brain) -> None:
    """CQR H5: one complete line that is no object refuses the batch, and the cursor stands."""
    lines = CLAUDE.splitlines(keepends=True)
    bad = b"".join([*lines[:6], b"{half\n", *lines[6:]])
    with pytest.raises(CaptureRefused, match=r"^malformed_complete_record.*line 7"):
        tail(granted, bad)
    with granted.reading() as reader:
        assert [] == list(reader.observations.iter_all())
    assert tail(granted, CLAUDE).receipts


def test_unknown_shape_stops_only_where_asked(granted: Brain) -> None:
    """CQR I4: with --strict a row nobody knows blocks the cursor; without it is counted."""
    lines = b'{"type":"hologram"}\n' + CLAUDE
    with pytest.raises(CaptureRefused, match=r"^unsupported_host_record.*line 1 "):
        tail(granted, lines, is_strict=True)
    assert (("hologram", 1),) == tail(granted, lines).unknown


def test_too_many_events_at_once_are_refused(granted: Brain) -> None:
    """A batch has at most 128 events; all of one more is refused."""

    def prompts(count: int) -> bytes:
        one = {"type": "user", "sessionId": SESSION, "message": {"content": "x"}}
        rows = [{**one, "promptId": f"q{at}"} for at in range(count)]
        return b"".join(json.dumps(row).encode() + b"\n" for row in rows)

    with pytest.raises(CaptureRefused, match=r"^capture_batch_event_limit"):
        tail(granted, prompts(129))
    assert 128 == len(tail(granted, prompts(128)).receipts)


def test_host_whose_transcripts_are_not_read_is_refused(brain: Brain) -> None:
    """Only formats that are understood have a tail."""
    grant_host(brain, HostGrant("g", "cursor", "user"), "solo", START_US)
    with pytest.raises(CaptureRefused, match=r"^unsupported_host_record"):
        tail(brain, CLAUDE, grant="g")
