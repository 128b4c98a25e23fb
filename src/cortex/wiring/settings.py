"""Which home, which file and whose memory is this run about?

Read once at the start from arguments and ``CORTEX_*`` variables. Hooks read it on every run, so
this module imports little and its classes are plain (ADR 0009).
"""

# ruff: noqa: PTH111, PTH117, PTH118  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.stores.system.environment import (
    PREFIX,
    current_folder,
    home_folder,
    read_environment,
)

DURABILITY_DURABLE = "durable"
DURABILITY_FAST = "fast"

# An owner id is a positive 63-bit integer, as the store keeps it.
OWNER_ID_MAX = 2**63 - 1


class Variable:
    """One ``CORTEX_*`` variable: its name, what holds without it, and what it is for."""

    __slots__ = ("default", "help", "name")

    def __init__(self, name: str, default: str, help: str) -> None:  # noqa: A002
        # `help` is the word the reference page prints; nothing here calls the built-in.
        self.name = name
        self.default = default
        self.help = help


# Every variable with a meaning, by name; docs/reference/environment.md is made from this table.
KNOWN_VARIABLES: tuple[Variable, ...] = (
    Variable(
        "CORTEX_DB",
        "cortex.db in the home folder",
        "The brain file. A relative path starts at the current folder, `~` is the user's home.",
    ),
    Variable(
        "CORTEX_DEBUG",
        "not set",
        "Set to 1: an internal error of a command shows where it broke.",
    ),
    Variable(
        "CORTEX_DURABILITY",
        DURABILITY_DURABLE,
        "`durable`: an acknowledged write survives a power cut. `fast`: it survives the end of "
        "the process, and a power cut may take the last moments. Anything else counts as "
        "`durable`, with a warning.",
    ),
    Variable(
        "CORTEX_HOME",
        "~/.cortex",
        "The folder that holds the brain, the hook journal and the session marks.",
    ),
    Variable(
        "CORTEX_MEMORY_ROOT",
        "~/.claude/LIFEOS/MEMORY",
        "The folder that `cortex vault` reads. A relative path starts at the current folder.",
    ),
    Variable(
        "CORTEX_NESTED",
        "not set",
        "Set to anything: hooks stay silent. For programs that start an agent of their own and "
        "want no brief in it.",
    ),
    Variable(
        "CORTEX_OWNER",
        "not set: one person owns everything",
        "`user:<id>` for a brain that several people share. Rows of other owners are hidden "
        "unless they are shared. A malformed value is refused.",
    ),
    Variable(
        "CORTEX_TEAM",
        "not set",
        "Set to anything: the brain is shared, so whoever does not say with `CORTEX_OWNER` who "
        "asks is refused and shown nothing.",
    ),
)


class Settings:
    """What one run was told, complete and checked; treated as frozen.

    Attributes:
        home: absolute path of the Cortex home; may not exist yet.
        db_path: absolute path of the brain file; may not exist yet.
        durability: ``DURABILITY_DURABLE`` or ``DURABILITY_FAST``.
        owner_id: the person in team mode; None when one person owns everything.
        cwd: absolute path of the folder this process works in; empty when nobody knows.
        user_home: absolute path of the person's home; empty when nobody knows.
        is_nested: hooks were asked to stay silent.
        warnings: sentences for the person, in a fixed order; may be empty.
    """

    __slots__ = (
        "cwd",
        "db_path",
        "durability",
        "home",
        "is_nested",
        "owner_id",
        "user_home",
        "warnings",
    )

    def __init__(  # noqa: PLR0913 - One argument a setting, all by name.
        self,
        *,
        home: str,
        db_path: str,
        durability: str = DURABILITY_DURABLE,
        owner_id: int | None = None,
        cwd: str = "",
        user_home: str = "",
        is_nested: bool = False,
        warnings: tuple[str, ...] = (),
    ) -> None:
        self.home = home
        self.db_path = db_path
        self.durability = durability
        self.owner_id = owner_id
        self.cwd = cwd
        self.user_home = user_home
        self.is_nested = is_nested
        self.warnings = warnings


