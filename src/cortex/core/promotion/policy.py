"""What does the operator's policy allow, and is it one at all?

The document is ``promote-policy/1``. Whatever is not understood in it makes the whole of it
unusable: a rule that was meant to forbid must not be passed over. Source: CQR 5.7, ADR 0076,
docs/formats/promotion.md.
"""

from collections.abc import Mapping, Sequence
from typing import NoReturn

from cortex.model.callers import SOLO
from cortex.model.errors import SettingsInvalid
from cortex.model.promotion import PromotePolicy, Rule, RulePolicy

SCHEMA = "promote-policy/1"
SOURCE_ROLES = ("document", "user_statement", "agent_assertion", "tool_report")
"""Roles of a source that may be named; what was only delivered is never evidence."""

PATTERNS_MAX = 64
"""Patterns of one rule: a list that long is kept by a program, which can write `*`."""

_EVERYBODY = RulePolicy(("*",))

DEFAULTS = PromotePolicy(
    rules={
        Rule.PREFERENCE: RulePolicy((SOLO, "user:*")),
        Rule.CHECKER_RESULT: _EVERYBODY,
        Rule.PROCEDURE: _EVERYBODY,
        Rule.CROSS_PROJECT_LESSON: _EVERYBODY,
    },
    source_roles=SOURCE_ROLES,
)
"""What holds without a policy, and for each rule a policy does not speak of."""


def read_policy(document: object, where: str) -> PromotePolicy:
    """Give the policy a decoded document states.

    Args:
        where: what to call the document in an error.

    Raises:
        SettingsInvalid: it is no such document, or says something that is not understood.
    """
    whole = _object(document, where, ("schema", "rules", "commit_evidence"))
    if whole.get("schema") != SCHEMA:
        _refuse(where, f"its schema is not '{SCHEMA}'")
    rules = dict(DEFAULTS.rules)
    stated = _object(whole.get("rules", {}), f"{where}: rules", tuple(rule.value for rule in Rule))
    for name, value in stated.items():
        rules[Rule(name)] = _rule(value, f"{where}: rule '{name}'")
    evidence = _object(
        whole.get("commit_evidence", {}), f"{where}: commit_evidence", ("source_roles",)
    )
    roles = _texts(evidence.get("source_roles", SOURCE_ROLES), f"{where}: source_roles")
    for role in roles:
        if role not in SOURCE_ROLES:
            _refuse(where, f"source_roles names none of {', '.join(SOURCE_ROLES)}")
    return PromotePolicy(rules, roles)


def is_allowed(principal: str, patterns: Sequence[str]) -> bool:
    """Tell whether a principal matches a pattern: exact, ``*``, or a prefix that ends in ``*``."""
    return any(
        principal.startswith(pattern[:-1]) if pattern.endswith("*") else principal == pattern
        for pattern in patterns
    )


def _rule(value: object, where: str) -> RulePolicy:
    given = _object(value, where, ("principals", "revocation"))
    if "principals" not in given:
        _refuse(where, "it does not say whose principals may use it")
    principals = _texts(given["principals"], f"{where}: principals")
    for pattern in principals:
        if "*" in pattern[:-1]:
            _refuse(where, "a `*` stands only at the end of a pattern")
    return RulePolicy(principals, _texts(given.get("revocation", ()), f"{where}: revocation"))


def _object(value: object, where: str, names: Sequence[str]) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        _refuse(where, "it is no object")
    unknown = sorted(str(name)[:40] for name in value if name not in names)
    if unknown:
        _refuse(where, f"it knows no '{unknown[0]}'; there are {', '.join(names)}")
    return value


def _texts(value: object, where: str) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        _refuse(where, "it is no list of texts")
    if len(value) > PATTERNS_MAX:
        _refuse(where, f"it has more than {PATTERNS_MAX} entries")
    for each in value:
        if not isinstance(each, str) or not each.strip():
            _refuse(where, "it holds something else than texts")
    return tuple(value)


def _refuse(where: str, fault: str) -> NoReturn:
    message = f"{where}: {fault}"
    remedy = "correct the file, or move it away to get the defaults"
    raise SettingsInvalid(message, remedy=remedy, field="promote-policy")
