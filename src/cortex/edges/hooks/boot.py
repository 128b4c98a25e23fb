"""What happens when an agent session starts? ``cortex hook-boot`` puts a brief into it.

The fastest way through the house: read standard input, ask once, write one envelope or nothing,
exit 0 (ADR 0007, ADR 0040). Source: docs/formats/hook-boot.md.
"""

from __future__ import annotations

import gc
import os
import select

from cortex.wiring.boot import Deadline, HookOptions, answer_session_start, journal_fault

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

HELP = """\
Usage: cortex hook-boot [--agent NAME] [--budget TOKENS]
                        [--home FOLDER] [--db FILE]

Answer Claude Code's SessionStart hook: reads its JSON from standard input and
writes a brief of what is remembered for the session's folder as JSON to
standard output. Says nothing when nothing is known, and always exits 0; faults
are in the journal of the Cortex home.

  --agent NAME     whose messages and tasks are told (default: claude-code)
  --budget TOKENS  longest brief, in estimated tokens (default: 600, under 2 KB)
  --home FOLDER    the Cortex home (default ~/.cortex)
  --db FILE        the brain file (default cortex.db in the home)

Try it:
  echo '{"hook_event_name":"SessionStart","cwd":"'"$PWD"'"}' | cortex hook-boot
"""

# Bytes of a payload that are read (CQR 7.6); real ones are a few hundred.
PAYLOAD_BYTES_MAX = 65_536

# Bytes taken off a host that goes on writing, so that it does not meet a closed pipe.
DRAINED_BYTES_MAX = 64 * 1024 * 1024

# Largest budget that is understood; the host's own limit is far below it.
BUDGET_TOKENS_MAX = 1_000_000


def run(arguments: list[str]) -> NoReturn:
    """Answer one session start and end the process with status 0.

    A process that lives for a hundredth of a second needs no garbage collection and no orderly end:
    both take every module apart, which costs as much as the answer. All is written and closed then.
    """
    gc.disable()
    main(arguments)
    os._exit(0)


def main(arguments: list[str]) -> int:
    """Answer one session start and give the exit status, which is always 0.

    Args:
        arguments: the words after ``hook-boot``.
    """
    try:
        if "--help" in arguments or "-h" in arguments:
            _write(1, HELP.encode("utf-8"))
        else:
            _answer(arguments)
    except BaseException as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        _note(f"internal: {type(error).__name__}")
    return 0


def _answer(arguments: list[str]) -> None:
    deadline = Deadline()
    options, notes = _read_options(arguments)
    for note in notes:
        _note(note)
    payload = read_payload(0, deadline.left_seconds)
    if payload is None or len(payload) > PAYLOAD_BYTES_MAX:
        size = "no end in time" if payload is None else f"more than {PAYLOAD_BYTES_MAX} bytes"
        fault = f"invalid_request: standard input has {size}"
        journal_fault(fault, options, deadline.now_us())
        _note(fault)
        return
    answer = answer_session_start(payload, options, deadline)
    for note in answer.notes:
        _note(note)
    _write(1, answer.output)


def read_payload(descriptor: int, left_seconds: Callable[[], float]) -> bytes | None:
    """Give what stands on a descriptor up to its end.

    Args:
        descriptor: where the host writes; may be closed.
        left_seconds: the time that is left, asked before every wait.

    Returns:
        At most ``PAYLOAD_BYTES_MAX`` + 1 bytes: one more than allowed shows that there was more.
        Empty when nothing was written; None when it is a terminal or time ran out.
    """
    kept = b""
    drained = 0
    try:
        if os.isatty(descriptor):
            return None
        while drained <= DRAINED_BYTES_MAX:
            if not select.select([descriptor], [], [], left_seconds())[0]:
                return None
            chunk = os.read(descriptor, PAYLOAD_BYTES_MAX)
            if not chunk:
                break
            kept += chunk[: PAYLOAD_BYTES_MAX + 1 - len(kept)]
            drained += len(chunk)
    except (OSError, ValueError):
        return kept
    return kept


def _read_options(arguments: list[str]) -> tuple[HookOptions, list[str]]:
    """Read the options; what cannot be read is noted and left at its default."""
    options = HookOptions()
    notes = []
    words = iter(arguments)
    for word in words:
        name, has_value, value = word.partition("=")
        if name not in ("--agent", "--budget", "--db", "--home"):
            notes.append(f"'{ascii(word)[1:-1][:40]}' is no option of hook-boot; ignored")
            continue
        given = value if has_value else next(words, "")
        if name == "--agent":
            options.agent = given
        elif name == "--db":
            options.db = given
        elif name == "--home":
            options.home = given
        elif given.isascii() and given.isdigit() and 0 < int(given[:9]) <= BUDGET_TOKENS_MAX:
            options.budget_tokens = int(given[:9])
        else:
            notes.append("--budget is no number of tokens; using the default")
    return options, notes


def _note(line: str) -> None:
    _write(2, f"cortex hook-boot: {line}\n".encode("utf-8", "replace"))


def _write(descriptor: int, content: bytes) -> None:
    """Write all of the bytes, or as many as the other end takes. Never raises."""
    try:
        while content:
            content = content[os.write(descriptor, content) :]
    except OSError:
        return
