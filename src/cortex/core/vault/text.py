"""May this text stand in a vault, and what of it may leave?

Source: vault contract; docs/formats/vault.md.
"""

from __future__ import annotations

import re

from cortex.core.text.private_spans import remove_private

FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters and halves of a pair: no text of a vault holds one."""

FORBIDDEN_TEXT = "Canonical text contains forbidden control or malformed Unicode"

_BOM = b"\xef\xbb\xbf"


def decode(content: bytes) -> str | None:
    """Give the text of a file without a leading byte order mark, or None when it is not UTF-8."""
    try:
        return content.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError:
        return None


def public(text: str) -> str:
    """Give a text without its private spans."""
    return remove_private(text).text


def has_forbidden(text: str) -> bool:
    """Tell whether a text holds a character that no vault keeps."""
    return FORBIDDEN.search(text) is not None
