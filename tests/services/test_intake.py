"""Is a log taken in whole or not at all, and does it ever come to a halt?"""

import json
from pathlib import Path

import apsw
import pytest

from cortex.core.text.digests import content_hash
from cortex.model.callers import Caller
from cortex.model.capture_policy import ACTIVE, PAUSED, STOPPED, CapturePolicy
from cortex.model.errors import CortexError
from cortex.model.limits import (
    CAPTURE_BATCH_BYTES_MAX,
    CAPTURE_BATCH_EVENTS_MAX,
    OBSERVATION_BYTES_MAX,
)
from cortex.model.observations import Event, Grant, OnSecret, Role, Source, TailReceipt
from cortex.model.receipts import AckProfile
from cortex.model.refusals import CaptureRefused
from cortex.model.text import RawText
from cortex.ports.brain import Brain
from cortex.services import observe
from cortex.services.intake import Intake, Portion, put, tail
from tests.contracts.brains import BACKENDS, NOW_US

ME, OTHER = Caller(agent="t"), Caller("user:2", "t", 2)
SCOPE = "scope:here"
KEY = "sk-abcdefghijklmnop1234"


def registered(brain: Brain, on_secret: OnSecret = OnSecret.REFUSE, key: str = "log") -> Source:
    """Register a log."""
    grant = Grant(key, SCOPE, Role.TOOL_REPORT, OBSERVATION_BYTES_MAX, on_secret)
    return observe.register(brain, grant, ME, NOW_US)


def line(key: str, text: str, **fields: object) -> bytes:
    """Give one line of a log."""
    return json.dumps({"event_key": key, "text": text, **fields}).encode() + b"\n"


def tailed(
    brain: Brain,
    content: bytes,
    offset: int = 0,
    policy: CapturePolicy | None = None,
    caller: Caller = ME,
) -> TailReceipt:
    """Hand over a portion."""
    taking = Intake(caller, NOW_US, policy or CapturePolicy())
    return tail(brain, "log", Portion("1", offset, content), taking)


def cursor(brain: Brain) -> int:
    """Give where the log stands."""
    with brain.reading() as reader:
        source = reader.observations.find_source("solo", "log")
        assert source is not None
        return reader.intake.cursor(source.source_no, "1")


def texts(brain: Brain) -> list[str]:
    """Give every text that was kept, in order."""
    with brain.reading() as reader:
        return [str(one.event.text) for one in reader.observations.iter_all()]


def test_complete_lines_are_kept_and_the_rest_waits(brain: Brain) -> None:
    """CQR H5: what has no end yet is left where it is, and taken with the next portion."""
    registered(brain)
    log = (
        line("a", "one\r\n") + b"\n  \n" + line("b", "端口 🎉", observed_at="2026-01-01T00:00:00Z")
    )
    rest = line("c", "three")
    first = tailed(brain, log + rest[:9])
    assert (len(log), 9) == (first.next_offset, first.uncommitted_bytes)
    assert ["a", "b"] == [one.observation.event.key for one in first.accepted]
    second = tailed(brain, rest, first.next_offset)
    assert (len(log + rest), 0) == (second.next_offset, second.uncommitted_bytes)
    assert ["one\r\n", "端口 🎉", "three"] == texts(brain)


def test_portion_must_start_at_the_cursor(brain: Brain) -> None:
    """CQR H5: an offset that was handed over already, or lies ahead, is a conflict that says so."""
    registered(brain)
    log = line("a", "one")
    tailed(brain, log)
    for offset in (0, len(log) - 1, len(log) + 1):
        with pytest.raises(CaptureRefused, match=rf"^cursor_conflict: .* byte {len(log)}\b"):
            tailed(brain, log, offset)
    assert [] == list(tailed(brain, b"", len(log)).accepted)
    assert len(log) == cursor(brain)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (b"no json\n", "malformed_complete_record"),
        (b"[1]\n", "malformed_complete_record"),
        (b"\xff\xfe\n", "malformed_complete_record"),
        (b'{"event_key": "b", "text": "a\0b"}\n', "malformed_complete_record"),
        (b"[" * 200_000 + b"\n", "malformed_complete_record"),
        (b'{"event_key": "b", "event_key": "c", "text": ""}\n', "malformed_complete_record"),
        (line("b", "x", role="user_statement"), "malformed_complete_record"),
        (line("b", "x", principal="user:2"), "malformed_complete_record"),
        (b'{"event_key": "b"}\n', "malformed_complete_record"),
        (line(" ", "x"), "invalid_source_identity"),
        (line("b", "x", observed_at="soon"), "invalid_observation_time"),
        (line("b", "x", observed_at=12), "invalid_observation_time"),
        (line("b", f"token = {KEY}"), "capture_secret_rejected"),
        (line("b", "half \ud83d"), "capture_secret_rejected"),
        (line("a", "another body"), "event_identity_conflict"),
    ],
)
def test_one_bad_line_refuses_the_portion(brain: Brain, bad: bytes, reason: str) -> None:
    """CQR H5, CQR H6: nothing is kept, the cursor stays, and the message names line and byte."""
    registered(brain)
    good = line("a", "one") + b"\n"
    with pytest.raises(CaptureRefused, match=rf"^{reason}: line 3 at byte {len(good)}: ") as told:
        tailed(brain, good + bad + line("z", "last"))
    assert KEY not in str(told.value)
    assert ([], 0) == (texts(brain), cursor(brain))


