"""What does Cortex put into the files of an agent host, and what came of it?

Source: docs/formats/installation.md, ADR 0160 to 0164.
"""

from __future__ import annotations

from typing import Any

from cortex.model.lean_classes import NamedTuple, StrEnum

SERVER_NAME = "cortex"
"""What the MCP server is called in every host's list."""

CONFIG_BYTES_MAX = 64 * 1024 * 1024
"""Bytes of a configuration file that are read: Claude Code keeps its whole history of projects in
one, which grows to tens of megabytes; more is no configuration."""

CONFIG_DEPTH_MAX = 200
"""Objects and arrays inside each other: deeper than any host nests, shallower than Python's own
limit."""

DIFF_LINES_MAX = 400
"""Lines of a difference that a plan shows of one file; ours come to some two hundred."""


class Form(StrEnum):
    """How a host reads a file."""

    JSON = "json"
    JSONC = "jsonc"
    TOML = "toml"
    MARKDOWN = "markdown"
    SCRIPT = "script"


class Handler(NamedTuple):
    """A command that the host runs on an event.

    Attributes:
        event: the host's name of the event.
        words: the program and its arguments.
        fields: the handler as it is written.
        matcher: what the handler is for; None leaves it out.
        is_flat: it stands in the event's list itself, not in a group with a matcher.
    """

    event: str
    words: tuple[str, ...]
    fields: dict[str, Any]
    matcher: str | None = None
    is_flat: bool = False


class Entry(NamedTuple):
    """The MCP server in a host's list of servers: where the list is, and what is written."""

    path: tuple[str, ...]
    fields: dict[str, Any]


class Default(NamedTuple):
    """A value that the file must have, left alone where there is one."""

    path: tuple[str, ...]
    value: Any


class Block(NamedTuple):
    """A stretch of a Markdown file between two markers; ``preface`` opens a file made for it.

    Attributes:
        name: lower-case letters and ``-``; of each name a file has one stretch. Empty for the one
            that ``cortex install`` puts into a host's instructions.
        formerly: digest of the nameless stretch that an older version put here; it is replaced.
    """

    body: str
    preface: str = ""
    name: str = ""
    formerly: str = ""


class Script(NamedTuple):
    """A whole file of ours, whose first line says so."""

    body: str
    comment: str


class Initial(NamedTuple):
    """What a file holds at first; one that is there, whatever is in it, is never written.

    Attributes:
        is_flag: its being there is what counts, so taking Cortex out removes it; otherwise people
            write in it, and it stays for good.
    """

    body: str
    is_flag: bool = False


Part = Handler | Entry | Default | Block | Script | Initial


class Target(NamedTuple):
    """One file of a host and what belongs into it.

    Attributes:
        paths: where it may be, absolute; the first that exists is meant, else the first.
        root: folder that a link may not lead out of; empty where any may be followed.
    """

    paths: tuple[str, ...]
    form: Form
    parts: tuple[Part, ...]
    root: str = ""


class Switch(NamedTuple):
    """A setting of a host in one of its files, and the value that turns hooks off."""

    file: str
    form: Form
    path: tuple[str, ...]
    off: bool


class Setup(NamedTuple):
    """Everything one host needs at one level.

    Attributes:
        steps: what the person has to do in the host afterwards.
        plugins: the file and the setting that list enabled plugins; one of ours brings hooks and
            server by itself. Empty where there are none.
        switches: settings with which the host runs no hook of anybody.
    """

    host: str
    name: str
    targets: tuple[Target, ...]
    steps: tuple[str, ...] = ()
    plugins: tuple[str, ...] = ()
    switches: tuple[Switch, ...] = ()


class Launcher(NamedTuple):
    """How the hosts call us.

    Attributes:
        program: absolute path of the ``cortex`` command, the same after an upgrade.
        options: where the home and the store are, when that is not where everybody looks.
    """

    program: str
    options: tuple[str, ...] = ()

    def hook(self, kind: str, host: str) -> tuple[str, ...]:
        """Give the words of a hook."""
        return (self.program, "hook", kind, "--host", host, *self.options)

    def server(self) -> tuple[str, ...]:
        """Give the words of the MCP server."""
        return (self.program, "mcp", *self.options)


class Folders(NamedTuple):
    """Where the hosts keep their files, all absolute.

    Attributes:
        project: the project that is set up, or empty for the person's own level.
    """

    home: str
    claude: str
    claude_state: str
    codex: str
    cursor: str
    gemini: str
    opencode: str
    project: str = ""


class EditRefused(Exception):
    """A file cannot be changed safely; nothing was, and the message names the reason.

    Attributes:
        remedy: what the person can do about it.
    """

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy


class Action(StrEnum):
    """What happens to a file."""

    CREATE = "create"
    MERGE = "merge"
    BLOCK = "block"
    SKIP = "skip"
    REMOVE = "remove"
    RESTORE = "restore"


class FileOp(NamedTuple):
    """One file and what it shall hold; None is no file.

    Attributes:
        path: where its content is, links followed.
        original: what stood there before anything of ours did; None when nobody knows.
    """

    path: str
    action: Action
    reason: str
    before: bytes | None
    after: bytes | None
    diff: str = ""
    original: bytes | None = None


class HostState(StrEnum):
    """What became of a host."""

    PLANNED = "planned"
    UNCHANGED = "unchanged"
    APPLIED = "applied"
    REFUSED = "refused"


class HostPlan(NamedTuple):
    """What shall be done for one host, or why nothing is."""

    host: str
    name: str
    state: HostState
    ops: tuple[FileOp, ...] = ()
    reason: str = ""
    remedy: str = ""
    steps: tuple[str, ...] = ()
    backups: tuple[str, ...] = ()


class KeptFile(NamedTuple):
    """What the manifest knows of a file we wrote.

    Attributes:
        is_ours: we made it.
        before_sha: digest of what stood there before us; empty when it is not known.
        backup: the copy of it; empty when there is none.
        folders: folders that were made for it, outermost first.
    """

    path: str
    is_ours: bool
    before_sha: str
    after_sha: str
    backup: str = ""
    folders: tuple[str, ...] = ()


class Installation(NamedTuple):
    """One host at one level, as the manifest remembers it."""

    host: str
    level: str
    version: str
    files: tuple[KeptFile, ...] = ()


LEVEL_USER = "user"
"""The level of everything that a person does; a project's level is its folder."""

SEAT_HOST = "seat"
"""What a seat's own files are listed under in the manifest, with the seat's name as the level; what
only some seats have is listed under this and a word, such as ``seat-guards``."""


def is_seats(host: str) -> bool:
    """Tell whether the manifest lists a seat's files under a name, and no host's."""
    return host == SEAT_HOST or host.startswith(f"{SEAT_HOST}-")
