"""Does a rollback say beforehand whom it concerns, and in which tense?"""

import pytest

from cortex.edges.cli.screen import Screen
from cortex.edges.cli.stories import show_rollback
from cortex.model.outcomes import RollbackOutcome
from cortex.model.versions import Version
from cortex.wiring.terminal import Terminal
from tests.wire.samples import MAY_US

PLAIN = Terminal(has_colour=False, columns=None, is_debug=False)
WEB, API = "project:/srv/web/.git", "project:/srv/api/.git"


def outcome(*, is_applied: bool) -> RollbackOutcome:
    """Give a rollback of two entries, one of them of another project."""
    entries = tuple(
        Version(at, "store", f"inserted: fact {at}", at, is_orphaned=True, created_us=MAY_US)
        for at in (9, 8)
    )
    return RollbackOutcome(
        head=7,
        orphaned=entries,
        revived=("decision::1", "decision::2"),
        hidden=("decision::8", "decision::9"),
        is_applied=is_applied,
        scope_ids=(API, WEB),
        kept=("decision::2",),
    )


def test_a_preview_speaks_of_what_would_be(capsys: pytest.CaptureFixture[str]) -> None:
    """Other scopes are counted before the list, and each entry names its own."""
    show_rollback(Screen(PLAIN), outcome(is_applied=False), WEB)
    assert [
        "2 entries would be undone; HEAD would be version 7.",
        "1 of them belongs to other scopes than web: "
        "a rollback takes the whole store back, every project.",
        "",
        "Would be undone",
        "  version 9 2026-05-01T00:00:00Z store in project api: inserted: fact 9",
        "  version 8 2026-05-01T00:00:00Z store in project web: inserted: fact 8",
        "",
        "Would be hidden",
        "  decision::8",
        "  decision::9",
        "",
        "Would be back in force",
        "  decision::1",
        "",
        "Would be with an earlier state",
        "  decision::2",
        "",
        "Nothing was changed yet: add --apply to do it.",
    ] == capsys.readouterr().out.splitlines()


def test_a_rollback_that_was_done_is_in_the_past(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a preview nothing speaks of what would be."""
    show_rollback(Screen(PLAIN), outcome(is_applied=True), WEB)
    printed = capsys.readouterr().out
    assert "2 entries undone; HEAD is version 7." == printed.splitlines()[0]
    assert "ould be" not in printed
