"""What can be done with a seat's notes at the command line? One function an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.options import NameType, flag, option, words_argument
from cortex.edges.cli.seat_gate import (
    WRITTEN_EXITS,
    answer_proposed,
    source_options,
    text_of,
)
from cortex.edges.cli.seats import of_seat, seat_option, show_checks
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_FAILURE, EXIT_NOT_FOUND, EXIT_OK
from cortex.wire.display import display_line, display_text
from cortex.wire.seat_notes import check_json, compiled_json, note_json

if TYPE_CHECKING:
    import click

    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session

TYPES = ("feedback", "project", "reference", "user")
_SAID = ("source", "type", "name", "description", "why", "how", "subject", "predicate")


def add_verb(name: str) -> Verb:
    """Give `cortex note add`."""
    return Verb(
        name,
        _add,
        [
            words_argument("text", required=False),
            option(
                "--type",
                "what it is",
                type=NameType("type", TYPES),
                default="project",
                show_default=True,
            ),
            option("--name", "its file's name (default: from the description)", metavar="SLUG"),
            option("--description", "one line: the lesson, and when it applies", metavar="TEXT"),
            option("--why", "the reason", metavar="TEXT"),
            option("--how", "how to apply it: the trigger and what to do", metavar="TEXT"),
            option("--subject", "what it is about, as other statements call it", metavar="NAME"),
            option("--predicate", "what of it; TEXT is the value then", metavar="NAME"),
            *source_options(),
            option("--session", "the session it was learned in", metavar="ID"),
            flag("--replace", "a note of that name may give way"),
            _auto(),
            seat_option(),
        ],
        about="Write a note: one fact, with the source it rests on. It passes the gate; one that "
        "disagrees with another note replaces it, waits, or is refused, by the rank of its source. "
        "Without TEXT, or with -, it is read from standard input.",
        examples=[
            'cortex note add "The gateway listens on port 8443" --source operational:gw-1 '
            '--why "443 needs root" --how "write 8443 into every client"',
            'cortex note add "Answer in German" --type user --source user:message-812 --auto',
        ],
        exits=(EXIT_NOT_FOUND, *WRITTEN_EXITS),
    )


def list_verb(name: str) -> Verb:
    """Give `cortex note list`."""
    return Verb(
        name,
        _list,
        [_auto(), seat_option()],
        about="List the notes, by name.",
        examples=["cortex note list", "cortex note list --auto --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def check_verb(name: str) -> Verb:
    """Give `cortex note check`."""
    return Verb(
        name,
        _check,
        [_auto(), seat_option()],
        about="Look for what is wrong with the notes and their index: twelve checks, each with "
        "what was seen and what to do. Exits 1 when one of them failed.",
        examples=["cortex note check", "cortex note check --auto --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def index_verb(name: str) -> Verb:
    """Give `cortex note index`."""
    return Verb(
        name,
        _index,
        [flag("--apply", "write it; without it the change is only told"), _auto(), seat_option()],
        about="Make the index list every note once within its budget of lines and bytes. What does "
        "not fit moves to a second page the index leads to; your own text in it stays.",
        examples=["cortex note index", "cortex note index --apply"],
        exits=(EXIT_NOT_FOUND,),
    )


def share_verb(name: str) -> Verb:
    """Give `cortex note share`."""
    return Verb(
        name,
        _share,
        [
            words_argument("text", required=False),
            option("--section", "the heading it belongs below", required=True, metavar="TITLE"),
            option("--subject", "what it is about (default: the heading)", metavar="NAME"),
            option("--predicate", "what of it; TEXT is the value then", metavar="NAME"),
            *source_options(),
            seat_option(),
        ],
        about="Put a statement below a heading of the organisation's knowledge.md, through the "
        "gate and one writer at a time. What it replaces stays and says by what.",
        examples=[
            'cortex note share "the 1st" --section Business --predicate "billing day" '
            "--source user:message-812",
        ],
        exits=(EXIT_NOT_FOUND, *WRITTEN_EXITS),
    )


def shared_verb(name: str) -> Verb:
    """Give `cortex note shared`."""
    return Verb(
        name,
        _shared,
        [seat_option()],
        about="Print the knowledge.md of the seat's organisation.",
        examples=["cortex note shared"],
        exits=(EXIT_NOT_FOUND,),
    )


def _share(session: Session, options: Options) -> int:
    from cortex.wiring.seat.knowledge import add

    said = {name: options[name] or "" for name in ("section", "subject", "predicate", "source")}
    said |= {"text": text_of(options), "checked": options["checked"] or ""}
    said["verified"] = "yes" if options["verified"] else ""
    proposed = add(session.settings, options["seat"], said, options["as_of"])
    return answer_proposed(session, proposed)


def _shared(session: Session, options: Options) -> None:
    from cortex.wiring.seat.knowledge import read

    text = read(session.settings, options["seat"])
    session.answer(
        {"knowledge": text}, lambda screen: screen.paragraph(display_text(text.rstrip()))
    )


def _auto() -> click.Option:
    return flag("--auto", "Claude Code's own memory of the seat's project, not the seat's notes")


def _add(session: Session, options: Options) -> int:
    from cortex.wiring.seat.notes import NoteRequest, add

    said = {name: options[name] or "" for name in (*_SAID, "session", "checked")}
    said |= {"text": text_of(options), "verified": "yes" if options["verified"] else ""}
    request = NoteRequest(said, options["as_of"], options["replace"])
    proposed = add(session.settings, options["seat"], request, is_auto=options["auto"])
    return answer_proposed(session, proposed)


def _list(session: Session, options: Options) -> None:
    from cortex.wiring.seat.notes import notes

    read = notes(session.settings, options["seat"], is_auto=options["auto"])
    rows = [note_json(note) for note in read.notes]
    data = {**of_seat(session, options["seat"]), "notes": rows, "unreadable": list(read.unreadable)}
    session.warn(*read.unreadable)

    def show(screen: Screen) -> None:
        if not rows:
            screen.line("There is no note yet. Write one: cortex note add TEXT --source ...")
            return
        shown = [
            (
                display_line(str(row["name"])),
                str(row["type"] or ""),
                str(row["modified_at"] or "")[:10],
                display_line(str(row["description"] or "")),
            )
            for row in rows
        ]
        screen.table(("name", "type", "modified", "description"), shown)

    session.answer(data, show)


def _check(session: Session, options: Options) -> int:
    from cortex.wiring.seat.notes import check

    rows = check(session.settings, options["seat"], is_auto=options["auto"])
    is_failed = any(row.level == "fail" for row in rows)
    data = {
        **of_seat(session, options["seat"]),
        "healthy": not is_failed,
        "checks": [check_json(row) for row in rows],
    }
    session.answer(data, lambda screen: show_checks(screen, rows))
    return EXIT_FAILURE if is_failed else EXIT_OK


def _index(session: Session, options: Options) -> None:
    from cortex.wiring.seat.notes import index

    compiled = index(
        session.settings, options["seat"], is_auto=options["auto"], is_applied=options["apply"]
    )
    data = compiled_json(compiled, is_applied=options["apply"])

    def show(screen: Screen) -> None:
        for title, names in (
            ("listed", compiled.added),
            ("to the second page", compiled.spilled),
            ("taken out", compiled.dropped),
        ):
            if names:
                screen.line(f"{title}: {display_line(', '.join(names))}", hang=2)
        screen.line(f"{data['lines']} lines, {data['bytes']} bytes.")
        if not options["apply"]:
            screen.line("Nothing was written; --apply does it.")

    session.answer(data, show, done="the index is written" if options["apply"] else "")
