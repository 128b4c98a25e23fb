"""How is a published state kept from changing while a writer works on a copy?"""

from dataclasses import dataclass, field
from typing import Any, Self

from cortex.model.ages import AgedForm, NewCluster
from cortex.model.housekeeping import Chore
from cortex.model.lean_classes import NamedTuple


class Rows:
    """A dataclass of dictionaries and lists of frozen values."""

    __slots__: tuple[str, ...] = ()

    def copy(self) -> Self:
        """Give the same rows in containers of their own."""
        copied: dict[str, Any] = {}
        for name in self.__slots__:
            value = getattr(self, name)
            copied[name] = value.copy() if isinstance(value, dict | list | Rows) else value
        return type(self)(**copied)


@dataclass(slots=True)
class AgesRows(Rows):
    """What is kept. Nothing is compressed here, so a cold fact is only marked as one."""

    forms: dict[int, AgedForm] = field(default_factory=dict)
    clusters: dict[int, NewCluster] = field(default_factory=dict)


JobKey = tuple[int, str]


class Waiting(NamedTuple):
    """A job that is not done."""

    state: str = "pending"
    generation: int = 0
    attempts: int = 0
    lease_until_us: int = 0
    error: str = ""


@dataclass(slots=True)
class OutboxRows(Rows):
    """What is kept: jobs by (sequence, kind), chores by kind."""

    jobs: dict[JobKey, Waiting] = field(default_factory=dict)
    chores: dict[str, Chore] = field(default_factory=dict)
