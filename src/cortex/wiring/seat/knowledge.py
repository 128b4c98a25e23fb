"""Where is the file the seats of an organisation share, and how do commands write to it?"""

# ruff: noqa: PTH119, PTH120  # Paths are texts here.

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cortex.core.seat.entity_requests import new_claim
from cortex.core.seat.fact_lines import statement
from cortex.core.seat.plain import line_text
from cortex.model.errors import NotFound
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_gate import Layer
from cortex.seat.knowledge import read_knowledge, share
from cortex.stores.files.seat_files import SeatFolder
from cortex.wiring.seat.gate import Proposed, concluded
from cortex.wiring.seat.opening import OpenSeat, open_seat

if TYPE_CHECKING:
    from cortex.wiring.settings import Settings

SECTION_CHARS_MAX = 64
"""Characters of a heading."""


class OpenOrg(NamedTuple):
    """A seat, and the folder of the organisation it works for."""

    opened: OpenSeat
    files: SeatFolder
    root: str


def org_folder(root: str, org: str) -> str:
    """Give the folder of a seat's organisation, or an empty text when it lies in none.

    A seat of an organisation lies in ``<organisation>/agents/<seat>``.
    """
    agents = os.path.dirname(root)
    folder = os.path.dirname(agents)
    is_one = os.path.basename(agents) == "agents" and os.path.basename(folder) == org
    return folder if org and is_one else ""


@contextmanager
def open_org(settings: Settings, seat: str | None) -> Iterator[OpenOrg]:
    """Open the folder of a seat's organisation.

    Raises:
        NoSeat: there is no such seat.
        NotFound: the seat belongs to no organisation.
        SeatFileRefused: a folder cannot be opened.
    """
    with open_seat(settings, seat) as opened:
        root = org_folder(opened.seat.root, opened.seat.org)
        if not root:
            message = f"the seat {opened.seat.name} belongs to no organisation"
            remedy = "install it below <organisation>/agents/, or use `cortex note add`"
            raise NotFound(message, remedy=remedy)
        with SeatFolder(root) as files:
            yield OpenOrg(opened, files, root)


def add(
    settings: Settings,
    seat: str | None,
    said: dict[str, str],
    as_of_us: int | None,
    *,
    is_decided: bool = False,
) -> Proposed:
    """Share a statement if the gate lets it pass; a refused one waits, or is kept as a quote.

    Args:
        said: section, subject (empty: the section), predicate, text, source, checked, verified.
        as_of_us: when it holds by its source; None for now.

    Raises:
        NoSeat, NotFound, SeatFileRefused, InvalidRequest: as their docstrings say.
    """
    with open_org(settings, seat) as org:
        opened = org.opened
        section = line_text(said["section"], SECTION_CHARS_MAX, "section")
        named = {**said, "subject": said["subject"] or section}
        claim = new_claim(named, Layer.KNOWLEDGE, opened.now_us if as_of_us is None else as_of_us)
        verdict, path = share(
            org.files,
            opened.seat.org,
            section,
            claim,
            opened.now_us,
            checked=said.get("checked", ""),
            is_decided=is_decided,
        )
        written = (f"{org.root}/{path}" if path else "", ())
        extra = {**named, "section": section}
        return concluded(opened, claim, verdict, written, extra, statement(claim))


def read(settings: Settings, seat: str | None) -> str:
    """Give what the seats of an organisation share.

    Raises:
        NoSeat, NotFound, SeatFileRefused: as their docstrings say.
    """
    with open_org(settings, seat) as org:
        return read_knowledge(org.files, org.opened.seat.org)
