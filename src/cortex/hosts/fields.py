"""Which fields of a payload can be trusted to be what they should be? Nothing here ever raises.

Hosts send what they like; a field of another type counts as missing. Hooks load this on every run.
"""

from __future__ import annotations

# Characters of an id; the longest seen is a UUID with a prefix. A longer one is no id.
ID_CHARS_MAX = 200

# Characters of a path: systems take no longer one.
PATH_CHARS_MAX = 4_096

# Levels of lists and objects that are written; a tool's answer has a handful.
DEPTH_MAX = 64

_TOO_DEEP = '"\\u2026"'

# Names of the field that holds a shell command, and of those that hold the file a tool is about.
_COMMANDS = ("command", "cmd")
_PATHS = ("file_path", "filePath", "path", "notebook_path", "absolute_path", "target_file")
_WRITTEN = (
    *("content", "file_text", "new_string", "newString", "new_str", "new_source", "patch"),
    *("newText", "new_text"),  # The file system's server of MCP.
)
_PATCH = "*** Begin Patch"
_SHELL_FLAGS = ("-c", "-lc")


def text_of(payload: dict[str, object], name: str) -> str:
    """Give a field that is a text, or an empty one."""
    value = payload.get(name)
    return value if isinstance(value, str) else ""


def id_of(payload: dict[str, object], name: str) -> str:
    """Give a field that can be an id: short, printable, without blanks; or an empty text."""
    value = payload.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= ID_CHARS_MAX:
        return ""
    return value if value.isprintable() and " " not in value else ""


def object_of(payload: dict[str, object], name: str) -> dict[str, object]:
    """Give a field that is an object, or an empty one."""
    value = payload.get(name)
    return value if isinstance(value, dict) else {}


def folder_of(path: object) -> str:
    """Give an absolute path, or an empty text: a folder that cannot be placed is not guessed at."""
    if not isinstance(path, str) or len(path) > PATH_CHARS_MAX:
        return ""
    return path if path.startswith("/") and "\0" not in path else ""


def command_of(tool_input: dict[str, object]) -> str:
    """Give the shell command in a tool's input, or an empty text.

    A list of words that starts a shell is the script it is given.
    """
    for name in _COMMANDS:
        value = tool_input.get(name)
        if isinstance(value, str):
            return value
        if isinstance(value, list):
            words = [word for word in value if isinstance(word, str)]
            if len(words) == 3 and words[1] in _SHELL_FLAGS:
                return words[2]
            return " ".join(words)
    patch = text_of(tool_input, "input")  # Codex's, where it is a function of its own.
    return patch if patch.startswith(_PATCH) else ""


def path_of(tool_input: dict[str, object]) -> str:
    """Give the file a tool's input names, or an empty text."""
    for name in _PATHS:
        value = tool_input.get(name)
        if isinstance(value, str) and value:
            return value[:PATH_CHARS_MAX]
    return ""


def written_of(tool_input: dict[str, object]) -> str:
    """Give what a tool's input writes into a file, edits one below the other, or an empty text."""
    parts = [text_of(tool_input, name) for name in _WRITTEN]
    edits = tool_input.get("edits")
    for edit in edits if isinstance(edits, list) else ():
        if isinstance(edit, dict):
            parts += [text_of(edit, name) for name in _WRITTEN]
    return "\n".join([part for part in parts if part])


def answer_text(response: object) -> str:
    """Give a tool's answer as it is kept: a text as it is, anything else as compact JSON."""
    if response is None:
        return ""
    return response if isinstance(response, str) else json_of(response)


def json_of(value: object, depth: int = 0) -> str:
    """Give a parsed JSON value as compact JSON, its fields in their order.

    What no parser reads (an endless number, more than ``DEPTH_MAX`` levels) becomes null or a mark.
    """
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value) if value - value == 0 else "null"  # Endless ones are no JSON.
    if isinstance(value, int):
        return _number(value)
    if depth >= DEPTH_MAX and isinstance(value, (dict, list)):
        return _TOO_DEEP
    if isinstance(value, dict):
        members = [f"{quoted(str(name))}:{json_of(one, depth + 1)}" for name, one in value.items()]
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join([json_of(one, depth + 1) for one in value]) + "]"
    return "null"


def quoted(text: str) -> str:
    """Give a text as a JSON string, with only those escapes that must be."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    if not text.isprintable():
        text = text.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
        if not text.isprintable():
            text = "".join([_escape(character) for character in text])
    return f'"{text}"'


def _escape(character: str) -> str:
    return f"\\u{ord(character):04x}" if character < " " else character


def _number(value: int) -> str:
    try:
        return str(value)
    except ValueError:  # More digits than Python converts.
        return "null"
