"""Which digest does a whole vault have, and does it survive being written out?

SHA-256 over the records as compact JSON, ordered by id in the contract's collation.
Source: vault contract.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256

from cortex.core.vault.collation import collation_key
from cortex.model.vault import Provenance, VaultRecord, record_fields

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def corpus_digest(records: Iterable[VaultRecord]) -> str:
    """Give the digest of records, 64 hexadecimal digits; their order does not matter."""
    return digest_in_order(in_order(records))


def in_order(records: Iterable[VaultRecord]) -> list[VaultRecord]:
    """Give records in the order a digest takes them."""
    return sorted(records, key=lambda record: collation_key(record.id))


def digest_in_order(records: Iterable[VaultRecord]) -> str:
    """Give the digest of records that are in order; one record at a time is in memory as JSON."""
    digest = sha256(b"[")
    separator = ""
    for record in records:
        digest.update(f"{separator}{_ENCODER.encode(record_fields(record))}".encode())
        separator = ","
    digest.update(b"]")
    return digest.hexdigest()


def round_trip(record: VaultRecord) -> VaultRecord:
    """Give a record after it was written as a line of JSON and read again."""
    read = json.loads(json.dumps(record_fields(record), ensure_ascii=False))
    return record._replace(
        **{name: read[name] for name in ("id", "type", "title", "created", "updated", "content")},
        provenance=Provenance(**read["provenance"]),
        related=tuple(read["related"]),
        valid_from=read["valid_from"],
        valid_until=read["valid_until"],
    )
