"""Which files does a shell command write to, as far as its words say?

A look at the words, no shell: what is behind ``>`` and ``>>``, what ``tee`` is given, and what the
commands are given that change files; ``cd`` and plain variables are followed, and so is a script
that is given to another shell. What another program does inside is only guessed from the files it
names. Hooks load this, so there is no ``re`` and no ``shlex``. Source: ADR 0193, ADR 0215.
"""

from __future__ import annotations

COMMAND_CHARS_MAX = 65_536
"""Characters of a command that are looked at."""

SHELLS_MAX = 3
"""Shells within each other that are looked into."""

TARGETS_MAX = 32
"""Files of one command that are looked at."""

VARIABLES_MAX = 64
"""Variables of a script that are followed, the first."""

VALUES_MAX = 16
"""Values of a variable that are followed."""

WORD_CHARS_MAX = 4_096
"""Characters of a word with variables in it: no path is longer."""

_SIGNS = (">", "tee", "sed", "rm", "mv", "cp", "truncate", "ln", "dd", "install", "touch", "sponge")
_CHANGING = frozenset({"tee", "rm", "mv", "truncate", "touch", "sponge"})
_COPYING = frozenset({"cp", "ln", "install"})  # They change their last word only.
_LEADS = frozenset({"sudo", "env", "then", "do", "else", "command", "nohup", "time", "{", "!"})
_REDIRECTIONS = frozenset({">", ">>"})
_SHELLS = frozenset({"sh", "bash", "zsh", "dash", "ksh"})
_GOING = frozenset({"cd", "pushd"})
_PATCH = "*** "
_BREAKS = frozenset("|&;\n()")
_BLANKS = frozenset(" \t")
_HERE = ("$(pwd)", "`pwd`", "${PWD}", "$PWD")

_INTERPRETERS = frozenset("python pypy perl ruby node deno bun php lua ed ex vi vim".split())
_EDITORS = frozenset({"ed", "ex", "vi", "vim"})
_WRITING = ("write", "append", "truncate", "rename", "replace(", "dump(", "copy")
_WRITING_MODES = ("'w", '"w', "'a'", '"a"', "'a+", "'r+", '"r+', "'>", '">', " -i", " -pi")
_MEMORY_ENDS = (".md", ".jsonl")
_IN_PATHS = frozenset("._-/~")


def targets(command: str, depth: int = 0) -> list[str]:
    """Give the words a command writes to or changes, each command its redirections first.

    The first ``TARGETS_MAX``; may be empty. Never raises.

    Args:
        depth: how many shells it stands in.
    """
    command = command[:COMMAND_CHARS_MAX]
    found = _patched(command) if _PATCH in command else []
    if not any(sign in command for sign in _SIGNS):
        return found
    for here in _HERE:
        command = command.replace(here, ".")
    walk = _Walk(depth)
    for word, is_break in [*_words(command), (";", True)]:
        walk.take(word, is_break=is_break)
        if len(walk.found) >= TARGETS_MAX:
            break
    return (found + walk.found)[:TARGETS_MAX]


def mentions(command: str) -> list[str]:
    """Give the files that could be memory and that a program in a command names, if it may write.

    A guess: what a program does inside is not seen. Each once, in order, the first ``TARGETS_MAX``.
    """
    command = command[:COMMAND_CHARS_MAX]
    if not any(end in command for end in _MEMORY_ENDS):
        return []
    words = _words(command)
    programs = {_name(word).rstrip("0123456789.") for word, is_break in words if not is_break}
    if not programs & _INTERPRETERS:
        return []
    is_writing = programs & _EDITORS or any(
        sign in command for sign in (*_WRITING, *_WRITING_MODES)
    )
    if not is_writing:
        return []
    plain = "".join([one if one.isalnum() or one in _IN_PATHS else " " for one in command])
    named = [word.rstrip(".") for word in plain.split()]
    found = dict.fromkeys(word for word in named if word.endswith(_MEMORY_ENDS))
    return list(found)[:TARGETS_MAX]


