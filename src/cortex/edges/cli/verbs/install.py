"""How does an agent host get Cortex? `cortex install`."""

from __future__ import annotations

import click

from cortex.edges.cli.installing import host_options, show_hosts
from cortex.edges.cli.options import flag
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_FAILURE, EXIT_OK, InvalidRequest


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            *host_options(),
            flag("--apply", "do it; without this only the plan is printed"),
            click.Option(
                ["--plugin"],
                metavar="FOLDER",
                help="write a plugin for Claude Code into a folder instead",
            ),
        ],
        about="Give Cortex to the agent hosts of this machine: hooks, the MCP server, and a few "
        "lines for the agent. Prints the plan, and with --apply carries it out: foreign entries, "
        "comments and order stay, each changed file is copied first, and a file that cannot be "
        "read is left alone with its whole host.",
        examples=[
            "cortex install",
            "cortex install --apply",
            "cortex install --host codex --host gemini-cli --apply",
            "cortex install --plugin ~/cortex-plugin --apply",
        ],
    )


def run(session: Session, options: Options) -> int:
    """Plan or install; a host that could not be set up is no success."""
    from cortex.wiring.install import Wanted, install

    wanted = Wanted(options["host"], options["project"], is_applied=options["apply"])
    if options["plugin"] is not None:
        from cortex.edges.cli.files import path_of

        if options["host"] or options["project"]:
            message = "--plugin is for Claude Code, and goes with neither --host nor --project"
            raise InvalidRequest(message, remedy="leave the others out")
        from cortex.wiring.plugin import make_plugin

        folder = path_of(session, options["plugin"], "plugin")
        data = make_plugin(session.settings, folder, is_applied=options["apply"])
    else:
        data = install(session.settings, wanted)
    session.warn(*data.pop("warnings"))
    session.answer(data, lambda screen: show_hosts(screen, data))
    return EXIT_OK if data["complete"] else EXIT_FAILURE
