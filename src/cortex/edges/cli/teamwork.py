"""How do the verbs about other agents ask and answer? One way for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Run
from cortex.model.errors import NotFound
from cortex.model.refusals import CoordinationRefused
from cortex.wire.display import display_line

Answer = Mapping[str, Any]
Show = Callable[[Screen, Answer], None]

# An option of the command line, and the argument of the operation that it stands for.
_ARGUMENTS = {"file": "files", "ttl": "ttl_seconds"}


def doing(action: str, show: Show, *, words: str = "", said: tuple[str, ...] = ()) -> Run:
    """Give what a verb runs that does one action.

    Args:
        words: the argument whose words are one text.
        said: the options and arguments that are handed on as they are.
    """

    def run(session: Session, options: Options) -> int:
        asked = {_ARGUMENTS.get(name, name): options[name] for name in said}
        if words:
            asked[words] = " ".join(options[words])
        return perform(session, options, action, asked, show)

    return run


def perform(
    session: Session, options: Options, action: str, arguments: Mapping[str, object], show: Show
) -> int:
    """Do one action, print its answer, and give the exit status."""
    from cortex.wiring.operations import coordinate

    said = {name: value for name, value in arguments.items() if value not in (None, "", (), False)}
    given = {"action": action, **said}
    try:
        with session.open() as house:
            place = session.place(options)
            answer = coordinate(house, given, place, session.caller(options))
    except (CoordinationRefused, NotFound) as error:
        return refused_as_data(session, error)
    session.answer(answer, lambda screen: show(screen, answer))
    return 0


def refused_as_data(session: Session, error: CoordinationRefused | NotFound) -> int:
    """Print a refusal and give the exit status.

    One that names a holder is data for a script as well: it is in ``data`` beside the error.

    Raises:
        CoordinationRefused, NotFound: the same one, where nobody asked for JSON.
    """
    if not session.is_json:
        raise error
    from cortex.wire.refusals import refused

    session.answer_operation(refused(error), lambda _: None, failed=True)
    return error.exit_status


def one_line(value: object) -> str:
    """Give a value of an answer on one line; nothing for null."""
    return "" if value is None else display_line(str(value))


def show_table(
    screen: Screen,
    rows: Sequence[Answer],
    columns: tuple[str, ...],
    nothing: str,
    shown: Callable[[object], str] = one_line,
) -> None:
    """Print some keys of each row, or a sentence when there is none."""
    if not rows:
        screen.line(nothing)
        return
    headers = [column.replace("_", " ") for column in columns]
    screen.table(headers, [[shown(row[column]) for column in columns] for row in rows])


def show_task(screen: Screen, answer: Answer) -> None:
    """Print one task."""
    task = answer["task"]
    if task is None:
        screen.line("No task is pending that suits.")
        return
    screen.line(f"{screen.strong(task['task'])}  {one_line(task['title'])}")
    told = (task["status"], f"priority {task['priority']}")
    holder = f"held by {task['claimed_by']}" if task["claimed_by"] else ""
    screen.line(one_line(", ".join(part for part in (*told, holder) if part)), 2)
    for key in ("description", "summary"):
        if task[key]:
            screen.line(one_line(task[key]), 2)
