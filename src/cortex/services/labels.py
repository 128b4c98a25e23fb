"""What may stand in the store for who asked, and under which key?

A label only tells a reader something: it is cleaned and kept. A key tells two requests apart:
cleaning could make two keys one, so a key that would have to be cleaned is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.text.cleaning import clean, clean_name
from cortex.model.errors import InvalidRequest

if TYPE_CHECKING:
    from cortex.model.callers import Caller

AGENT_UNNAMED = "unknown"
"""Name of an agent of whose name nothing may be kept."""


def known_caller(caller: Caller) -> Caller:
    """Give the caller under the name that is kept with what it writes; never raises."""
    return caller._replace(agent=clean_name(caller.agent).text or AGENT_UNNAMED)


def require_plain_key(key: str | None, field: str) -> None:
    """Let a key through that is kept as it is; None is no key.

    Raises:
        InvalidRequest: it holds a secret, a private span, a recalled block or characters that no
            store keeps. The message does not repeat it.
    """
    if key is not None and clean(key).text != key.strip():
        message = f"'{field}' seems to hold a secret or private text, and keys are kept in clear"
        raise InvalidRequest(message, remedy="use a UUID, or a name of the run", field=field)
