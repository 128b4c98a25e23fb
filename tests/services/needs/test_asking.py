"""May a need be asked for like this, and is it answered and delivered as it was asked for?"""

import pytest

from cortex.core.observe.packing import Bounds
from cortex.model.durations import SECOND_US
from cortex.model.errors import NotFound
from cortex.model.limits import (
    NEED_CUES_MAX,
    NEED_QUERY_BYTES_MAX,
    NEEDS_ACTIVE_MAX,
)
from cortex.model.needs import NeedSpec, PreparedView, Route, ViewStatus
from cortex.model.observations import Event, Grant, Role
from cortex.model.refusals import CaptureRefused
from cortex.model.text import RawText
from cortex.ports.brain import Brain
from cortex.services import needs, observe
from cortex.services.prepared import Limits
from cortex.wire.needs import evidence_json, payload_of, prepared_json
from tests.contracts.brains import NOW_US
from tests.services.factory import stored
from tests.services.needs.conftest import (
    HERE,
    ME,
    OTHER,
    SPEC,
    VIEWER,
    Put,
    prepared,
    refs,
    subscribed,
)


def test_a_need_finds_what_holds_any_of_its_cues(brain: Brain, put: Put) -> None:
    """One cue is enough, inflected or not; excluded ones remove; the newest come first."""
    put("3 tests failed, then a timeout")
    put("all is well")
    put("the build is failing")
    put("timeout, a flaky one")
    view = subscribed(brain, SPEC._replace(exclude_cues=("flaky",)))
    assert (ViewStatus.READY, ["obs:3", "obs:1"]) == (view.status, refs(view))
    assert [Route.LITERAL] * 2 == [one.route for one in view.evidence]
    assert ("failed", "timeout") == view.cues
    assert view.payload_bytes == len(payload_of(view.evidence).encode())


def test_scripts_without_spaces_are_cues(brain: Brain, put: Put) -> None:
    """A Japanese cue finds the run-on text that holds the word, and no other."""
    put("サンドボックス修正テスト")
    put("サンプルのボックス")
    assert ["obs:1"] == refs(subscribed(brain, SPEC._replace(cues=("サンドボックス",))))


def test_nothing_found_is_ready_and_empty(brain: Brain) -> None:
    """No source, or no match, is an honest empty view and not a fault."""
    view = subscribed(brain)
    assert (ViewStatus.READY, ()) == (view.status, view.evidence)
    assert 0 == view.payload_bytes


def test_foreign_scope_and_principal_are_excluded(brain: Brain, put: Put) -> None:
    """What belongs to another scope, or to somebody else, is in no view. CQR H10"""
    put("failed here")
    put("failed there", "other", "project:/srv/there/.git")
    observe.register(brain, Grant("log", HERE, Role.DOCUMENT, 1000), OTHER, NOW_US)
    observe.put(brain, "log", "1", Event("e", RawText("failed theirs")), OTHER, NOW_US)
    assert ["obs:1"] == refs(subscribed(brain))
    assert ["obs:3"] == refs(needs.subscribe(brain, SPEC, VIEWER._replace(principal="user:2")))


def test_a_present_delivery_sends_nothing(brain: Brain, put: Put) -> None:
    """The same content in the same context is not sent again for 300 seconds. CQR H11"""
    put("failed")
    subscribed(brain)
    first = prepared(brain)
    assert first.delivery_id is not None
    again = prepared(brain, present=first.delivery_id)
    assert (True, first.delivery_id) == (again.is_present, again.delivery_id)
    shown = prepared_json(again)
    assert ([], 0, ["obs:1"]) == (shown["evidence"], shown["payload_bytes"], shown["source_refs"])
    last = VIEWER._replace(now_us=NOW_US + 300 * SECOND_US - 1)
    assert needs.prepare(brain, "ci", "c", last, present=first.delivery_id).is_present
    over = VIEWER._replace(now_us=NOW_US + 300 * SECOND_US)
    late = needs.prepare(brain, "ci", "c", over, present=first.delivery_id)
    assert not late.is_present
    assert late.delivery_id not in (None, first.delivery_id)


