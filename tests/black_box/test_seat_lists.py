"""Does every list of a seat say whose it is, and what could not be read, by one name each?"""

import pytest

from cortex.model.errors import EXIT_FAILURE, EXIT_OK
from tests.black_box.seat_shell import make_seat
from tests.black_box.shell import Shell

LISTS = (
    "bus approval list",
    "bus events",
    "bus inbox",
    "bus message-log",
    "bus promised",
    "bus reminders",
    "bus status",
    "bus task list",
    "correct check",
    "correct find",
    "correct list",
    "digest list",
    "digest search gateway",
    "entity list",
    "facts list",
    "gate list",
    "log show",
    "note check",
    "note list",
    "seat doctor",
    "state check",
    "state history",
)
"""What lists or checks something of one seat."""


@pytest.mark.parametrize("words", LISTS)
def test_a_list_names_the_seat_it_is_of(shell: Shell, words: str) -> None:
    """In the folder of one seat and asked about another, the answer carries the other's name."""
    make_seat(shell, "scout")
    here = make_seat(shell, "ops")
    for asked, seat in (((), "ops"), (("--seat", "scout"), "scout")):
        done = here.run(*words.split(), *asked, "--json")
        assert done.status in {EXIT_OK, EXIT_FAILURE}, done.err
        assert seat == done.envelope["data"]["seat"]


def test_lines_that_cannot_be_read_have_one_name_in_every_list(shell: Shell) -> None:
    """Whatever is listed, what was passed over is `unreadable`."""
    here = make_seat(shell)
    for words in LISTS:
        data = here.run(*words.split(), "--json").envelope["data"]
        assert not [key for key in data if "corrupt" in key or "broken" in key], words
    assert 0 == here.ask("facts", "list")["unreadable"]
