"""How does `cortex vault` speak? One envelope on standard output, whole or an error.

The contract is older than our other verbs and keeps a grammar of its own, so no parser of theirs is
loaded. Source: docs/formats/vault.md.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells expect."""

LOST = 1
"""Exit status when the answer could not be handed over whole."""


def main(words: Sequence[str]) -> int:
    """Answer one command and give its exit status; an interrupt is no traceback."""
    try:
        return _answered(words)
    except KeyboardInterrupt:
        return INTERRUPTED


def _answered(words: Sequence[str]) -> int:
    if _asks_for_help(words):
        return _hand_over(_HELP.encode(), 0)
    if words and words[0] == "doctor":
        from cortex.wiring.vault_doctor import diagnose

        return _hand_over(*diagnose(words[1:]))
    if words and words[0] == "bench":
        from cortex.wiring.vault_bench import measure

        return _hand_over(*measure(words[1:]))
    if words and words[0] == "index":
        from cortex.wiring.vault_index import index

        return _hand_over(*index(words[1:]))
    if words and words[0] == "health":
        from cortex.wiring.vault_health import examine_health

        return _hand_over(*examine_health(words[1:]))
    from cortex.wiring.vault import answer

    gc.disable()  # Ten thousand records are no garbage, and looking for some costs a tenth.
    return _hand_over(*answer(words))


def _asks_for_help(words: Sequence[str]) -> bool:
    """Tell whether a person asks; to a program ``--help`` is a command there is not (ADR 0112)."""
    if tuple(words) in (("--help",), ("-h",)):
        return sys.__stdout__ is not None and sys.__stdout__.isatty()
    return tuple(words) == ("help",)


def _hand_over(output: bytes, status: int) -> int:
    """Write everything, however slow the reader is; a reader that left gets no traceback."""
    handle = sys.__stdout__.fileno() if sys.__stdout__ is not None else 1
    left = memoryview(output)
    try:
        while left:
            try:
                left = left[os.write(handle, left) :]
            except BlockingIOError:  # Whoever shares the pipe made it so; it is full for now.
                _wait_for_room(handle)
    except BrokenPipeError:
        return LOST
    except OSError as error:
        sys.stderr.write(f"cortex vault: standard output cannot be written: {error.strerror}\n")
        return LOST
    return status


def _wait_for_room(handle: int) -> None:
    import select

    select.select((), (handle,), ())


_HELP = """\
Usage: cortex vault COMMAND [WORDS] [OPTIONS]

Read and govern a folder of Markdown and JSONL as memory. Each command prints one JSON object.

  status                    count the records
  search QUERY              cards of the records that answer, best first
  timeline --anchor WHAT    cards around a record or a date
  get ID...                 records whole, all or none
  export ID...              the same, for carrying elsewhere
  rebuild --from-canonical  the digest of everything, and whether it can be made again
  remember JSON             write a memory, an idea or a piece of knowledge
  propose JSON              queue an edit to a file that only a person changes
  doctor [--json]           every file at fault, and every tag that hides what follows it
  health                    whether the programs around the vault do their work; status 0, 1 or 2
  index [--drop]            keep what reading found, so that later commands read only what changed
  bench --labels FILE       what full records cost against cards, on questions of your own

Options of all: --memory-root FOLDER (default: CORTEX_MEMORY_ROOT, then ~/.claude/LIFEOS/MEMORY),
--adapter claude|hermes|codex|subagent, --tolerant (read past files at fault, and name them),
--now INSTANT (ask as of another time). Lists: --type --source --session --from --to --page
--page-size. Search: --recency --expand --max-nodes --max-tokens. Timeline: --before --after.
Writing needs both --adapter and --allow-write; JSON may be - for standard input.
"""
