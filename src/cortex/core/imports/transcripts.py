"""What did somebody ask an agent to keep, in the transcript of a session?

Modelled on the transcripts of Claude Code 2.1 (``type`` user, ``message.content`` text or blocks,
``<user-memory-input>`` for a line typed with #) and on the rollouts of Codex 0.4x (``type``
response_item with a ``payload``). What tools printed and what the agent said are never taken.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from cortex.core.imports.dates import instant_us
from cortex.core.imports.memory_server import json_values
from cortex.core.imports.pieces import pieces
from cortex.core.imports.said import said_to_keep
from cortex.model.imports import Item, Skipped

_MEMORY_INPUT = re.compile(r"<user-memory-input>(.*?)</user-memory-input>", re.DOTALL)
_TEXT_BLOCKS = ("text", "input_text")

# Most lines of a transcript are answers and tool results: one that holds none of these words needs
# not be read as JSON.
_SPOKEN = ('"user"', '"role": "user"')


def transcript_items(lines: Iterable[tuple[str, str | Skipped]]) -> Iterator[Item | Skipped]:
    """Give what the person asked to be kept, in order; a line that is no JSON is told."""
    for locator, line in lines:
        if isinstance(line, Skipped):
            yield line
            continue
        if line.rstrip().endswith("}") and line.startswith("{") and not _is_spoken(line):
            continue
        for value in json_values(line, locator):
            if isinstance(value, Skipped):
                yield value
            elif isinstance(value, dict):
                yield from _spoken(value, locator)


def _is_spoken(line: str) -> bool:
    return any(mark in line for mark in _SPOKEN)


def _spoken(entry: dict[str, Any], locator: str) -> Iterator[Item | Skipped]:
    payload = entry.get("payload")
    message = payload if isinstance(payload, dict) else entry.get("message")
    if not isinstance(message, dict) or message.get("role") != "user" or entry.get("isMeta"):
        return
    text = _text_of(message.get("content"))
    said_us = instant_us(entry.get("timestamp"))
    key = str(entry.get("uuid") or f"{entry.get('timestamp')}\0{locator.rpartition(':')[2]}")
    kept = [("memory", found.strip()) for found in _MEMORY_INPUT.findall(text)]
    kept += said_to_keep(_MEMORY_INPUT.sub("", text))
    for at, (fact_type, said) in enumerate(kept):
        for part, piece in enumerate(pieces(said)):
            yield Item(
                piece, locator, key, key=f"{key}\0{at}\0{part}", type=fact_type, said_us=said_us
            )


def _text_of(content: object) -> str:
    """Give what was typed: a text, or the text blocks of a list; results of tools are none."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    return "\n".join(
        block["text"]
        for block in content
        if isinstance(block, dict)
        and block.get("type") in _TEXT_BLOCKS
        and isinstance(block.get("text"), str)
    )
