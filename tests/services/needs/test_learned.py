"""Does a need follow learned routes only when it says so, and only where there is room?"""

from cortex.model.needs import Route, ViewStatus
from cortex.model.observations import Event, Grant, Role
from cortex.model.text import RawText
from cortex.ports.brain import Brain
from cortex.services import associations, needs, observe
from tests.contracts.brains import NOW_US
from tests.services.needs.conftest import HERE, ME, SPEC, Put, prepared, refs, subscribed

LEARNED = SPEC._replace(cues=("rollback",), is_learned=True)


def documents(brain: Brain) -> None:
    """Let two people write about one thing in words of their own, and learn from them."""
    for source, text in (("a", "rollback needs a snapshot"), ("b", "snapshot before any rollback")):
        observe.register(brain, Grant(source, HERE, Role.DOCUMENT, 1000), ME, NOW_US)
        observe.put(brain, source, "1", Event("e", RawText(text)), ME, NOW_US)


def test_routes_widen_a_view_that_asks_for_them(brain: Brain, put: Put) -> None:
    """What a route leads to is in the view under its own route; without `learned` it is not."""
    documents(brain)
    put("the snapshot of monday is on tape")
    put("something else")
    assert ["obs:2", "obs:1"] == refs(subscribed(brain, LEARNED))
    associations.learn(brain, HERE, ME)
    view = prepared(brain)
    assert (ViewStatus.READY, ["obs:3", "obs:2", "obs:1"]) == (view.status, refs(view))
    assert [Route.LEARNED, Route.LITERAL, Route.LITERAL] == [one.route for one in view.evidence]
    assert ["obs:2", "obs:1"] == refs(subscribed(brain, LEARNED._replace(is_learned=False)))
    excluding = LEARNED._replace(exclude_cues=("tape",))
    assert ["obs:2", "obs:1"] == refs(subscribed(brain, excluding))


def test_a_route_fills_only_the_room_that_is_left(brain: Brain, put: Put) -> None:
    """It makes no view partial, and what is wrong with it leaves the view as it was."""
    documents(brain)
    reached = put("the snapshot of monday is on tape")
    required = put("the tape is unreadable")
    associations.learn(brain, HERE, ME)
    full = subscribed(brain, LEARNED._replace(results_max=2))
    assert (ViewStatus.READY, ["obs:2", "obs:1"]) == (full.status, refs(full))
    tight = subscribed(brain, LEARNED._replace(bytes_max=full.payload_bytes))
    assert (ViewStatus.READY, ["obs:2", "obs:1"]) == (tight.status, refs(tight))
    needs.require(brain, (reached, required), ME, NOW_US)
    assert [required, reached, "obs:2", "obs:1"] == refs(subscribed(brain, LEARNED))
    observe.retract(brain, required, "wrong", ME, NOW_US)
    assert ["obs:2", "obs:1"] == refs(subscribed(brain, LEARNED))
