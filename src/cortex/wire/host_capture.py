"""How are grants of hosts, what they handed over, and read transcripts written as JSON?

Source: docs/formats/host-payloads.md, docs/formats/transcripts.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cortex.model.errors import InvalidRequest
from cortex.model.host_events import HOSTS
from cortex.model.host_grants import ADAPTER_VERSION, HostGrant
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import OBSERVATION_BYTES_DEFAULT
from cortex.model.observations import CaptureReceipt
from cortex.model.transcripts import Counts, TranscriptReport
from cortex.wire.observations import capture_receipt_json

GRANT_FIELDS = frozenset(
    {"key", "host", "scope", "host_version", "adapter_version", "max_bytes", "live", "history"}
)


class AskedGrant(NamedTuple):
    """A grant as somebody wrote it; ``scope`` may be any name of a place, or None for this one."""

    grant: HostGrant
    scope: str | None


def read_grant(asked: dict[str, Any]) -> AskedGrant:
    """Give the grant that a JSON object describes.

    Raises:
        InvalidRequest: a field is unknown, missing, or of another type.
    """
    unknown = sorted(set(asked) - GRANT_FIELDS)
    if unknown:
        message = f"a grant has no field '{unknown[0][:40]}'"
        remedy = f"its fields are: {', '.join(sorted(GRANT_FIELDS))}"
        raise InvalidRequest(message, remedy=remedy, field=unknown[0][:40])
    grant = HostGrant(
        key=_text(asked, "key"),
        host=_text(asked, "host"),
        scope_id="",
        host_version=_text(asked, "host_version", ""),
        adapter_version=_text(asked, "adapter_version", ADAPTER_VERSION),
        bytes_max=_number(asked, "max_bytes", OBSERVATION_BYTES_DEFAULT),
        is_live=_flag(asked, "live"),
        is_history=_flag(asked, "history"),
    )
    return AskedGrant(grant, _text(asked, "scope", "") or None)


def grant_json(grant: HostGrant) -> dict[str, object]:
    """Give a grant."""
    return {
        "key": grant.key,
        "host": grant.host,
        "scope": grant.scope_id,
        "host_version": grant.host_version,
        "adapter_version": grant.adapter_version,
        "max_bytes": grant.bytes_max,
        "live": grant.is_live,
        "history": grant.is_history,
    }


def handed_over_json(
    receipts: Sequence[CaptureReceipt],
    *,
    excluded: int,
    ignored: Counts,
    unknown: Counts,
    next_offset: int | None,
    waiting_bytes: int,
) -> dict[str, object]:
    """Give what became of a payload or a tail; a single event's receipt stands at the top too."""
    told: dict[str, object] = {
        "accepted": [capture_receipt_json(receipt) for receipt in receipts],
        "excluded": excluded,
        "ignored_metadata": sum(count for _, count in ignored),
        "ignored": dict(ignored),
        "unknown": dict(unknown),
    }
    if next_offset is not None:
        told["next_offset"] = next_offset
        told["uncommitted_tail_bytes"] = waiting_bytes
    elif receipts:
        told = {**capture_receipt_json(receipts[0]), **told}
    return told


def transcripts_json(reports: Sequence[TranscriptReport], *, is_preview: bool) -> dict[str, object]:
    """Give what became of the transcripts, in all and file by file."""
    return {
        "preview": is_preview,
        "files": len(reports),
        "kept": sum(count for report in reports for _, count in report.kept),
        "duplicates": sum(report.duplicates for report in reports),
        "transcripts": [_transcript_json(report) for report in reports],
    }


def _transcript_json(report: TranscriptReport) -> dict[str, object]:
    return {
        "path": report.path,
        "host": report.host,
        "session": report.session,
        "status": report.standing.value,
        "lines": report.lines,
        "kept": dict(report.kept),
        "duplicates": report.duplicates,
        "told_otherwise": report.differing,
        "refused": dict(report.refused),
        "ignored": dict(report.ignored),
        "unknown": dict(report.unknown),
        "redacted": dict(report.redacted),
        "bad_lines": report.bad,
        "first_bad_lines": list(report.bad_lines),
        "uncommitted_tail_bytes": report.waiting_bytes,
        "detail": report.detail,
    }


def _text(asked: dict[str, Any], name: str, default: str | None = None) -> str:
    value = asked.get(name, default)
    if isinstance(value, str):
        return value
    message = f"'{name}' of a grant is a text"
    remedy = f"name one of: {', '.join(HOSTS)}" if name == "host" else "give a short name"
    raise InvalidRequest(message, remedy=remedy, field=name)


def _number(asked: dict[str, Any], name: str, default: int) -> int:
    value = asked.get(name, default)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    message = f"'{name}' of a grant is a whole number"
    raise InvalidRequest(message, remedy="give the bytes of one event", field=name)


def _flag(asked: dict[str, Any], name: str) -> bool:
    value = asked.get(name, True)
    if isinstance(value, bool):
        return value
    message = f"'{name}' of a grant is true or false"
    raise InvalidRequest(message, remedy="leave it away for true", field=name)
