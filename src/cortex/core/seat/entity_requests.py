"""Which statement about which noun is meant by what somebody typed? Every text clean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cortex.core.seat.entities import ENTITY_NAME_CHARS_MAX, KINDS
from cortex.core.seat.fact_lines import (
    FACT_CHARS_MAX,
    PREDICATE_CHARS_MAX,
    as_read,
    require_writable,
)
from cortex.core.seat.plain import line_text
from cortex.core.seat.sources import read_source
from cortex.model.errors import InvalidRequest
from cortex.model.limits import ALIASES_MAX
from cortex.model.seat_gate import Claim, Layer

_NOT_IN_NAMES = frozenset("[]|,;:()#<>*`\n")


def new_claim(said: Mapping[str, str], layer: Layer, as_of_us: int) -> Claim:
    """Give what is claimed.

    Args:
        said: subject, predicate, text, source, verified (empty for no).
        layer: which file it is for.
        as_of_us: when it holds by its source.

    Raises:
        InvalidRequest: a text is missing, too long, or cannot stand in its line.
    """
    predicate = said.get("predicate", "")
    claim = Claim(
        layer,
        read_name(said["subject"], "name"),
        line_text(predicate, PREDICATE_CHARS_MAX, "predicate") if predicate else "",
        line_text(said["text"], FACT_CHARS_MAX, "text"),
        read_source(said["source"]),
        as_of_us,
        is_verified=bool(said.get("verified")),
    )
    require_writable(claim)
    return as_read(claim)


def read_name(raw: str, field: str) -> str:
    """Give a noun's name as it is kept.

    Raises:
        InvalidRequest: it is none.
    """
    name = line_text(raw, ENTITY_NAME_CHARS_MAX, field).strip()
    if _NOT_IN_NAMES & set(name) or name.casefold().startswith("kind"):
        message = f"'{field}' is no name: it has brackets, commas or colons"
        raise InvalidRequest(message, remedy="leave them out", field=field)
    return name


def read_aliases(raw: Sequence[str]) -> tuple[str, ...]:
    """Give other names of a noun.

    Raises:
        InvalidRequest: one is none, or there are too many.
    """
    if len(raw) > ALIASES_MAX:
        message = f"'alias' was given {len(raw)} times; {ALIASES_MAX} names are allowed"
        raise InvalidRequest(message, remedy="keep those people use", field="alias")
    return tuple(read_name(alias, "alias") for alias in raw)


def read_kind(raw: str) -> str:
    """Give a kind of noun; an empty text stays empty.

    Raises:
        InvalidRequest: it is none.
    """
    if raw and raw not in KINDS:
        message = f"'{raw}' is no kind of noun"
        raise InvalidRequest(message, remedy=f"one of {', '.join(KINDS)}", field="kind")
    return raw
