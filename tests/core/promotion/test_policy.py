"""Does a policy say exactly what its operator wrote?"""

import pytest

from cortex.core.promotion.policy import DEFAULTS, SCHEMA, is_allowed, read_policy
from cortex.model.errors import SettingsInvalid
from cortex.model.promotion import Rule


def test_what_a_policy_leaves_out_keeps_its_default() -> None:
    """A rule that is named is replaced, the others stay."""
    stated = {"procedure": {"principals": ["user:7"], "revocation": ["it fails"]}}
    policy = read_policy({"schema": SCHEMA, "rules": stated}, "the policy")
    assert (("user:7",), ("it fails",)) == policy.rules[Rule.PROCEDURE]
    assert DEFAULTS.rules[Rule.PREFERENCE] == policy.rules[Rule.PREFERENCE]
    assert DEFAULTS.source_roles == policy.source_roles
    assert DEFAULTS == read_policy({"schema": SCHEMA}, "the policy")


def test_roles_that_may_be_cited_can_be_narrowed() -> None:
    """Roles are a closed set, and none of them is mere delivery."""
    document = {"schema": SCHEMA, "commit_evidence": {"source_roles": ["document"]}}
    assert ("document",) == read_policy(document, "the policy").source_roles
    document["commit_evidence"] = {"source_roles": ["document", "delivery_only"]}
    with pytest.raises(SettingsInvalid):
        read_policy(document, "the policy")


@pytest.mark.parametrize(
    ("principal", "patterns", "expected"),
    [
        ("solo", ("solo",), True),
        ("solo", ("sol",), False),
        ("solo", (), False),
        ("anybody", ("*",), True),
        ("user:7", ("user:*",), True),
        ("agent:user:7", ("user:*",), False),
        ("user", ("user:*",), False),
    ],
)
def test_principal_matches_whole_or_by_prefix(
    principal: str, patterns: tuple[str, ...], expected: bool
) -> None:
    """A pattern is exact, or a beginning that ends in a star."""
    assert expected is is_allowed(principal, patterns)
