"""What does one run of one verb share? Its settings, the open house, and the way it answers."""

# ruff: noqa: PTH118  # pathlib costs every command 8 ms.

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from cortex.edges.cli.screen import Screen
from cortex.edges.cli.streams import told_even_so
from cortex.model.callers import Caller, Place, principal_of
from cortex.model.errors import InvalidRequest
from cortex.wire.display import display_line
from cortex.wiring.settings import Settings, read_settings

if TYPE_CHECKING:
    from cortex.wiring.house import House

PERSON_AGENT = "cli"
PROJECT_USER = "user"
PROJECT_ALL = "all"


class Session:
    """One run of one verb. Settings are read on first use, and warnings printed then, once.

    A quiet one prints no answer; its exit status says whether it worked.
    """

    def __init__(
        self,
        command: str,
        *,
        home: str | None,
        db: str | None,
        is_json: bool,
        is_quiet: bool = False,
    ) -> None:
        self.command = command
        self.is_json = is_json
        self.is_quiet = is_quiet
        self._home = home
        self._db = db
        self._settings: Settings | None = None
        self._warnings: list[str] = []

    @property
    def settings(self) -> Settings:
        """Give home, store and surroundings of this run.

        Raises:
            SettingsInvalid: a variable or option holds what cannot be used.
        """
        if self._settings is None:
            self._settings = read_settings(self._home, self._db)
            self.warn(*self._settings.warnings)
        return self._settings

    def open(self) -> House:
        """Open the house; use it in a ``with`` statement."""
        from cortex.wiring.guarded import open_house

        return open_house(self.settings)

    def caller(self, options: Mapping[str, Any]) -> Caller:
        """Give who is asking. The owner comes from the settings, never from an option."""
        owner_id = self.settings.owner_id
        agent = options.get("agent") or PERSON_AGENT
        return Caller(principal_of(owner_id), agent, owner_id, is_person=agent == PERSON_AGENT)

    def place(self, options: Mapping[str, Any]) -> Place:
        """Give where the request is made.

        Raises:
            InvalidRequest: two options name different places.
        """
        asked = [
            (name, value)
            for name, value in (
                ("--project", options.get("project")),
                ("--global", PROJECT_USER if options.get("global") else None),
                ("--everywhere", PROJECT_ALL if options.get("everywhere") else None),
            )
            if value
        ]
        if len({value for _, value in asked}) > 1:
            names = " and ".join(name for name, _ in asked)
            message = f"{names} name different places"
            raise InvalidRequest(message, remedy="give one of them")
        project = str(asked[0][1]) if asked else None
        here = self.settings.cwd
        folder = os.path.join(here, options["cwd"]) if options.get("cwd") else here
        return Place(folder or None, project)

    def answer(
        self, data: Mapping[str, object], show: Callable[[Screen], None], *, done: str = ""
    ) -> None:
        """Print the answer: one object for a script, words for a person, nothing when quiet.

        Args:
            done: what was carried out, to be said even when the answer cannot be written.
        """
        if self.is_quiet:
            return
        with told_even_so(done):
            if self.is_json:
                from cortex.wire.envelope import encode, success

                print(encode(success(self.command, data, self._warnings)))
            else:
                show(Screen())

    def answer_operation(
        self, answer: Mapping[str, object], show: Callable[[Screen], None], *, failed: bool
    ) -> None:
        """Print what an operation answered; one that was not served is no success for a script."""
        if self.is_json and failed:
            from cortex.wire.envelope import answered, encode

            print(encode(answered(self.command, answer, self._warnings)))
        else:
            self.answer(answer, show)

    def warn(self, *sentences: str) -> None:
        """Say something that does not stop the command: on standard error, or in the object."""
        if not sentences:
            return
        from cortex.wiring.names import without_secrets

        safe = [without_secrets(sentence) for sentence in sentences]
        self._warnings.extend(safe)
        if not self.is_json:
            for sentence in safe:
                print(f"warning: {display_line(sentence)}", file=sys.stderr)
