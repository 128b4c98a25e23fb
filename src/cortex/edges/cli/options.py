"""Which options mean the same on every verb, and how are their values read?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Any

import click

from cortex.edges.cli.catalogue import GLOBAL_OPTIONS
from cortex.model.errors import CortexError, InvalidRequest, UnknownName
from cortex.wire.instants import parse_instant
from cortex.wiring.present import read_now_us

if TYPE_CHECKING:
    from cortex.edges.cli.session import Session

# Types a rule of ours means something by; agents and people add their own.
USUAL_TYPES = (
    "attempt",
    "case",
    "checkpoint",
    "constraint",
    "contract",
    "convention",
    "counterexample",
    "decision",
    "exception",
    "fact",
    "failure",
    "feedback",
    "finding",
    "focus_summary",
    "lesson",
    "memory",
    "note",
    "obligation",
    "observation",
    "open_question",
    "outcome",
    "playbook",
    "policy",
    "preference",
    "procedure",
    "question",
    "rule",
    "runbook",
    "scratch",
    "tool_result",
    "verified_result",
)
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}


class InstantType(click.ParamType[int]):
    """A date, a date-time or ``now``; the value is microseconds since the epoch."""

    name = "instant"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the instant, naming the option in the refusal."""
        del ctx
        if isinstance(value, int):
            return value
        now_us = read_now_us() if value.strip().lower() == "now" else None
        return parse_instant(value, field=_field(param), now_us=now_us)


class DurationType(click.ParamType[int]):
    """A number with s, m, h, d or w behind it (seconds without); the value is seconds."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the duration; zero and less are refused by the verb that knows why."""
        del ctx
        if isinstance(value, int):
            return value
        text = value.strip().lower()
        unit = _SECONDS.get(text[-1:], 1)
        digits = text[:-1] if text[-1:] in _SECONDS else text
        if not (digits.isascii() and digits.isdigit()):
            message = f"'{_field(param)}' is no duration: '{value}'"
            raise InvalidRequest(
                message, remedy="write 90s, 15m, 12h, 30d or 8w", field=_field(param)
            )
        return int(digits) * unit


class CountType(click.ParamType[int]):
    """A whole number within bounds."""

    name = "count"

    def __init__(self, minimum: int, maximum: int) -> None:
        self.minimum = minimum
        self.maximum = maximum

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number.

        Raises:
            InvalidRequest: it is none, or out of bounds.
        """
        del ctx
        text = str(value).strip()
        if text.isascii() and text.isdigit() and self.minimum <= int(text[:19]) <= self.maximum:
            return int(text)
        field = _field(param)
        message = f"'{field}' takes a whole number from {self.minimum} to {self.maximum}"
        raise InvalidRequest(message, remedy=f"'{text[:40]}' is none", field=field)


class NameType(click.ParamType[str]):
    """One of a closed set of names; a slip is answered with the nearest."""

    def __init__(self, what: str, names: Iterable[str]) -> None:
        self.name = what
        self.names = tuple(names)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Give the name, in lower case.

        Raises:
            UnknownName: it is not in the set.
        """
        del ctx
        name = str(value).strip().lower()
        if name in self.names:
            return name
        from cortex.wiring.names import nearest_name

        near = nearest_name(name, self.names)
        raise UnknownName(
            self.name, str(value), (near,) if near else self.names, field=_field(param)
        )

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Give the names for the usage line."""
        del param, ctx
        return "[" + "|".join(self.names) + "]"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """Give the names that begin like this."""
        del ctx, param
        item = click.shell_completion.CompletionItem
        return [item(name) for name in self.names if name.startswith(incomplete)]


def doubtful_type(name: str) -> str | None:
    """Give a warning when a type looks like a slip for a usual one; any other type is fine.

    Types are an open set, so a new one is never refused.
    """
    folded = name.strip().lower().replace("-", "_")
    if folded in USUAL_TYPES:
        return None
    from cortex.wiring.names import nearest_name

    near = nearest_name(folded, USUAL_TYPES)
    return f"'{name}' is no usual type; did you mean '{near}'?" if near else None


def warn_of_types(session: Session, types: Iterable[str]) -> None:
    """Say so when a type looks like a slip; it is used all the same."""
    session.warn(*filter(None, map(doubtful_type, types)))


def complete_type(context: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Give the usual types that begin like this; others may be written all the same."""
    del context, param
    return [name for name in USUAL_TYPES if name.startswith(incomplete)]


