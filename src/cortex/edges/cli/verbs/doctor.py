"""Is anything wrong with the store or with this installation? `cortex doctor`."""

from __future__ import annotations

from cortex.edges.cli.health import show_findings
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_OK, EXIT_STORE
from cortex.wire.outcomes import doctor_json, is_healthy
from cortex.wiring.budgets import budgets_finding
from cortex.wiring.proof import host_findings
from cortex.wiring.seat.doctor import seat_findings


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [],
        about="Check the settings, the store, what hooks reported, and each host that has Cortex: "
        "its files, and by running its own hooks in a home made for that. Names each seat that is "
        "not whole. Changes nothing. Exits 6 when a check failed; a warning alone exits 0.",
        examples=["cortex doctor", "cortex doctor --json"],
    )


def run(session: Session, options: Options) -> int:
    """Print every check; fail when one failed."""
    del options
    with session.open() as house:
        findings = (
            *house.doctor(),
            budgets_finding(session.settings),
            *host_findings(house),
        )
    findings = (*findings, *seat_findings(session.settings))
    session.answer(doctor_json(findings), lambda screen: show_findings(screen, findings))
    return EXIT_OK if is_healthy(findings) else EXIT_STORE
