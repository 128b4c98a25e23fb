"""How does what a fact says lie in a cold block, and how does it come back exactly?

Table ``cold_blocks``: canonical. A block is the deflated JSON list of [fact id, text, context] of
up to ``BLOCK_FACTS_MAX`` facts of one scope, ids ascending; its digest is over the bytes before
deflation and is compared at every reading. Source: ADR 0086.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cortex.model.errors import StoreUnreadable
    from cortex.stores.sqlite.session import Session

BLOCK_FACTS_MAX = 64
"""Facts of one block: enough that they deflate to a third, few enough that reading one is quick."""

BLOCK_CHARS_MAX = 65_536
"""Characters of one block; a longer fact has a block to itself."""

BLOCKS_REMEMBERED = 16
"""Blocks kept as read, by their bytes, for the life of the process: about two megabytes."""

DIGEST_BYTES = 32
_DOMAIN = b"cortex/cold/1"

Said = tuple[str, str | None]
"""A text and its context."""

MARKER = "[cold:{}]"
"""What stands in the row in place of the text, with the block's number; for whoever reads the file
by hand. The column ``cold_block`` decides, so a fact may well say these very words."""


def read(session: Session, fact_id: int, block_id: int) -> Said:
    """Give what a fact says from the block it lies in.

    Raises:
        StoreUnreadable: the block is damaged or does not hold the fact.
    """
    said = _members(session, block_id).get(fact_id)
    if said is None:
        raise _damaged(session, block_id)
    return said


def move(session: Session, scope_no: int, members: Iterable[tuple[int, str, str | None]]) -> None:
    """Put what facts of one scope say into new blocks, and markers into their rows."""
    for part in _parts(sorted(members)):
        digest, packed = pack(part)
        block_id = session.insert(
            "INSERT INTO cold_blocks (scope_no, facts, digest, packed) VALUES (?, ?, ?, ?)",
            (scope_no, len(part), digest, packed),
        )
        session.run_many(
            "UPDATE facts SET text = ?, context = NULL, cold_block = ? WHERE fact_id = ?",
            [(MARKER.format(block_id), block_id, fact_id) for fact_id, _, _ in part],
        )


def thaw(session: Session, fact_id: int) -> bool:
    """Put what a fact says back into its row and out of its block; False if it is not cold.

    Raises:
        StoreUnreadable: its block is damaged; nothing was changed.
    """
    block_id = session.value("SELECT cold_block FROM facts WHERE fact_id = ?", (fact_id,))
    if block_id is None:
        return False
    members = dict(_members(session, block_id))
    if fact_id not in members:
        raise _damaged(session, block_id)
    session.rows(
        "UPDATE facts SET text = ?, context = ?, cold_block = NULL WHERE fact_id = ?",
        (*members.pop(fact_id), fact_id),
    )
    if not members:
        session.rows("DELETE FROM cold_blocks WHERE block_id = ?", (block_id,))
        return True
    digest, packed = pack([(key, *said) for key, said in sorted(members.items())])
    session.rows(
        "UPDATE cold_blocks SET facts = ?, digest = ?, packed = ? WHERE block_id = ?",
        (len(members), digest, packed, block_id),
    )
    return True


def faults(session: Session, limit: int) -> list[tuple[int, int]]:
    """Read every block and give (block id, facts that point at it) of those that are damaged."""
    from cortex.model.errors import StoreUnreadable

    found = []
    for block_id, counted in session.rows(
        "SELECT block_id, facts FROM cold_blocks ORDER BY block_id"
    ):
        pointing = session.values(
            "SELECT fact_id FROM facts INDEXED BY facts_in_cold_blocks WHERE cold_block = ?"
            " ORDER BY fact_id",
            (block_id,),
        )
        try:
            is_sound = list(_members(session, block_id)) == pointing and len(pointing) == counted
        except StoreUnreadable:
            is_sound = False
        if not is_sound:
            found.append((block_id, len(pointing)))
            if len(found) >= limit:
                break
    return found


def everything(session: Session) -> Iterator[tuple[int, Said]]:
    """Give (fact id, what it says) of every fact in a block, block by block.

    Raises:
        StoreUnreadable: a block is damaged.
    """
    for block_id in session.values("SELECT block_id FROM cold_blocks ORDER BY block_id"):
        yield from _members(session, block_id).items()


def pack(members: Iterable[tuple[int, str, str | None]]) -> tuple[bytes, bytes]:
    """Give (digest, deflated bytes) of facts with ascending ids."""
    import json
    import zlib

    whole = json.dumps(list(members), ensure_ascii=False, separators=(",", ":"))
    encoded = whole.encode("utf-8", "surrogatepass")
    return _digest(encoded), zlib.compress(encoded, 9)


@lru_cache(maxsize=BLOCKS_REMEMBERED)
def unpack(digest: bytes, packed: bytes) -> dict[int, Said]:
    """Give what each fact of a block says; not to be changed by the caller.

    Raises:
        ValueError: these are not the bytes the digest was made of.
    """
    import json
    import zlib

    try:
        whole = zlib.decompress(packed)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if _digest(whole) != digest:
        message = "the digest does not fit"
        raise ValueError(message)
    rows = json.loads(whole.decode("utf-8", "surrogatepass"))
    return {fact_id: (text, context) for fact_id, text, context in rows}


def _members(session: Session, block_id: int) -> dict[int, Said]:
    row = session.row("SELECT digest, packed FROM cold_blocks WHERE block_id = ?", (block_id,))
    try:
        if row is not None:
            return unpack(*row)
    except ValueError:
        pass
    raise _damaged(session, block_id)


def _damaged(session: Session, block_id: int) -> StoreUnreadable:
    from cortex.model.errors import StoreUnreadable

    message = f"cold block {block_id} of the store is damaged, what it holds cannot be read: "
    return StoreUnreadable(message + session.path, remedy="run `cortex doctor`; restore a backup")


def _digest(whole: bytes) -> bytes:
    import hashlib

    return hashlib.blake2b(whole, digest_size=DIGEST_BYTES, person=_DOMAIN).digest()


def _parts(
    members: Iterable[tuple[int, str, str | None]],
) -> Iterator[list[tuple[int, str, str | None]]]:
    """Cut facts into the content of one block each."""
    part: list[tuple[int, str, str | None]] = []
    chars = 0
    for member in members:
        size = len(member[1]) + len(member[2] or "")
        if part and (len(part) >= BLOCK_FACTS_MAX or chars + size > BLOCK_CHARS_MAX):
            yield part
            part, chars = [], 0
        part.append(member)
        chars += size
    if part:
        yield part