def complete_project(context: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Give the names of the scopes that hold facts and begin like this.

    A key press is no place for an error: without a store that can be read there is nothing to give.
    """
    del param
    from cortex.wiring.present import scope_names

    try:
        names = scope_names(context.params.get("home"), context.params.get("db"))
    except CortexError:
        return []
    return [name for name in names if name.startswith(incomplete)]


class ShareType(click.FloatRange):
    """A number from 0 to 1; "nan", which is in no order with them, is none."""

    def __init__(self) -> None:
        super().__init__(0, 1)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number, naming the option in the refusal."""
        share = float(super().convert(value, param, ctx))
        if math.isnan(share):
            self.fail(f"{value} is no number from 0 to 1", param, ctx)
        return share


INSTANT = InstantType()
SHARE = ShareType()
DURATION = DurationType()


def one_of(what: str, choices: type[Enum]) -> NameType:
    """Give the type of an option whose values are those of an enum."""
    return NameType(what, [str(member.value) for member in choices])


def option(name: str, help_text: str, **settings: Any) -> click.Option:
    """Give an option whose variable is its long name with underscores."""
    return click.Option([name], help=help_text, **settings)


def count_option(name: str, help_text: str, default: int, maximum: int) -> click.Option:
    """Give an option whose value is a whole number from 1 to ``maximum``."""
    kind = CountType(1, maximum)
    return option(name, help_text, type=kind, default=default, show_default=True, metavar="N")


def flag(name: str, help_text: str) -> click.Option:
    """Give an option without a value."""
    return click.Option([name], help=help_text, is_flag=True, default=False)


def many(name: str, help_text: str, metavar: str, **settings: Any) -> click.Option:
    """Give an option that may be repeated; the value is a tuple in the order given."""
    about = f"{help_text} (repeatable)"
    return click.Option([name], help=about, multiple=True, metavar=metavar, **settings)


def reference_argument(name: str = "reference") -> click.Argument:
    """Give the argument that names a fact: decision::12, memory::3, or the number alone."""
    return click.Argument([name], metavar=name.upper())


def words_argument(name: str, *, required: bool = True) -> click.Argument:
    """Give the argument that takes all remaining words, so that quoting a sentence is optional."""
    shown = name.upper() if required else f"[{name.upper()}]"
    return click.Argument([name], nargs=-1, required=required, metavar=shown)


def global_options(*, has_json: bool = True) -> Iterator[click.Option]:
    """Give the options every verb takes; ``--json`` only where it means something."""
    for name, metavar, help_text in GLOBAL_OPTIONS:
        if name == "--json" and not has_json:
            continue
        if metavar:
            yield option(name, help_text, metavar=metavar)
        else:
            yield flag(name, help_text)


def place_options() -> list[click.Option]:
    """Give the options that say where a request is made."""
    return [
        option(
            "--project",
            "project or scope to use, by name or id",
            metavar="NAME",
            shell_complete=complete_project,
        ),
        flag("--global", "use the facts that belong to you and not to a project"),
        option(
            "--cwd",
            "folder to speak from (default: the current one)",
            type=click.Path(exists=True, file_okay=False),
            metavar="FOLDER",
        ),
    ]


def agent_option() -> click.Option:
    """Give the option that names who is asking."""
    return option("--agent", "who is asking, for provenance", default="cli", metavar="NAME")


def _field(param: click.Parameter | None) -> str:
    return param.name if param is not None and param.name else "value"
