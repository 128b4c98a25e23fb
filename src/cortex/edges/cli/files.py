"""How does a file named on the command line become a path?"""

# ruff: noqa: PTH111, PTH118  # pathlib costs every command 8 ms.

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cortex.model.errors import InvalidRequest

if TYPE_CHECKING:
    from cortex.edges.cli.session import Session


def path_of(session: Session, name: str, field: str) -> str:
    """Give the absolute path of a name as a person writes it: ``~`` and the folder one is in.

    Raises:
        InvalidRequest: the locale of this machine has no way to write the name.
    """
    path = os.path.join(session.settings.cwd, os.path.expanduser(name))
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        message = "the name has letters that cannot be written to disk in this locale"
        remedy = "set LC_ALL to a UTF-8 locale, or choose a plain name"
        raise InvalidRequest(message, remedy=remedy, field=field) from None
    return os.path.normpath(path)
