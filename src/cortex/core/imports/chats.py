"""What of an exported chat did somebody choose to keep?

Modelled on the exports of ChatGPT (2025: ``mapping`` of messages, ``recipient`` ``bio`` for what
the assistant saved, ``user_editable_context`` for custom instructions) and of Claude (2025:
``chat_messages`` with ``sender``, ``memories.json``, ``projects.json``). Source: ADR 0096.
"""

from collections.abc import Iterator
from typing import Any

from cortex.core.imports.dates import instant_us
from cortex.core.imports.markdown import Note, markdown_items
from cortex.core.imports.pieces import pieces
from cortex.core.imports.said import said_to_keep
from cortex.model.imports import Item, Skipped
from cortex.model.limits import NAME_CHARS_MAX

INSTRUCTIONS = "instructions"


def chat_items(chat: object, locator: str) -> Iterator[Item | Skipped]:
    """Give what somebody asked to be kept in one conversation, or in one record of the export."""
    if not isinstance(chat, dict):
        yield Skipped(locator, "no conversation", is_damage=True)
    elif "mapping" in chat:
        yield from _chatgpt(chat, locator)
    elif "chat_messages" in chat:
        yield from _claude(chat, locator)
    elif "conversations_memory" in chat or "project_memories" in chat:
        yield from _claude_memories(chat, locator)
    elif "prompt_template" in chat:
        yield from _claude_project(chat, locator)
    else:
        yield Skipped(locator, "no conversation", is_damage=True)


def _chatgpt(chat: dict[str, Any], locator: str) -> Iterator[Item | Skipped]:
    name = str(chat.get("conversation_id") or chat.get("id") or chat.get("title") or locator)
    for message in _thread(chat):
        content = message.get("content")
        author = message.get("author")
        if not isinstance(content, dict) or not isinstance(author, dict):
            continue
        said_us = instant_us(message.get("create_time")) or instant_us(chat.get("create_time"))
        if content.get("content_type") == "user_editable_context":
            yield from _instructions(content, locator, said_us)
            continue
        text = "\n".join(part for part in content.get("parts") or () if isinstance(part, str))
        key = f"{name}\0{message.get('id')}"
        if message.get("recipient") == "bio":
            yield from _kept([("memory", text.strip())], key, locator, said_us)
        elif author.get("role") == "user":
            yield from _kept(said_to_keep(text), key, locator, said_us)


def _thread(chat: dict[str, Any]) -> list[dict[str, Any]]:
    """Give the messages of the branch that was kept, oldest first; all of them without one."""
    mapping = chat["mapping"]
    if not isinstance(mapping, dict):
        return []
    at, found, seen = chat.get("current_node"), [], set()
    while isinstance(at, str) and at in mapping and at not in seen:
        seen.add(at)
        node = mapping[at]
        found.append(node)
        at = node.get("parent") if isinstance(node, dict) else None
    nodes = found[::-1] if found else list(mapping.values())
    messages = [node.get("message") for node in nodes if isinstance(node, dict)]
    return [message for message in messages if isinstance(message, dict)]


def _instructions(
    content: dict[str, Any], locator: str, said_us: int | None
) -> Iterator[Item | Skipped]:
    """Give custom instructions; every chat repeats them, so their words are their key."""
    for field in ("user_profile", "user_instructions"):
        text = content.get(field)
        for piece in pieces(text) if isinstance(text, str) else ():
            yield Item(
                piece, locator, f"{INSTRUCTIONS}\0{field}", type="preference", said_us=said_us
            )


def _claude(chat: dict[str, Any], locator: str) -> Iterator[Item | Skipped]:
    messages = chat["chat_messages"]
    name = str(chat.get("uuid") or chat.get("name") or locator)
    for message in messages if isinstance(messages, list) else ():
        if not isinstance(message, dict) or message.get("sender") not in ("human", "user"):
            continue
        blocks = message.get("content")
        written = [
            block["text"]
            for block in (blocks if isinstance(blocks, list) else ())
            if isinstance(block, dict) and isinstance(block.get("text"), str)
        ]
        text = "\n".join(written) or message.get("text")
        if isinstance(text, str):
            said_us = instant_us(message.get("created_at")) or instant_us(chat.get("created_at"))
            key = f"{name}\0{message.get('uuid')}"
            yield from _kept(said_to_keep(text), key, locator, said_us)


def _claude_memories(chat: dict[str, Any], locator: str) -> Iterator[Item | Skipped]:
    memories = {"memory": chat.get("conversations_memory")}
    projects = chat.get("project_memories")
    memories.update(projects if isinstance(projects, dict) else {})
    for name, text in sorted(memories.items()):
        if isinstance(text, str):
            yield from markdown_items(text, Note(f"{locator}#{name}", "memory"))


def _claude_project(chat: dict[str, Any], locator: str) -> Iterator[Item | Skipped]:
    text, name = chat.get("prompt_template"), chat.get("name")
    for at, piece in enumerate(pieces(text) if isinstance(text, str) else ()):
        yield Item(
            piece,
            locator,
            f"{INSTRUCTIONS}\0{chat.get('uuid')}",
            key=f"{INSTRUCTIONS}\0{chat.get('uuid')}\0{at}",
            type="preference",
            subject=name[:NAME_CHARS_MAX] if isinstance(name, str) and name.strip() else None,
            said_us=instant_us(chat.get("updated_at")) or instant_us(chat.get("created_at")),
        )


def _kept(said: Any, key: str, locator: str, said_us: int | None) -> Iterator[Item | Skipped]:
    for at, (fact_type, text) in enumerate(said):
        for part, piece in enumerate(pieces(text)):
            yield Item(
                piece, locator, key, key=f"{key}\0{at}\0{part}", type=fact_type, said_us=said_us
            )