def test_new_context_and_new_content_are_sent(brain: Brain, put: Put) -> None:
    """Another context, another need or one more observation is a new payload. CQR H11"""
    put("failed")
    subscribed(brain)
    subscribed(brain, SPEC._replace(need_id="cd"))
    first = prepared(brain).delivery_id
    assert not prepared(brain, "other", present=first).is_present
    assert not needs.prepare(brain, "cd", "c", VIEWER, present=first).is_present
    put("failed again")
    fresh = prepared(brain, present=first)
    assert (False, ["obs:2", "obs:1"]) == (fresh.is_present, refs(fresh))


@pytest.mark.parametrize("claimed", ["", "delivery:", "delivery:x-y", "delivery:" + "f" * 40, "ß"])
def test_a_claim_that_is_none_is_only_not_believed(brain: Brain, put: Put, claimed: str) -> None:
    """Whatever is claimed to be present, the worst is that the payload is sent."""
    put("failed")
    subscribed(brain)
    view = prepared(brain, present=claimed)
    assert (False, ["obs:1"]) == (view.is_present, refs(view))


def test_taken_back_is_gone_from_every_view(brain: Brain, put: Put) -> None:
    """A retracted observation is in no view, and its exact bytes stay readable."""
    reference = put("failed")
    subscribed(brain)
    observe.retract(brain, reference, "wrong run", ME, NOW_US)
    assert [] == refs(prepared(brain))
    assert "failed" == observe.get(brain, reference, ME).observation.event.text


@pytest.mark.parametrize(
    ("spec", "reason", "field"),
    [
        (SPEC._replace(need_id=" "), "invalid_need_bounds", "id"),
        (SPEC._replace(need_id="é" * 129), "invalid_need_bounds", "id"),
        (SPEC._replace(need_id="pull:x"), "invalid_need_bounds", "id"),
        (SPEC._replace(results_max=0), "invalid_need_bounds", "max_results"),
        (SPEC._replace(results_max=129), "invalid_need_bounds", "max_results"),
        (SPEC._replace(bytes_max=0), "invalid_need_bounds", "max_bytes"),
        (SPEC._replace(bytes_max=65_537), "invalid_need_bounds", "max_bytes"),
        (SPEC._replace(ttl_seconds=0), "invalid_need_bounds", "ttl_seconds"),
        (SPEC._replace(ttl_seconds=86_401), "invalid_need_bounds", "ttl_seconds"),
        (SPEC._replace(cues=()), "invalid_need_cues", "cues"),
        (SPEC._replace(cues=("the of", "?!")), "invalid_need_cues", "cues"),
        (SPEC._replace(cues=tuple(f"w{n}" for n in range(33))), "invalid_need_cues", "cues"),
        (SPEC._replace(cues=("x " * 20, "y" * 129)), "invalid_need_cues", "cues"),
        (SPEC._replace(cues=(" ".join(f"w{n}" for n in range(33)),)), "invalid_need_cues", "cues"),
        (SPEC._replace(cues=("ghp_" + "a1B2" * 9,)), "invalid_need_cues", "cues"),
        (SPEC._replace(exclude_cues=("x" * 129,)), "invalid_need_cues", "exclude_cues"),
    ],
)
def test_a_need_out_of_bounds_is_refused(
    brain: Brain, spec: NeedSpec, reason: str, field: str
) -> None:
    """Each bound has its limit, its code and the field at fault; nothing is kept."""
    with pytest.raises(CaptureRefused, match=f"^{reason}") as refused:
        subscribed(brain, spec)
    assert field == refused.value.field
    with brain.reading() as reader:
        assert [] == reader.needs.active("solo", NOW_US)


