"""How is a model asked that the operator configured, so that no repository can name a command?

It runs in an empty folder, without what tells of the session that started it, and hooks stay silent
in whatever it starts. Source: ADR 0189.
"""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING

from cortex.model.errors import SettingsInvalid
from cortex.model.lean_classes import NamedTuple
from cortex.stores.system.environment import runner_environment
from cortex.stores.system.running import run_program

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

SECONDS_DEFAULT = 120
SECONDS_MAX = 600

NESTED = {"CORTEX_NESTED": "1"}
"""What makes hooks silent in a session that was started for a model's answer."""


class Command(NamedTuple):
    """The operator's command for a model: its words, and how many seconds it may take."""

    words: tuple[str, ...]
    seconds: int


class CommandFailed(Exception):
    """The command gave no answer; the message says why, in a few words."""


def model_command(table: Mapping[str, Any] | None, file: str) -> Command | None:
    """Give the command in the part ``[model]`` of an operator's file, or None without a file.

    Raises:
        SettingsInvalid: it says something else there.
    """
    if table is None:
        return None
    model = table.get("model", {})
    words = model.get("command") if isinstance(model, dict) else None
    seconds = model.get("timeout_seconds", SECONDS_DEFAULT) if isinstance(model, dict) else 0
    is_list = isinstance(words, list) and all(isinstance(one, str) and one for one in words)
    if not is_list or not words:
        message = f"{file} has no list of words 'command' in [model]"
        raise SettingsInvalid(message)
    if isinstance(seconds, bool) or not isinstance(seconds, int) or not 0 < seconds <= SECONDS_MAX:
        message = f"{file}: 'timeout_seconds' takes a whole number from 1 to {SECONDS_MAX}"
        raise SettingsInvalid(message)
    return Command(tuple(words), seconds)


def answer_of(command: Command, given: str) -> str:
    """Give what a command answers to a text on its standard input.

    Raises:
        CommandFailed: it cannot be started, took too long, or ended badly.
    """
    with tempfile.TemporaryDirectory(prefix="cortex-model-") as empty:
        try:
            ran = run_program(
                list(command.words),
                given.encode("utf-8", "replace"),
                {**runner_environment(), **NESTED},
                empty,
                command.seconds,
            )
        except OSError as error:
            message = f"the command cannot be started: {error.strerror}"
            raise CommandFailed(message) from None
    if ran.status is None:
        message = f"the command took more than {command.seconds} s"
        raise CommandFailed(message)
    text = ran.output.decode("utf-8", "replace")
    if ran.status != 0:
        message = f"the command ended with {ran.status} and {len(text)} characters"
        raise CommandFailed(message)
    return text
