"""How long is what a recipe gives, written down?"""

from __future__ import annotations

import json

from cortex.model.recipes import Row, Value


def value_bytes(value: Value) -> int:
    """Give the UTF-8 bytes of a value as JSON; instants count as the numbers they are inside."""
    plain: object = value
    if isinstance(value, tuple):
        plain = [row._asdict() if isinstance(row, Row) else row for row in value]
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"), default=dict)
    return len(text.encode("utf-8", "replace"))
