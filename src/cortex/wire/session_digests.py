"""How are session digests and finds in a seat's memory written as JSON?

Source: docs/formats/digests.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.wire.instants import format_instant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.session_digests import DigestFile, MemoryFound, RunResult, Waiting


def run_json(results: Sequence[RunResult], waiting: Waiting) -> dict[str, object]:
    """Give what a run did, oldest first, and what waits after it."""
    return {
        "sessions": [
            {
                "stage": one.stage,
                "session_id": one.session_id,
                "status": one.became,
                "file": one.file or None,
                "by_model": one.by_model,
                "detail": one.detail or None,
            }
            for one in results
        ],
        **waiting_json(waiting),
    }


def waiting_json(waiting: Waiting) -> dict[str, object]:
    """Give what waits and what failed for good."""
    return {
        "waiting": [
            {"name": name, "staged_at": format_instant(at_us)} for name, at_us in waiting.staged
        ],
        "set_aside": list(waiting.set_aside),
    }


def digests_json(days: Sequence[DigestFile], waiting: Waiting) -> dict[str, object]:
    """Give the days that have digests, oldest first, and what waits."""
    return {
        "days": [{"day": one.day, "file": one.file, "entries": one.entries} for one in days],
        **waiting_json(waiting),
    }


def found_json(found: MemoryFound, question: str) -> dict[str, object]:
    """Give the finds, best first."""
    return {
        "question": question,
        "hits": [
            {
                "file": hit.file,
                "line": hit.line,
                "heading": hit.heading or None,
                "text": hit.text,
                "standing": hit.standing,
                "score": round(hit.score, 4),
                "terms": list(hit.terms),
                "changed_at": format_instant(hit.changed_us),
            }
            for hit in found.hits
        ],
        "files_searched": found.files,
        "passages_searched": found.chunks,
        "files_read_anew": found.renewed,
        "files_skipped": list(found.skipped),
    }
