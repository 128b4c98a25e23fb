"""Which files does a shell command write to, as far as its words say?

A look at the words, no shell: what is behind ``>`` and ``>>``, what ``tee`` is given, and what the
commands are given that change files. What a program does inside is not seen. Hooks load this, so
there is no ``re`` and no ``shlex``.
"""

from __future__ import annotations

COMMAND_CHARS_MAX = 65_536
"""Characters of a command that are looked at."""

_SIGNS = (">", "tee", "sed", "rm", "mv", "cp", "truncate", "ln", "dd", "install", "touch")
_CHANGING = frozenset({"tee", "rm", "mv", "truncate", "touch"})
_COPYING = frozenset({"cp", "ln", "install"})  # They change their last word only.
_LEADS = frozenset({"sudo", "env", "then", "do", "else", "command", "nohup", "time"})
_REDIRECTIONS = frozenset({">", ">>"})
_PATCH = "*** "
_BREAKS = frozenset("|&;\n()")
_BLANKS = frozenset(" \t")


def targets(command: str) -> list[str]:
    """Give the words a command writes to or changes, each command its redirections first.

    May be empty. Never raises.
    """
    found = _patched(command[:COMMAND_CHARS_MAX]) if _PATCH in command else []
    if not any(sign in command for sign in _SIGNS):
        return found
    given: list[str] = []
    is_target = False
    for word, is_break in [*_words(command[:COMMAND_CHARS_MAX]), (";", True)]:
        if is_break and word in _REDIRECTIONS:
            is_target = True
        elif is_break:
            found += _changed(given)
            given, is_target = [], False
        elif is_target:
            found.append(word)
            is_target = False
        else:
            given.append(word)
    return found


def _patched(command: str) -> list[str]:
    """Give the files a patch in Codex's form adds, changes or removes."""
    return [
        line.partition(": ")[2].strip()
        for line in command.split("\n")
        if line.startswith(_PATCH) and line.partition(": ")[0].endswith(" File")
    ]


def _changed(words: list[str]) -> list[str]:
    """Give what one command changes, by its name and what it is given."""
    while words and ("=" in words[0] or words[0] in _LEADS):
        words = words[1:]
    program = _name(words[0]) if words else ""
    given = [word for word in words[1:] if not word.startswith("-")]
    if program in _CHANGING:
        return given
    if program in _COPYING:
        return given[-1:]
    if program == "sed" and any(word.startswith(("-i", "--in-place")) for word in words):
        return given
    return [word[3:] for word in given if program == "dd" and word.startswith("of=")]


def _name(word: str) -> str:
    return word.rpartition("/")[2]


def _words(command: str) -> list[tuple[str, bool]]:
    """Give (word, whether it is a break between commands or a redirection) in order."""
    words: list[tuple[str, bool]] = []
    at = 0
    while at < len(command):
        one = command[at]
        if one in _BLANKS:
            at += 1
        elif one == ">":
            sign, at = _redirection(command, at)
            words += [(sign, True)] if sign else []
        elif one in _BREAKS:
            words.append((one, True))
            at += 1
        else:
            word, at = _word(command, at)
            is_number = word.isdigit() and command[at : at + 1] == ">"
            words += [] if is_number else [(word, False)]
    return words


def _redirection(command: str, at: int) -> tuple[str, int]:
    """Give (sign, index after it); no sign for one that copies a channel, such as ``2>&1``."""
    sign = ">>" if command[at + 1 : at + 2] in {">", "|"} else ">"
    at += len(sign)
    return ("", at + 1) if command[at : at + 1] == "&" else (sign, at)


def _word(command: str, at: int) -> tuple[str, int]:
    """Give (word without its quotes, index after it)."""
    parts: list[str] = []
    quote = ""
    while at < len(command):
        one = command[at]
        if one == "\\" and quote != "'" and at + 1 < len(command):
            at += 1
            parts.append(command[at])
        elif one in {"'", '"'} and quote in {"", one}:
            quote = "" if quote else one
        elif not quote and (one in _BLANKS or one in _BREAKS or one == ">"):
            break
        else:
            parts.append(one)
        at += 1
    return "".join(parts), at
