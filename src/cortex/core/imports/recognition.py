"""Which program wrote this file?

By its name first, then by its first bytes; what nobody we know writes is not guessed at.
"""

from cortex.core.imports.front_matter import front_matter
from cortex.core.imports.memory_notes import INDEX_NAME, RULES_NAMES
from cortex.model.imports import ImportKind

SQLITE_HEAD = b"SQLite format 3\x00"
CLAUDE_MEM_NAME = "claude-mem"
NOTE_ENDINGS = (".md", ".markdown", ".mdx", ".txt")
_CHAT_FILES = ("memories.json", "projects.json")


def recognise(name: str, head: bytes) -> ImportKind | None:
    """Give the kind of a file from its name and its first bytes, or None.

    Args:
        name: path inside the source, with forward slashes.
        head: up to four kilobytes.
    """
    base = name.rpartition("/")[2].lower()
    if head.startswith(SQLITE_HEAD):
        return ImportKind.CLAUDE_MEM if base.startswith(CLAUDE_MEM_NAME) else None
    if base.endswith(NOTE_ENDINGS):
        return _kind_of_note(name, base, head)
    if base.endswith(".jsonl"):
        return _kind_of_lines(head)
    if base in _CHAT_FILES:
        return ImportKind.CLAUDE
    if base.endswith(".json") and (base.startswith("conversations") or b'"mapping"' in head):
        return _kind_of_chats(head)
    if base == "memory.json":
        return ImportKind.MEMORY_SERVER
    return None


def _kind_of_note(name: str, base: str, head: bytes) -> ImportKind:
    if base in (INDEX_NAME, *RULES_NAMES):
        return ImportKind.CLAUDE_MEMORY
    front = front_matter(head.decode("utf-8", "replace").split("\n"))
    if front.values.get("cortex") == "export-markdown/1":
        return ImportKind.CORTEX
    is_memory = "name" in front.values and "description" in front.values
    has_kind = "type" in front.values or "metadata.type" in front.values
    in_memory = "memory" in name.split("/")[:-1]
    return (
        ImportKind.CLAUDE_MEMORY if is_memory and (has_kind or in_memory) else ImportKind.MARKDOWN
    )


def _kind_of_lines(head: bytes) -> ImportKind | None:
    """Tell lines apart by what the first whole ones say."""
    if b'"cortex-export/' in head:
        return ImportKind.CORTEX
    for line in head.split(b"\n"):
        if b'"entityType"' in line or b'"relationType"' in line:
            return ImportKind.MEMORY_SERVER
        if any(
            mark in line for mark in (b'"sessionId"', b'"payload"', b'"leafUuid"', b'"message"')
        ):
            return ImportKind.TRANSCRIPT
    return ImportKind.MEMORY_SERVER if b'"entity"' in head or b'"relation"' in head else None


def _kind_of_chats(head: bytes) -> ImportKind:
    return (
        ImportKind.CLAUDE if b'"chat_messages"' in head or b'"uuid"' in head else ImportKind.CHATGPT
    )
