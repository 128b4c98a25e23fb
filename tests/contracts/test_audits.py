"""Do both stores count a served brief once and sum only like with like?"""

from cortex.model.audits import BootAudit, Rollup
from cortex.ports.brain import Brain


def audit(created_us: int, process_id: int = 1, owner_id: int = 0) -> BootAudit:
    """Give a brief that was handed out."""
    return BootAudit(created_us, process_id, owner_id, "ann", "user", "fresh", 600, 10, 40, 2, 0, 9)


def test_audit_counts_once(brain: Brain) -> None:
    """The instant and process name it; a second time nothing is stored."""
    with brain.writing() as writer:
        assert writer.audits.add_audit(audit(5))
        assert not writer.audits.add_audit(audit(5)._replace(served_chars=99))
        assert writer.audits.add_audit(audit(5, process_id=2))
        assert writer.audits.add_audit(audit(6, owner_id=3))
        assert [audit(5, 2), audit(5)] == writer.audits.audits(0, 10)
        assert [audit(5, 2)] == writer.audits.audits(0, 1)


def test_sums_are_of_one_day_owner_and_quantity(brain: Brain) -> None:
    """Adding joins equal days and quantities, and nothing else: CQR C13."""
    boot = Rollup("2026-01-02", "boot_brief", "characters", 1, 10, 1, 10, 40)
    other = boot._replace(quantity="focus_summary", served=7)
    with brain.writing() as writer:
        rows = writer.audits
        for _ in range(2):
            rows.add_to_rollup(0, boot)
        rows.add_to_rollup(0, other)
        rows.add_to_rollup(1, boot)
        rows.add_to_rollup(0, boot._replace(day="2026-01-01"))
        twice = Rollup("2026-01-02", "boot_brief", "characters", 2, 20, 2, 20, 80)
        assert [twice, other] == rows.rollups(0, "2026-01-02")
        assert 3 == len(rows.rollups(0, "2026-01-01"))


def test_pruning_keeps_the_newest(brain: Brain) -> None:
    """Audits beyond the number and days before the day are gone."""
    with brain.writing() as writer:
        for instant in (3, 1, 2):
            writer.audits.add_audit(audit(instant))
        for day in ("2026-01-01", "2026-01-02"):
            writer.audits.add_to_rollup(0, Rollup(day, "q", "u", 1, 1, 0, 0, 0))
        writer.audits.prune(2, "2026-01-02")
        assert [3, 2] == [one.created_us for one in writer.audits.audits(0, 10)]
        assert ["2026-01-02"] == [one.day for one in writer.audits.rollups(0, "")]
