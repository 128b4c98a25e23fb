"""Are days and amounts read by code, in several languages, or left alone?"""

import pytest

from cortex.core.seat.graph.figures import figures
from tests.core.seat.graph.talk import NOW_US


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("on 2027-03-12", ["2027-03-12"]),
        ("12 March 2027", ["2027-03-12"]),
        ("March 12th, 2027", ["2027-03-12"]),
        ("the 3rd of October", ["2026-10-03"]),
        ("am 12. März 2027", ["2027-03-12"]),
        ("bis 12.03.2027", ["2027-03-12"]),
        ("bis 3.10.", ["2026-10-03"]),
        ("截止2027年3月12日", ["2027-03-12"]),
        ("10月3日まで", ["2026-10-03"]),
        ("by Friday", ["2026-09-25"]),
        ("bis Montag", ["2026-09-28"]),
        ("last Friday", []),
        ("下周五之前", ["2026-09-25"]),
        ("tomorrow", ["2026-09-22"]),
        ("明日", ["2026-09-22"]),
        ("3/4/2027", []),
        ("2027-13-45", []),
        ("30 February", []),
        ("5,000 EUR", ["EUR 5000"]),
        ("5.000 €", ["EUR 5000"]),
        ("€5k", ["EUR 5000"]),
        ("1,234.50 dollars", ["USD 1234.50"]),
        ("1.234,5 Euro", ["EUR 1234.50"]),
        ("CHF-frei: 20 Franken", ["CHF 20"]),
        ("5万円", ["JPY 50000"]),
        ("3000元", ["CNY 3000"]),
        ("version 1.2.3 of 5000 things", []),
    ],
)
def test_days_and_amounts(text: str, read: list[str]) -> None:
    """Without a year the nearest day counts; what may be two days, or none, is not read."""
    assert read == list(figures(text, NOW_US))


def test_plans_lie_ahead() -> None:
    """What is due in May is due next May, also when last May was nearer."""
    assert ("2026-05-03",) == figures("3 May", NOW_US)
    assert ("2027-05-03",) == figures("3 May", NOW_US, is_ahead=True)
