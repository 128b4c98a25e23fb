"""How does a source hand over many events, a log or a file, and who may stop it?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.captures.doing import Data, doing, source_option
from cortex.edges.cli.options import CountType, agent_option, option
from cortex.edges.cli.session import Session
from cortex.edges.cli.streams import read_bytes
from cortex.edges.cli.verb import Options, Verb
from cortex.model.capture_policy import ACTIVE, EVERY_SCOPE, PAUSED, STOPPED
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND
from cortex.model.limits import CAPTURE_BATCH_BYTES_MAX
from cortex.wire.observations import capture_receipt_json, policy_json, tail_receipt_json

if TYPE_CHECKING:
    from cortex.wiring.capture import Capture

OFFSET_MAX = 2**63 - 1  # Bytes of the largest file there can be.

_WORDS = {
    "pause": (
        PAUSED,
        "take nothing in for a while",
        "Take nothing in, and go on giving what is kept.",
    ),
    "resume": (
        ACTIVE,
        "take in again",
        "Take in again. After a stop, each source stays closed "
        "until it is enabled; the answer lists them.",
    ),
    "stop": (
        STOPPED,
        "take nothing in and give nothing out",
        "Take nothing in and give nothing "
        "out of what was captured; nothing is deleted. Each source has to be enabled again "
        "after it.",
    ),
}


def actions(name: str) -> list[tuple[str, str, Verb]]:
    """Give the actions of this group, in the order of the help."""
    return [
        ("tail", "keep the next lines of a log", _tail_verb(name)),
        ("file", "keep a registered file whole", _file_verb(name)),
        ("policy", "show what the operator allows", _policy_verb(name)),
        *((word, told[1], _word_verb(name, word)) for word, told in _WORDS.items()),
    ]


def _tail_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        from cortex.wiring.intake import Portion, TakingIn

        del session
        content = read_bytes("portion", CAPTURE_BATCH_BYTES_MAX)
        portion = Portion(options["generation"], options["offset"], content)
        taken = TakingIn(capture.house, capture.caller).tail(options["source"], portion)
        return tail_receipt_json(taken)

    return Verb(
        name,
        doing(act),
        [
            source_option(),
            option(
                "--generation",
                "name of the log; a new one after it was turned",
                default="1",
                metavar="NAME",
            ),
            option(
                "--offset",
                "byte of the log that standard input starts at",
                required=True,
                type=CountType(0, OFFSET_MAX),
                metavar="BYTES",
            ),
            agent_option(),
        ],
        about="Keep the complete lines on standard input, each an event as JSON, and move the "
        "cursor of the log in the same step: all of them, or none. What follows the last line end "
        "is handed over again.",
        examples=["cortex capture tail --source ci-log --offset 0 < events.jsonl"],
        exits=(EXIT_BUSY,),
    )


def _file_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        from cortex.wiring.intake import TakingIn

        del session
        taking = TakingIn(capture.house, capture.caller)
        return capture_receipt_json(taking.file(options["path"]))

    return Verb(
        name,
        doing(act),
        [
            option("--path", "the file", required=True, metavar="FILE"),
            agent_option(),
        ],
        about="Keep a file whole that was registered as file:PATH. One that did not change is "
        "answered with its first receipt. No link is followed.",
        examples=["cortex capture file --path notes.md"],
        exits=(EXIT_BUSY,),
    )


def _policy_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        from cortex.wiring.intake import Policing

        del session, options
        return policy_json(*Policing(capture.house, capture.caller).told())

    return Verb(
        name,
        doing(act),
        [agent_option()],
        about="Show whether capture is active, paused or stopped, and for which scopes otherwise.",
        examples=["cortex capture policy"],
    )


def _word_verb(name: str, word: str) -> Verb:
    state, _, about = _WORDS[word]

    def act(capture: Capture, session: Session, options: Options) -> Data:
        from cortex.wiring.intake import Policing, named_scope

        scope_id = EVERY_SCOPE
        if options["scope"]:
            scope_id = named_scope(capture.house, options["scope"], session.place(options))
        return policy_json(*Policing(capture.house, capture.caller).change(state, scope_id))

    return Verb(
        name,
        doing(act, is_word_of_operator=True),
        [_scope_option(), agent_option()],
        about=about,
        examples=[f"cortex capture {word}", f"cortex capture {word} --scope ."],
        exits=(EXIT_NOT_FOUND,),
    )


def _scope_option() -> click.Option:
    about = "only this scope: an id, a folder or a name (default: every scope)"
    return option("--scope", about, metavar="SCOPE")
