"""Which lines give Cortex to an agent host? The same ones the README gives; a test compares."""

from __future__ import annotations

HOST_LINES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "Claude Code, Codex, Cursor, Gemini CLI, OpenCode",
        "hooks, tools and instructions; the first line shows what the second writes",
        ("cortex install", "cortex install --apply"),
    ),
    (
        "Any other MCP client",
        "a server over standard input and output",
        ("cortex mcp --agent NAME",),
    ),
)
"""Host, what it gets, and the lines to run or to paste."""
