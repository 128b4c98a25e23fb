"""What does an agent get when it asks?

A view: cards with their reason, what was and was not searched, and a receipt by which each card can
be opened. Some profiles also mean something without a question. Source: docs/formats/operations.md.
"""

from cortex.model.callers import Caller, Place
from cortex.model.conflicts import ConflictStatus
from cortex.model.limits import CARDS_MAX, PATHS_MAX
from cortex.model.operations import OperationStatus
from cortex.model.questions import Question
from cortex.services.operations.answers import DEPTH_SYNONYMS, DEPTHS, fact_line, view_answer
from cortex.services.operations.arguments import Arguments, Fields
from cortex.services.operations.continuation import continuation
from cortex.services.operations.host import OperationHost
from cortex.services.operations.needs import (
    PROFILE_TYPES,
    PROFILES,
    PROFILES_WITH_HISTORY,
    PROFILES_WITHOUT_LEADS,
    PROFILES_WITHOUT_NEED,
)
from cortex.services.operations.observations import section
from cortex.services.operations.packing import pack
from cortex.services.operations.place import PLACE_FIELDS, place_of
from cortex.services.operations.view_receipts import receipt_of, write_receipt

CARDS_DEFAULT = 12
"""Cards of an answer when nobody says otherwise: about a screen, and what a prompt can spare."""

BUDGET_BYTES_MAX = 1_000_000
"""Largest byte budget that is taken at its word; more than any answer can hold."""

LISTED_DEFAULT = 20
"""Entries of a list that is asked for without a question."""

ASKING_FIELDS: dict[str, tuple[str, ...]] = {
    "need": ("task", "query", "q", "question"),
    "time": ("valid_at", "as_of"),
    "evidence": ("depth",),
    "limit": ("k",),
    "paths": ("path",),
    "symbols": ("symbol",),
    "types": ("type", "kind"),
}
# Read by releases that observe sources, and by earlier ones; accepted so that callers may send
# the same request everywhere.
PASSED_OVER = ("agent", "assemblies", "observation_scope", "source_agent")
FIELDS = Fields(
    "budget",
    "needs",
    "observations",
    "profile",
    "thread",
    *PASSED_OVER,
    **ASKING_FIELDS,
    **PLACE_FIELDS,
)
NEED_REMEDY = "say in words what you want to know"


def answer(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object]:
    """Give the answer to a question, or a listing when the profile needs no question.

    Raises:
        CortexError: as the use cases behind it.
    """
    profile = arguments.choice("profile", PROFILES, "answer")
    where = place_of(arguments, place)
    if not arguments.has("need") and profile in PROFILES_WITHOUT_NEED:
        return {"profile": profile, **_listing(host, arguments, profile, caller, where)}
    need = arguments.required("need", NEED_REMEDY)
    asked = viewed(host, arguments, question_of(host, arguments, profile, need), caller, where)
    if thread := arguments.name("thread"):
        asked["continuation"] = continuation(host, thread, caller, where)
    if profile == "conflicts":
        asked |= _open_conflicts(host, LISTED_DEFAULT, caller)
    asked |= section(host, arguments, need, caller, where)
    return {"profile": profile, **asked}


def question_of(host: OperationHost, arguments: Arguments, profile: str, need: str) -> Question:
    """Give the question the arguments of query or orient describe."""
    return Question(
        text=need,
        as_of_us=_as_of_us(host, arguments),
        wants_history=profile in PROFILES_WITH_HISTORY,
        limit=arguments.integer("limit", 1, CARDS_MAX) or CARDS_DEFAULT,
        types=arguments.texts("types") or PROFILE_TYPES.get(profile, ()),
        paths=_at_most(arguments, "paths"),
        symbols=_at_most(arguments, "symbols"),
        thread=arguments.name("thread"),
        wants_leads=profile not in PROFILES_WITHOUT_LEADS,
    )


def viewed(
    host: OperationHost,
    arguments: Arguments,
    question: Question,
    caller: Caller,
    place: Place,
    budget_default: int | None = None,
) -> dict[str, object]:
    """Give the view of a question, packed into the budget and with its receipt."""
    budget = arguments.integer("budget", 1, BUDGET_BYTES_MAX) or budget_default
    depth = depth_of(arguments)
    packing = pack(host.query(question, place, caller), budget)
    receipt = write_receipt(receipt_of(packing.view), caller.principal)
    return view_answer(packing, depth, arguments.texts("needs"), receipt, budget)


def depth_of(arguments: Arguments) -> str:
    """Give how much of each card is wanted."""
    depth = arguments.choice("evidence", (*DEPTHS, *DEPTH_SYNONYMS), DEPTHS[0])
    return DEPTH_SYNONYMS.get(depth, depth)


def _as_of_us(host: OperationHost, arguments: Arguments) -> int | None:
    """Give the instant asked about; None is the present, which ``now`` and ``current`` name too."""
    if (arguments.text("time") or "").strip().lower() in ("current", "now"):
        return None
    return arguments.instant("time", host.now_us())


def _at_most(arguments: Arguments, name: str) -> tuple[str, ...]:
    given = arguments.texts(name)
    if len(given) > PATHS_MAX:
        arguments.refuse(name, f"has more than {PATHS_MAX} entries", "name the nearest ones")
    return given


def _listing(
    host: OperationHost, arguments: Arguments, profile: str, caller: Caller, place: Place
) -> dict[str, object]:
    """Give what a profile lists when no question was asked."""
    limit = arguments.integer("limit", 1, CARDS_MAX) or LISTED_DEFAULT
    if profile == "conflicts":
        listed = _open_conflicts(host, limit, caller)
        return {"status": _found(listed["conflicts"]), **listed}
    facts = host.list_facts(place, caller, None, limit, include_cold=False)
    return {"status": _found(facts), "facts": [fact_line(fact) for fact in facts]}


def _open_conflicts(host: OperationHost, limit: int, caller: Caller) -> dict[str, object]:
    stories = host.conflicts(ConflictStatus.OPEN.value, limit, caller)
    return {
        "conflicts": [
            {
                "conflict": story.record.conflict_id,
                "classification": story.record.classification.value,
                "newer": fact_line(story.source),
                "older": fact_line(story.target),
            }
            for story in stories
        ]
    }


def _found(things: object) -> str:
    return (OperationStatus.OK if things else OperationStatus.NO_MATCH).value
