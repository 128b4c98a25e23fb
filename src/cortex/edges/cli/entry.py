"""Where does the `cortex` command begin?

Hooks run this on every event, so it decides what to start before anything is loaded: no parser, no
store, no terminal library. Only `sys` and the table of verbs are met on the way.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Sequence

_VALUE_OPTIONS = ("--home", "--db")
_HELP = ("--help", "-h", "help")
_HOOKS = ("hook", "hook-boot", "hook-status")
_VERSION = ("--version", "-V", "version")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status.

    Args:
        argv: the words after `cortex`; None takes those of this process, and ends it with the
            status unless the answer needs no more than a print.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    leading, verb, rest = split_words(words)
    if verb in _HELP and rest[:1] == ["vault"]:
        return _answer_vault(verb, ["help"])  # To it `--help` is a command there is not (ADR 0112).
    if verb in _HELP and rest:
        verb, rest = rest[0], [*rest[1:], "--help"]
    _import_leanly(verb, is_ours=argv is None)
    if verb in _OTHER_EDGES:
        return _OTHER_EDGES[verb](verb, [*leading, *rest])
    if not leading and not rest:
        if verb in _VERSION:
            from cortex import __version__

            return _print(f"cortex {__version__}\n")
        if verb in _HELP:
            from cortex.edges.cli.catalogue import help_screen

            return _print(help_screen())
    if verb in _VERSION:
        verb = "version"
    if verb in _HELP:
        verb = "--help"
    from cortex.edges.cli.guard import run_and_exit, run_guarded

    if argv is None:
        run_and_exit(verb, [*leading, *rest])
    return run_guarded(verb, [*leading, *rest])


def _import_leanly(verb: str, *, is_ours: bool) -> None:
    """Load our modules the short way, if this process is ours alone and will load some."""
    if is_ours and verb not in (*_VERSION, *_HELP):
        from cortex.edges.lean_import import import_leanly

        import_leanly()


def split_words(words: list[str]) -> tuple[list[str], str, list[str]]:
    """Give (options that stand before the verb, the verb, what follows it).

    The verb is empty when there is none. An option that is not known before a verb is given as the
    verb, so that the parser can answer it.
    """
    at = 0
    while at < len(words):
        word = words[at]
        if word in _VALUE_OPTIONS:
            at += 2
        elif word == "--json" or word.startswith(("--home=", "--db=")):
            at += 1
        else:
            return words[:at], word, words[at + 1 :]
    return words, "", []


def _answer_hook(verb: str, words: list[str]) -> int:
    """Answer a hook. Not even a broken installation may fail the host (ADR 0007)."""
    try:
        if verb == "hook-status":
            from cortex.edges.hooks.status import main as answer

            return answer(words)
        if verb == "hook":
            from cortex.edges.hooks.hook import run
        else:
            from cortex.edges.hooks.boot import run
        run(words)  # Ends the process: an orderly end costs as much as the answer (ADR 0040).
    except BaseException as error:  # noqa: BLE001  # A hook ends with 0 whatever happens.
        sys.stderr.write(f"cortex {verb}: internal: {type(error).__name__}\n")
        return 0


def _serve(_: str, words: list[str]) -> int:
    """Serve an agent until its input ends."""
    from cortex.model.errors import EXIT_INTERRUPTED

    try:
        from cortex.edges.mcp.server import main as serve

        return serve(words)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def _answer_vault(_: str, words: list[str]) -> int:
    """Answer one command over a vault, whose grammar is its own (ADR 0112)."""
    from cortex.edges.vault.entry import main as answer

    return answer(words)


_OTHER_EDGES = {**dict.fromkeys(_HOOKS, _answer_hook), "mcp": _serve, "vault": _answer_vault}


def _print(text: str) -> int:
    """Write plain ASCII to standard output, quietly when nobody reads it any more."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        from cortex.edges.cli.streams import silence_output

        silence_output()
    return 0
