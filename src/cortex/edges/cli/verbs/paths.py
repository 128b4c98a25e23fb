"""Where does Cortex keep its files? `cortex paths`."""

from __future__ import annotations

from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.wire.display import display_line


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [],
        about="Print the folder and the store this run would use. Nothing is opened or created.",
        examples=["cortex paths", "cortex --home ~/other paths --json"],
    )


def run(session: Session, options: Options) -> None:
    """Print the paths."""
    del options
    settings = session.settings
    paths = {"home": settings.home, "db": settings.db_path}
    session.answer(
        paths,
        lambda screen: screen.pairs([(name, display_line(path)) for name, path in paths.items()]),
    )
