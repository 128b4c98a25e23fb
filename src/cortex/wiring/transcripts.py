"""How are the transcripts of a file or folder found, read and handed to the services?"""

# ruff: noqa: PTH119, PTH122  # Paths are texts here.

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cortex.hosts.transcripts.formats import READABLE
from cortex.model.errors import InvalidRequest
from cortex.model.refusals import CaptureRefused
from cortex.model.transcripts import Standing, TranscriptReport
from cortex.services.transcripts import Opened, Taking, take_in_transcript
from cortex.stores.sources import transcripts as files
from cortex.wiring.host_capture import locator
from cortex.wiring.spool import COMMAND_MS, drain_now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.callers import Caller, Place
    from cortex.wiring.house import House

Progress = Callable[[int, int], None]


def take_in_transcripts(  # noqa: PLR0913  # Which, whose, for where and how.
    house: House,
    caller: Caller,
    paths: Sequence[str],
    place: Place,
    *,
    host: str = "",
    is_preview: bool = False,
    on_progress: Progress | None = None,
) -> tuple[TranscriptReport, ...]:
    """Take in every transcript of these files and folders, each on its own, by path.

    What each row tells belongs to the project of its folder; to the place's when it names one.

    Raises:
        InvalidRequest: a path is no file and no folder, or a host's transcripts are not read.
        CaptureRefused: none of them could be taken in, and this is why.
    """
    if host and host not in READABLE:
        message = f"transcripts of '{host[:40]}' are not read"
        remedy = f"name one of: {', '.join(READABLE)}"
        raise InvalidRequest(message, remedy=remedy, field="host")
    if not is_preview:
        drain_now(house, COMMAND_MS)  # What hooks took down came first.
    found = dict.fromkeys(one for path in paths for one in files.transcripts_in(path))
    taking = Taking(
        caller.principal,
        locator(house, place),
        house.now_us,
        host,
        house.capture_policy(),
        is_preview,
        on_progress,
    )
    reports = []
    refusal: CaptureRefused | None = None
    for path in sorted(found):
        try:
            reports.append(_take_in(house, path, taking))
        except CaptureRefused as error:
            refusal = error
            reports.append(TranscriptReport(path, standing=Standing.REFUSED, detail=error.message))
        except OSError as error:
            detail = error.strerror or "it cannot be read"
            reports.append(TranscriptReport(path, standing=Standing.UNREADABLE, detail=detail))
    if refusal is not None and all(one.standing is Standing.REFUSED for one in reports):
        raise refusal
    return tuple(reports)


def _take_in(house: House, path: str, taking: Taking) -> TranscriptReport:
    name = os.path.splitext(os.path.basename(path))[0]

    def lines(offset: int) -> Iterator[files.Line]:
        return files.iter_lines(path, offset)

    opened = Opened(
        path,
        name,
        files.size_of(path),
        lambda offset: files.identity_at(path, offset),
        lines,
    )
    return take_in_transcript(house.known if taking.is_preview else house.brain, opened, taking)
