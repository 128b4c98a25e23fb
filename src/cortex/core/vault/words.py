"""What do the words after `cortex vault` ask for?

The contract's own grammar: options anywhere, ``--name value`` only, the first fault wins. A fault
of the words is found before anything is read. Source: vault contract.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from cortex.model.lean_classes import NamedTuple
from cortex.model.vault import VaultCode, VaultFault

ADAPTERS = ("claude", "hermes", "codex", "subagent")
FLAGS = frozenset({"--allow-write", "--from-canonical", "--tolerant"})

_SHARED = frozenset({"--memory-root", "--adapter"})
_READ = _SHARED | {"--tolerant", "--now"}
_FILTERS = frozenset({"--type", "--source", "--session", "--from", "--to", "--page", "--page-size"})
OPTIONS: dict[str, frozenset[str]] = {
    "status": _READ,
    "search": _READ | _FILTERS | {"--recency", "--expand", "--max-nodes", "--max-tokens"},
    "timeline": _READ | _FILTERS | {"--anchor", "--before", "--after"},
    "get": _READ,
    "export": _READ,
    "remember": _SHARED | {"--allow-write"},
    "propose": _SHARED | {"--allow-write"},
    "rebuild": (_READ - {"--now"}) | {"--from-canonical"},
}
WRITING = ("remember", "propose")


class Words(NamedTuple):
    """A command with its positionals and options; a flag's value is the empty text."""

    command: str
    positionals: tuple[str, ...]
    options: dict[str, str]

    def has(self, name: str) -> bool:
        """Tell whether an option was given."""
        return name in self.options


def refuse(message: str) -> NoReturn:
    """Raise the error of words that cannot be followed."""
    raise VaultFault(VaultCode.INVALID_INPUT, message)


def parse_words(words: Sequence[str]) -> Words:
    """Read the words.

    Raises:
        VaultFault: ``invalid_input``; the first fault from left to right.
    """
    command = words[0] if words else ""
    allowed = OPTIONS.get(command)
    if allowed is None:
        refuse(f"Unknown command: {command or '(missing)'} (`cortex vault help` lists them)")
    positionals: list[str] = []
    options: dict[str, str] = {}
    at = 1
    while at < len(words):
        word = words[at]
        at += 1
        if not word.startswith("--"):
            positionals.append(word)
            continue
        if word not in allowed:
            refuse(f"Unknown option for {command}: {word}")
        if word in options:
            refuse(f"Duplicate option: {word}")
        if word in FLAGS:
            options[word] = ""
            continue
        value = words[at] if at < len(words) else ""
        if not value or value.startswith("--"):
            refuse(f"Missing value for {word}")
        options[word] = value
        at += 1
    if "--adapter" in options and options["--adapter"] not in ADAPTERS:
        refuse(f"--adapter must be one of: {', '.join(ADAPTERS)}")
    return Words(command, tuple(positionals), options)


def require_positionals(words: Words, ids_max: int) -> None:
    """Check how many words beside options a reading command was given.

    Raises:
        VaultFault: ``invalid_input``.
    """
    count, command = len(words.positionals), words.command
    if command in ("status", "timeline") and count:
        refuse(f"{command} accepts no positional arguments")
    if command == "rebuild" and (count or not words.has("--from-canonical")):
        refuse("rebuild requires --from-canonical")
    if command == "search" and count != 1:
        refuse("search requires exactly one query")
    if command in ("get", "export") and not 1 <= count <= ids_max:
        refuse(f"{command} requires one or more explicit IDs (maximum {ids_max})")
