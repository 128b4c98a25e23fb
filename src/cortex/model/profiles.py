"""Which kinds of answer may be asked for, and what is each one expected to cover?

Source: CQR 5.3, docs/formats/operations.md.
"""

BUDGET_BYTES_MAX = 1_000_000
"""Largest byte budget that is taken at its word; more than any answer can hold."""

# Profile, then the needs it implies, in the order they are told.
IMPLIED_NEEDS: dict[str, tuple[str, ...]] = {
    "answer": ("answer", "current_constraints", "conflicts"),
    "attempts": ("failed_attempts", "last_verified_outcome"),
    "audit": ("audit",),
    "changes": ("changes",),
    "compare": ("compare",),
    "conflicts": ("conflicts",),
    "history": ("as_known",),
    "map": ("map",),
    "orient": ("current_constraints", "open_obligations", "failed_attempts", "conflicts"),
    "procedures": ("procedures",),
    "uncertainty": ("conflicts", "unverified"),
}
PROFILES = tuple(IMPLIED_NEEDS)
PROFILE_DEFAULT = "answer"
# Profiles in which a near miss would be taken for an answer, so none is shown.
PROFILES_WITHOUT_LEADS = frozenset({"answer", "audit", "history"})
PROFILES_WITH_HISTORY = frozenset({"audit", "history"})
# Profiles that mean something without a question.
PROFILES_WITHOUT_NEED = frozenset({"changes", "conflicts", "map", "orient", "uncertainty"})
# Profiles that name the open conflicts beside their cards.
PROFILES_WITH_CONFLICTS = frozenset({"conflicts", "uncertainty"})
