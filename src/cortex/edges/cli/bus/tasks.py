"""How do the seats of an organisation share tasks? `cortex bus task`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.bus.answers import answer, one_line, quoted_table, unreadable
from cortex.edges.cli.bus.messages import priority_option
from cortex.edges.cli.family import Family
from cortex.edges.cli.options import NameType, flag, many, option, words_argument
from cortex.edges.cli.seats import seat_option
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_CONFLICT, EXIT_DENIED, EXIT_NOT_FOUND, InvalidRequest
from cortex.model.seat_bus import NORMAL
from cortex.wire.display import display_text
from cortex.wiring.seat.evidence import as_evidence

if TYPE_CHECKING:
    from cortex.edges.cli.bus.answers import Row
    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session

KINDS = ("agent", "human")
STATES = ("pending", "blocked", "cancelled")
"""What a task may be put into by hand; the others come of a claim and of completing it."""

_MOVED = (EXIT_NOT_FOUND, EXIT_CONFLICT, EXIT_DENIED)
_WHEN = "in 2h, in 3 days, or a date-time"


def build(name: str) -> Family:
    """Give `bus task` with its actions."""
    return Family(
        name,
        [
            ("list", "list the open tasks, in the order to do them", _list_verb(name)),
            ("add", "keep a new task", _add_verb(name)),
            ("show", "print one task and what happened to it", _show_verb(name)),
            ("claim", "take a task", _claim_verb(name)),
            ("update", "give back, block, cancel, reassign or link a task", _update_verb(name)),
            ("complete", "finish a task", _complete_verb(name)),
            ("archive", "put finished tasks aside", _archive_verb(name)),
        ],
        about="Tasks that the seats of one organisation share, as files that need no brain. One "
        "seat at a time holds a task, also when two ask at once. TASK is an id or its last eight "
        "digits. (`cortex task` keeps tasks of agents that share a brain.)",
        examples=[
            'cortex bus task add "Move billing to port 8443" --to desk --due "in 2 days"',
            "cortex bus task claim 40318817",
            'cortex bus task complete 40318817 --result "moved; 443 is closed"',
        ],
    )


def _list_verb(name: str) -> Verb:
    return Verb(
        name,
        _list,
        [
            flag("--all", "also finished ones"),
            flag("--mine", "only those assigned to the seat, or made by it"),
            seat_option(),
        ],
        about="List the tasks of the organisation: by priority, then age. A task is stale after "
        "two hours in progress, or a day pending, without a word, and when it is overdue.",
        examples=["cortex bus task list", "cortex bus task list --mine --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def _add_verb(name: str) -> Verb:
    return Verb(
        name,
        _add,
        [
            words_argument("title"),
            option("--description", "what has to be known", metavar="TEXT"),
            option("--to", "the seat it is for, or the person with --type human", metavar="NAME"),
            option("--type", "who does it", type=NameType("type", KINDS), default="agent"),
            priority_option(NORMAL),
            option("--due", f"until when: {_WHEN}", metavar="WHEN"),
            option("--project", "what it belongs to", metavar="NAME"),
            option("--kpi", "the figure it is to move", metavar="NAME"),
            many("--blocked-by", "a task it waits for", "TASK"),
            many("--blocks", "a task that waits for it", "TASK"),
            flag("--needs-approval", "it is finished only after an approval that names it"),
            seat_option(),
        ],
        about="Keep a task; the seat it is for gets a message. Links that would make a task wait "
        "for itself are refused.",
        examples=['cortex bus task add "Move billing to port 8443" --to desk --priority high'],
        exits=(EXIT_NOT_FOUND,),
    )


def _show_verb(name: str) -> Verb:
    return Verb(
        name,
        _show,
        [_task(), seat_option()],
        about="Print TASK, also an archived one, with every move it made.",
        examples=["cortex bus task show 40318817"],
        exits=(EXIT_NOT_FOUND,),
    )


def _claim_verb(name: str) -> Verb:
    return Verb(
        name,
        _claim,
        [
            click.Argument(["task"], required=False, metavar="[TASK]"),
            flag("--take-over", "also from a seat that let it stand, or died"),
            seat_option(),
        ],
        about="Take TASK for the seat, or without TASK the next one it may have. One that "
        "another seat holds is refused with its holder; taking your own again changes nothing. "
        "--take-over takes what was held for two hours without a word, or assigned and not begun "
        "for a day.",
        examples=["cortex bus task claim", "cortex bus task claim 40318817 --take-over"],
        exits=_MOVED,
    )


def _update_verb(name: str) -> Verb:
    return Verb(
        name,
        _update,
        [
            _task(),
            option("--status", "pending gives it back", type=NameType("status", STATES)),
            option("--to", "the seat, or person, it is for", metavar="NAME"),
            priority_option(None),
            option("--due", f"until when: {_WHEN}", metavar="WHEN"),
            many("--blocked-by", "a task it waits for", "TASK"),
            many("--blocks", "a task that waits for it", "TASK"),
            option("--note", "what is to be said about it", metavar="TEXT"),
            seat_option(),
        ],
        about="Change TASK, unless another seat holds it. While none does, the seat it is assigned "
        "to may, and the one that made it. A --note alone says that work goes on.",
        examples=[
            'cortex bus task update 40318817 --status blocked --note "waits for the vendor"',
            "cortex bus task update 40318817 --to desk",
        ],
        exits=_MOVED,
    )


def _complete_verb(name: str) -> Verb:
    return Verb(
        name,
        _complete,
        [
            _task(),
            option("--result", "what came of it", metavar="TEXT"),
            many("--output", "a file that came of it", "[LABEL=]PATH"),
            seat_option(),
        ],
        about="Finish TASK, as who may change it; the seat that made it gets a message.",
        examples=[
            'cortex bus task complete 40318817 --result "moved" --output report=out/billing.md'
        ],
        exits=_MOVED,
    )


def _archive_verb(name: str) -> Verb:
    return Verb(
        name,
        _archive,
        [seat_option()],
        about="Put tasks that were finished a week ago aside, and those of thirty days into one "
        "file a month, whole. They are still shown by `cortex bus task show`.",
        examples=["cortex bus task archive"],
        exits=(EXIT_NOT_FOUND,),
    )


def _list(session: Session, options: Options) -> int:
    from cortex.wiring.seat.tasks import every

    def show(screen: Screen, data: Row) -> None:
        columns = ("id", "priority", "status", "assigned_to", "stale", "title")
        said = ("tasks of the bus", data["standing"], "No task is open.")
        quoted_table(screen, data["tasks"], columns, said)
        unreadable(screen, data["unreadable"])

    return answer(
        session,
        lambda: every(
            session.settings, options["seat"], is_all=options["all"], is_mine=options["mine"]
        ),
        show,
    )


def _add(session: Session, options: Options) -> int:
    from cortex.wiring.seat.tasks import NewTask, add

    new = NewTask(
        title=" ".join(options["title"]),
        description=options["description"] or "",
        kind=options["type"],
        to=options["to"] or "",
        priority=options["priority"],
        project=options["project"] or "",
        kpi=options["kpi"] or "",
        due=options["due"] or "",
        blocks=tuple(options["blocks"]),
        blocked_by=tuple(options["blocked_by"]),
        needs_approval=options["needs_approval"],
    )
    return answer(
        session, lambda: add(session.settings, options["seat"], new), show_task, "the task is kept"
    )


def _show(session: Session, options: Options) -> int:
    from cortex.wiring.seat.tasks import show

    return answer(
        session, lambda: show(session.settings, options["seat"], options["task"]), show_task
    )


def _claim(session: Session, options: Options) -> int:
    from cortex.wiring.seat.tasks import claim, claim_any

    named, takes_over = options["task"], options["take_over"]
    if takes_over and not named:
        message = "--take-over needs the task that is to be taken over"
        remedy = "`cortex bus task list` shows which ones are stale"
        raise InvalidRequest(message, remedy=remedy, field="task")
    return answer(
        session,
        lambda: (
            claim(session.settings, options["seat"], named, takes_over=takes_over)
            if named
            else claim_any(session.settings, options["seat"])
        ),
        show_task,
        done="the task is claimed",
    )


def _update(session: Session, options: Options) -> int:
    from cortex.wiring.seat.tasks import Edit, update

    edit = Edit(
        state=options["status"],
        to=options["to"],
        priority=options["priority"],
        due=options["due"],
        blocks=tuple(options["blocks"]),
        blocked_by=tuple(options["blocked_by"]),
        note=options["note"] or "",
    )
    return answer(
        session,
        lambda: update(session.settings, options["seat"], options["task"], edit),
        show_task,
        done="the task is changed",
    )


def _complete(session: Session, options: Options) -> int:
    from cortex.wiring.seat.tasks import complete

    result, outputs = options["result"] or "", tuple(options["output"])
    return answer(
        session,
        lambda: complete(session.settings, options["seat"], options["task"], result, outputs),
        show_task,
        done="the task is completed",
    )


def _archive(session: Session, options: Options) -> int:
    from cortex.wiring.seat.tasks import archive

    return answer(
        session,
        lambda: archive(session.settings, options["seat"]),
        lambda screen, data: screen.line(
            f"{len(data['archived'])} put aside, {len(data['compacted'])} into their month."
        ),
        done="finished tasks are put aside",
    )


def _task() -> click.Argument:
    return click.Argument(["task"], metavar="TASK")


def show_task(screen: Screen, data: Row) -> None:
    """Print one task, and what happened to it if that was asked."""
    task = data["task"]
    if task is None:
        screen.line("No task is left that the seat may claim.")
        return
    screen.line(screen.strong(task["id"]))
    told = [task["status"], f"priority {task['priority']}"]
    told += [f"for {task['assigned_to']}"] if task["assigned_to"] else []
    told += [f"held by {task['claimed_by']}"] if task["claimed_by"] else []
    told += [f"due {task['due_date']}"] if task["due_date"] else []
    told += [f"stale: {task['stale']}"] if task["stale"] else []
    screen.line(one_line(", ".join(told)), 2)
    if task["waits_for"]:
        screen.line(f"waits for {', '.join(task['waits_for'])}", 2)
    screen.paragraph(display_text(task["quoted"]), 2)
    steps = []
    for step in data.get("history", ()):
        moved = f" {step['from'] or 'new'} -> {step['to']}" if step["to"] else ""
        note = f": {step['note']}" if step["note"] else ""
        steps.append(one_line(f"{step['ts']} {step['event']} by {step['agent']}{moved}{note}"))
    if steps:
        history = as_evidence("\n".join(steps), f"history of {task['id']}", data["standing"])
        screen.paragraph(history, 2)