class _Walk:
    """Goes through the words of a command: which folder it is in, and what its variables are."""

    def __init__(self, depth: int) -> None:
        self.found: list[str] = []
        self._depth = depth
        self._given: list[str] = []
        self._is_target = False
        self._folder = ""
        self._outer: list[str] = []
        self._values: dict[str, list[str]] = {}

    def take(self, word: str, *, is_break: bool) -> None:
        """Take the next word, or what stands between two commands."""
        if is_break and word in _REDIRECTIONS:
            self._is_target = True
        elif is_break:
            self._end()
            if word == "(":
                self._outer.append(self._folder)
            elif word == ")" and self._outer:
                self._folder = self._outer.pop()
        elif self._is_target:
            self._add([word])
            self._is_target = False
        else:
            self._given.append(word)

    def _end(self) -> None:
        words, self._given, self._is_target = self._given, [], False
        while words and (_assigned(words[0]) or words[0] in _LEADS):
            name, is_assigned, value = words[0].partition("=")
            if is_assigned:
                self._set(name, [value[:WORD_CHARS_MAX]])
            words = words[1:]
        if not words:
            return
        program = _name(words[0])
        if program == "for" and words[2:3] == ["in"]:
            self._set(words[1], words[3 : 3 + VALUES_MAX])
        elif program in _GOING:
            self._go(words[1] if len(words) > 1 else "~")
        else:
            self._add(_changed(program, words))
            for script in _scripts(program, words) if self._depth < SHELLS_MAX else ():
                self._add(targets(script, self._depth + 1))

    def _set(self, name: str, values: list[str]) -> None:
        if name in self._values or len(self._values) < VARIABLES_MAX:
            self._values[name] = values

    def _go(self, folder: str) -> None:
        place = self._expanded(folder)[0]
        self._folder = "" if place == "-" else _below(self._folder, place)

    def _add(self, words: list[str]) -> None:
        for word in words[: max(0, TARGETS_MAX - len(self.found))]:
            self.found += [_below(self._folder, one) for one in self._expanded(word)]

    def _expanded(self, word: str) -> list[str]:
        """Give a word with the values its variables have, one for each value."""
        words = [word]
        is_short = "$" in word and len(word) <= WORD_CHARS_MAX
        for name, values in self._values.items() if is_short else ():
            for sign in (f"${{{name}}}", f"${name}"):
                if sign in word:
                    words = [one.replace(sign, value) for one in words for value in values]
                    words = [one for one in words if len(one) <= WORD_CHARS_MAX][:VALUES_MAX]
        return words or [word]


def _below(folder: str, word: str) -> str:
    return f"{folder}/{word}" if folder and not word.startswith(("/", "~")) else word


def _assigned(word: str) -> bool:
    return "=" in word and not word.startswith(("-", "=", "/", "."))


def _scripts(program: str, words: list[str]) -> list[str]:
    """Give the scripts that a command hands to a shell."""
    if program == "eval":
        return [" ".join(words[1:])]
    shells = [at for at, word in enumerate(words) if _name(word) in _SHELLS]
    return [
        words[at + 1]
        for at in range(shells[0] + 1 if shells else len(words), len(words) - 1)
        if words[at].startswith("-") and words[at].endswith("c")
    ]


def _patched(command: str) -> list[str]:
    """Give the files a patch in Codex's form adds, changes or removes."""
    return [
        line.partition(": ")[2].strip()
        for line in command.split("\n")
        if line.startswith(_PATCH) and line.partition(": ")[0].endswith(" File")
    ]


def _changed(program: str, words: list[str]) -> list[str]:
    """Give what one command changes, by its name and what it is given."""
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
    """Give (word, whether it is a break between commands or a redirection) in order.

    Comments are left out, and so is a here-document, unless a shell reads it as its script.
    """
    words: list[tuple[str, bool]] = []
    ends: list[str] = []
    at = line = 0
    while at < len(command):
        one = command[at]
        if one in _BLANKS:
            at += 1
        elif one == "#" and (at == 0 or command[at - 1] in _BLANKS | _BREAKS):
            at = _line_end(command, at)
        elif command.startswith("<<", at) and not command.startswith("<<<", at):
            end, at = _word(command, _behind_blanks(command, at + 2))
            ends.append(end)
        elif one == ">":
            sign, at = _redirection(command, at)
            words += [(sign, True)] if sign else []
        elif one in _BREAKS:
            words.append((one, True))
            at += 1
            if one == "\n":
                is_script = any(_name(word) in _SHELLS for word, _ in words[line:])
                at = at if is_script else _behind(command, at, ends)
                ends, line = [], len(words)
        else:
            word, at = _word(command, at)
            is_number = word.isdigit() and command[at : at + 1] == ">"
            words += [] if is_number else [(word, False)]
    return words


def _behind(command: str, at: int, ends: list[str]) -> int:
    """Give the index behind the here-documents that begin here."""
    for end in ends:
        while at < len(command):
            stop = _line_end(command, at)
            line, at = command[at:stop].strip("\t"), min(stop + 1, len(command))
            if line == end:
                break
    return at


def _behind_blanks(command: str, at: int) -> int:
    at += command[at : at + 1] == "-"
    while command[at : at + 1] in _BLANKS:
        at += 1
    return at


def _line_end(command: str, at: int) -> int:
    end = command.find("\n", at)
    return len(command) if end == -1 else end


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
