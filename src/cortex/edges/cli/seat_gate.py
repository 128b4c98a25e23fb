"""Which options say on whose word something holds, and how does a verb tell what the gate said?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cortex.edges.cli.options import INSTANT, flag, option
from cortex.edges.cli.streams import has_piped_input, read_text
from cortex.model.errors import EXIT_CONFLICT, EXIT_DENIED, EXIT_OK
from cortex.wire.display import display_line

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session
    from cortex.edges.cli.verb import Options
    from cortex.wiring.seat.gate import Proposed

STANDARD_INPUT = "-"
WRITTEN_EXITS = (EXIT_CONFLICT, EXIT_DENIED)
"""What a verb ends with besides, whose text the gate may hold or keep as a quote."""


def source_options() -> list[click.Option]:
    """Give the options that say on whose word something holds."""
    return [
        option(
            "--source",
            "on whose word: operational, user, document, transcript or web, a colon, and where",
            required=True,
            metavar="KIND:POINTER",
        ),
        option("--as-of", "when it held by that word (default: now)", type=INSTANT, metavar="WHEN"),
        flag("--verified", "it was checked at its source"),
        option(
            "--checked", "how the record was checked, for first, only, never, all", metavar="TEXT"
        ),
    ]


def text_of(options: Options) -> str:
    """Give the text of a command: its words, or standard input for none or ``-``."""
    words = " ".join(options["text"])
    if words == STANDARD_INPUT or (not words and has_piped_input()):
        return read_text("text")
    return words


def answer_proposed(session: Session, proposed: Proposed) -> int:
    """Say what became of a statement, and give the exit status."""
    data = proposed.data
    if proposed.is_written:
        done = f"it is kept in {data['path']}" if data["path"] else ""
        session.answer(data, lambda screen: _show_written(screen, data), done=done)
        return EXIT_OK
    refused = {**data, "error": proposed.message, "code": proposed.code, "remedy": proposed.remedy}
    session.answer_operation(refused, lambda screen: _show_refused(screen, refused), failed=True)
    return EXIT_CONFLICT if data["hold"] else EXIT_DENIED


def claim_line(claim: dict[str, Any]) -> str:
    """Give a claim on one line, with its source."""
    lead = f"{claim['predicate']}: " if claim["predicate"] else ""
    said = f"{lead}{claim['statement']}"
    as_of = f", as of {str(claim['as_of'])[:10]}" if claim["as_of"] else ""
    return display_line(f"{claim['subject']} - {said} ({claim['source'] or 'no source'}{as_of})")


def _show_written(screen: Screen, data: dict[str, Any]) -> None:
    if data["reason"] == "known":
        screen.line("Known already; nothing was changed.")
        return
    screen.line(f"Kept in {display_line(data['path'])}.")
    for old in data["against"]:
        screen.line(f"replaces {claim_line(old)}", 2)


def _show_refused(screen: Screen, data: dict[str, Any]) -> None:
    screen.line(f"Not written: {data['error']}.")
    for old in data["against"]:
        screen.line(f"against {claim_line(old)}", 2)
    screen.line(f"{data['remedy']}", 2)
