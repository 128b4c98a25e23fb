"""Which verbs are there, and what is each one for?

Plain tuples: the help screen, the dispatch and the shell completion read this without loading a
parser or a verb.
"""

from __future__ import annotations

from cortex import __version__
from cortex.model.seat_verbs import SEAT_VERBS

# Title, then (verb, what it does). A verb `a-b` lives in `cortex.edges.cli.verbs.a_b`, unless the
# entry point starts another edge for it.
GROUPS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Keep and recall",
        (
            ("commit", "keep a fact"),
            ("query", "get the facts that answer a question, each with its reason"),
            ("search", "find passages, turns and facts that may hold the answer"),
            ("why", "explain a fact, or why it was or was not an answer"),
            ("boot", "print what an agent should know before it starts"),
            ("list", "page through the facts kept here"),
            ("show", "print one fact whole"),
            ("feedback", "tell whether recalled facts helped"),
        ),
    ),
    (
        "Set up",
        (
            ("setup", "make the home, check it, and say how to give it to an agent"),
            ("install", "give Cortex to the agent hosts of this machine"),
            ("uninstall", "take Cortex out of the agent hosts again"),
            ("paths", "print where Cortex keeps its files"),
            ("scope", "say which project this folder belongs to"),
        ),
    ),
    (
        "Correct",
        (
            ("supersede", "replace a fact by a new statement"),
            ("retract", "take a fact back; its history stays"),
            ("conflicts", "list statements that disagree"),
            ("resolve", "settle two statements that disagree"),
            ("pin", "show a fact in every answer and boot brief of its scope"),
            ("unpin", "stop doing so"),
            ("forget", "take facts or captures out for good, and keep them out"),
            ("history", "list what was done, newest first"),
            ("rollback", "undo everything after a version"),
        ),
    ),
    (
        "Work in threads",
        (
            ("thread", "keep where a piece of work stands and what is owed on it"),
            ("promote", "make a statement more than what somebody said, by a rule"),
        ),
    ),
    (
        "Capture and cite",
        (
            ("capture", "take in sessions, logs and files, exactly; pause, stop it"),
            ("ref", "print the exact bytes a reference selects"),
            ("vault", "read and govern a folder of notes under its own contract"),
        ),
    ),
    (
        "Keep a seat whole",
        SEAT_VERBS,
    ),
    (
        "Work together",
        (
            ("lock", "tell other agents that you work on a file"),
            ("unlock", "give a lock back"),
            ("locks", "list the locks that hold"),
            ("task", "share tasks: add, next, claim, complete"),
            ("message", "leave a message for an agent"),
            ("inbox", "list the messages to an agent"),
            ("feed", "list or tell what concerns everybody"),
            ("agents", "list who is at work; start and end a session"),
            ("focus", "bracket a stretch of work and keep its summary"),
            ("permissions", "say what clients may ask for"),
        ),
    ),
    (
        "Look after",
        (
            ("status", "say which store is open and whether it serves"),
            ("doctor", "check the store and this installation"),
            ("maintain", "do all housekeeping now"),
            ("cleanup", "take away what has had its time, or count it"),
            ("serve", "do housekeeping whenever it is due, until stopped"),
            ("rebuild-anchors", "build everything derived again from the facts"),
            ("recrystallize", "put facts that say much the same into groups again"),
        ),
    ),
    (
        "Copy and move",
        (
            ("backup", "copy the brain into one file, while it is used"),
            ("restore", "bring a copy back, or list the copies there are"),
            ("recover", "read what can be read from a damaged store"),
            ("import", "take in what other programs remember"),
            ("export", "write everything kept here to a file"),
        ),
    ),
    (
        "Measure",
        (
            ("stats", "say what was taken down, what was told, and if it helped"),
            ("savings", "say how much was served instead of everything"),
            ("eval", "ask your own questions and say which are answered"),
            ("learned", "show what use taught, leave it aside, or drop it"),
            ("bench", "measure recall on a labelled set"),
        ),
    ),
    (
        "For agents and scripts",
        (
            ("mcp", "serve the eight tools over standard input and output"),
            ("hook", "take down and answer an event of an agent host"),
            ("hook-boot", "answer a SessionStart hook, and nothing else"),
            ("hook-status", "print one line for a status bar"),
            ("prompt-inject", "write a prompt file with the boot brief behind it"),
            ("robot-docs", "print a guide for agents"),
            ("op", "run one operation, JSON in and JSON out"),
            ("capabilities", "print what this version can do"),
            ("completion", "print the completion script of a shell"),
            ("version", "print the version"),
        ),
    ),
)

