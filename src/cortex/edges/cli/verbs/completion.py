"""How does a shell learn to complete our words? `cortex completion`."""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class

from cortex.edges.cli.options import NameType
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import CortexError

SHELLS = ("bash", "zsh", "fish")
# The variable click's scripts ask through; it starts with an underscore and is no setting of ours.
COMPLETE_VARIABLE = "_CORTEX_COMPLETE"


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [click.Argument(["shell"], type=NameType("shell", SHELLS))],
        about="Print the script that makes SHELL complete verbs, options and names.",
        examples=[
            "cortex completion bash > ~/.local/share/bash-completion/completions/cortex",
            "cortex completion zsh > ~/.zfunc/_cortex",
            "cortex completion fish > ~/.config/fish/completions/cortex.fish",
        ],
    )


def run(session: Session, options: Options) -> None:
    """Print the script."""
    script = script_for(options["shell"])
    data = {"shell": options["shell"], "script": script}
    session.answer(data, lambda _screen: print(script))


def script_for(shell: str) -> str:
    """Give the completion script of a shell, without asking that shell for its version."""
    kind = get_completion_class(shell)
    if kind is None:
        message = f"this version of click cannot complete in {shell}"
        raise CortexError(message, remedy="install a newer click")
    return ShellComplete.source(kind(click.Command("cortex"), {}, "cortex", COMPLETE_VARIABLE))
