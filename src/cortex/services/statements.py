"""Is a statement fit to keep, and what exactly is kept of it?

Cleans, bounds and classifies a request before any transaction is opened. Nothing here reads the
store. Source: CQR 3.1 to 3.3, docs/formats/facts.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.anchors.handles import handles_of
from cortex.core.anchors.paths import normal_path
from cortex.core.anchors.threads import thread_id
from cortex.core.facts.quality import quality_of
from cortex.core.facts.retention import classify, expiry_us
from cortex.core.facts.trust import TrustTable, client_of, trust_of
from cortex.core.facts.validity import Window
from cortex.core.text.cleaning import Cleaned, clean, clean_name
from cortex.core.text.digests import canonical_json, digest
from cortex.core.text.seen import is_ignored
from cortex.model.errors import (
    TEXT_EMPTY,
    TEXT_TOO_LONG,
    TEXT_TOO_VAGUE,
    InvalidRequest,
    TextRejected,
)
from cortex.model.facts import FactContent, FactKind, FactStatus, Naming, Provenance
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import (
    ALIASES_MAX,
    FACT_CONTEXT_CHARS_MAX,
    FACT_TEXT_CHARS_MAX,
    NAME_CHARS_MAX,
    PATHS_MAX,
    QUALITY_MIN,
    RELATIONS_MAX,
    TTL_SECONDS_MAX,
)
from cortex.services.labels import require_plain_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cortex.model.anchors import Handles
    from cortex.model.callers import Caller
    from cortex.model.commits import CommitRequest
    from cortex.model.scopes import Scope
    from cortex.model.text import CleanText
    from cortex.model.vault import CitedRecord

MEMORY_TYPES = frozenset(
    {"memory", "note", "finding", "observation", "fact", "focus_summary", "tool_result"}
)
"""Types filed as memories; every other type is a decision."""

_TYPE_CHARS_MAX = 40


class Prepared(NamedTuple):
    """A statement ready to be stored, with its handles and what its cleaning took out."""

    content: FactContent
    handles: Handles
    canonical_hash: str
    redacted: tuple[tuple[str, int], ...]
    offered_bytes: int
    retained_bytes: int
    records: tuple[CitedRecord, ...] = ()


def prepare(
    request: CommitRequest, scope: Scope, caller: Caller, trust: TrustTable, now_us: int
) -> Prepared:
    """Turn a request into the content of a fact.

    Raises:
        TextRejected: nothing is left to keep, it is too long, or too vague.
        InvalidRequest: a name, window or time to live is out of bounds, or a key holds a secret.
    """
    require_plain_key(request.idempotency_key, "idempotency_key")
    cleaner = _Cleaner()
    text = cleaner.clean(request.text, "text", FACT_TEXT_CHARS_MAX)
    context = cleaner.clean(request.context or "", "context", FACT_CONTEXT_CHARS_MAX) or None
    fact_type = _type_of(request.type)
    quality = quality_of(text, fact_type)
    _refuse_vague(text, quality)
    retention = request.retention or classify(fact_type, f"{text} {context or ''}")
    window = _window(request, now_us)
    naming = _naming(request, cleaner)
    fields = cleaner.fields(request.fields) if request.fields else None
    content = FactContent(
        kind=FactKind.MEMORY if fact_type in MEMORY_TYPES else FactKind.DECISION,
        type=fact_type,
        text=text,
        context=context,
        naming=naming,
        provenance=_provenance(request, scope, caller, trust, cleaner),
        scope_id=scope.scope_id,
        status=FactStatus.ACTIVE,
        retention=retention,
        quality=quality,
        surprise=1.0,
        is_pinned=request.is_pinned,
        valid_from_us=window.start_us,
        valid_until_us=window.end_us,
        expires_us=expiry_us(retention, _ttl(request), now_us),
        observed_us=now_us,
        created_us=now_us,
        owner_id=caller.owner_id,
        visibility=request.visibility,
        fields=fields,
    )
    return Prepared(
        content=content,
        handles=handles_of(content),
        canonical_hash=_canonical_hash(request, content),
        redacted=cleaner.found(),
        offered_bytes=len(request.text.encode("utf-8", "replace")),
        retained_bytes=len(text.encode("utf-8")),
    )


class _Cleaner:
    """Cleans every text of one request and counts what was taken out."""

    def __init__(self) -> None:
        self._kinds: dict[str, int] = {}

    def clean(self, raw: str, field: str, chars_max: int) -> CleanText:
        return self._bounded(clean(raw), field, chars_max)

    def name(self, raw: str | None, field: str) -> str | None:
        if raw is None:
            return None
        name = self._bounded(clean_name(raw), field, NAME_CHARS_MAX)
        return None if all(map(is_ignored, name)) else name

    def fields(self, raw: Mapping[str, object]) -> str | None:
        from cortex.core.facts.structured import clean_fields  # Few facts have any.

        cleaned = clean_fields(raw)
        self.count(cleaned.counts)
        return cleaned.text

    def count(self, counts: tuple[tuple[str, int], ...]) -> None:
        for kind, count in counts:
            self._kinds[kind] = self._kinds.get(kind, 0) + count

    def found(self) -> tuple[tuple[str, int], ...]:
        return tuple(sorted(self._kinds.items()))

    def _bounded(self, cleaned: Cleaned, field: str, chars_max: int) -> CleanText:
        self.count(cleaned.counts)
        text = cleaned.text
        if len(text) > chars_max:
            msg = f"{field} has {len(text)} characters; at most {chars_max} are kept whole"
            remedy = "split it into several facts, or shorten it and give reasons as context"
            raise TextRejected(msg, reason=TEXT_TOO_LONG, remedy=remedy, field=field)
        return text


def _refuse_vague(text: str, quality: int) -> None:
    if not text:
        msg = "nothing is left to keep: the text is empty, private or only a recalled block"
        raise TextRejected(msg, reason=TEXT_EMPTY, field="text")
    if quality < QUALITY_MIN:
        msg = f"Memory too vague: quality {quality} of 100, at least {QUALITY_MIN} is needed"
        remedy = "name what it is about and what holds; a question goes in with type open_question"
        raise TextRejected(msg, reason=TEXT_TOO_VAGUE, remedy=remedy, field="text")


def _type_of(raw: str) -> str:
    written = clean_name(raw).text
    fact_type = written.casefold().replace("-", "_").replace(" ", "_") or "decision"
    if len(fact_type) > _TYPE_CHARS_MAX or not fact_type.replace("_", "").isalnum():
        msg = f"the type '{written[:60]}' is not a short name"
        raise InvalidRequest(msg, remedy="use letters, digits and _, at most 40", field="type")
    return fact_type


def _window(request: CommitRequest, now_us: int) -> Window:
    start, end = request.valid_from_us, request.valid_until_us
    if start is None and (end is None or end > now_us):
        start = now_us
    window = Window(start, end)
    if window.is_empty:
        msg = "valid_until is not later than valid_from, so the fact would never hold"
        raise InvalidRequest(
            msg, remedy="give a later end or an earlier start", field="valid_until"
        )
    return window


def _ttl(request: CommitRequest) -> int | None:
    ttl = request.ttl_seconds
    if ttl is not None and not 0 < ttl <= TTL_SECONDS_MAX:
        bound = "> 0" if ttl <= 0 else f"<= {TTL_SECONDS_MAX}"
        msg = f"ttl_seconds must be {bound}"
        raise InvalidRequest(msg, field="ttl_seconds")
    return ttl


def _naming(request: CommitRequest, cleaner: _Cleaner) -> Naming:
    aliases = [a for a in (cleaner.name(raw, "aliases") for raw in request.aliases) if a]
    subject = cleaner.name(request.subject, "subject")
    if subject is None and aliases:
        subject = aliases.pop(0)
    attribute = cleaner.name(request.attribute, "attribute")
    if attribute and subject is None:
        msg = "an attribute needs the subject it belongs to"
        raise InvalidRequest(msg, remedy="name the subject too", field="attribute")
    for field, values, most in (
        ("aliases", aliases, ALIASES_MAX),
        ("paths", request.paths, PATHS_MAX),
        ("symbols", request.symbols, PATHS_MAX),
        ("anchors", request.anchors, PATHS_MAX),
        ("relations", request.relations, RELATIONS_MAX),
    ):
        if len(values) > most:
            msg = f"{field} holds {len(values)} names, at most {most}"
            raise InvalidRequest(msg, field=field)
    paths = {p for raw in request.paths if (p := _path(cleaner.name(raw, "paths") or ""))}
    return Naming(
        subject=subject,
        attribute=attribute,
        aliases=tuple(dict.fromkeys(aliases)),
        paths=tuple(sorted(paths)),
        symbols=_names(request.symbols, "symbols", cleaner),
        anchors=_names(request.anchors, "anchors", cleaner),
        thread=thread_id(cleaner.name(request.thread, "thread") or "") or None,
        goal=cleaner.name(request.goal, "goal"),
    )


def _path(placed: str) -> str:
    """Give the comparable form of a path; one from the root of the disk keeps its first slash."""
    value = normal_path(placed)
    return f"/{value}" if value and placed.startswith("/") else value


def _names(raw: tuple[str, ...], field: str, cleaner: _Cleaner) -> tuple[str, ...]:
    return tuple(sorted({name for one in raw if (name := cleaner.name(one, field))}))


def _provenance(
    request: CommitRequest, scope: Scope, caller: Caller, trust: TrustTable, cleaner: _Cleaner
) -> Provenance:
    depth = cleaner.name(request.reasoning_depth, "reasoning_depth")
    return Provenance(
        source_agent=caller.agent,
        source_client=client_of(caller.agent),
        source_model=cleaner.name(request.source_model, "source_model"),
        reasoning_depth=depth or Provenance().reasoning_depth,
        confidence=max(0.0, min(1.0, request.confidence)),
        trust=trust_of(trust, caller.agent, request.confidence),
        worktree=scope.worktree,
        branch=cleaner.name(scope.branch, "branch"),
    )


def _canonical_hash(request: CommitRequest, content: FactContent) -> str:
    """Give the digest a repeat of this request must have; the agent is no part of it."""
    naming = content.naming
    payload: dict[str, object] = {
        "schema": "deposit/1",
        "text": content.text,
        "context": content.context,
        "type": content.type,
        "owner": content.owner_id,
        "paths": list(naming.paths),
        "thread": naming.thread,
        "scope": content.scope_id,
    }
    optional = {
        "subject": naming.subject,
        "attribute": naming.attribute,
        "aliases": list(naming.aliases),
        "symbols": list(naming.symbols),
        "anchors": list(naming.anchors),
        "goal": naming.goal,
        "fields": content.fields,
        "valid_from_us": request.valid_from_us,
        "valid_until_us": request.valid_until_us,
        "supersedes": request.supersedes,
        "disputes": request.disputes,
        "refines": request.refines,
        "evidence": sorted({reference.strip() for reference in request.evidence}),
        "relations": [
            [relation.role.value, relation.reference, relation.is_reverse]
            for relation in sorted(request.relations)
        ],
    }
    payload.update({key: value for key, value in optional.items() if value})
    try:
        return digest("deposit/1", canonical_json(payload).encode("utf-8"))
    except UnicodeEncodeError:
        message = "a name, path or piece of evidence is no valid Unicode text"
        raise InvalidRequest(message, remedy="write it in UTF-8") from None
