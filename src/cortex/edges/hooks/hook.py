"""What happens when a host reports an event? ``cortex hook KIND`` takes it down and answers.

The fastest way through the house: read standard input, write one line, answer or be silent, exit 0
(ADR 0007, ADR 0135). Source: docs/formats/hooks.md.
"""

from __future__ import annotations

import gc
import os

from cortex.edges.hooks.payloads import PAYLOAD_BYTES_MAX, read_payload, write_all
from cortex.hosts.registry import kind_of
from cortex.wiring.deadline import Deadline
from cortex.wiring.hook import deadline_of, hear, reply, shown
from cortex.wiring.hook_call import HookCall

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

HELP = """\
Usage: cortex hook KIND [--host NAME] [--agent NAME] [--budget TOKENS]
                   [--home FOLDER] [--db FILE] [--explain]

Answer a hook of an agent host: reads its JSON from standard input, takes down
what happened, and writes what the host is to be told, or nothing. Always exits
0; faults are in the journal of the Cortex home.

KIND is session-start, prompt, tool-before, tool-after, turn-end,
compact-before, compact-after or session-end, or the host's own name of the
event. What the payload says counts more.

  --host NAME      claude-code, codex, cursor, gemini-cli or opencode (default:
                   told from the payload)
  --agent NAME     whose messages and tasks a session start tells
  --budget TOKENS  longest brief of a session start, in estimated tokens
  --home FOLDER    the Cortex home (default ~/.cortex)
  --db FILE        the brain file (default cortex.db in the home)
  --explain        print what would be decided, and take nothing down

Try it:
  echo '{"hook_event_name":"SessionStart","cwd":"'"$PWD"'"}' |
    cortex hook session-start
"""

# Largest budget that is understood; the host's own limit is far below it.
BUDGET_TOKENS_MAX = 1_000_000

_OPTIONS = ("--agent", "--budget", "--db", "--home", "--host")

# Seconds after the deadline at which a hook leaves wherever it is: what watches the clock itself
# has had its chance to say so in the journal.
_GRACE_SECONDS = 0.1

# The same while it reads and takes down: only a disk or a pipe that hangs takes as long.
_HUNG_SECONDS = 3.0


def run(arguments: list[str]) -> NoReturn:
    """Answer one event and end the process with status 0.

    A process that lives for a hundredth of a second needs no garbage collection and no orderly end:
    both take every module apart, which costs as much as the answer. All is written and closed then.
    """
    gc.disable()
    main(arguments, is_timed=True)
    os._exit(0)


def main(arguments: list[str], *, is_timed: bool = False) -> int:
    """Answer one event and give the exit status, which is always 0.

    Args:
        arguments: the words after ``hook``.
        is_timed: end the process when its time is over, whatever it waits for.
    """
    try:
        if "--help" in arguments or "-h" in arguments:
            write_all(1, HELP.encode("utf-8"))
        else:
            kind = next((word for word in arguments if not word.startswith("-")), "")
            known = kind_of(kind)
            name = kind if known or not kind else shown(kind)
            answer(HookCall(f"hook {name}", known), arguments, is_timed=is_timed)
    except BaseException as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        note("hook", f"internal: {type(error).__name__}")
    return 0


def answer(call: HookCall, arguments: list[str], *, is_timed: bool = False) -> None:
    """Read what the host says, take it down, and write what it is told.

    Reading and answering keep to the time a host allows. Taking down in between is short, waits for
    nobody and is let finish: on a machine with too much to do it is what must not be lost.
    """
    deadline = deadline_of(call.kind)
    if is_timed:
        _end_by(deadline.left_seconds() + _HUNG_SECONDS, call)
    for doubt in read_options(call, arguments):
        note(call.name, doubt)
    payload = read_payload(0, deadline.left_seconds)
    if payload is None or len(payload) > PAYLOAD_BYTES_MAX:
        size = "no end in time" if payload is None else f"more than {PAYLOAD_BYTES_MAX} bytes"
        _complain(call, f"invalid_request: standard input has {size}", deadline.now_us())
        return
    if call.is_explained:
        from cortex.wiring.hook_explain import explain

        write_all(1, explain(payload, call))
        return
    heard = hear(payload, call, deadline.now_us())
    if is_timed:
        _end_by(deadline.left_seconds() + _GRACE_SECONDS, call, lambda: write_all(1, heard.ready()))
    reply(heard, call, deadline, lambda output: write_all(1, output))
    for line in heard.notes:
        note(call.name, line)


def _complain(call: HookCall, fault: str, now_us: int) -> None:
    from cortex.wiring.hook_journal import journal_fault

    journal_fault(fault, call, now_us)
    note(call.name, fault)


def read_options(call: HookCall, arguments: list[str]) -> list[str]:
    """Read the options into a call; what cannot be read is told and left at its default."""
    doubts = []
    is_kind_seen = call.name == "hook-boot"
    words = iter(arguments)
    for word in words:
        name, has_value, value = word.partition("=")
        if word == "--explain":
            call.is_explained = True
        elif name in _OPTIONS:
            given = value if has_value else next(words, "")
            doubts += _read_option(call, name, given)
        elif word.startswith("-") or is_kind_seen:
            doubts.append(f"'{shown(word)}' is no option of {call.name}; ignored")
        else:
            is_kind_seen = True
    return doubts


def _read_option(call: HookCall, name: str, given: str) -> list[str]:
    if name == "--agent":
        call.agent = given
    elif name == "--db":
        call.db = given
    elif name == "--home":
        call.home = given
    elif name == "--host":
        call.host = given
    elif given.isascii() and given.isdigit() and 0 < int(given[:9]) <= BUDGET_TOKENS_MAX:
        call.budget_tokens = int(given[:9])
    else:
        return ["--budget is no number of tokens; using the default"]
    return []


def _end_by(seconds: float, call: HookCall, last: Callable[[], None] | None = None) -> None:
    """End this process with status 0 after so many seconds, also inside a call of the system.

    Args:
        last: done first.
    """

    def leave(*_: object) -> None:
        try:
            if last is not None:
                last()
            from cortex.wiring.hook_journal import journal_fault

            journal_fault("deadline: left without an answer", call, Deadline().now_us())
        finally:
            os._exit(0)

    try:
        # What `signal` wraps in enums, which cost half a start of the interpreter.
        import _signal  # type: ignore[import-not-found]  # Unknown to typeshed.

        _signal.signal(_signal.SIGALRM, leave)
        _signal.setitimer(_signal.ITIMER_REAL, seconds)
    except (ImportError, AttributeError):  # Windows.
        return


def note(name: str, line: str) -> None:
    """Tell a person who looks at standard error. Never raises."""
    write_all(2, f"cortex {name}: {line}\n".encode("utf-8", "replace"))
