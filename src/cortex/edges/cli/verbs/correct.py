"""What did this seat say that was false, and what is true? `cortex correct`, its ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import NameType, flag, one_of, option
from cortex.edges.cli.screen import counted
from cortex.edges.cli.seats import of_seat, seat_option, show_checks
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_CONFLICT, EXIT_FAILURE, EXIT_NOT_FOUND, EXIT_OK
from cortex.model.seat_records import (
    WORKING_TREE,
    CorrectionKind,
    CorrectionStatus,
    Surface,
)
from cortex.wire.display import display_line
from cortex.wire.seat_records import (
    bad_json,
    candidate_json,
    correction_json,
    looked_json,
    metadata_json,
)
from cortex.wire.state import checks_json

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session
    from cortex.model.seat_records import Correction

_SAID = ("kind", "claim", "correction", "evidence", "claim_ts", "contradicting_ts", "surface")
_MOVED = (EXIT_NOT_FOUND, EXIT_CONFLICT)


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("list", "list the corrections that are open", _list_verb(name)),
            ("add", "put a false statement right on the record", _add_verb(name)),
            ("deliver", "say where a correction was told", _deliver_verb(name)),
            ("retract", "take a correction back that was wrong itself", _retract_verb(name)),
            ("find", "look for statements that may owe a correction", _find_verb(name)),
            ("check", "say whether the ledger keeps its rules", _check_verb(name)),
        ],
        about="The ledger of what this seat stated and was false. A correction is owed when the "
        "claim was wrong as it was made and had reached somebody: a message, an artifact, a "
        "handoff. What became false later is superseded, and nothing is owed. Without an action "
        "the open ones are listed.",
        examples=[
            "cortex correct",
            "cortex correct add --kind self_correction --slug invoice-day "
            '--claim "The invoice went out on Monday" '
            '--correction "The invoice went out on Tuesday" --evidence mail:812',
        ],
    )


def _add_verb(name: str) -> Verb:
    return Verb(
        name,
        _add,
        [
            option("--kind", "who found it", type=one_of("kind", CorrectionKind), required=True),
            click.Option(
                ["--slug", "--dedupe-slug"],
                help="what names it among those of this day: lower-case letters, digits and -",
                metavar="SLUG",
                required=True,
            ),
            option("--claim", "what was stated, 10 to 500 characters", required=True),
            option("--correction", "what is true, 10 to 500 characters", required=True),
            option("--evidence", "where that can be seen", required=True, metavar="WHERE"),
            option("--claim-ts", "when the claim was made", metavar="INSTANT"),
            option("--contradicting-ts", "since when the truth was there", metavar="INSTANT"),
            option(
                "--surface",
                "what the claim reached somebody by",
                type=NameType("surface", (*Surface, WORKING_TREE)),
            ),
            flag("--dry-run", "print what would be kept, and write nothing"),
            seat_option(),
        ],
        about="Put a false statement right on the record. With both instants it is proved to be "
        "owed: what contradicts the claim was there before it. What came later is refused as "
        "superseded, what reached nobody as not owed, and what the ledger says already as a "
        "duplicate; each exits 2 with the reason.",
        examples=[
            "cortex correct add --kind user_correction --slug port --claim "
            '"The gateway listens on port 80" --correction "It listens on port 8443" '
            "--evidence config/gateway.toml:3 --claim-ts 2026-11-30T10:00:00Z "
            "--contradicting-ts 2026-11-02T09:00:00Z --surface message",
            "cortex correct add --kind self_correction --slug port --claim "
            '"The gateway listens on port 80" --correction "It listens on port 8443" '
            "--evidence config/gateway.toml:3 --dry-run",
        ],
        exits=(EXIT_NOT_FOUND,),
    )


def _list_verb(name: str) -> Verb:
    return Verb(
        name,
        _list,
        [flag("--all", "also those that were delivered or retracted"), seat_option()],
        about="List the corrections that are open, the oldest first.",
        examples=["cortex correct list", "cortex correct list --all --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def _deliver_verb(name: str) -> Verb:
    return Verb(
        name,
        _deliver,
        [
            click.Argument(["key"]),
            option("--evidence", "where it was told", required=True, metavar="WHERE"),
            seat_option(),
        ],
        about="Say that whoever heard the claim has heard the correction. KEY is the key of the "
        "correction, or its slug. Saying so again changes nothing.",
        examples=["cortex correct deliver invoice-day --evidence message:815"],
        exits=_MOVED,
    )


def _retract_verb(name: str) -> Verb:
    return Verb(
        name,
        _retract,
        [
            click.Argument(["key"]),
            option("--why", "what is wrong with it", required=True, metavar="TEXT"),
            seat_option(),
        ],
        about="Take a correction back because the claim was true after all. It stays in the "
        "ledger, and its key stays used.",
        examples=['cortex correct retract invoice-day --why "Monday was right, see mail:799"'],
        exits=_MOVED,
    )


def _find_verb(name: str) -> Verb:
    return Verb(
        name,
        _find,
        [seat_option()],
        about="Look for what this seat sent or said although ENTITIES.md knew better by then: the "
        "noun, what of it and the old value in one sentence, after the value was replaced. What "
        "is found is a place to look, and no verdict; `cortex correct add` decides.",
        examples=["cortex correct find", "cortex correct find --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def _check_verb(name: str) -> Verb:
    return Verb(
        name,
        _check,
        [seat_option()],
        about="Look through the ledger, the events and the message logs for rows that break a "
        "rule, corrections that are there twice, and lines that cannot be read. Exits 1 when a "
        "check failed.",
        examples=["cortex correct check", "cortex correct check --json"],
        exits=(EXIT_FAILURE, EXIT_NOT_FOUND),
    )


def _add(session: Session, options: Options) -> None:
    said = {name: options[name] or "" for name in _SAID}
    seat, slug = options["seat"], options["slug"]
    if options["dry_run"]:
        from cortex.wire.encoding import encode
        from cortex.wiring.seat.ledger import plan

        planned = plan(session.settings, seat, said, slug)
        metadata = metadata_json(planned.metadata)
        session.warn(*planned.warnings)
        session.answer({"metadata": metadata}, lambda screen: screen.line(encode(metadata)))
        return
    from cortex.wiring.seat.ledger import add

    made, warnings = add(session.settings, seat, said, slug)
    session.warn(*warnings)
    session.answer(
        correction_json(made),
        lambda screen: screen.line(f"{made.key} ({made.where})"),
        done="the correction is in the ledger",
    )


def _list(session: Session, options: Options) -> None:
    from cortex.wiring.seat.evidence import STANDING, as_evidence
    from cortex.wiring.seat.ledger import corrections

    found, bad = corrections(session.settings, options["seat"], is_all=options["all"])
    data = {
        **of_seat(session, options["seat"]),
        "standing": STANDING,
        "corrections": [correction_json(one) for one in found],
        "unreadable": bad_json(bad),
    }

    def show(screen: Screen) -> None:
        told = "\n".join(line for one in found for line in _correction_lines(one))
        screen.paragraph(as_evidence(told, "ledger of this seat"))
        if not found:
            screen.line("No correction is open." if not options["all"] else "The ledger is empty.")
        for row in bad:
            screen.line(f"breaks a rule: {row.where}: {display_line(row.why)}", 0, 2)

    session.answer(data, show)


def _correction_lines(one: Correction) -> tuple[str, ...]:
    moved = f"; {one.status.value}: {one.moved_why}" if one.moved_why else ""
    return (
        f"{one.key} {one.status.value}, caught by {one.caught_by}",
        f"  stated:  {display_line(one.claim)}",
        f"  true is: {display_line(one.correction)}",
        f"  evidence: {display_line(one.evidence + moved)}",
    )


def _deliver(session: Session, options: Options) -> None:
    _move(session, options, CorrectionStatus.DELIVERED, options["evidence"])


def _retract(session: Session, options: Options) -> None:
    _move(session, options, CorrectionStatus.RETRACTED, options["why"])


def _move(session: Session, options: Options, status: CorrectionStatus, why: str) -> None:
    from cortex.wiring.seat.ledger import move

    made = move(session.settings, options["seat"], options["key"], status.value, why)
    session.answer(
        correction_json(made),
        lambda screen: screen.line(f"{made.key} is {made.status.value}"),
        done=f"the correction is {made.status.value}",
    )


def _find(session: Session, options: Options) -> None:
    from cortex.wiring.seat.evidence import STANDING, as_evidence
    from cortex.wiring.seat.ledger import owed

    found, looked = owed(session.settings, options["seat"])
    rows = [candidate_json(one) for one in found]
    said = [looked_json(one) for one in looked]
    data = {
        **of_seat(session, options["seat"]),
        "standing": STANDING,
        "candidates": rows,
        "looked": said,
    }

    def show(screen: Screen) -> None:
        told = []
        for row in rows:
            told.append(f"{row['claim_ts']} {display_line(str(row['where']))}")
            told.append(f"  stated:     {display_line(str(row['claim']))}")
            told.append(f"  known then: {display_line(str(row['correction']))}")
            told.append(f"  since {row['contradicting_ts']}, {display_line(str(row['evidence']))}")
        screen.paragraph(as_evidence("\n".join(told), "what this seat said, and ENTITIES.md"))
        if not rows:
            screen.line("Nothing that was said was known to be false by then.")
        texts = counted(sum(one.rows for one in looked), "text")
        screen.line(screen.faint(f"looked through {texts} against ENTITIES.md"))

    session.answer(data, show)


def _check(session: Session, options: Options) -> int:
    from cortex.wiring.seat.records import check

    checks = check(session.settings, options["seat"])
    data = {**of_seat(session, options["seat"]), **checks_json(checks)}
    session.answer(data, lambda screen: show_checks(screen, checks))
    return EXIT_OK if data["healthy"] else EXIT_FAILURE
