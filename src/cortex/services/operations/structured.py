"""Which of the names in ``fields`` describe the statement, and which are data of its own?

A name this operation knows describes it. One that is nearly such a name is a slip and refused;
every other is kept with the fact as it is.
"""

from collections.abc import Mapping

from cortex.model.errors import InvalidRequest
from cortex.services.operations.arguments import (
    AUTHORITY_FIELDS,
    EXTENSION_PREFIXES,
    Arguments,
    Fields,
)

RESERVED = frozenset({"epistemic", "promoted_by", "revocation_triggers", "rule_version"})
"""Names that say a fact was promoted; only a promotion writes them."""


def split_fields(given: Arguments, known: Fields) -> tuple[Arguments, dict[str, object]]:
    """Give (what describes the statement, data of its own) of the ``fields`` of an object.

    Raises:
        InvalidRequest: it is no object, or a name is reserved or a slip for a known one.
    """
    value = given.value("fields")
    if not isinstance(value, Mapping):
        return given.nested("fields", known), {}
    for key in sorted(RESERVED.intersection(map(str, value))):
        message = f"'fields.{key}' says that a fact was promoted"
        raise InvalidRequest(message, remedy="promote it, or name it otherwise", field="fields")
    own = {key: inner for key, inner in value.items() if _is_own(str(key), known)}
    described = {key: inner for key, inner in value.items() if key not in own}
    return given.inside("fields", described, known), own


def _is_own(key: str, known: Fields) -> bool:
    if key.startswith(EXTENSION_PREFIXES) or key.casefold() in AUTHORITY_FIELDS:
        return False
    return known.find(key) is None and known.nearest(key) is None
