"""What did the seat do, and when? `cortex log`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import INSTANT, option, words_argument
from cortex.edges.cli.seat_gate import text_of
from cortex.edges.cli.seats import seat_option
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_NOT_FOUND
from cortex.wire.display import display_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.edges.cli.session import Session

_KINDS = (
    ("start", "a session starts: what is resumed, and why"),
    ("working", "before a task: what it is"),
    ("completed", "after a task: what came of it"),
    ("note", "at once, one line: what is not obvious"),
    ("heartbeat", "now and then: focus, threads, decisions, what is next"),
    ("end", "a session ends: where everything stands, and what is next"),
)


def build(name: str) -> Family:
    """Give the verb with its actions."""
    actions = [("show", "print the log of a day", _show_verb(name))]
    actions += [(kind, about, _entry_verb(name, kind, about)) for kind, about in _KINDS]
    return Family(
        name,
        actions,
        about="The daily log of a seat: one file a UTC day below memory/, an entry for each of six "
        "kinds of moments. The time is the clock's. Could a wiped session go on from it?",
        examples=[
            'cortex log working "Move the gateway to port 8443"',
            'cortex log note "The certificate of gw-2 ends on Friday" --source operational:gw-2',
            "cortex log show --day 2026-11-30",
        ],
    )


def _entry_verb(name: str, kind: str, about: str) -> Verb:
    return Verb(
        name,
        _entering(kind),
        [
            words_argument("text", required=False),
            option(
                "--source",
                "where the words are from, when they are not the seat's own",
                metavar="KIND:POINTER",
            ),
            seat_option(),
        ],
        about=f"Write into today's log, {about}. Without TEXT, or with -, it is read from standard "
        "input. Words of others that aim at agents are kept as a quote.",
        examples=[f'cortex log {kind} "gateway moved to port 8443"'],
        exits=(EXIT_NOT_FOUND,),
    )


def _show_verb(name: str) -> Verb:
    return Verb(
        name,
        _show,
        [
            option("--day", "which day (default: today, in UTC)", type=INSTANT, metavar="DAY"),
            seat_option(),
        ],
        about="Print the log of a day.",
        examples=["cortex log show", "cortex log show --day 2026-11-30"],
        exits=(EXIT_NOT_FOUND,),
    )


def _entering(kind: str) -> Callable[[Session, Options], None]:
    def run(session: Session, options: Options) -> None:
        from cortex.wiring.seat.log import enter

        entered = enter(
            session.settings, options["seat"], kind, text_of(options), options["source"]
        )
        data = {
            "seat": entered.seat,
            "kind": kind,
            "path": entered.logged.path,
            "entry": entered.logged.text,
            "quote": entered.quote or None,
        }
        if entered.quote:
            session.warn(f"the text aims at agents; it is kept as quote {entered.quote}")
        done = f"the entry is in {entered.logged.path}"
        session.answer(
            data, lambda screen: screen.paragraph(display_text(entered.logged.text)), done=done
        )

    return run


def _show(session: Session, options: Options) -> None:
    from cortex.wiring.seat.log import read_day

    seat, text = read_day(session.settings, options["seat"], options["day"])
    said = display_text(text.rstrip("\n")) if text else "Nothing was written on that day."
    session.answer({"seat": seat, "log": text}, lambda screen: screen.paragraph(said))