def read_settings(
    home: str | None = None,
    db: str | None = None,
    environment: dict[str, str] | None = None,
) -> Settings:
    """Give the settings of this run.

    An argument wins over its variable, a variable over the default. A value of blanks only counts
    as not given. Nothing is created and nothing but the environment is read.

    Args:
        home: the Cortex home, as written by the person.
        db: the brain file, as written by the person.
        environment: what ``read_environment`` gave; None reads it now.

    Raises:
        SettingsInvalid: ``CORTEX_OWNER`` is no owner, or is missing where ``CORTEX_TEAM`` asks for
            one; or no home can be found.
    """
    known = read_environment() if environment is None else environment
    user_home = home_folder(known)
    cwd = current_folder(known)
    home_path = _home_path(_given(home) or _given(known.get("CORTEX_HOME")), cwd, user_home)
    chosen = _given(db) or _given(known.get("CORTEX_DB"))
    db_path = _absolute(chosen, cwd, user_home) if chosen else os.path.join(home_path, "cortex.db")
    durability, doubts = _durability(_given(known.get("CORTEX_DURABILITY")))
    return Settings(
        home=home_path,
        db_path=db_path,
        durability=durability,
        owner_id=_owner_id(
            _given(known.get("CORTEX_OWNER")), is_team=bool(_given(known.get("CORTEX_TEAM")))
        ),
        cwd=cwd,
        user_home=user_home,
        is_nested=bool(_given(known.get("CORTEX_NESTED"))),
        warnings=doubts + _unknown_names(known),
    )


def _given(value: str | None) -> str:
    return "" if value is None else value.strip()


def _home_path(chosen: str, cwd: str, user_home: str) -> str:
    if chosen:
        return _absolute(chosen, cwd, user_home)
    if not user_home:
        from cortex.model.errors import SettingsInvalid

        message = "no home folder is known, so there is no place for the brain"
        raise SettingsInvalid(message, remedy="set CORTEX_HOME", field="CORTEX_HOME")
    return os.path.join(user_home, ".cortex")


def _absolute(path: str, cwd: str, user_home: str) -> str:
    """Give a path as written by a person in absolute form; links are not followed."""
    if path == "~" or path.startswith("~/"):
        path = user_home + path[1:] if user_home else path
    elif path.startswith("~"):
        path = os.path.expanduser(path)
    if not os.path.isabs(path):
        path = os.path.join(cwd or os.sep, path)
    return os.path.normpath(path)


def _durability(value: str) -> tuple[str, tuple[str, ...]]:
    if value in ("", DURABILITY_DURABLE):
        return DURABILITY_DURABLE, ()
    if value == DURABILITY_FAST:
        return DURABILITY_FAST, ()
    warning = (
        f"CORTEX_DURABILITY is '{_shown(value)}', which is neither '{DURABILITY_DURABLE}' nor "
        f"'{DURABILITY_FAST}'; writing durably"
    )
    return DURABILITY_DURABLE, (warning,)


def _owner_id(value: str, *, is_team: bool) -> int | None:
    """Read ``user:<id>``. A malformed owner is refused: guessing could show another's rows."""
    if not value and not is_team:
        return None
    if not value:
        from cortex.model.errors import SettingsInvalid

        message = "this brain is shared (CORTEX_TEAM), and CORTEX_OWNER does not say who asks"
        raise SettingsInvalid(
            message, remedy="set CORTEX_OWNER=user:<number>", field="CORTEX_OWNER"
        )
    kind, _, digits = value.partition(":")
    if kind == "user" and digits.isascii() and digits.isdigit() and len(digits) <= 19:
        owner_id = int(digits)
        if 0 < owner_id <= OWNER_ID_MAX:
            return owner_id
    from cortex.model.errors import SettingsInvalid

    message = f"CORTEX_OWNER is '{_shown(value)}', which names no owner"
    raise SettingsInvalid(message, remedy="write user:<number>", field="CORTEX_OWNER")


def _unknown_names(environment: dict[str, str]) -> tuple[str, ...]:
    known = [variable.name for variable in KNOWN_VARIABLES]
    if all(name in known for name in environment if name.startswith(PREFIX)):
        return ()
    from cortex.wiring.vault_variables import VAULT_VARIABLES

    known += [name for name, _, _ in VAULT_VARIABLES]
    if all(name in known for name in environment if name.startswith(PREFIX)):
        return ()
    from cortex.core.names.nearness import unknown_variables

    return tuple(
        f"{_shown(name)} is not a setting of Cortex and was ignored"
        + ("" if near is None else f"; did you mean {near}?")
        for name, near in unknown_variables(tuple(environment), tuple(known))
    )


def _shown(value: str) -> str:
    """Give a value on one line and short enough for a message."""
    return ascii(value)[1:-1][:60]
