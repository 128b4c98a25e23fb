"""What can still be read from a damaged brain, and how does it become a brain again?

Row by row into a new file; everything derived is made again from the facts, and the result is
looked through before it takes the place of the damaged one, which is kept. Source: ADR 0108.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.copies import BRAIN_MEMBER, RecoverReport
from cortex.model.errors import StoreUnreadable
from cortex.services.rebuild import rebuild_anchors

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.ports.copies import Progress
    from cortex.services.backup import Copying
    from cortex.services.restore import Turn

EARLIER_COPY = "run `cortex restore` to list copies, and bring one back"


def recover(
    tools: Copying,
    turn: Turn,
    caller: Caller,
    now_us: int,
    *,
    is_applied: bool,
    on_progress: Progress | None = None,
) -> RecoverReport:
    """Say what can be read of the brain, and with ``is_applied`` put that in its place.

    A sound brain is left alone whatever was asked.

    Raises:
        StoreUnreadable: there is no brain, nothing can be read, or it is another program's.
        StoreNewer: a newer Cortex wrote it.
        StoreBusy, DiskFull, StoreReadOnly: nothing was replaced.
    """
    present = tools.files.present(0)
    if not tools.place.size(tools.path):
        message = f"there is no store at {tools.path}, or it is empty"
        raise StoreUnreadable(message, remedy=EARLIER_COPY)
    findings = tools.files.examined() or ((present.detail,) if present.detail else ())
    if not findings:
        return RecoverReport(tools.path, present.facts, (), (), is_applied=False, set_aside=None)
    with (
        tools.place.staging(tools.path, 3 * tools.place.size(tools.path)) as staged,
        turn.writing(),
    ):
        saved = f"{staged}/{BRAIN_MEMBER}"
        tables, altered = tools.files.salvage(saved, now_us)
        brain = tools.open_copy(saved)
        try:
            facts = rebuild_anchors(brain, caller, now_us, on_progress=on_progress).facts
        finally:
            brain.close()
        tools.files.settle(saved)
        faults = tools.files.faults(saved)
        if faults:
            message = f"what was read does not fit together: {faults[0]}"
            raise StoreUnreadable(message, remedy=EARLIER_COPY)
        set_aside = None
        if is_applied:
            set_aside = tools.place.set_aside(tools.path, now_us)
            tools.place.put(saved, tools.path)
    return RecoverReport(tools.path, facts, tables, findings, is_applied, set_aside, altered)
