"""Has this request been answered before? Then the same answer is given, and nothing is done again.

What is remembered names things by id and holds no text of a memory, so that forgetting a fact needs
no look at it. Source: CQR 4.2 (operation_ledger), docs/formats/operations.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from cortex.core.text.digests import digest
from cortex.model.errors import IdempotencyConflict
from cortex.model.records import LedgerEntry
from cortex.services.labels import require_plain_key

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.ports.brain import BrainWriter

HASH_DOMAIN = "cortex/request/1"

Answer = dict[str, object]


def once(
    writer: BrainWriter,
    key: str | None,
    asked: Mapping[str, object],
    run: Callable[[], Answer],
    *,
    caller: Caller,
    now_us: int,
) -> Answer:
    """Give the answer of ``run``, or the first one when this key was answered already.

    Args:
        key: None runs it every time.
        asked: what the request says; a repeat must say the same.

    Raises:
        InvalidRequest: the key seems to hold a secret.
        IdempotencyConflict: the key was used for something else.
    """
    if key is None:
        return run()
    require_plain_key(key, "idempotency_key")
    payload = json.dumps(asked, ensure_ascii=False, sort_keys=True)
    request_hash = digest(HASH_DOMAIN, payload.encode("utf-8", "replace"))
    known = writer.find_ledger(caller.principal, key)
    if known is not None:
        if known.canonical_hash != request_hash:
            message = f"idempotency_conflict: key '{key}' was used with a different payload"
            raise IdempotencyConflict(message, field="idempotency_key")
        first: Answer = json.loads(known.outcome_json)
        return {**first, "replayed": True}
    answer = run()
    writer.remember(
        LedgerEntry(
            principal=caller.principal,
            idempotency_key=key,
            request_id=key,
            canonical_hash=request_hash,
            outcome_json=json.dumps(answer, ensure_ascii=False, sort_keys=True),
            recorded_us=now_us,
        )
    )
    return answer
