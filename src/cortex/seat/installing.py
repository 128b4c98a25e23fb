"""How does a folder become a seat, and stop being one?

Source: OGL 10, docs/formats/seat.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cortex.core.seat.install_plan import (
    INSTRUCTIONS_FILE,
    made_files,
    plan_steps,
    without_block,
)
from cortex.model.errors import InvalidRequest
from cortex.model.installation import Action, EditRefused, SeatStep
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatFileRefused

if TYPE_CHECKING:
    from cortex.ports.seat_files import SeatFiles

FILE_BYTES_MAX = 2**20
"""Largest file of a seat that is read for a plan: a megabyte of text is no working memory."""


class Planned(NamedTuple):
    """What is to be done, and what each file that changes holds now."""

    steps: tuple[SeatStep, ...]
    before: dict[str, bytes]


def plan(files: SeatFiles, version: str) -> Planned:
    """Look at a folder and give what makes it a seat; nothing is written.

    Raises:
        SeatFileRefused: a file is a link, too large, no text, or its block is not as we left it.
    """
    before = {}
    for path in (*made_files(), INSTRUCTIONS_FILE):
        content = files.find(path, FILE_BYTES_MAX)
        if content is not None:
            before[path] = content
    with _told():
        return Planned(tuple(plan_steps(before, version)), before)


def carry_out(files: SeatFiles, planned: Planned, stamp: str) -> list[str]:
    """Write what was planned and give the copies made of files that changed.

    Raises:
        InvalidRequest: somebody wrote one of the files since; those before it are written.
        SeatFileRefused: one of them cannot be written.
    """
    copies = []
    with files.turn():
        for step in planned.steps:
            if step.action is Action.SKIP:
                continue
            before = planned.before.get(step.path)
            if before is not None:
                copies.append(f"{step.path}.bak-{stamp}")
                files.replace(copies[-1], before)
            if not files.exchange(step.path, before, step.content):
                message = f"{step.path} was written while we looked"
                raise InvalidRequest(message, remedy="look at the plan again")
    return copies


def take_out(files: SeatFiles, stamp: str, *, is_forced: bool) -> str:
    """Take our block out of the instructions and give the copy made; empty without a block.

    What the seat wrote stays.

    Raises:
        SeatFileRefused: the file cannot be read or written, or somebody wrote in our block.
    """
    with files.turn():
        before = files.find(INSTRUCTIONS_FILE, FILE_BYTES_MAX)
        if before is None:
            return ""
        with _told():
            after = without_block(before, is_forced=is_forced)
        if after == before:
            return ""
        copy = f"{INSTRUCTIONS_FILE}.bak-{stamp}"
        files.replace(copy, before)
        if after.strip():
            files.replace(INSTRUCTIONS_FILE, after)
        else:
            files.remove(INSTRUCTIONS_FILE)
        return copy


@contextmanager
def _told() -> Iterator[None]:
    """Say what is wrong with the instructions in a refusal that names the file."""
    try:
        yield
    except EditRefused as error:
        message = f"{INSTRUCTIONS_FILE}: {error.reason}"
        raise SeatFileRefused(message, remedy=error.remedy) from None
    except UnicodeDecodeError:
        message = f"{INSTRUCTIONS_FILE} is no text in UTF-8"
        raise SeatFileRefused(message) from None
