"""What do facts say whose cold block came out of a damaged file, or did not?

A block that is sound stays. What others held is put back into the rows, from what can be unpacked
or from the newest revision; a fact nobody can tell the words of is lost, and never keeps the marker
as its statement. Source: ADR 0086, ADR 0108.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

from cortex.stores.sqlite.cold import unpack

if TYPE_CHECKING:
    from collections.abc import Iterator

    import apsw

    from cortex.stores.sqlite.cold import Said

_POINTING = """SELECT fact_id FROM facts INDEXED BY facts_in_cold_blocks WHERE cold_block = ?
    ORDER BY fact_id"""

_REVISED = """SELECT r.body_deflated FROM records AS c JOIN revisions AS r USING (record_no)
    WHERE c.fact_id = ? ORDER BY r.ordinal DESC LIMIT 1"""


def settle(made: apsw.Connection) -> int:
    """Leave only sound blocks in a salvaged file, and give how many facts are lost."""
    lost = 0
    named = "SELECT DISTINCT cold_block FROM facts WHERE cold_block IS NOT NULL ORDER BY 1"
    blocks: list[Any] = made.execute(named).fetchall()
    for (block_id,) in blocks:
        pointing = [fact_id for (fact_id,) in made.execute(_POINTING, (block_id,))]
        counted, members = _block(made, block_id)
        if list(members) == pointing and counted == len(pointing):
            continue
        for fact_id in pointing:
            said = members.get(fact_id) or _revised(made, fact_id)
            if said is None:
                made.execute("DELETE FROM facts WHERE fact_id = ?", (fact_id,))
                lost += 1
                continue
            made.execute(
                "UPDATE facts SET text = ?, context = ?, cold_block = NULL WHERE fact_id = ?",
                (*said, fact_id),
            )
    made.execute(
        "DELETE FROM cold_blocks WHERE block_id NOT IN"
        " (SELECT cold_block FROM facts WHERE cold_block IS NOT NULL)"
    )
    return lost


def texts(made: apsw.Connection) -> Iterator[tuple[int, str, str]]:
    """Give (fact id, kind, text) of every fact by id, wherever the text lies; after ``settle``."""
    sql = "SELECT fact_id, kind, text, cold_block FROM facts ORDER BY fact_id"
    rows: list[Any] = made.execute(sql).fetchall()
    for fact_id, kind, text, block_id in rows:
        yield fact_id, kind, text if block_id is None else _block(made, block_id)[1][fact_id][0]


def _block(made: apsw.Connection, block_id: int) -> tuple[int, dict[int, Said]]:
    """Give how many facts a block should hold, and what can be unpacked of it."""
    sql = "SELECT facts, digest, packed FROM cold_blocks WHERE block_id = ?"
    row = made.execute(sql, (block_id,)).fetchone()
    if row is None:
        return 0, {}
    try:
        return row[0], unpack(row[1], row[2])
    except (ValueError, TypeError):
        return row[0], {}


def _revised(made: apsw.Connection, fact_id: int) -> Said | None:
    row = made.execute(_REVISED, (fact_id,)).fetchone()
    if row is None:
        return None
    try:
        body = json.loads(zlib.decompress(row[0]))
    except (ValueError, TypeError, zlib.error):
        return None
    text = body.get("text")
    return None if not isinstance(text, str) else (text, body.get("context"))
