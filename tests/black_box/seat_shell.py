"""How does a test type in a seat? A shell whose folder is one, without its installer."""

from pathlib import Path

from cortex.model.seats import Seat
from cortex.stores.system.seats import read_seats, write_seats
from tests.black_box.shell import Shell


def make_seat(shell: Shell, name: str = "ops", org: str = "acme") -> Shell:
    """Make a folder of a seat, tell the registry, and give a shell in it."""
    home = shell.home / ".cortex"
    root = (shell.home / "orgs" / org / "agents" / name).resolve()
    root.mkdir(parents=True)
    seats = [*read_seats(str(home)), Seat(name, str(root), str(home / "seats" / name), org)]
    write_seats(str(home), seats)
    return shell.at(Path(root))
