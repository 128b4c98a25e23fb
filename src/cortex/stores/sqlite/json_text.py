"""What does a JSON object say, when the json module is too slow to load?

SQLite reads JSON, and a hook has loaded SQLite anyway: the json module would cost it half a start
of the interpreter (ADR 0040). Strict JSON only; SQLite's own extensions are refused.
"""

from __future__ import annotations

import apsw

_IS_OBJECT = "SELECT CASE WHEN json_valid(?1) THEN json_type(?1) = 'object' ELSE 0 END"
# Only members that are wanted are turned into Python text, so a broken one elsewhere is no matter.
_FIELDS = "SELECT key, value FROM json_each(?) WHERE type = 'text' AND key IN ({})"


def read_text_fields(payload: bytes, names: tuple[str, ...]) -> dict[str, str] | None:
    """Give the text members of a JSON object by name, as far as they are asked for.

    Args:
        payload: UTF-8, with or without a byte order mark.
        names: members that are wanted; one that is missing or no text is left out.

    Returns:
        The members, empty when the object has none of them; None when the payload is no JSON
        object, or a wanted member is no valid Unicode. Of a repeated name the last member counts.
    """
    connection = apsw.Connection(":memory:")
    try:
        text = payload.decode("utf-8").removeprefix("\ufeff")
        if "\0" in text:  # SQLite would stop reading there and find the rest valid.
            return None
        for (is_object,) in connection.execute(_IS_OBJECT, (text,)):
            if not is_object:
                return None
        wanted = _FIELDS.format(", ".join("?" * len(names)))
        return dict(connection.execute(wanted, (text, *names)))
    except (UnicodeDecodeError, apsw.Error):
        return None
    finally:
        connection.close()
