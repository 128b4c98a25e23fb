"""What does a session need to know before anybody has asked?

Rules and constraints first, then what is pinned or in conflict, then what matters most by rank. The
same memory, place and limit give the same text. Source: CQR 10, docs/formats/boot-brief.md.
"""

from __future__ import annotations

from cortex.core.boot.draft import PARTS, Draft
from cortex.core.boot.lines import short_name
from cortex.core.boot.packing import CHARS_PER_TOKEN, pack, token_estimate
from cortex.model.boot import (
    CAPSULE_ACTIVITY,
    CAPSULE_AGENTS,
    CAPSULE_CONFLICTS,
    CAPSULE_CONSTRAINTS,
    CAPSULE_DURABLE,
    CAPSULE_FEED,
    CAPSULE_FOCUS,
    CAPSULE_LOCKS,
    CAPSULE_MESSAGES,
    CAPSULE_NEW,
    CAPSULE_PINNED,
    CAPSULE_RECENT,
    CAPSULE_RULES,
    CAPSULE_TASKS,
    CAPSULE_TASKS_OWN,
    CAPSULE_TRUTH,
    FORM_COMPACT,
    FORM_FRESH,
    FORM_RESUMED,
    TEAM_CAPSULES,
    BootBrief,
    BootCapsule,
    BootSavings,
)
from cortex.model.scopes import KIND_USER

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.core.boot.packing import Section
    from cortex.model.boot import BootLimit, BootMaterial, BootQuestion
    from cortex.model.scopes import Scope

# Who is given room first. What binds comes before what informs.
WEIGHTS = (
    CAPSULE_CONSTRAINTS,
    CAPSULE_RULES,
    CAPSULE_PINNED,
    CAPSULE_MESSAGES,
    CAPSULE_CONFLICTS,
    CAPSULE_FOCUS,
    CAPSULE_TASKS_OWN,
    CAPSULE_TASKS,
    CAPSULE_LOCKS,
    CAPSULE_NEW,
    CAPSULE_TRUTH,
    CAPSULE_AGENTS,
    CAPSULE_RECENT,
    CAPSULE_FEED,
    CAPSULE_ACTIVITY,
    CAPSULE_DURABLE,
)

# What a session that was briefed before is told again.
PARTS_AFTER_COMPACTION = frozenset(
    {CAPSULE_CONSTRAINTS, CAPSULE_RULES, CAPSULE_PINNED, CAPSULE_CONFLICTS, CAPSULE_NEW}
    | {CAPSULE_MESSAGES, CAPSULE_FOCUS, CAPSULE_TASKS_OWN, CAPSULE_LOCKS}
)
PARTS_AFTER_RESUME = frozenset({CAPSULE_NEW, CAPSULE_MESSAGES})

TITLE_ENDS = {
    FORM_FRESH: "",
    FORM_COMPACT: ", restated after a compaction",
    FORM_RESUMED: ", what is new in this session",
}


def compile_brief(
    material: BootMaterial,
    question: BootQuestion,
    limit: BootLimit,
    form: str = FORM_FRESH,
    raw_chars: int | None = None,
) -> BootBrief:
    """Give the brief of a session.

    Args:
        material: what the store holds for this place.
        question: the session's place; the same that the material was read for.
        limit: how large it may become; parts that do not fit are left out whole, with a reason.
        form: ``FORM_COMPACT`` gives what binds and what is new, ``FORM_RESUMED`` only what is new;
            without ``since_version`` nobody knows what is new, and everything is shown.
        raw_chars: characters of all facts that could be shown, for the savings; None if unknown.

    Returns:
        The brief; its text is empty when nothing is known or nothing fits.
    """
    sections = Draft(material, question, _parts(form, question.since_version)).sections
    text = pack(_title(question.scope, form), sections, WEIGHTS, limit)
    capsules = tuple([_capsule(section) for section in sections])
    raw_tokens = None if raw_chars is None else -(-raw_chars // CHARS_PER_TOKEN)
    return BootBrief(text, capsules, BootSavings(raw_tokens, token_estimate(text)), material.head)


def _parts(form: str, since_version: int | None) -> frozenset[str]:
    if since_version is None or form == FORM_FRESH:
        return frozenset((*PARTS, *TEAM_CAPSULES))
    return PARTS_AFTER_COMPACTION if form == FORM_COMPACT else PARTS_AFTER_RESUME


def _title(scope: Scope, form: str) -> str:
    place = "" if scope.kind == KIND_USER else f" of {scope.kind} {short_name(scope.name)}"
    branch = f" (branch {short_name(scope.branch)})" if scope.branch else ""
    return f"# Memory{place}{branch}{TITLE_ENDS[form]}"


def _capsule(section: Section) -> BootCapsule:
    lines = section.lines
    return BootCapsule(
        section.name,
        tuple([fact_id for line in lines for fact_id in line.fact_ids]),
        section.left_out,
        section.reason,
        -(-sum([line.chars for line in lines]) // CHARS_PER_TOKEN),
        is_included=bool(lines),
    )
