"""Does a thread have one present state, and a history of it?"""

from typing import Any

import pytest

from tests.services.operations.conftest import Asking


def test_checkpoint_is_told_by_status(ask: Asking) -> None:
    """What was said about a thread is what its status tells."""
    saved = ask(
        "checkpoint",
        thread="Gateway Move",
        goal="Move the gateway to port 8443",
        state="listener moved, certificates pending",
    )
    assert ("ok", "thread:gateway-move") == (saved["status"], saved["thread"])
    told = ask("checkpoint", thread="gateway move", action="status")
    assert "ok" == told["status"]
    assert "certificates pending" in told["checkpoint"]["statement"]


def test_next_checkpoint_supersedes_the_last(ask: Asking) -> None:
    """A thread has one present checkpoint; each one before it is history. CQR F6"""
    first = ask("checkpoint", thread="gw", note="The listener of the gateway moved to port 8443")
    second = ask("checkpoint", thread="gw", note="Certificates were renewed, smoke test is pending")
    assert [first["checkpoint"]["reference"]] == second["superseded"]
    told = ask("checkpoint", thread="gw", action="status")
    assert second["checkpoint"]["reference"] == told["checkpoint"]["reference"]
    old = ask("expand", reference=first["checkpoint"]["reference"])["records"][0]["record"]
    assert "superseded" == old["fact"]["status"]


def test_facts_of_a_thread_are_listed(ask: Asking) -> None:
    """A fact committed with a thread belongs to it; another thread's does not."""
    ask("commit", text="The gateway listens on port 8443", thread="GW")
    ask("commit", text="The mail queue is drained by cron at midnight", thread="mail")
    told = ask("checkpoint", thread="gw", action="status")
    assert ["The gateway listens on port 8443"] == [fact["statement"] for fact in told["facts"]]
    assert told["checkpoint"] is None
    oriented = ask("orient", thread="gw")
    assert told["facts"] == oriented["thread_facts"]


def test_unknown_thread_is_no_match(ask: Asking) -> None:
    """A thread nobody wrote about has no status to tell."""
    assert "no_match" == ask("checkpoint", thread="nobody", action="status")["status"]


def test_earlier_focus_names_open_and_end_a_session(ask: Asking) -> None:
    """focus_start and focus_end bracket a stretch of work; a thread's status shows what is open."""
    assert not ask("focus_start", label="Gateway")["already_open"]
    assert ask("cortex_focus_start", label="gateway")["already_open"]
    ask("commit", text="The gateway listens on port 8443 because 443 needs root")
    told = ask("checkpoint", thread="gateway", action="status")
    assert [("Gateway", 1)] == [(one["label"], one["entries"]) for one in told["focus"]]
    ended = ask("cortex_focus_end", label="gateway")
    assert "The gateway listens on port 8443 because 443 needs root" == ended["summary"]
    assert [] == ask("checkpoint", thread="gateway", action="status")["focus"]


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"note": "a"}, "thread"),
        ({"thread": "thread:"}, "thread"),
        ({"thread": "gw"}, "note"),
        ({"thread": "gw", "action": "verify"}, "obligation"),
        ({"thread": "gw", "action": "statsu"}, "action"),
    ],
)
def test_refused_checkpoint_names_the_field(
    ask: Asking, arguments: dict[str, Any], field: str
) -> None:
    """What is missing or not served is refused by name."""
    refused = ask("checkpoint", **arguments)
    assert ("invalid_request", field) == (refused["status"], refused["field"])


@pytest.mark.parametrize(
    ("label", "again"),
    [
        ("fix-login", "fix-login"),
        ("Fix Login", "fix-login"),
        ("feature/Fix_Login", "feature/fix_login"),
        ("Straße", "STRASSE"),
        ("認証 移行", "認証 移行"),
        ("rotate password=hunter2x9", "rotate password=hunter2x9"),
    ],
)
def test_thread_has_one_state_in_every_spelling(ask: Asking, label: str, again: str) -> None:
    """Whatever a thread is called, the next checkpoint replaces the last and status finds it."""
    first = ask("checkpoint", thread=label, note="The listener of the gateway moved to port 8443")
    second = ask("checkpoint", thread=again, note="Certificates were renewed, smoke test waits")
    assert [first["checkpoint"]["reference"]] == second["superseded"]
    told = ask("checkpoint", thread=again, action="status")
    assert second["checkpoint"]["reference"] == told["checkpoint"]["reference"]
    assert [] == told["facts"]
    assert second["thread"] == told["thread"]
    assert told["thread"] == ask("orient", thread=label)["thread"]


def test_threads_that_differ_in_a_sign_are_two(ask: Asking) -> None:
    """A checkpoint never closes that of another thread."""
    ask("checkpoint", thread="fix-login", note="The listener of the gateway moved to port 8443")
    other = ask("checkpoint", thread="fix_login", note="Certificates were renewed, tests wait")
    assert [] == other["superseded"]
