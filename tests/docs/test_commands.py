"""Do the commands that the pages tell people to type exist, with those options?"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cortex.core.vault.words import OPTIONS
from cortex.edges.cli.entry import main
from cortex.edges.cli.program import Program
from cortex.wiring.vault_bench import OPTIONS as BENCH_OPTIONS
from tools.reference.cli import verbs

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    "README.md",
    "ARCHITECTURE.md",
    "SECURITY.md",
    "CONVENTIONS.md",
    "docs/guide",
    "docs/formats",
)
FENCED = re.compile(r"^```(?:sh|console)\n(?P<body>.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(?P<command>cortex [^`]+)`")
# Answered before any parser is loaded, so click does not know them (ADR 0009).
DISPATCHED = ("--version", "--help", "help")


def written_commands() -> Iterator[tuple[str, str]]:
    """Yield page and command line of each `cortex ...` that a page shows, in page order."""
    for name in PAGES:
        path = ROOT / name
        for page in sorted(path.rglob("*.md")) if path.is_dir() else [path]:
            text = page.read_text(encoding="utf-8")
            where = page.relative_to(ROOT).as_posix()
            for match in FENCED.finditer(text):
                for line in match["body"].replace("\\\n", " ").splitlines():
                    if line.strip().startswith("cortex "):
                        yield where, line.strip()
            for match in INLINE.finditer(text):
                yield where, " ".join(match["command"].split())


def complaint(line: str) -> str:
    """Return what is wrong with a command line as far as names go, or an empty text."""
    words = shlex.split(line, comments=True)[1:]
    if (
        words[0] in DISPATCHED or words[0].isupper()
    ):  # `cortex COMMAND` is a pattern, not a command.
        return ""
    if words[0] == "vault":
        return vault_complaint(words[1:])
    program = Program()
    context = click.Context(program, info_name="cortex")
    command = program.get_command(context, words[0])
    if command is None:
        return f"no command {words[0]}"
    depth = 1
    while isinstance(command, click.Group):  # A family may hold a family: `cortex bus task`.
        first, *_ = command.list_commands(context)  # Meant where no action is named.
        named = command.get_command(context, words[depth]) if len(words) > depth else None
        command = named or command.get_command(context, first)
        depth += 1
    if command is None:
        return f"no action of {words[0]}"
    known = {"--help"} | {
        option for owner in (program, command) for each in owner.params for option in each.opts
    }
    unknown = [word for word in words if word.startswith("--") and word.split("=")[0] not in known]
    return f"no option {unknown}" if unknown else ""


def vault_complaint(words: list[str]) -> str:
    """Return the same of a command over a vault, whose grammar is its own."""
    if not words or words[0].isupper():
        return ""
    programs = {**OPTIONS, "help": (), "bench": BENCH_OPTIONS}
    programs["index"] = ("--drop", "--memory-root")
    programs |= dict.fromkeys(("doctor", "health"), ("--json", "--memory-root"))
    if words[0] not in programs:
        return f"no command vault {words[0]}"
    known = set(programs[words[0]])
    unknown = [word for word in words if word.startswith("--") and word not in known]
    return f"no option {unknown}" if unknown else ""


@pytest.mark.parametrize(("page", "line"), sorted(set(written_commands())))
def test_written_command_exists(page: str, line: str) -> None:
    """A command that a page shows has a verb and options that exist."""
    assert "" == complaint(line)


def test_a_wrong_command_is_noticed() -> None:
    """The check itself can fail: an unknown verb and an unknown option are reported."""
    assert "" != complaint("cortex comit 'a fact'")
    assert "" != complaint("cortex commit 'a fact' --no-such-option")
    assert "" != complaint("cortex vault serch alpha")
    assert "" != complaint("cortex vault health --no-such-option")
    assert "" == complaint("cortex vault search alpha --page 2")


@pytest.mark.parametrize("verb", [verb for verb in verbs() if " " not in verb])
def test_every_verb_is_on_the_reference_page(verb: str) -> None:
    """Each verb has its own heading on the page of commands."""
    page = (ROOT / "docs/reference/cli.md").read_text(encoding="utf-8")
    assert f"\n## cortex {verb}\n" in page


@pytest.mark.parametrize("verb", [verb for verb in verbs() if " " not in verb])
def test_every_verb_is_on_the_help_screen(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`cortex --help`, which is printed without a parser, knows each verb of the parser."""
    main(["--help"])
    assert f"\n  {verb} " in capsys.readouterr().out
