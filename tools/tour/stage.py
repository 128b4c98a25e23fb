"""How is a step shown and checked? The command as typed, what it printed, and what was promised."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

COLUMNS = 80
"""Columns of everything that is printed, so that it reads the same in every terminal and log."""

MARGIN = "  | "
"""Stands before what a command printed."""

LINES_MAX = 30
"""Lines of one answer that are shown."""

# All that a command gets of the caller's surroundings: neither our settings nor a host around us.
_KEPT = ("LANG", "LC_ALL", "PATH", "TZ")


class Stage:
    """Runs the installed `cortex` in one home and keeps count of broken promises.

    Args:
        home: the throw-away home, of hosts as well.
        cwd: where commands are run.
    """

    def __init__(self, home: Path, cwd: Path) -> None:
        self.home = home
        self.broken: list[str] = []
        self.steps = 0
        self._cwd = cwd
        self._program = str(Path(sys.executable).with_name("cortex"))
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        self._env = {**kept, "HOME": str(home)}

    def step(self, title: str, sentence: str) -> None:
        """Open a step: what is about to happen, and why anybody would want it."""
        self.steps += 1
        print(f"\n== {self.steps}. {title}")
        _print_wrapped(f"   {sentence}", "   ")

    def show(
        self,
        *words: str,
        shown: str = "",
        given: str | None = None,
        lines_max: int = LINES_MAX,
        rest: str = "",
    ) -> str:
        """Run a command and print it with its output; give the output.

        Args:
            shown: the command as a person would type it, when that differs.
            given: standard input.
            lines_max: lines of the output that are printed.
            rest: what the other lines hold, for the line that counts them.
        """
        print()
        _print_wrapped(f"$ {shown or shlex.join(('cortex', *words))}", "    ")
        done = self._run(words, given)
        self._print(done.stdout + done.stderr, lines_max, rest)
        self.promise(done.returncode == 0, f"`cortex {words[0]}` succeeds")
        return done.stdout

    def ask(self, *words: str) -> dict[str, Any]:
        """Run a command quietly and give its data, empty when it failed."""
        done = self._run((words[0], "--json", *words[1:]), None)
        try:
            answer = json.loads(done.stdout)
        except ValueError:
            answer = {}
        self.promise(done.returncode == 0, f"`cortex {words[0]} --json` succeeds")
        data = answer.get("data")
        return data if isinstance(data, dict) else {}

    def attempt(self, *words: str, given: str | None = None) -> str | None:
        """Run a command that may be refused; give None, or the code of the refusal."""
        done = self._run((words[0], "--json", *words[1:]), given)
        try:
            error = json.loads(done.stdout).get("error")
        except ValueError:
            return "no JSON"
        return None if error is None else str(error.get("code"))

    def promise(self, is_kept: bool, what: str) -> None:  # noqa: FBT001 - Reads as a sentence.
        """Note whether something is as promised; what is not is printed at once."""
        if not is_kept:
            self.broken.append(f"step {self.steps}: {what}")
            _print_wrapped(f"   NOT AS PROMISED: {what}", "   ")

    def seen(self, what: str) -> None:
        """Say what the reader has just seen, after its promise was checked."""
        _print_wrapped(f"   -> {what}", "      ")

    def _run(self, words: Sequence[str], given: str | None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self._program, *words],
            input=given or "",
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            env=self._env,
            cwd=self._cwd,
            check=False,
        )

    @staticmethod
    def _print(text: str, lines_max: int, rest: str) -> None:
        if not text:
            print(f"{MARGIN}(nothing)")
            return
        lines = [part for line in text.rstrip("\n").split("\n") for part in _wrapped(line)]
        for line in lines[:lines_max]:
            print(f"{MARGIN}{line}".rstrip())
        if len(lines) > lines_max:
            what = f": {rest}" if rest else ""
            print(f"{MARGIN}... {len(lines) - lines_max} more lines{what}")


def cards_of(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Give the cards of a view as JSON; none when there is no view."""
    cards = view.get("cards")
    return cards if isinstance(cards, list) else []


def has_statement(view: dict[str, Any], is_it: Callable[[str], bool]) -> bool:
    """Tell whether a card states something."""
    return any(is_it(str(card.get("statement"))) for card in cards_of(view))


def _wrapped(line: str) -> list[str]:
    """Break a long line between words and keep its indentation; a pipe has no width of its own."""
    said = line.lstrip()
    margin = line[: len(line) - len(said)]
    parts = wrap(said, COLUMNS - len(MARGIN) - len(margin), break_on_hyphens=False)
    return [margin + part for part in parts] or [""]


def _print_wrapped(text: str, margin: str) -> None:
    """Print a line of our own, its further parts indented."""
    for part in wrap(text, COLUMNS, subsequent_indent=margin, break_on_hyphens=False):
        print(part)
