"""How does a caller ask for a promotion?"""

from cortex.model.callers import Caller, Place
from cortex.model.operations import OperationStatus
from cortex.model.promotion import RULE_SYNONYMS, PromoteRequest, Rule
from cortex.services.operations.arguments import Arguments, Fields, naming
from cortex.services.operations.host import OperationHost
from cortex.services.operations.repeated import repeated
from cortex.services.promotion import Promoted, promote
from cortex.wire.receipts import capture_json, entry_json, receipt_json

FIELDS = Fields(
    *("authority", "context", "paths", "rule", "target_scope", "thread"),
    preconditions=("precondition",),
    sources=("source", "source_records"),
    text=("statement", "content"),
)
_RULES = (*(rule.value for rule in Rule), *RULE_SYNONYMS)
LOCAL_ID = "promoted"


def answer(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object]:
    """Promote one statement, under the operator's policy as it is now.

    Raises:
        SettingsInvalid: the policy cannot be used, so nothing is promoted.
        Denied: the policy does not open the rule to this caller.
        InvalidRequest: something is missing, or the evidence does not carry it.
        CortexError: what the deposit raised; nothing was kept.
    """
    for other in ("text", "entries"):
        if arguments.has(other):
            arguments.refuse(other, "was given beside promote", "put the text into `promote`")
    inner = arguments.nested("promote", FIELDS)
    asked = _asked(inner, arguments)
    policy = host.promote_policy()
    where, scoped = place, "project"
    if asked.rule is Rule.CROSS_PROJECT_LESSON and asked.target_scope:
        where, scoped = place._replace(project=asked.target_scope), "promote.target_scope"
    named = naming("promote.text"), naming(scoped, known_as="project")
    with named[0], named[1], host.committing(where, caller) as work:
        return repeated(
            work.writer,
            arguments,
            lambda: _told(asked, promote(work, policy, asked)),
            caller,
            work.now_us,
        )


def _asked(inner: Arguments, around: Arguments) -> PromoteRequest:
    inner.required("rule", f"it is one of: {', '.join(_RULES)}")
    word = inner.choice("rule", _RULES, "")
    return PromoteRequest(
        rule=RULE_SYNONYMS.get(word) or Rule(word),
        text=inner.required("text", "say what is promoted, in one sentence"),
        authority=inner.name("authority"),
        sources=inner.texts("sources"),
        preconditions=inner.value("preconditions"),
        target_scope=inner.name("target_scope"),
        context=inner.text("context") or around.text("context"),
        thread=inner.name("thread") or around.name("thread"),
        paths=(*around.texts("paths"), *inner.texts("paths")),
    )


def _told(asked: PromoteRequest, promoted: Promoted) -> dict[str, object]:
    outcome = promoted.outcome
    return {
        "status": OperationStatus.OK.value,
        "receipt": {"entries": {f"{LOCAL_ID}.decision": receipt_json(outcome)}},
        "captures": [
            {
                "local_id": LOCAL_ID,
                "reference": outcome.fact.reference,
                "replayed": False,
                "entry": entry_json(outcome),
                "capture": capture_json(outcome),
            }
        ],
        "stored": 1,
        "promotion": {
            "rule": asked.rule.value,
            "reference": outcome.fact.reference,
            "population": [fact.reference for fact in promoted.population],
            "exclusions": [fact.reference for fact in promoted.exclusions],
        },
    }
