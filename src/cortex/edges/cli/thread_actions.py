"""What can be done with a thread at the command line? One function an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from cortex.edges.cli.options import (
    CountType,
    NameType,
    agent_option,
    flag,
    many,
    option,
    place_options,
    reference_argument,
    words_argument,
)
from cortex.edges.cli.threads import (
    show_kept,
    show_move,
    show_thread,
    show_threads,
)
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_CONFLICT, EXIT_DENIED, EXIT_NOT_FOUND
from cortex.model.threads import ObligationState

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session

EXIT_STATUS_MAX = 2**31 - 1  # Of a process, on every system.
_MOVED = (EXIT_NOT_FOUND, EXIT_CONFLICT, EXIT_BUSY, EXIT_DENIED)
_KEPT = (EXIT_NOT_FOUND, EXIT_CONFLICT, EXIT_BUSY)

# An option of the command line, and the argument of the operation that it stands for.
_ARGUMENTS = {"key": "idempotency_key", "path": "paths", "reference": "obligation"}


def list_verb(name: str) -> Verb:
    """Give `cortex thread list`."""

    def run(session: Session, options: Options) -> None:
        answer = _asked(session, options, "status", {})
        session.answer(answer, lambda screen: show_threads(screen, answer["threads"]))

    return Verb(
        name,
        run,
        [agent_option(), *place_options()],
        about="List the threads that are seen from here, the last changed first.",
        examples=["cortex thread list", "cortex thread list --project web --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def show_verb(name: str) -> Verb:
    """Give `cortex thread show`."""
    return Verb(
        name,
        _show,
        [_thread(), agent_option(), *place_options()],
        about="Print where the thread NAME stands: its last checkpoint, what is owed and done, "
        "what was tried, and what binds. With --json also all that is needed to go on with it.",
        examples=["cortex thread show gateway-move", "cortex thread show gateway-move --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def checkpoint_verb(name: str) -> Verb:
    """Give `cortex thread checkpoint`."""
    return Verb(
        name,
        _keeping("checkpoint", ("title", "goal", "state", "note", "path", "parent", "key")),
        [
            _thread(),
            option("--title", "the task, in a few words", metavar="TEXT"),
            option("--goal", "what it is for; the next checkpoint keeps it", metavar="TEXT"),
            option("--state", "where it stands", metavar="TEXT"),
            option("--note", "what whoever goes on must know", metavar="TEXT"),
            many("--path", "a file, folder or glob it is about", "PATH"),
            option(
                "--parent",
                "the checkpoint it follows; another one than the last makes a second head",
                metavar="REFERENCE",
            ),
            _key(),
            agent_option(),
            *place_options(),
        ],
        about="Save where the thread NAME stands. It takes the place of the checkpoint before it, "
        "which stays in the history.",
        examples=[
            'cortex thread checkpoint gateway-move --goal "Move the gateway to 8443" '
            '--state "listener moved"',
        ],
        exits=_KEPT,
    )


def owe_verb(name: str) -> Verb:
    """Give `cortex thread owe`."""

    def run(session: Session, options: Options) -> None:
        said: dict[str, object] = {"obligation": " ".join(options["text"])}
        said["state"] = "ready" if options["ready"] else None
        _keep(session, options, "obligation", said | _given(options, _OWED))

    return Verb(
        name,
        run,
        [
            _thread(),
            words_argument("text"),
            option("--predicate", "what tells that it is done: a command, a rule", metavar="TEXT"),
            flag("--ready", "it may be begun; otherwise it is only proposed"),
            option("--note", "the reasons behind it", metavar="TEXT"),
            many("--path", "a file, folder or glob it is about", "PATH"),
            _key(),
            agent_option(),
            *place_options(),
        ],
        about="Say what is owed on the thread NAME. Only the check its predicate names can mark it "
        "as verified.",
        examples=[
            'cortex thread owe gateway-move "Renew the certificates" --predicate "make smoke"',
        ],
        exits=_KEPT,
    )


def move_verb(name: str) -> Verb:
    """Give `cortex thread move`."""

    def run(session: Session, options: Options) -> None:
        said = {"to": options["state"]} | _given(options, ("reference", "note", "parent", "key"))
        _move(session, options, "transition", said)

    states = NameType("state", [state.value for state in ObligationState])
    return Verb(
        name,
        run,
        [
            reference_argument(),
            click.Argument(["state"], type=states, metavar="STATE"),
            option("--note", "why", metavar="TEXT"),
            option("--parent", "the revision you looked at; refused if it moved", metavar="REV"),
            _key(),
            agent_option(),
        ],
        about="Move the obligation REFERENCE to STATE. Which moves there are is printed after each "
        "one; verified_complete is reached by `cortex thread verify` alone, cancelled is final.",
        examples=[
            "cortex thread move decision::12 in_progress",
            'cortex thread move 12 blocked --note "waits for the certificate"',
        ],
        exits=_MOVED,
    )


def verify_verb(name: str) -> Verb:
    """Give `cortex thread verify`."""

    def run(session: Session, options: Options) -> None:
        said: dict[str, object] = {"passed": options["passed"]}
        _move(session, options, "verify", said | _given(options, _CHECKED))

    return Verb(
        name,
        run,
        [
            reference_argument(),
            option("--predicate", "the predicate that was checked", required=True, metavar="TEXT"),
            flag("--passed", "the check passed; without it nothing is verified"),
            option("--artifact", "what it was checked on: a commit, a digest", metavar="NAME"),
            option("--checker", "what checked it", metavar="NAME"),
            option("--authority", "on whose word, when it was never under way", metavar="NAME"),
            option("--note", "what else to know", metavar="TEXT"),
            _key(),
            agent_option(),
        ],
        about="Mark the obligation REFERENCE as done, because its own predicate was checked and "
        "passed.",
        examples=[
            'cortex thread verify 12 --predicate "make smoke" --passed --artifact 4f2c1e',
        ],
        exits=_MOVED,
    )


def revalidate_verb(name: str) -> Verb:
    """Give `cortex thread revalidate`."""

    def run(session: Session, options: Options) -> None:
        said = _given(options, ("reference", "artifact", "note", "key"))
        _move(session, options, "revalidate", said)

    return Verb(
        name,
        run,
        [
            reference_argument(),
            option("--artifact", "the artifact there is now", required=True, metavar="NAME"),
            option("--note", "what changed", metavar="TEXT"),
            _key(),
            agent_option(),
        ],
        about="Compare the artifact there is now with the one REFERENCE was verified on. Another "
        "one reopens it; the earlier verification stays in its history.",
        examples=["cortex thread revalidate 12 --artifact 9ab03d"],
        exits=_MOVED,
    )


def attempt_verb(name: str) -> Verb:
    """Give `cortex thread attempt`."""

    def run(session: Session, options: Options) -> None:
        parts: dict[str, object] = {
            "text": " ".join(options["text"]) or None,
            "inputs": list(options["input"]),
            "artifacts": list(options["artifact"]),
            "exit_status": options["exit_status"],
        } | {part: options[part] for part in _TRIED}
        said: dict[str, object] = {"obligation": options["for"]} | _given(options, ("key",))
        said["attempt"] = {part: value for part, value in parts.items() if value not in (None, [])}
        _keep(session, options, "attempt", said)

    status = CountType(0, EXIT_STATUS_MAX)
    return Verb(
        name,
        run,
        [
            _thread(),
            words_argument("text", required=False),
            option("--procedure", "what was done", metavar="TEXT"),
            option("--environment", "where: versions, machine, settings", metavar="TEXT"),
            many("--input", "what went in", "TEXT"),
            many("--artifact", "what came out", "NAME"),
            option("--exit-status", "what it exited with", type=status, metavar="N"),
            option("--failure", "how it failed", metavar="TEXT"),
            option(
                "--outcome",
                "what came of it",
                type=NameType("outcome", ("success", "partial", "failure")),
            ),
            option("--checker", "what judged it", metavar="NAME"),
            option("--for", "the obligation it was made for", metavar="REFERENCE"),
            _key(),
            agent_option(),
            *place_options(),
        ],
        about="Keep what was tried on the thread NAME, so that nobody tries it again. Another "
        "exit status than 0 makes it a failure, whatever its outcome is called.",
        examples=[
            'cortex thread attempt gateway-move --procedure "make smoke" --exit-status 2 '
            '--failure "the certificate is expired"',
        ],
        exits=_KEPT,
    )


def resolve_verb(name: str) -> Verb:
    """Give `cortex thread resolve`."""

    def run(session: Session, options: Options) -> None:
        from cortex.wiring.operations import resolve

        said = {
            "record": f"thread:{options['thread'].strip().removeprefix('thread:')}",
            "considered": list(options["considered"]) or None,
            "rationale": options["rationale"],
            "body": options["body"],
            "idempotency_key": options["key"],
        }
        with session.open() as house:
            answer = resolve(house, said, session.place(options), session.caller(options))
        session.answer(answer, lambda screen: _show_resolved(screen, answer))

    return Verb(
        name,
        run,
        [
            _thread(),
            option("--rationale", "why, for the history", required=True, metavar="TEXT"),
            option("--body", "where it stands now (default: the rationale)", metavar="TEXT"),
            many("--considered", "a head you looked at (default: all)", "REFERENCE"),
            _key(),
            agent_option(),
            *place_options(),
        ],
        about="Put one statement in the place of the heads of the thread NAME. Heads that were not "
        "considered stay, and are listed. A rollback undoes it.",
        examples=[
            'cortex thread resolve gateway-move --rationale "both are done" '
            '--body "State: listener moved, certificates renewed"',
        ],
        exits=_MOVED,
    )


_OWED = ("predicate", "note", "path", "key")
_CHECKED = ("reference", "predicate", "artifact", "checker", "authority", "note", "key")
_TRIED = ("procedure", "environment", "failure", "outcome", "checker")


def _thread() -> click.Argument:
    return click.Argument(["thread"], metavar="NAME")


def _key() -> click.Option:
    return option("--key", "idempotency key: the same key never writes twice", metavar="KEY")


def _given(options: Options, names: tuple[str, ...]) -> dict[str, object]:
    """Give the arguments of the operation that these options stand for."""
    return {_ARGUMENTS.get(name, name): _listed(options[name]) for name in names}


def _listed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _asked(
    session: Session, options: Options, action: str, said: Mapping[str, object]
) -> dict[str, Any]:
    from cortex.wiring.operations import checkpoint

    asked = {"action": action, "thread": options.get("thread"), **said}
    with session.open() as house:
        return checkpoint(house, asked, session.place(options), session.caller(options))


def _keeping(action: str, names: tuple[str, ...]) -> Callable[[Session, Options], None]:
    return lambda session, options: _keep(session, options, action, _given(options, names))


def _keep(session: Session, options: Options, action: str, said: Mapping[str, object]) -> None:
    answer = _asked(session, options, action, said)
    done = f"the {action} is kept as {answer[action]['reference']}"
    session.answer(answer, lambda screen: show_kept(screen, answer, action), done=done)


def _move(session: Session, options: Options, action: str, said: Mapping[str, object]) -> None:
    answer = _asked(session, options, action, said)
    done = f"{answer['obligation']['reference']} is {answer['obligation']['state']}"
    session.answer(answer, lambda screen: show_move(screen, answer), done=done)


def _show(session: Session, options: Options) -> None:
    from cortex.wiring.operations import checkpoint
    from cortex.wiring.threads import continuation

    name, place, caller = options["thread"], session.place(options), session.caller(options)
    with session.open() as house:
        status = checkpoint(house, {"action": "status", "thread": name}, place, caller)
        going = continuation(house, name, place, caller)
    data = {**status, "continuation": going}
    session.answer(data, lambda screen: show_thread(screen, status, going))


def _show_resolved(screen: Screen, answer: Mapping[str, Any]) -> None:
    screen.line(f"Resolved as {answer['reference']}, version {answer['version']}.")
    screen.line(f"in place of {', '.join(answer['replaced'])}", 2)
    if answer["remaining"]:
        screen.line(f"still unresolved: {', '.join(answer['remaining'])}", 2)