def test_limits_of_a_portion(brain: Brain) -> None:
    """CQR H6: exactly 128 events and 2 MiB are taken; one more of either is refused whole."""
    registered(brain)
    many = [line(f"e{n}", "x") for n in range(CAPTURE_BATCH_EVENTS_MAX + 1)]
    with pytest.raises(CaptureRefused, match=r"^capture_batch_event_limit"):
        tailed(brain, b"".join(many))
    taken = tailed(brain, b"".join(many[:-1]) + b"\n")
    assert CAPTURE_BATCH_EVENTS_MAX == len(taken.accepted)
    frame = len(line("big", ""))
    largest = line("big", "word " * ((CAPTURE_BATCH_BYTES_MAX - frame) // 5))
    largest += b"\n" * (CAPTURE_BATCH_BYTES_MAX - len(largest))
    with pytest.raises(CaptureRefused, match=r"^capture_batch_byte_limit"):
        tailed(brain, largest + b"\n", taken.next_offset)
    assert 1 == len(tailed(brain, largest, taken.next_offset).accepted)


def test_same_event_twice_is_a_duplicate(brain: Brain) -> None:
    """CQR H4: a line that comes again gives its first receipt; the same text elsewhere does not."""
    registered(brain)
    receipts = tailed(brain, line("a", "same") * 2 + line("b", "same")).accepted
    assert [False, True, False] == [one.is_duplicate for one in receipts]
    first, again, other = (one.observation for one in receipts)
    assert first == again
    assert (first.digest, 2) == (other.digest, len(texts(brain)))


def test_receipt_claims_what_the_connection_keeps(brain: Brain) -> None:
    """A receipt says what it survives, and which life of the store it is of."""
    registered(brain)
    receipt = put(brain, "log", "1", Event("a", RawText("x")), Intake(ME, NOW_US))
    assert receipt.ack_profile in set(AckProfile)
    assert 0 == receipt.restore_epoch


def test_log_goes_on_behind_a_secret(brain: Brain) -> None:
    """A source registered to be redacted keeps what is left, and says what was taken out."""
    registered(brain, OnSecret.REDACT)
    log = line("a", "before") + line("b", f"token = {KEY} and more") + line("c", "after \0 \ud83d")
    seen = [one.observation for one in tailed(brain, log).accepted]
    assert [False, True, True] == [bool(one.redacted) for one in seen]
    kept = texts(brain)
    assert "and more" in kept[1]
    assert KEY not in "".join(kept)
    assert [content_hash(text) for text in kept] == [one.digest for one in seen]
    again = put(brain, "log", "1", Event("b", RawText(f"token = {KEY} and more")), Intake(ME, 0))
    assert again.is_duplicate


def test_taken_back_is_not_available_again(brain: Brain) -> None:
    """The identity of what was retracted stays taken: handing it over again is refused."""
    registered(brain)
    event, taking = Event("a", RawText("text")), Intake(ME, NOW_US)
    reference = put(brain, "log", "1", event, taking).observation.reference
    observe.retract(brain, reference, "wrong machine", ME, NOW_US)
    with pytest.raises(CaptureRefused, match=r"^source_unavailable"):
        put(brain, "log", "1", event, taking)
    assert not put(brain, "log", "2", event, taking).is_duplicate


def test_nobody_else_hands_over(brain: Brain) -> None:
    """CQR H3, CQR H6: a source is one principal's own, and a disabled one takes nothing."""
    registered(brain)
    with pytest.raises(CaptureRefused, match=r"^source_not_authorized"):
        tailed(brain, line("a", "x"), caller=OTHER)
    observe.set_enabled(brain, "log", ME, is_enabled=False)
    with pytest.raises(CaptureRefused, match=r"^source_disabled_or_policy_stale"):
        tailed(brain, line("a", "x"))
    assert ([], 0) == (texts(brain), cursor(brain))


def test_pause_takes_nothing_in_and_gives_what_is_kept(brain: Brain) -> None:
    """CQR H12: while paused nothing is kept, exact reads go on, and a resume needs nothing more."""
    registered(brain)
    reference = tailed(brain, line("a", "x")).accepted[0].observation.reference
    paused = CapturePolicy().changed(PAUSED, SCOPE, NOW_US)
    with pytest.raises(CaptureRefused, match=r"^capture_disabled"):
        tailed(brain, line("b", "y"), cursor(brain), paused)
    assert observe.get(brain, reference, ME, paused).is_intact
    assert 1 == len(observe.search(brain, "x", ME, [SCOPE], 5, paused))
    resumed = paused.changed(ACTIVE, SCOPE, NOW_US)
    assert 1 == len(tailed(brain, line("b", "y"), cursor(brain), resumed).accepted)


def test_stop_closes_both_ways_until_a_source_is_enabled(brain: Brain) -> None:
    """CQR H12: a stop closes reading too; after it a source waits for its operator."""
    registered(brain)
    reference = tailed(brain, line("a", "x")).accepted[0].observation.reference
    stopped = CapturePolicy().changed(STOPPED, SCOPE, NOW_US)
    resumed = stopped.changed(ACTIVE, SCOPE, NOW_US)
    for policy, reason in ((stopped, "capture_disabled"), (resumed, "source_disabled_or_policy")):
        with pytest.raises(CaptureRefused, match=rf"^{reason}"):
            observe.get(brain, reference, ME, policy)
        with pytest.raises(CaptureRefused, match=rf"^{reason}"):
            tailed(brain, line("b", "y"), cursor(brain), policy)
        with pytest.raises(CaptureRefused, match=rf"^{reason}"):
            observe.retract(brain, reference, "why", ME, NOW_US, policy)
        assert [] == observe.search(brain, "x", ME, [SCOPE], 5, policy)
        assert [] == observe.search(brain, "", ME, [SCOPE], 5, policy)
    observe.set_enabled(brain, "log", ME, resumed, is_enabled=True)
    assert observe.get(brain, reference, ME, resumed).is_intact
    assert 1 == len(observe.search(brain, "x", ME, [SCOPE], 5, resumed))


def test_what_is_registered_under_a_policy_is_open_under_it(brain: Brain) -> None:
    """A source that is registered after a stop has not seen it."""
    policy = CapturePolicy().changed(STOPPED, SCOPE, 5).changed(ACTIVE, SCOPE, 6)
    grant = Grant("log", SCOPE, Role.DOCUMENT, 100)
    observe.register(brain, grant, ME, NOW_US, policy)
    assert 1 == len(tailed(brain, line("a", "x"), policy=policy).accepted)


def test_keys_of_hosts_are_not_registered_by_hand() -> None:
    """What a host's grant opens is nobody's to register."""
    with pytest.raises(CaptureRefused, match=r"^invalid_source_identity"):
        observe.checked_grant(Grant("host:codex:document", SCOPE, Role.DOCUMENT, 10))


@pytest.mark.parametrize("table", ["observations", "search_postings", "intake_cursors"])
def test_failing_statement_rolls_everything_back(tmp_path: Path, table: str) -> None:
    """CQR H2: whichever table refuses, nothing is kept and the cursor stays; then it works."""
    path = tmp_path / "cortex.db"
    brain = BACKENDS["sqlite"](path)
    registered(brain)
    tailed(brain, line("a", "one"))
    at = cursor(brain)
    with_trigger(
        path, f"CREATE TRIGGER no BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    with pytest.raises(CortexError):
        tailed(brain, line("b", "two") + line("c", "three"), at)
    assert (["one"], at) == (texts(brain), cursor(brain))
    with_trigger(path, "DROP TRIGGER no")
    assert 2 == len(tailed(brain, line("b", "two") + line("c", "three"), at).accepted)
    brain.close()


def with_trigger(path: Path, sql: str) -> None:
    """Run a statement from outside."""
    connection = apsw.Connection(str(path))
    connection.execute(sql)
    connection.close()
