"""Does the shell answer for the past as it answered in the past?"""

import pytest

from tests.black_box.shell import Shell


def test_as_of_answer_differs_from_todays(shell: Shell) -> None:
    """CQR A5, D2: the closed fact answers for its window, the new one from then on."""
    old = shell.commit("The gateway listens on port 8080", "--valid-from", "2026-01-01")
    shell.run(
        *("supersede", old, "--valid-from", "2026-03-01", "The gateway listens on port 9090"),
        status=0,
    )
    question = "which port does the gateway listen on?"
    assert ["The gateway listens on port 8080"] == shell.statements(
        question, "--as-of", "2026-02-01"
    )
    assert ["The gateway listens on port 9090"] == shell.statements(
        question, "--as-of", "2026-03-01"
    )
    assert ["The gateway listens on port 9090"] == shell.statements(question)
    spoken = shell.run("query", question, "--as-of", "2026-02-01", status=0).out
    assert "As of 2026-02-01T00:00:00Z." in spoken


def test_disjoint_windows_both_live(shell: Shell) -> None:
    """A late arrival about an earlier time does not close what holds now (case 85)."""
    shell.commit("Kim drinks coffee", "--valid-from", "2023-09-23")
    shell.commit("Kim drank tea", "--valid-until", "2023-09-22")
    assert ["Kim drank tea"] == shell.statements("what does Kim drink?", "--as-of", "2023-09-21")
    assert ["Kim drinks coffee"] == shell.statements("what does Kim drink?")


@pytest.mark.parametrize("zone", ["UTC", "Asia/Kolkata", "America/Los_Angeles"])
def test_instants_do_not_depend_on_the_zone(shell: Shell, zone: str) -> None:
    """The same command stores the same microsecond in every zone (cases 82, 83)."""
    reference = shell.having(TZ=zone).commit(
        "The gateway listens on port 8443",
        *("--valid-from", "2026-05-01T10:00:00.123456+05:30", "--valid-until", "2026-06-01T12:00"),
    )
    fact = shell.ask("show", reference)
    assert ("2026-05-01T04:30:00.123456Z", "2026-06-01T12:00:00Z") == (
        fact["valid_from"],
        fact["valid_until"],
    )
