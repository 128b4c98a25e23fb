"""Which words lead to which, and what was said about that?"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from cortex.edges.cli.captures.doing import Data, doing, show_data
from cortex.edges.cli.options import agent_option, one_of, option, place_options, words_argument
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Run, Verb
from cortex.model.associations import Assessment
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND
from cortex.wire.associations import assessed_json, routes_json
from cortex.wire.display import display_line

if TYPE_CHECKING:
    from cortex.wiring.associations import Associations
    from cortex.wiring.capture import Capture


def actions(name: str) -> list[tuple[str, str, Verb]]:
    """Give the actions of this group, in the order of the help."""
    return [
        ("learn", "learn which words lead to which", _learn_verb(name)),
        ("learn-reset", "use what was learned of words no more", _reset_verb(name)),
        ("learn-explain", "show which words lead to which", _explain_verb(name)),
        ("assess", "say what a source was worth", _assess_verb(name)),
        ("unassess", "take back what was said about a source", _unassess_verb(name)),
    ]


def _learn_verb(name: str) -> Verb:
    def act(routes: Associations, options: Options) -> Data:
        del options
        return {"sources": routes.learn()}

    return Verb(
        name,
        _doing(act),
        [agent_option(), *place_options()],
        about="Learn which words of this scope's documents and user statements stand beside which "
        "others, and use it where an agent asks for it. Facts and their recall are untouched.",
        examples=["cortex capture learn"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _reset_verb(name: str) -> Verb:
    def act(routes: Associations, options: Options) -> Data:
        del options
        routes.reset()
        return {"status": "disabled"}

    return Verb(
        name,
        _doing(act),
        [agent_option(), *place_options()],
        about="Drop what was learned of this scope's words, and use none of it until `cortex "
        "capture learn`. What was said about sources stays.",
        examples=["cortex capture learn-reset"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _explain_verb(name: str) -> Verb:
    def act(routes: Associations, options: Options) -> Data:
        return routes_json(routes.explain(" ".join(options["query"])))

    return Verb(
        name,
        _doing(act),
        [words_argument("query"), agent_option(), *place_options()],
        about="Show the words that the words of QUERY lead to, how strongly, and by which sources.",
        examples=['cortex capture learn-explain "deploy"'],
        exits=(EXIT_NOT_FOUND,),
    )


def _assess_verb(name: str) -> Verb:
    def act(routes: Associations, options: Options) -> Data:
        said = Assessment(options["assessment"])
        return {"recorded": routes.assess(options["event_key"], options["id"], said)}

    return Verb(
        name,
        _doing(act),
        [
            _event_key_option(),
            option("--id", "the source, such as obs:12", required=True, metavar="OBSERVATION"),
            option(
                "--assessment",
                "what it was worth",
                type=one_of("assessment", Assessment),
                required=True,
            ),
            agent_option(),
            *place_options(),
        ],
        about="Say what a source was worth that learned words led to. Under one event key once; "
        "the same again changes nothing.",
        examples=["cortex capture assess --event-key run-7 --id obs:12 --assessment harmful"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _unassess_verb(name: str) -> Verb:
    def act(routes: Associations, options: Options) -> Data:
        key = options["event_key"]
        return assessed_json(key, routes.unassess(key))

    return Verb(
        name,
        _doing(act),
        [_event_key_option(), agent_option(), *place_options()],
        about="Let what was said under an event key count nothing any more.",
        examples=["cortex capture unassess --event-key run-7"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _event_key_option() -> click.Option:
    return option("--event-key", "your own name for this", required=True, metavar="NAME")


def _doing(act: Callable[[Associations, Options], Data]) -> Run:
    def of_routes(capture: Capture, session: Session, options: Options) -> Data:
        from cortex.wiring.associations import Associations

        return act(Associations(capture.house, capture.caller, session.place(options)), options)

    return doing(of_routes, _show)


def _show(screen: Screen, data: Data) -> None:
    routes = data.get("routes")
    if not isinstance(routes, list):
        show_data(screen, data)
        return
    if not routes:
        is_off = data["status"] == "disabled"
        screen.line("Nothing is used of words here." if is_off else "These words lead nowhere.")
    for route in routes:
        words = display_line(f"{route['cue']} -> {route['alias']}")
        screen.line(f"{words}  {route['score']:.3f}  {', '.join(route['sources'])}")