def test_a_need_at_every_limit_is_kept(brain: Brain, put: Put) -> None:
    """The largest need there may be works."""
    put("w0")
    view = subscribed(
        brain,
        SPEC._replace(
            need_id="é" * 128,
            cues=tuple(f"w{n}" for n in range(32)),
            exclude_cues=("x" * 128,),
            results_max=128,
            bytes_max=65_536,
            ttl_seconds=86_400,
        ),
    )
    assert ["obs:1"] == refs(view)


def test_needs_are_counted_while_they_stand(brain: Brain) -> None:
    """At the quota a new name is refused, a known one renewed; one that ended makes room."""
    for number in range(NEEDS_ACTIVE_MAX):
        subscribed(brain, SPEC._replace(need_id=f"n{number}"))
    with pytest.raises(CaptureRefused, match=r"^active_need_quota"):
        subscribed(brain, SPEC._replace(need_id="more"))
    subscribed(brain, SPEC._replace(need_id="n0", ttl_seconds=60))
    needs.subscribe(brain, SPEC._replace(need_id="more"), VIEWER._replace(principal="user:2"))
    later = VIEWER._replace(now_us=NOW_US + 60 * SECOND_US)
    needs.subscribe(brain, SPEC._replace(need_id="more"), later)


def test_a_need_that_is_over_is_missing(brain: Brain) -> None:
    """Unknown, foreign and ended needs are one answer; a context needs a name."""
    subscribed(brain)
    over = VIEWER._replace(now_us=NOW_US + 600 * SECOND_US)
    for need_id, viewer in (
        ("other", VIEWER),
        ("ci", over),
        ("ci", VIEWER._replace(principal="user:2")),
    ):
        with pytest.raises(NotFound, match="need_missing_or_expired"):
            needs.prepare(brain, need_id, "c", viewer)
    for context in ("", "x" * 257):
        with pytest.raises(CaptureRefused, match=r"^invalid_need_bounds"):
            prepared(brain, context)


def test_a_question_needs_no_subscription(brain: Brain, put: Put) -> None:
    """Words find, no words give the newest, and only the first 32 words of many count."""
    put("failed")
    put("well")
    limits = Limits(Bounds(32, 65_536))

    def asked(text: str) -> PreparedView:
        return needs.ask(brain, text, [HERE], limits, VIEWER)

    assert ["obs:1"] == refs(asked("what failed?"))
    assert ["obs:2", "obs:1"] == refs(asked("")) == refs(asked("?!"))
    many = asked(" ".join(f"w{n}" for n in range(NEED_CUES_MAX)) + " failed")
    assert (NEED_CUES_MAX, []) == (len(many.cues), refs(many))
    assert asked("x" * NEED_QUERY_BYTES_MAX).status is ViewStatus.READY
    with pytest.raises(CaptureRefused, match=r"^invalid_need_bounds"):
        asked("x" * (NEED_QUERY_BYTES_MAX + 1))


def test_a_payload_is_what_its_bytes_say(brain: Brain, put: Put) -> None:
    """The payload is the evidence as JSON, attributed, and never larger than allowed."""
    put("failed “日本” \u2028 line")
    view = subscribed(brain)
    (one,) = view.evidence
    told = evidence_json(one)
    assert ("obs:1", "log", "tool_report", "literal") == tuple(
        told[key] for key in ("reference", "source", "role", "route")
    )
    assert view.payload_bytes == len(payload_of(view.evidence).encode()) <= SPEC.bytes_max


def test_a_need_without_words_left_is_over(brain: Brain, put: Put) -> None:
    """When a forgetting took its only word, a need finds nothing rather than everything."""
    stored(brain, "Gateways listen on port 8080")
    put("failed")
    subscribed(brain, SPEC._replace(cues=("zanzibar",)))
    with brain.writing() as writer:
        writer.erasure.erase([1], ["zanzibar"], writer.erasure.open_erasure("t", 1, NOW_US))
    with pytest.raises(NotFound, match="need_missing_or_expired"):
        prepared(brain)
