"""Is all that a seat wrote down found when somebody searches it? Doctor D7.

What changed since is read anew by the next search; only notes beside prompts wait for it. A file
that cannot be read, and an index that is broken, are failures. Source: OGL 9, ADR 0190, 0209.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.knowledge import KNOWLEDGE_FILE
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_checks import FAIL, PASS, WARN, SeatCheck, shown
from cortex.seat.knowledge import KNOWLEDGE_BYTES_MAX
from cortex.seat.looking import looked
from cortex.seat.memory_index import INDEX, index_state

if TYPE_CHECKING:
    from cortex.ports.seat_files import SeatFiles

_RENEW = "run `cortex digest run`: it reads what changed, and makes the index anew"


def index_check(files: SeatFiles, kept: SeatFiles, org: SeatFiles | None) -> SeatCheck:
    """Give D7.

    Args:
        files: the seat's own folder.
        kept: what Cortex keeps for it.
        org: the folder of its organisation; None without one.
    """
    return looked("D7", lambda: _check(files, kept, org))


def _check(files: SeatFiles, kept: SeatFiles, org: SeatFiles | None) -> SeatCheck:
    state = index_state(files, kept)
    unread = [*state.unread, *_unread_knowledge(org)]
    if unread:
        said = f"cannot be searched: {shown(unread, ', ')}"
        return SeatCheck("D7", FAIL, said, "look at the file that is named")
    if not state.is_readable:
        said = f"{INDEX} in the seat's home is broken, so nothing stands beside prompts"
        return SeatCheck("D7", FAIL, said, _RENEW)
    if state.changed:
        said = f"{state.files} files indexed; changed since: {shown(state.changed, ', ')}"
        return SeatCheck("D7", WARN, said, _RENEW)
    if not state.files:
        return SeatCheck("D7", WARN, "nothing is indexed yet", "write the first log entry")
    return SeatCheck("D7", PASS, f"{state.files} files of memory, each as it was indexed")


def _unread_knowledge(org: SeatFiles | None) -> list[str]:
    """Give the file of the organisation when it is there and cannot be read."""
    if org is None:
        return []
    try:
        org.find(KNOWLEDGE_FILE, KNOWLEDGE_BYTES_MAX)
    except SeatFileRefused:
        return [f"the organisation's {KNOWLEDGE_FILE}"]
    return []