ALIASES = {"recall": "query", "reindex": "rebuild-anchors"}

# Words people type for a verb of ours; suggested, never run.
MEANT = {
    "add": "commit",
    "caps": "capabilities",
    "checkpoint": "thread",
    "check": "doctor",
    "clean": "cleanup",
    "clusters": "list",
    "compact": "cleanup",
    "conflict": "conflicts",
    "copy": "backup",
    "deposit": "commit",
    "dump": "export",
    "edit": "supersede",
    "erase": "forget",
    "explain": "why",
    "find": "search",
    "grep": "search",
    "gc": "cleanup",
    "get": "show",
    "info": "status",
    "ingest": "import",
    "load": "import",
    "obligation": "thread",
    "owe": "thread",
    "ls": "list",
    "observe": "capture",
    "path": "paths",
    "pause": "capture",
    "purge": "forget",
    "rebuild": "rebuild-anchors",
    "remember": "commit",
    "repair": "recover",
    "remove": "retract",
    "delete": "retract",
    "save": "commit",
    "stat": "stats",
    "store": "commit",
    "todo": "thread",
    "undo": "rollback",
    "transcript": "capture",
    "vacuum": "cleanup",
    "update": "supersede",
}

# Accepted before and after every verb: (option, what its value is, what it does).
GLOBAL_OPTIONS: tuple[tuple[str, str, str], ...] = (
    ("--home", "FOLDER", "folder of Cortex's files (default: CORTEX_HOME or ~/.cortex)"),
    ("--db", "FILE", "store to use (default: CORTEX_DB or cortex.db in the home)"),
    ("--json", "", "print exactly one JSON object"),
)

EXAMPLES = (
    'cortex commit "The gateway listens on port 8443 because 443 needs root"',
    'cortex query "which port does the gateway use?"',
    'cortex query "which port does the gateway use?" --as-of 2026-01-31 --json',
)

HELP_COLUMN = 18


def every_verb() -> dict[str, str]:
    """Give verb -> what it does, in the order of the help screen."""
    return {verb: summary for _, rows in GROUPS for verb, summary in rows}


def help_screen() -> str:
    """Give what `cortex --help` prints, ending in a line break; plain ASCII."""
    lines = [
        f"Cortex {__version__}: a private, local-first memory for AI coding agents.",
        "",
        "Usage: cortex VERB [OPTIONS] [ARGUMENTS]",
    ]
    for title, rows in GROUPS:
        lines += ["", f"{title}:", *(_row(verb, summary) for verb, summary in rows)]
    lines += ["", "Options, before or after the verb:"]
    lines += [_row(f"{name} {value}".rstrip(), text) for name, value, text in GLOBAL_OPTIONS]
    lines += [_row("--help", "print this, or the help of a verb"), _row("--version", "the same as")]
    lines[-1] += " `cortex version`"
    lines += ["", "Examples:", *(f"  {example}" for example in EXAMPLES)]
    lines += ["", "`cortex VERB --help` has examples and exit statuses of each verb."]
    return "\n".join(lines) + "\n"


def _row(name: str, text: str) -> str:
    return f"  {name:<{HELP_COLUMN}}{text}"
