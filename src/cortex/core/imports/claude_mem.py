"""What do the observations and summaries of claude-mem say?

Modelled on the database of claude-mem 7 (``~/.claude-mem/claude-mem.db``): ``observations`` with
title, narrative and facts, ``session_summaries`` with what was learned and completed.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from cortex.core.imports.dates import instant_us
from cortex.core.imports.pieces import pieces
from cortex.model.imports import Item, Skipped
from cortex.model.limits import FACT_CONTEXT_CHARS_MAX, PATHS_MAX

OBSERVATIONS = "observations"
SUMMARIES = "session_summaries"
TYPES = {"decision": "decision", "bugfix": "finding", "discovery": "finding"}
SAID = (("learned", "lesson"), ("completed", "outcome"))


def claude_mem_items(
    table: str, row: Mapping[str, Any], project: str | None
) -> Iterator[Item | Skipped]:
    """Give the statements of a row.

    Args:
        row: its columns by name, those that the version at hand has.
        project: only rows of this project are taken; None takes all.
    """
    locator = f"{table}:{row.get('id')}"
    if project is not None and row.get("project") not in (None, "", project):
        yield Skipped(locator, "belongs to another project")
        return
    said_us = instant_us(row.get("created_at_epoch")) or instant_us(row.get("created_at"))
    if table == SUMMARIES:
        for column, fact_type in SAID:
            yield from _items(
                str(row.get(column) or ""),
                f"{locator}:{column}",
                fact_type,
                row.get("request"),
                said_us,
            )
        return
    facts = _listed(row.get("facts"))
    title = str(row.get("title") or "").strip()
    told = str(row.get("narrative") or row.get("text") or "").strip()
    said = ". ".join(filter(None, (title.rstrip("."), str(row.get("subtitle") or "").strip())))
    context = "\n".join(filter(None, (told, *facts))) if said else "\n".join(facts)
    files = (*_listed(row.get("files_modified")), *_listed(row.get("files_read")))
    fact_type = TYPES.get(str(row.get("type")), "note")
    for item in _items(said or told, locator, fact_type, context, said_us):
        if isinstance(item, Item):
            yield item._replace(paths=tuple(dict.fromkeys(files))[:PATHS_MAX])
        else:
            yield item


def _items(
    text: str, locator: str, fact_type: str, context: object, said_us: int | None
) -> Iterator[Item | Skipped]:
    why = next(pieces(str(context), FACT_CONTEXT_CHARS_MAX), None) if context else None
    for at, piece in enumerate(pieces(text)):
        yield Item(
            text=piece,
            locator=locator,
            group=locator,
            key=f"{locator}\0{at}",
            type=fact_type,
            context=why if at == 0 else None,
            said_us=said_us,
        )


def _listed(value: object) -> tuple[str, ...]:
    """Give the texts of a JSON list; anything else is none."""
    try:
        found = json.loads(value) if isinstance(value, str) and value else []
    except ValueError:
        return ()
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()
