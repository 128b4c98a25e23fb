"""What does the person see when a command ends early, and what does the script get?

Every way out passes here: an error we know, a fault of ours, a reader that went away, Ctrl-C.
"""

from __future__ import annotations

import gc
import os
import sys

from cortex.edges.cli.lean_parser import load_parser
from cortex.edges.cli.streams import (
    flush_output,
    output_fault,
    prepare_streams,
    restore_words,
    silence_output,
)
from cortex.model.errors import EXIT_OK, CortexError, Interrupted

TYPE_CHECKING = False  # The typing module is not needed to say that something went wrong.
if TYPE_CHECKING:
    from typing import NoReturn

JSON_OPTION = "--json"

ALLOCATIONS_BEFORE_COLLECTING = 200_000
"""Objects more than freed after which the collector looks for cycles, 700 in a fresh interpreter: a
command that is over in a tenth of a second never gets there, one that goes on for longer does."""


def run_and_exit(verb: str, words: list[str]) -> NoReturn:
    """Run a verb as all that this process is for, and end the process with its status.

    An orderly end takes every module apart again, which costs more than most verbs (ADR 0051). What
    a verb opens it closes itself, and all output is handed over here.
    """
    gc.set_threshold(ALLOCATIONS_BEFORE_COLLECTING)
    load_parser()
    status = run_guarded(verb, words)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            continue  # Nobody listens any more, or it is closed; the status still tells.
    os._exit(status)


def run_guarded(verb: str, words: list[str]) -> int:
    """Run a verb with what follows it, and give the exit status. Never raises."""
    prepare_streams()
    arguments = restore_words([verb, *words] if verb else words)
    is_json = wants_json(arguments)
    try:
        from cortex.edges.cli.program import run_program

        status = run_program(arguments)
        flush_output()
    except BrokenPipeError:
        silence_output()
        return EXIT_OK
    except KeyboardInterrupt:
        return report(verb, Interrupted("interrupted"), is_json=is_json)
    except CortexError as error:
        return report(verb, error, is_json=is_json)
    # The last line of defence: whatever it is, one line, and no memory text with it.
    except Exception as error:  # noqa: BLE001
        lost = output_fault() if isinstance(error, OSError) else None
        if lost is not None:
            return report(verb, lost, is_json=is_json)
        return _report_fault(verb, error, is_json=is_json)
    return status


def wants_json(arguments: list[str]) -> bool:
    """Tell whether `--json` was given as an option, even if nothing else can be understood."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    return JSON_OPTION in arguments[:end]


def report(verb: str, error: CortexError, *, is_json: bool) -> int:
    """Say what went wrong: message and remedy for a person, one object for a script."""
    from cortex.wiring.names import without_secrets

    error.message = without_secrets(error.message)
    error.remedy = without_secrets(error.remedy)
    if is_json:
        from cortex.wire.envelope import encode, failure

        if _write_object(encode(failure(without_secrets(verb) or None, error))):
            return error.exit_status
    from cortex.wire.display import display_text

    lines = [f"cortex: {display_text(error.message)}"]
    if error.remedy and not isinstance(error, Interrupted):
        lines.append(f"  {display_text(error.remedy)}")
    _write_lines(lines)
    return error.exit_status


def _report_fault(verb: str, error: Exception, *, is_json: bool) -> int:
    """Say that the fault is ours, and where to look; the traceback only on request."""
    from cortex.wire.envelope import INTERNAL_REMEDY, encode, internal, internal_message
    from cortex.wire.statuses import exit_status

    if not (is_json and _write_object(encode(internal(verb or None, error)))):
        _write_lines([f"cortex: {internal_message(error)}", f"  {INTERNAL_REMEDY}"])
    _print_traceback(error)
    return exit_status(error)


def _print_traceback(error: Exception) -> None:
    from cortex.wiring.terminal import read_terminal

    if read_terminal().is_debug:
        import traceback

        traceback.print_exception(error, file=sys.stderr)


def _write_object(text: str) -> bool:
    """Write an object for a script, and tell whether there is a standard output to write it to."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        silence_output()
    except OSError:
        silence_output()
        return False
    return True


def _write_lines(lines: list[str]) -> None:
    try:
        print("\n".join(lines), file=sys.stderr, flush=True)
    except OSError:  # Nobody listens to the error channel; the exit status still tells.
        return
