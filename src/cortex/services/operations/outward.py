"""What in an answer was named by somebody, and may not act on whoever reads it?

A statement is given as it was committed, since it is cited, and its card flags what could act on a
reader. A name is only read, so it is given without force: a subject that looks like the turn of a
speaker or like a tag of a host is shown in quotes that nothing obeys.
Source: docs/formats/operations.md.
"""

from __future__ import annotations

from cortex.core.text.fence import neutralise

NAME_KEYS = frozenset(
    """
    agent aliases anchors attribute branch claimed_by client created_by event_key generation goal
    holder label matchedKey model moved_by name origin owed_by paths project reasoning_depth
    resolved_by source source_agent subject symbols thread value worktree
    """.split()
)
"""Keys of an answer whose texts are names: a text, or a list of them."""


def plain_names(answer: dict[str, object]) -> dict[str, object]:
    """Give an answer in which every name is one line without force; the rest stays as it is."""
    return {key: _plain(key, value) for key, value in answer.items()}


def _plain(key: str, value: object) -> object:
    if isinstance(value, dict):
        return plain_names(value)
    if isinstance(value, list):
        return [_plain(key, item) for item in value]
    if isinstance(value, str) and key in NAME_KEYS:
        return neutralise(value).text.replace("\n", " ")
    return value
