"""How is an agent served over standard input and output?

`cortex mcp` ends here. Standard output is guarded before anything heavy is loaded, the handshake is
answered before the store is opened, and the process ends with its input.
Source: ADR 0015, ADR 0041.
"""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING, Any

from cortex.edges.mcp.streams import claim_standard_streams
from cortex.model.errors import EXIT_INTERRUPTED, EXIT_OK, EXIT_USAGE, CortexError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.wiring.settings import Settings

USAGE = """\
Usage: cortex mcp [--agent NAME] [--home FOLDER] [--db FILE]

Serve the memory to an agent over standard input and output (Model Context
Protocol, stdio). A host starts this; to try it by hand, pipe JSON-RPC lines
into it.

  --agent NAME   the agent's name in the history (default: what the client says)
  --home FOLDER  the Cortex home (default: CORTEX_HOME or ~/.cortex)
  --db FILE      the brain file (default: CORTEX_DB or cortex.db in the home)
"""

_OPTIONS = ("--agent", "--home", "--db")


def main(argv: Sequence[str]) -> int:
    """Serve until standard input ends, and give the exit status.

    Args:
        argv: the options after ``cortex mcp``.
    """
    if "--help" in argv or "-h" in argv:
        sys.stdout.write(USAGE)
        return EXIT_OK
    options, fault = _read_options(argv)
    if fault:
        sys.stderr.write(f"cortex mcp: {fault}\n\n{USAGE}")
        return EXIT_USAGE
    from cortex.wiring.settings import read_settings

    try:
        settings = read_settings(options.get("--home"), options.get("--db"))
    except CortexError as error:
        sys.stderr.write(f"cortex mcp: {error.message}; {error.remedy}\n")
        return error.exit_status
    return run(settings, options.get("--agent"))


def run(settings: Settings, agent: str | None = None) -> int:
    """Serve one client over this process's standard streams until its input ends.

    Args:
        settings: where the store is.
        agent: what commits are attributed to; None takes the name the client introduces itself by.
    """
    incoming, outgoing = claim_standard_streams()
    for warning in settings.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    # Imports make thousands of objects that all stay: looking for garbage among them, now or ever
    # again, is a tenth of the start and most of the end.
    gc.disable()
    from cortex.edges.mcp.sdk import load_sdk

    load_sdk()
    import anyio

    from cortex.edges.mcp.session import serve

    gc.freeze()
    gc.enable()
    try:
        anyio.run(serve, settings, agent, incoming, outgoing)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return EXIT_OK


def _read_options(argv: Sequence[str]) -> tuple[dict[str, str], str]:
    """Give (options by name, what is wrong with them or nothing)."""
    options: dict[str, str] = {}
    words: list[Any] = list(argv)
    while words:
        name, equals, value = words.pop(0).partition("=")
        if name not in _OPTIONS:
            from cortex.wiring.names import nearest_name

            near = nearest_name(name, _OPTIONS)
            return {}, f"there is no option {name}" + (f"; did you mean {near}?" if near else "")
        if not equals:
            if not words:
                return {}, f"{name} needs a value"
            value = words.pop(0)
        options[name] = value
    return options, ""
