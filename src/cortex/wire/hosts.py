"""Which lines give Cortex to an agent host? The same ones the README gives; a test compares."""

from __future__ import annotations

HOST_LINES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "Claude Code",
        "the tools, over MCP",
        ("claude mcp add --scope user cortex -- cortex mcp",),
    ),
    (
        "Claude Code",
        "a brief at the start of each session, in ~/.claude/settings.json",
        (
            "{",
            '  "hooks": {',
            '    "SessionStart": [',
            '      { "hooks": [{ "type": "command", "command": "cortex hook-boot", '
            '"timeout": 5 }] }',
            "    ]",
            "  }",
            "}",
        ),
    ),
    (
        "Any MCP client",
        "a server over standard input and output",
        ("cortex mcp --agent NAME",),
    ),
)
"""Host, what it gets, and the lines to run or to paste."""
