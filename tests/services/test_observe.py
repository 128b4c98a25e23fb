"""May a source hand this over, and is it kept exactly or not at all?"""

import pytest

from cortex.model.callers import Caller
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.limits import OBSERVATION_BYTES_MAX
from cortex.model.observations import CaptureReceipt, Event, Grant, Role
from cortex.model.refusals import CaptureRefused
from cortex.model.text import RawText
from cortex.ports.brain import Brain
from cortex.services import observe
from tests.contracts.brains import NOW_US

ME, OTHER = Caller(agent="t"), Caller("user:2", "t", 2)
GRANT = Grant("log", "scope:here", Role.TOOL_REPORT, 100)


def put(brain: Brain, text: str, key: str = "e1", caller: Caller = ME) -> CaptureReceipt:
    """Hand over one text."""
    return observe.put(brain, "log", "1", Event(key, RawText(text)), caller, NOW_US)


def test_same_terms_register_once(brain: Brain) -> None:
    """Registering again with the same terms gives the source; with others it is refused."""
    first = observe.register(brain, GRANT, ME, NOW_US)
    assert first == observe.register(brain, GRANT, ME, NOW_US + 1)
    with pytest.raises(CaptureRefused, match=r"^source_registration_conflict"):
        observe.register(brain, GRANT._replace(role=Role.DOCUMENT), ME, NOW_US)


@pytest.mark.parametrize(
    ("grant", "reason"),
    [
        (GRANT._replace(key="  "), "invalid_source_identity"),
        (GRANT._replace(key="k" * 1025), "invalid_source_identity"),
        (GRANT._replace(bytes_max=0), "capture_byte_limit"),
        (GRANT._replace(bytes_max=OBSERVATION_BYTES_MAX + 1), "capture_byte_limit"),
    ],
)
def test_grant_out_of_bounds_is_refused(brain: Brain, grant: Grant, reason: str) -> None:
    """A blank or endless key, and a limit out of range, register nothing."""
    with pytest.raises(CaptureRefused, match=f"^{reason}"):
        observe.register(brain, grant, ME, NOW_US)
    assert [] == observe.sources(brain, ME)


def test_unregistered_and_disabled_sources_may_not(brain: Brain) -> None:
    """Without a registration nothing is kept; disabling closes reading as well."""
    with pytest.raises(CaptureRefused, match=r"^source_not_authorized"):
        put(brain, "text")
    observe.register(brain, GRANT, ME, NOW_US)
    reference = put(brain, "text").observation.reference
    observe.set_enabled(brain, "log", ME, is_enabled=False)
    with pytest.raises(CaptureRefused, match=r"^source_disabled"):
        put(brain, "more", "e2")
    with pytest.raises(CaptureRefused, match=r"^source_disabled"):
        observe.get(brain, reference, ME)
    observe.set_enabled(brain, "log", ME, is_enabled=True)
    assert observe.get(brain, reference, ME).is_intact
    with pytest.raises(CaptureRefused, match=r"^source_not_authorized"):
        observe.set_enabled(brain, "nothing", ME, is_enabled=True)


def test_repeat_is_a_duplicate_and_another_body_a_conflict(brain: Brain) -> None:
    """The same event gives its first receipt; the same key with another text is refused."""
    observe.register(brain, GRANT, ME, NOW_US)
    first, again = put(brain, " exact \n"), put(brain, " exact \n")
    assert (False, True) == (first.is_duplicate, again.is_duplicate)
    assert first.observation == again.observation
    with pytest.raises(CaptureRefused, match=r"^event_identity_conflict"):
        put(brain, "exact")
    assert not put(brain, " exact \n", "e2").is_duplicate


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x" * 101, "capture_byte_limit"),
        ("é" * 51, "capture_byte_limit"),
        ("token = sk-abcdefghijklmnop1234", "capture_secret_rejected"),
        ("a <private>b</private> c", "capture_secret_rejected"),
        ("half a character \ud83d", "capture_secret_rejected"),
    ],
)
def test_text_that_cannot_be_kept_exactly_is_refused(brain: Brain, text: str, reason: str) -> None:
    """Exact or nothing: too large, secret, private or broken text is refused whole."""
    observe.register(brain, GRANT, ME, NOW_US)
    with pytest.raises(CaptureRefused, match=f"^{reason}"):
        put(brain, text)
    assert [] == observe.search(brain, "token private", ME, ["scope:here"], 5)


def test_largest_text_is_kept(brain: Brain) -> None:
    """A text of exactly the granted bytes is kept."""
    observe.register(brain, GRANT, ME, NOW_US)
    assert "é" * 50 == put(brain, "é" * 50).observation.event.text


def test_another_principal_sees_nothing(brain: Brain) -> None:
    """What one principal captured does not exist for another."""
    observe.register(brain, GRANT, ME, NOW_US)
    reference = put(brain, "tests failed").observation.reference
    with pytest.raises(NotFound):
        observe.get(brain, reference, OTHER)
    with pytest.raises(NotFound):
        observe.retract(brain, reference, "why", OTHER, NOW_US)
    assert [] == observe.search(brain, "tests", OTHER, ["scope:here"], 5)


def test_search_speaks_the_words_of_any_script(brain: Brain) -> None:
    """Inflected words and unsegmented scripts find what they should; no words give the newest."""
    observe.register(brain, GRANT, ME, NOW_US)
    put(brain, "the tests failed on arm64", "a")
    put(brain, "サンドボックス修正テスト", "b")

    def keys(text: str) -> list[str]:
        return [o.event.key for o in observe.search(brain, text, ME, ["scope:here"], 5)]

    assert ["a"] == keys("test failing?")
    assert ["b"] == keys("サンドボックス")
    assert ["b", "a"] == keys("")
    assert [] == keys("kubernetes")


@pytest.mark.parametrize("reference", ["", "obs:", "decision::1", "obs:x", "obs:" + "9" * 30])
def test_what_names_no_observation_is_said(brain: Brain, reference: str) -> None:
    """A text that is no reference of an observation is refused with the form that is."""
    with pytest.raises(InvalidRequest):
        observe.get(brain, reference, ME)


@pytest.mark.parametrize("reason", ["", "   ", "r" * 1025])
def test_retraction_needs_a_reason(brain: Brain, reason: str) -> None:
    """Nothing is taken back without a short reason."""
    observe.register(brain, GRANT, ME, NOW_US)
    reference = put(brain, "text").observation.reference
    with pytest.raises(InvalidRequest):
        observe.retract(brain, reference, reason, ME, NOW_US)
