"""What do the tests of needs share? A place to hand texts over, and the usual need."""

from collections.abc import Callable

import pytest

from cortex.model.callers import Caller
from cortex.model.capture_policy import EVERYTHING_ALLOWED
from cortex.model.needs import NeedSpec, PreparedView, Rank
from cortex.model.observations import Event, Grant, Role
from cortex.model.text import RawText
from cortex.ports.brain import Brain
from cortex.services import needs, observe
from cortex.services.prepared import Viewer
from tests.contracts.brains import NOW_US

ME, OTHER = Caller(agent="t"), Caller("user:2", "t", 2)
HERE = "project:/srv/here/.git"
VIEWER = Viewer("solo", NOW_US, EVERYTHING_ALLOWED)
SPEC = NeedSpec("ci", HERE, ("failed", "timeout"), (), 5, 4000, 600)
Put = Callable[..., str]


def putting(brain: Brain) -> Put:
    """Give what hands a text over to a brain and gives its reference."""

    def handed(text: str, source: str = "log", scope: str = HERE) -> str:
        observe.register(brain, Grant(source, scope, Role.TOOL_REPORT, 100_000), ME, NOW_US)
        with brain.reading() as reader:
            number = sum(1 for _ in reader.observations.iter_all())
        event = Event(f"e{number}", RawText(text))
        return observe.put(brain, source, "1", event, ME, NOW_US).observation.reference

    return handed


@pytest.fixture
def put(brain: Brain) -> Put:
    """Give what hands over a text and gives its reference."""
    return putting(brain)


def subscribed(brain: Brain, spec: NeedSpec = SPEC) -> PreparedView:
    """Subscribe and give the view."""
    return needs.subscribe(brain, spec, VIEWER)


def prepared(
    brain: Brain, context: str = "c", present: str | None = None, after: Rank | None = None
) -> PreparedView:
    """Prepare the usual need."""
    return needs.prepare(brain, "ci", context, VIEWER, present=present, after=after)


def refs(view: PreparedView) -> list[str]:
    """Give the references of the evidence, in order."""
    return [one.observation.reference for one in view.evidence]
