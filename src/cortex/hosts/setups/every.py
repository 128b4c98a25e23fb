"""Which hosts can be set up, and how is each one recognised on a machine?"""

from __future__ import annotations

from collections.abc import Callable

from cortex.hosts.setups import claude_code, codex, cursor, gemini_cli, opencode
from cortex.model.host_events import CLAUDE_CODE, CODEX, CURSOR, GEMINI_CLI, OPENCODE
from cortex.model.installation import Folders, Launcher, Setup
from cortex.model.lean_classes import NamedTuple


class Known(NamedTuple):
    """A host that can be set up.

    Attributes:
        folder: its own folder, whose presence says that somebody uses it.
    """

    host: str
    name: str
    program: str
    setup: Callable[[Folders, Launcher, tuple[int, ...]], Setup]
    folder: Callable[[Folders], str]


KNOWN: tuple[Known, ...] = (
    Known(
        CLAUDE_CODE,
        claude_code.NAME,
        claude_code.PROGRAM,
        claude_code.setup,
        lambda where: where.claude,
    ),
    Known(CODEX, codex.NAME, codex.PROGRAM, codex.setup, lambda where: where.codex),
    Known(CURSOR, cursor.NAME, cursor.PROGRAM, cursor.setup, lambda where: where.cursor),
    Known(
        GEMINI_CLI,
        gemini_cli.NAME,
        gemini_cli.PROGRAM,
        gemini_cli.setup,
        lambda where: where.gemini,
    ),
    Known(OPENCODE, opencode.NAME, opencode.PROGRAM, opencode.setup, lambda where: where.opencode),
)
