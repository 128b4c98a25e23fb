"""What does an agent get when it asks?

A view: cards with their reason, what was and was not searched, and a receipt by which each card can
be opened. Some profiles also mean something without a question. Source: docs/formats/operations.md.
"""

from cortex.model.callers import Caller, Place
from cortex.model.limits import CARDS_MAX, PATHS_MAX
from cortex.model.operations import OperationStatus
from cortex.model.profiles import (
    BUDGET_BYTES_MAX,
    PROFILE_DEFAULT,
    PROFILES,
    PROFILES_WITH_CONFLICTS,
    PROFILES_WITHOUT_NEED,
)
from cortex.model.questions import Question
from cortex.services.operations.answers import (
    DEPTH_SYNONYMS,
    DEPTHS,
    conflict_lines,
    fact_line,
    feed_answer,
    look_answer,
)
from cortex.services.operations.arguments import Arguments, Fields
from cortex.services.operations.assemblies import beside
from cortex.services.operations.continuation import continuation, needs_met
from cortex.services.operations.host import OperationHost
from cortex.services.operations.looking import (
    LISTED_DEFAULT,
    Lens,
    feed_of,
    look,
    open_conflicts,
    through,
)
from cortex.services.operations.observations import SECTION, section
from cortex.services.operations.place import PLACE_FIELDS, place_of
from cortex.services.operations.presence import attestation_of
from cortex.services.operations.recipes import (
    RECIPE_FIELDS,
    answer_recipe,
    fell_back,
    require_known_recipe,
)

CARDS_DEFAULT = 12
"""Cards of an answer when nobody says otherwise: about a screen, and what a prompt can spare."""

NEEDS_MAX = 32
"""Needs one request may name: twice as many as there are."""

ASKING_FIELDS: dict[str, tuple[str, ...]] = {
    "need": ("task", "query", "q", "question"),
    "time": ("valid_at", "as_of"),
    "evidence": ("depth",),
    "limit": ("k",),
    "paths": ("path",),
    "symbols": ("symbol",),
    "types": ("type", "kind"),
    "change_cursor": ("cursor", "since"),
}
# Read by releases that observe sources, and by earlier ones; accepted so that callers may send
# the same request everywhere.
PASSED_OVER = ("agent", "assemblies", "observation_scope", "source_agent")
LENS_FIELDS = ("budget", "context_epoch", "context_presence", "needs", "profile", "thread")
FIELDS = Fields(
    SECTION, *LENS_FIELDS, *RECIPE_FIELDS, *PASSED_OVER, **ASKING_FIELDS, **PLACE_FIELDS
)
NEED_REMEDY = "say in words what you want to know"


def answer(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object]:
    """Give the answer to a question, or a listing when the profile needs no question.

    Raises:
        CortexError: as the use cases behind it.
    """
    profile = arguments.choice("profile", PROFILES, PROFILE_DEFAULT)
    where = place_of(arguments, place)
    cooked = answer_recipe(host, arguments, caller, where)
    if cooked is not None:
        return {"profile": profile, **cooked}
    if not arguments.has("need"):
        require_known_recipe(arguments)
    if not arguments.has("need") and profile in PROFILES_WITHOUT_NEED:
        return {"profile": profile, **_listing(host, arguments, profile, caller, where)}
    need = arguments.required("need", NEED_REMEDY)
    question = question_of(host, arguments, profile, need)
    lens = lens_of(arguments, profile)
    thread = question.thread
    going_on = None if thread is None else continuation(host, thread, caller, where)
    seen = look(host, question, lens._replace(supplied=needs_met(going_on)), caller, where)
    asked = {"profile": profile, **look_answer(seen)}
    if going_on is not None:
        asked["continuation"] = going_on
    asked |= section(host, arguments, need, caller, where)
    return asked | beside(host, arguments, need, caller, where) | fell_back(arguments)


def lens_of(arguments: Arguments, profile: str, budget_default: int | None = None) -> Lens:
    """Give how the arguments of query or orient want to look."""
    budget = arguments.integer("budget", 0 if budget_default is None else 1, BUDGET_BYTES_MAX)
    return Lens(
        profile=profile,
        needs=_at_most(arguments, "needs", NEEDS_MAX),
        budget_bytes=budget_default if budget is None else budget,
        depth=depth_of(arguments, "support" if profile == "audit" else DEPTHS[0]),
        cursor=arguments.text("change_cursor"),
        attested=attestation_of(arguments),
        context_epoch=arguments.name("context_epoch"),
    )


def question_of(host: OperationHost, arguments: Arguments, profile: str, need: str) -> Question:
    """Give the question the arguments of query or orient describe."""
    asked = Question(
        text=need,
        as_of_us=_as_of_us(host, arguments),
        limit=arguments.integer("limit", 1, CARDS_MAX) or CARDS_DEFAULT,
        types=arguments.texts("types"),
        paths=_at_most(arguments, "paths", PATHS_MAX),
        symbols=_at_most(arguments, "symbols", PATHS_MAX),
        thread=arguments.name("thread"),
    )
    return through(asked, profile)


def depth_of(arguments: Arguments, default: str = DEPTHS[0]) -> str:
    """Give how much of each card is wanted."""
    depth = arguments.choice("evidence", (*DEPTHS, *DEPTH_SYNONYMS), default)
    return DEPTH_SYNONYMS.get(depth, depth)


def _as_of_us(host: OperationHost, arguments: Arguments) -> int | None:
    """Give the instant asked about; None is the present, which ``now`` and ``current`` name too."""
    if (arguments.text("time") or "").strip().lower() in ("current", "now"):
        return None
    return arguments.instant("time", host.now_us())


def _at_most(arguments: Arguments, name: str, most: int) -> tuple[str, ...]:
    given = arguments.texts(name)
    if len(given) > most:
        arguments.refuse(name, f"has more than {most} entries", "name the nearest ones")
    return given


def _listing(
    host: OperationHost, arguments: Arguments, profile: str, caller: Caller, place: Place
) -> dict[str, object]:
    """Give what a profile lists when no question was asked, and what changed."""
    limit = arguments.integer("limit", 1, CARDS_MAX) or LISTED_DEFAULT
    host.asking(caller)
    feed = feed_of(host, arguments.text("change_cursor"), profile, caller, place)
    changes = feed_answer(feed)
    if profile == "changes":
        return {"status": OperationStatus.OK.value, **changes}
    if profile in PROFILES_WITH_CONFLICTS:
        listed = conflict_lines(open_conflicts(host, profile, caller, limit))
        return {"status": _found(listed), "conflicts": listed, **changes}
    facts = host.list_facts(place, caller, None, limit, include_cold=False)
    return {"status": _found(facts), "facts": [fact_line(fact) for fact in facts], **changes}


def _found(things: object) -> str:
    return (OperationStatus.OK if things else OperationStatus.NO_MATCH).value
