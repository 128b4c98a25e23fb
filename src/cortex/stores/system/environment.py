"""What did the surrounding process tell us? The only module that reads the environment."""

# ruff: noqa: PTH109, PTH117  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

PREFIX = "CORTEX_"

# Read besides our own, with the question each one answers. Nothing else is looked at, so no other
# value can end up in a message or a file.
OTHER_NAMES = (
    "HOME",  # Where is the person's home?
    "USERPROFILE",  # The same, on Windows.
    "PWD",  # What was the current folder called before it was deleted?
    "CLAUDE_CODE_EXECPATH",  # Was the host itself started by another session's tools?
    "CODEX_SANDBOX",  # The same, by Codex's;
    "CODEX_TOOL_CALL_ID",
    "GEMINI_CLI",  # and by Gemini CLI's.
    "CLAUDE_PROJECT_DIR",  # Which folder did the host open?
    "CURSOR_VERSION",  # Is it Cursor that runs this hook?
    "GEMINI_SESSION_ID",  # Is it Gemini CLI?
    "NO_COLOR",  # Was colour forbidden?
    "FORCE_COLOR",  # Was it demanded?
    "TERM",  # Can this terminal do it at all?
    "COLUMNS",  # How wide is it?
    "SHELL",  # Whose completion should be printed?
)

# Where the hosts are told to keep their files, and where programs are. Read by whoever sets up a
# host, and nobody else.
HOST_NAMES = (
    "CLAUDE_CODE_PROJECT_DIR_NAME",
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "GEMINI_CLI_HOME",
    "OPENCODE_CONFIG_DIR",
    "PATH",
    "XDG_CONFIG_HOME",
)


# By which Claude Code is told to compact earlier.
COMPACTION_NAMES = (
    "CLAUDE_AUTOCOMPACT_PCT_OVERRIDE",
    "CLAUDE_CODE_AUTO_COMPACT_WINDOW",
    "CLAUDE_CONFIG_DIR",
)


def read_compaction_environment() -> dict[str, str]:
    """Give each of ``COMPACTION_NAMES``; empty where it is not set."""
    return {name: os.environ.get(name, "") for name in COMPACTION_NAMES}


def read_host_environment() -> dict[str, str]:
    """Give each of ``HOST_NAMES``; empty where it is not set."""
    return {name: os.environ.get(name, "") for name in HOST_NAMES}


# How the variables begin by which a host tells its children what they run in.
_HOSTS_OWN = ("CLAUDE", "CODEX_", "CURSOR_", "GEMINI_", "OPENCODE", "AI_AGENT")


def plain_environment() -> dict[str, str]:
    """Give the environment of a program that no session of a host has started.

    Whoever asks `cortex doctor` may be an agent; a hook that is proved must not take that for a
    session inside a session. Which home and store are meant is left out as well.
    """
    mine = ("CORTEX_DB", "CORTEX_HOME", "CORTEX_NESTED")
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(_HOSTS_OWN) and name not in mine
    }


def runner_environment() -> dict[str, str]:
    """Give what a run is started with: nothing that tells of the session that started it."""
    hosts = {name: value for name, value in read_host_environment().items() if value}
    return {**plain_environment(), **hosts}


def read_environment() -> dict[str, str]:
    """Give every variable that starts with ``CORTEX_``, and those of ``OTHER_NAMES`` that are set.

    Keys are sorted. Values are as set, and may be empty. Whether one of our names is misspelt is
    for ``core.names`` to say.
    """
    return {
        name: value
        for name, value in sorted(os.environ.items())
        if name.startswith(PREFIX) or name in OTHER_NAMES
    }


def home_folder(environment: dict[str, str]) -> str:
    """Give the person's home folder, or an empty text when there is none to be found.

    ``HOME`` (or ``USERPROFILE``) when it is an absolute path, else what the user database says:
    schedulers and containers often start programs without it.
    """
    for name in ("HOME", "USERPROFILE"):
        folder = environment.get(name, "")
        if os.path.isabs(folder):
            return folder
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_dir
    except (ImportError, KeyError):  # Windows; or a container that runs under a bare number.
        return ""


def current_folder(environment: dict[str, str]) -> str:
    """Give the folder this process works in, or an empty text when nobody knows.

    A process whose folder was deleted has none; ``PWD`` then still holds its name, which is enough
    to find the project it was in.
    """
    try:
        return os.getcwd()
    except OSError:
        folder = environment.get("PWD", "")
        return folder if os.path.isabs(folder) else ""


# What hosts set for the commands of their agents, and nobody sets in a shell of their own.
_AGENT_NAMES = (
    "AI_AGENT",
    "CLAUDECODE",
    "CODEX_SANDBOX",
    "CODEX_THREAD_ID",
    "CURSOR_AGENT",
    "GEMINI_CLI",
    "OPENCODE",
)


def is_hosted() -> bool:
    """Tell whether an agent's session started this process, however far above."""
    return any(os.environ.get(name) for name in _AGENT_NAMES)


def login_name() -> str:
    """Give the name of the account this process runs under, by the user database; may be empty."""
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):
        return ""
