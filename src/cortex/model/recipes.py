"""What is a recipe: a short list of typed steps over facts, and what comes out of it?

A recipe is data, never code: it can select, keep, join, count and compare, and nothing else. Every
run is bounded, so an agent may propose one. Source: CQR 12.10, ADR 0082, docs/formats/recipes.md.
"""

from collections.abc import Mapping

from cortex.model.lean_classes import NamedTuple, StrEnum
from cortex.model.refusals import RecipeRefused

OPERATOR_VERSION = "recipe/1"
"""Names what the steps mean; a result carries it, and a kept result of another one is not used."""

EVERY_RELATION = "*"

COMPILED_READS_MAX = 512
"""Results kept for the next asker: a few recipes for each of some dozens of places."""

Scalar = str | int | float | bool | None
Structured = Mapping[str, object]


class Fault(StrEnum):
    """Why a recipe was refused."""

    INVALID_LIMITS = "invalid_limits"
    STEP_LIMIT = "step_limit"
    ROW_LIMIT = "row_limit"
    WORK_LIMIT = "work_limit"
    BYTE_LIMIT = "byte_limit"
    DEPTH_LIMIT = "depth_limit"
    CYCLE = "cycle"
    DUPLICATE_STEP_ID = "duplicate_step_id"
    UNKNOWN_INPUT = "unknown_input"
    UNKNOWN_OUTPUT = "unknown_output"
    GUARD_FAILED = "guard_failed"
    UNSUPPORTED_FEATURE = "unsupported_feature"


REMEDIES = {
    Fault.INVALID_LIMITS: "give whole numbers from 1",
    Fault.STEP_LIMIT: "split the recipe",
    Fault.ROW_LIMIT: "filter in the select step, or ask for less",
    Fault.WORK_LIMIT: "search fewer relations, or join smaller sets",
    Fault.BYTE_LIMIT: "project fewer fields, or ask for less",
    Fault.DEPTH_LIMIT: "shorten the chain of steps",
    Fault.CYCLE: "let each step read earlier ones only",
    Fault.DUPLICATE_STEP_ID: "give each step a name of its own",
    Fault.UNKNOWN_INPUT: "name an earlier step",
    Fault.UNKNOWN_OUTPUT: "name a step of the plan",
    Fault.GUARD_FAILED: "what the recipe takes for granted does not hold here",
    Fault.UNSUPPORTED_FEATURE: "use the operators of docs/formats/recipes.md",
}


def refused(fault: Fault, what: str) -> RecipeRefused:
    """Give the error for a recipe that cannot be run, or whose answer would be too large."""
    return RecipeRefused(fault, what, remedy=REMEDIES[fault])


class Limits(NamedTuple):
    """How much one run may do. Rows are those of one step, bytes those of all outputs as JSON."""

    max_steps: int = 32
    max_rows: int = 256
    max_work: int = 4096
    max_bytes: int = 65_536
    max_depth: int = 8


class Row(NamedTuple):
    """A fact as recipes see it, or two joined ones.

    Args:
        id: the fact's id as text; ``a+b`` after a join.
        fact_ids: the facts it is made of, in order.
        fields: what it says, by name; a field that is not there matches nothing.
        known_seq: place of its commit in the brain's order; 0 when it has none.
    """

    id: str
    fact_ids: tuple[int, ...]
    scope: str
    relation: str
    fields: Structured
    valid_from_us: int | None = None
    valid_until_us: int | None = None
    known_seq: int = 0


class Comparison(StrEnum):
    """What a predicate asks of a field."""

    EQ = "eq"
    NE = "ne"
    LT = "lt"
    GT = "gt"
    INTERVAL = "interval"
    IN = "in"


class Predicate(NamedTuple):
    """A test of one field.

    ``values`` holds one value, for ``interval`` two (start inclusive, end exclusive; None is an
    open end), for ``in`` any number.
    """

    test: Comparison
    values: tuple[Scalar, ...]


class Select(NamedTuple):
    """Take the facts of some relations (fact types); ``*`` is every relation.

    ``where`` are (field, predicate) pairs that all hold; what they leave out takes up no rows.
    """

    id: str
    relations: tuple[str, ...]
    where: tuple[tuple[str, Predicate], ...] = ()


class Filter(NamedTuple):
    """Keep the rows whose field passes."""

    id: str
    input: str
    field: str
    predicate: Predicate


class Join(NamedTuple):
    """Pair the rows whose fields are equal and present on both sides."""

    id: str
    left: str
    right: str
    left_field: str
    right_field: str


class Project(NamedTuple):
    """Keep some fields."""

    id: str
    input: str
    fields: tuple[str, ...]


class TemporalSlice(NamedTuple):
    """Keep the rows that hold at an instant and were known at a place in the brain's order.

    ``valid_at_us`` None is the moment of the run unless ``known_seq`` is given alone.
    """

    id: str
    input: str
    valid_at_us: int | None = None
    known_seq: int | None = None


class Compare(NamedTuple):
    """Lay two sets beside each other in order and tell the fields that differ."""

    id: str
    left: str
    right: str
    fields: tuple[str, ...]


class Count(NamedTuple):
    """Count the rows."""

    id: str
    input: str


class Exists(NamedTuple):
    """Tell whether there is any row."""

    id: str
    input: str


class Conflict(NamedTuple):
    """Keep the rows whose key has more than one value."""

    id: str
    input: str
    key: str
    value_field: str


class Guard(NamedTuple):
    """Go on only when there are rows (or, with ``expects`` False, none)."""

    id: str
    input: str
    expects: bool = True


class Render(NamedTuple):
    """Write rows as text, in one of the fixed forms."""

    id: str
    input: str
    form: str


Step = (
    Select
    | Filter
    | Join
    | Project
    | TemporalSlice
    | Compare
    | Count
    | Exists
    | Conflict
    | Guard
    | Render
)

Value = tuple[Row, ...] | int | bool | str | tuple[dict[str, object], ...]
"""What a step gives: rows, a number, a truth, a text, or differences."""


class Plan(NamedTuple):
    """The steps in order, and which of them are given under which name."""

    steps: tuple[Step, ...]
    outputs: tuple[tuple[str, str], ...]


class Result(NamedTuple):
    """What a run gave, and on what it rests.

    Args:
        values: by output name.
        positive: ids of the facts that the values rest on, ascending.
        searched: relations looked through, sorted; what was not found there counts too.
    """

    values: tuple[tuple[str, Value], ...]
    positive: tuple[int, ...]
    searched: tuple[str, ...]
    work: int


class GuardKind(StrEnum):
    """What must be unchanged for a kept result to be used again."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    POLICY = "policy"
    ENVIRONMENT = "environment"


class KeptGuard(NamedTuple):
    """One thing that must be unchanged: ``subject`` names it, ``fingerprint`` is how it was."""

    kind: GuardKind
    subject: str
    fingerprint: str


class CompiledRead(NamedTuple):
    """A result kept for the next asker.

    Args:
        identity: digest of principal, scopes, epoch, recipe, parameters and environment.
        result_json: the values as they are given.
        holds_from_us, holds_until_us: half-open; no window of a searched fact opens or ends inside.
    """

    identity: str
    recipe: str
    result_json: str
    guards: tuple[KeptGuard, ...]
    holds_from_us: int
    holds_until_us: int | None


class Member(NamedTuple):
    """What of a fact decides whether its relation is as it was."""

    fact_id: int
    known_seq: int
    status: str
    updated_us: int
    is_rolled_back: bool
