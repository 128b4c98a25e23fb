"""Does a hook's command leave standard input to the event that its host writes there?

A line such as ``python3 - <<EOF`` feeds the program through standard input, so the event is never
read: the hook runs, finds nothing and says nothing. Source: OGL 3.3, 9 (D2).
"""

from __future__ import annotations

from shlex import shlex

COMMAND_CHARS_MAX = 65_536
"""Characters of a command that are looked at."""

_INTERPRETERS = frozenset(
    "python pypy node deno bun ruby perl php lua bash sh zsh dash ksh fish osascript uv".split()
)
SCRIPTS = (".py", ".sh", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl")
_STARTERS = frozenset("exec env nohup command sudo time nice".split())
_HANDS_ON = frozenset({"tee", "jq", "cat"})
_OPERATORS = "();<>|&"


def loses_event(command: str) -> bool:
    """Tell whether an interpreter in a command is given something else than the event.

    That is a here-document, a here-string, a file, or what another program than ``cat``, ``tee``
    and ``jq`` prints. A redirection of another descriptor is none of standard input.
    """
    for line in command[:COMMAND_CHARS_MAX].split("\n"):
        is_piped = False
        for words, is_redirected, operator in _commands(line):
            if _is_interpreter(words) and (is_piped or is_redirected):
                return True
            if "|" in operator and operator != "||":
                is_piped = is_piped or is_redirected or not _hands_on(words)
            else:
                is_piped = False
    return False


def _commands(line: str) -> list[tuple[list[str], bool, str]]:
    """Give each simple command of a line as (words, whether its input is redirected, operator).

    Of a line that cannot be read it is what stands before the fault.
    """
    reader = shlex(line, posix=True, punctuation_chars=_OPERATORS)
    reader.whitespace_split = True
    found: list[tuple[list[str], bool, str]] = []
    words: list[str] = []
    is_redirected = False
    try:
        for token in reader:
            if token.startswith("<"):
                descriptor = words.pop() if words and words[-1].isdigit() else "0"
                is_redirected = is_redirected or (descriptor == "0" and token != "<(")  # noqa: S105  # A sign of the shell.
            elif set(token) <= set("();|&") and token:
                found.append((words, is_redirected, token))
                words, is_redirected = [], False
            else:
                words.append(token)
    except ValueError:
        pass  # An open quote: the line goes on, or is no command.
    return [*found, (words, is_redirected, "")]


def _is_interpreter(words: list[str]) -> bool:
    """Tell whether a command starts an interpreter."""
    for word in words:
        name = _name(word)
        if "=" in word or name in _STARTERS or word.startswith("-"):
            continue
        return name in _INTERPRETERS
    return False


def script_of(words: list[str]) -> str:
    """Give the script that a command starts, by itself or with an interpreter, as it is written.

    Empty for anything else: other programs, code in an option, more than one command.
    """
    if any(set(word) <= set(_OPERATORS) or word == "cd" for word in words):
        return ""
    rest = [word for word in words if "=" not in word and _name(word) not in _STARTERS]
    if rest and _name(rest[0]) in _INTERPRETERS:
        rest = rest[1:]
    return rest[0] if rest and rest[0].endswith(SCRIPTS) and " " not in rest[0] else ""


def _name(word: str) -> str:
    return word.rpartition("/")[2].rstrip("0123456789.")


def _hands_on(words: list[str]) -> bool:
    """Tell whether a command prints what it reads."""
    name = words[0].rpartition("/")[2] if words else ""
    return name in _HANDS_ON and (name != "cat" or words[1:] in ([], ["-"]))
