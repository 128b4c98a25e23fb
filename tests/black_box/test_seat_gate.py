"""Does anything get past the write gate: in another field, in another form, or later?"""

import pytest

from tests.black_box.seat_shell import make_seat
from tests.black_box.shell import Shell

DATABASE, WEB = ("--source", "operational:db"), ("--source", "web:x")
DAY = ("--predicate", "billing day")


@pytest.fixture
def seat(shell: Shell) -> Shell:
    """Give a shell in a seat that knows the billing day of Acme from its own data."""
    seat = make_seat(shell)
    seat.ask("entity", "add", "Acme", "the 1st", *DAY, "--kind", "company", *DATABASE)
    return seat


def test_a_value_typed_as_a_sentence_meets_what_stands_there(seat: Shell) -> None:
    """Seat T12: a line is judged as it will be read back, so no weaker value stands beside."""
    for text in ("billing day: the 9th", "Billing Day:  the 9th"):
        held = seat.run("entity", "add", "Acme", text, *WEB, "--json", status=4)
        assert "lower_rank" == held.envelope["data"]["reason"]
    assert "9th" not in (seat.folder / "ENTITIES.md").read_text()


def test_no_entry_speaks_of_another_noun(seat: Shell) -> None:
    """A text that begins with the mark of another noun is refused, wherever it would stand."""
    text = "[[Acme]] billing day: the 7th"
    for words in (("entity", "add", "Spoof"), ("note", "share", "--section", "Business")):
        refused = seat.run(*words, text, *WEB, "--json", status=2).error
        assert "another noun" in refused["message"]


def test_decision_about_what_has_changed_since_is_refused(seat: Shell) -> None:
    """Who accepts has seen what it replaces; what came later is weighed anew."""
    hold = seat.run("entity", "add", "Acme", "the 2nd", *DAY, *WEB, "--json").envelope["data"][
        "hold"
    ]
    seat.ask("entity", "add", "Acme", "the 5th", *DAY, *DATABASE, "--verified")
    refused = seat.run("gate", "accept", hold, "--why", "seen", "--json", status=4).error
    assert ("move_refused", True) == (refused["code"], "operational:db" in refused["message"])
    assert "billing day: the 5th. (source" in (seat.folder / "ENTITIES.md").read_text()
    assert "open" == seat.ask("gate", "show", hold)["state"]
    seat.ask("gate", "reject", hold, "--why", "weigh it anew")
    again = seat.run("entity", "add", "Acme", "the 2nd", *DAY, *WEB, "--json").envelope["data"][
        "hold"
    ]
    assert hold != again
    assert "accepted" == seat.ask("gate", "accept", again, "--why", "checked")["state"]
    assert "accepted" == seat.ask("gate", "accept", again, "--why", "checked")["state"]


@pytest.mark.parametrize("layer", ["note", "share"])
def test_other_layers_ask_what_stands_there_now_as_well(seat: Shell, layer: str) -> None:
    """A held note and a held line of shared knowledge, replaced meanwhile by a better word."""
    text = "The gateway listens on port {}"
    words = ("note", "add") if layer == "note" else ("note", "share", "--section", "Technical")
    seat.ask(*words, text.format(8443), "--source", "user:m1")
    held = seat.run(*words, text.format(9000), *WEB, "--json", status=4)
    hold = held.envelope["data"]["hold"]
    seat.ask(*words, text.format(7000), *DATABASE, "--verified")
    seat.run("gate", "accept", hold, "--why", "seen", "--json", status=4)
    kept = "".join(path.read_text() for path in seat.folder.parents[1].rglob("*.md"))
    assert "port 9000" not in kept
