"""What do the seats of an organisation share? One file, one writer at a time, through the gate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.boot.calendar import day_text
from cortex.core.seat.claims import same_name
from cortex.core.seat.gate import judge
from cortex.core.seat.knowledge import KNOWLEDGE_FILE, held_claims, template, with_claim
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_gate import Claim, Decision, Verdict

if TYPE_CHECKING:
    from cortex.ports.seat_files import SeatFiles

KNOWLEDGE_BYTES_MAX = 262_144
"""Bytes of the file: every seat reads it whole at every start."""


def read_knowledge(files: SeatFiles, org: str) -> str:
    """Give the file of an organisation; its template when there is none.

    Raises:
        SeatFileRefused: it is a link, or past its limit.
    """
    content = files.find(KNOWLEDGE_FILE, KNOWLEDGE_BYTES_MAX)
    return template(org) if content is None else content.decode("utf-8", "replace")


def share(  # noqa: PLR0913  # A claim, where it goes, and how it may.
    files: SeatFiles,
    org: str,
    section: str,
    claim: Claim,
    now_us: int,
    *,
    checked: str = "",
    is_decided: bool = False,
) -> tuple[Verdict, str]:
    """Put a statement below a heading if the gate lets it pass; give the verdict and the file.

    Raises:
        SeatFileRefused: the file cannot be read or written.
    """
    with files.turn():
        before = files.find(KNOWLEDGE_FILE, KNOWLEDGE_BYTES_MAX)
        text = template(org) if before is None else before.decode("utf-8", "replace")
        held = [one for one in held_claims(text) if same_name(one.subject, claim.subject)]
        verdict = judge(claim, held, now_us, checked, (section,))
        if verdict.reason == "known":
            return verdict, ""
        if verdict.decision in {Decision.HOLD, Decision.REJECT} and not is_decided:
            return verdict, ""
        changed = with_claim(text, section, claim, verdict.old, day_text(now_us))
        if not files.exchange(KNOWLEDGE_FILE, before, changed.encode()):
            message = f"{KNOWLEDGE_FILE}: somebody wrote it meanwhile"
            raise SeatFileRefused(message, remedy="run the command again; nothing was changed")
        return verdict, KNOWLEDGE_FILE
