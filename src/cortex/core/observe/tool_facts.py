"""What does the output of a command prove, without anybody reading meaning into it?

Paths, symbols, error codes, how it ended and which checks it was. No causes and no prose. A command
that only shows something proves nothing. Source: CQR 7.5, ADR 0139.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cortex.core.text.patterns import pattern
from cortex.model.lean_classes import NamedTuple

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable

ATTRIBUTE = "result"
"""The attribute under which the newest result of a command replaces the one before."""

TYPE = "tool_result"
"""What such facts are."""

PATHS_MAX = 32
SYMBOLS_MAX = 32
CODES_MAX = 16
"""Of each sort read from one output (CQR 7.5)."""

PATHS_TOLD_MAX = 6
COMMAND_CHARS_MAX = 120
"""Of what a statement tells (CQR 7.5)."""

OUTPUT_CHARS_MAX = 64 * 1024
"""Characters of an output that are read: as many as are kept of an event."""

_JSON_TEXTS = ("stdout", "stderr", "output", "error", "content", "aggregated_output")
_JSON_STATUSES = ("exit_code", "exitCode", "returncode", "return_code")

_STATUS = pattern(
    r"(?:^|\n|\b[Pp]rocess |\b[Cc]ommand )(?:[Ee]xit(?:ed)?(?: with)?(?: (?:code|status))?"
    r"|exited with code|failed with exit code)[:= ]{1,3}(\d{1,3})\b"
)
_POSITION = pattern(r":\d{1,7}(?::\d{1,7})?:?$")
_PATH = pattern(
    r"(?<![\w./:~-])(?:[\w.@~+-]{0,64}/){0,24}[\w.@~+-]{1,128}\.[A-Za-z][A-Za-z0-9]{0,7}"
    r"(?::\d{1,7}){0,2}(?![\w/])"
)
_SYMBOL = pattern(r"\b[A-Za-z_]\w{0,63}(?:::[A-Za-z_]\w{0,63}){1,8}\b")
_CODE = pattern(r"(?<![A-Za-z0-9_])(?:E|TS)\d{3,6}(?![A-Za-z0-9_])")
_PASSED = pattern(r"\b(\d{1,7}) (?:passed|passing)\b")
_FAILED = pattern(r"\b(\d{1,7}) (?:failed|failing|errors?|failures?)\b", 2)  # re.IGNORECASE

_LEADING = pattern(
    r"(?:cd\s+\S{1,256}\s*(?:&&|;)\s*|[A-Za-z_]\w{0,63}=\S{0,256}\s+|(?:sudo|time|env|command|exec)\s+)+"
)
_SEPARATOR = pattern(r"\s*(?:&&|\|\||;|\||\n)\s*")

# (kind of check, words a command has next to each other, any one of the tuples).
_CHECKS: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = (
    (
        "test",
        (
            ("pytest",), ("vitest",), ("jest",), ("mocha",), ("rspec",), ("phpunit",), ("tox",),
            ("nox",), ("unittest",), ("cargo", "test"), ("cargo", "nextest"), ("go", "test"),
            ("npm", "test"), ("npm", "run", "test"), ("yarn", "test"), ("pnpm", "test"),
            ("bun", "test"), ("dotnet", "test"), ("mvn", "test"), ("gradle", "test"),
        ),
    ),
    ("typecheck", (("tsc",), ("mypy",), ("pyright",), ("cargo", "check"), ("go", "vet"))),
    ("format", (("prettier",), ("black",), ("gofmt",), ("ruff", "format"), ("cargo", "fmt"))),
    (
        "lint",
        (
            ("ruff",), ("eslint",), ("clippy",), ("flake8",), ("pylint",),
            ("golangci-lint",),
        ),
    ),
    (
        "build",
        (
            ("make",), ("cargo", "build"), ("go", "build"), ("npm", "run", "build"),
            ("yarn", "build"), ("pnpm", "build"), ("cmake",), ("ninja",), ("gradle", "build"),
        ),
    ),
)  # fmt: skip

# Commands that show what is there: what stands in their output happened to somebody else.
_SHOWING = frozenset(
    """
    ls cat head tail less more grep egrep rg ag find fd tree wc pwd echo printf sed awk sort uniq
    cut stat file du df diff git-show git-log git-diff git-status git-grep git-blame man which type
    test
    """.split()
)


class Check(NamedTuple):
    """A check that was run: what it checks, with what, and how many passed and failed, if told."""

    kind: str
    tool: str
    passed: int | None = None
    failed: int | None = None


class ToolFacts(NamedTuple):
    """What one command and its output prove. ``exit_status`` is None when nothing tells it."""

    command: str
    exit_status: int | None = None
    is_failed: bool = False
    checks: tuple[Check, ...] = ()
    error_codes: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()

    @property
    def is_material(self) -> bool:
        """Tell whether it is worth a fact by itself: something failed, or says so.

        That a check passed is the ordinary case, and only worth telling where it failed before.
        """
        return bool(self.command) and (self.is_failed or bool(self.error_codes))

    @property
    def subject(self) -> str:
        """Give what the newest result replaces the one before of: the check, or the command."""
        if self.checks:
            return " ".join(f"{check.kind} {check.tool}" for check in self.checks)
        return "command " + " ".join(_head(self.command)[:2])


def read_tool_facts(command: str, response: str, *, is_failed: bool = False) -> ToolFacts:
    """Give what a command and its output prove; nothing without a command.

    Args:
        command: as the tool was given it.
        response: what the tool answered: text, or the JSON object a host makes of it.
        is_failed: the host says that it failed.
    """
    said = " ".join(command.split())
    if not said:
        return ToolFacts("")
    output, told = _output(response)
    status = _status(output) if told is None else told
    checks = _checks(command, output)
    failed = any(check.failed for check in checks) if status is None else status != 0
    is_shown = not checks and not is_failed and not failed and _is_showing(command)
    codes = () if is_shown else _distinct(_CODE.findall(output), CODES_MAX)
    is_bad = is_failed or failed or (bool(codes) and bool(checks) and status is None)
    return ToolFacts(
        said[:COMMAND_CHARS_MAX],
        status,
        is_bad,
        checks,
        codes,
        _distinct(_paths(f"{command}\n{output}"), PATHS_MAX),
        _distinct(_SYMBOL.findall(output), SYMBOLS_MAX),
    )


def statement_of(facts: ToolFacts) -> str:
    """Give the one sentence that is kept, its parts joined by semicolons."""
    parts = [f"`{facts.command}`"]
    if facts.exit_status is not None:
        parts.append(f"exit {facts.exit_status}")
    elif facts.is_failed and not any(check.failed for check in facts.checks):
        parts.append("failed")
    parts += [_told(check, is_failed=facts.is_failed) for check in facts.checks]
    if facts.error_codes:
        parts.append("errors " + ", ".join(facts.error_codes))
    if facts.paths:
        parts.append("paths " + ", ".join(facts.paths[:PATHS_TOLD_MAX]))
    return "; ".join(parts)


def _told(check: Check, *, is_failed: bool) -> str:
    counts = [
        f"{count} {word}"
        for count, word in ((check.passed, "passed"), (check.failed, "failed"))
        if count is not None
    ]
    outcome = ", ".join(counts) or ("failed" if is_failed else "passed")
    return f"{check.kind} {check.tool}: {outcome}"


def _output(response: str) -> tuple[str, int | None]:
    """Give the text a tool wrote, and its exit status where a field tells it."""
    text = response[:OUTPUT_CHARS_MAX]
    if not response.startswith("{"):
        return text, None
    try:
        fields = json.loads(response)
    except (ValueError, RecursionError):
        return text, None
    if not isinstance(fields, dict):
        return text, None
    written = [value for name in _JSON_TEXTS if isinstance(value := fields.get(name), str)]
    statuses = [
        value
        for name in _JSON_STATUSES
        if isinstance(value := fields.get(name), int) and not isinstance(value, bool)
    ]
    return "\n".join(written)[:OUTPUT_CHARS_MAX], statuses[0] if statuses else None


def _status(output: str) -> int | None:
    found = _STATUS.search(output)
    return None if found is None else int(found[1])


def _checks(command: str, output: str) -> tuple[Check, ...]:
    found: dict[str, Check] = {}
    for part in _SEPARATOR.split(command)[:32]:
        words = [word.rpartition("/")[2] for word in _head(part)]
        for kind, tools in _CHECKS:
            tool = next((tool for tool in tools if _is_run(words, tool)), None)
            if tool is not None:
                found.setdefault(kind, Check(kind, " ".join(tool), *_counts(output)))
                break
    return tuple(found[kind] for kind, _ in _CHECKS if kind in found)


def _is_run(words: list[str], tool: tuple[str, ...]) -> bool:
    """Tell whether a part of a command runs a tool: its words stand there, before any argument."""
    places = (0, *(at + 1 for at, word in enumerate(words[:3]) if word in _RUNNERS))
    return any(tuple(words[at : at + len(tool)]) == tool for at in places)


_RUNNERS = frozenset(
    "python python3 -m uv run npx pnpm yarn poetry pipenv bundle exec cargo dlx bunx".split()
)


def _counts(output: str) -> tuple[int | None, int | None]:
    """Give the last numbers of passed and failed that an output names."""
    return _last(_PASSED.findall(output)), _last(_FAILED.findall(output))


def _last(found: list[str]) -> int | None:
    return int(found[-1]) if found else None


def _head(part: str) -> list[str]:
    """Give the words of a command without what only leads to it: a folder, variables, sudo."""
    rest = part.strip()
    lead = _LEADING.match(rest)
    words = (rest[lead.end() :] if lead else rest).split()
    return words[:8]


def _is_showing(command: str) -> bool:
    """Tell whether every part of a command only shows what is there."""
    for part in _SEPARATOR.split(command):
        words = _head(part)
        if not words:
            continue
        name = words[0].rpartition("/")[2]
        if name not in _SHOWING and "-".join([name, *words[1:2]]) not in _SHOWING:
            return False
    return True


def _paths(text: str) -> Iterable[str]:
    matches: Iterable[re.Match[str]] = _PATH.finditer(text)
    for match in matches:
        path = _POSITION.sub("", match[0])
        if "/" in path or path.rpartition(".")[2].lower() in _SOURCE_ENDINGS:
            yield path


_SOURCE_ENDINGS = frozenset(
    "py pyi rs go js jsx mjs cjs ts tsx java kt rb php c h cc cpp hpp cs swift sh sql toml yaml yml"
    " json md".split()
)


def _distinct(found: Iterable[str], limit: int) -> tuple[str, ...]:
    return tuple(list(dict.fromkeys(found))[:limit])
