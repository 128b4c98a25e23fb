"""By which rule may a statement become more than what somebody said?

Source: CQR 5.7, docs/formats/promotion.md.
"""

from collections.abc import Mapping

from cortex.model.lean_classes import NamedTuple, StrEnum

RULE_VERSION = "promotion/1"


class Rule(StrEnum):
    """The rules of promotion."""

    PREFERENCE = "preference"
    CHECKER_RESULT = "checker_result"
    PROCEDURE = "procedure"
    CROSS_PROJECT_LESSON = "cross_project_lesson"


PROMOTED_TYPES = {
    Rule.PREFERENCE: "preference",
    Rule.CHECKER_RESULT: "verified_result",
    Rule.PROCEDURE: "procedure",
    Rule.CROSS_PROJECT_LESSON: "lesson",
}
"""The type of fact each rule makes."""

RULE_SYNONYMS = {"checker": Rule.CHECKER_RESULT, "lesson": Rule.CROSS_PROJECT_LESSON}

CASE_TYPE = "case"
COUNTEREXAMPLE_TYPE = "counterexample"

TRIALS_MIN = 2
"""Independent trials a procedure needs."""

POPULATION_MAX = 64
"""Trials or sources that one promotion may rest on and names in its fields."""


class RulePolicy(NamedTuple):
    """Who may use a rule, as patterns of principals, and what would take its results back."""

    principals: tuple[str, ...]
    revocation: tuple[str, ...] = ()


class PromotePolicy(NamedTuple):
    """What the operator allows. ``source_roles`` may be cited as evidence of a commit."""

    rules: Mapping[Rule, RulePolicy]
    source_roles: tuple[str, ...]


class PromoteRequest(NamedTuple):
    """What is to be promoted, by which rule and on whose word.

    ``preconditions`` is a list of texts, or an object for a checker's result; ``sources`` are
    references of facts; ``target_scope`` names the scope a lesson is for.
    """

    rule: Rule
    text: str
    authority: str | None = None
    sources: tuple[str, ...] = ()
    preconditions: object = None
    target_scope: str | None = None
    context: str | None = None
    thread: str | None = None
    paths: tuple[str, ...] = ()
