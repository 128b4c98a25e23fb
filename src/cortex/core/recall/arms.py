"""What does each arm say about the rows it brings?

Every function adds to a pool and reads nothing else, so that the order of the arms cannot matter.
Source: CQR 2.10.
"""

from __future__ import annotations

from cortex.core.query.units import Matcher, Unit, heard_words
from cortex.core.recall.namespaces import path_demotion, repository_root, ticket_demotion
from cortex.core.recall.pool import Candidate, Pool, direct_origin
from cortex.core.recall.quorum import admit, is_strong
from cortex.core.text.folding import fold
from cortex.core.text.stems import stem
from cortex.model.anchors import AnchorKind
from cortex.model.evidence import Arm, Domain, MatchedAnchor, MatchedLink, Witness

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cortex.model.anchors import AnchorHit
    from cortex.model.links import Link

NAME_KINDS = (AnchorKind.TERM, AnchorKind.SYMBOL)

LEARNED_WORDS_MIN = 2
"""Learned words a fact must hold, when there are so many: one alone may stand there by chance."""

LEARNED_ORIGIN = "learned"
"""The one origin of everything that use taught."""


def granted_places(
    mentioned: Iterable[tuple[int, int]], spoken: Mapping[int, frozenset[int]]
) -> dict[int, frozenset[int]]:
    """Give, for each fact, the places of the question that name a thing the fact is about."""
    granted: dict[int, frozenset[int]] = {}
    for fact_id, entity_id in mentioned:
        granted[fact_id] = granted.get(fact_id, frozenset()) | spoken.get(entity_id, frozenset())
    return granted


def hear_words(
    pool: Pool,
    units: tuple[Unit, ...],
    scores: Mapping[int, int],
    presence: Mapping[int, Mapping[str, int]],
    granted: Mapping[int, frozenset[int]],
) -> None:
    """Let shared words speak: one vote, two when they carry the question alone.

    ``scores`` holds the rows the lexical arm brought; ``presence`` may hold more rows, whose match
    is noted without a vote, so that a row found by its handle is judged by its words too.
    """
    matcher = Matcher(units)
    for fact_id, present in presence.items():
        candidate = pool.of(fact_id)
        candidate.match = matcher.match(present, granted.get(fact_id, frozenset()))
        score = scores.get(fact_id)
        if not candidate.match.matched or score is None:
            continue
        strong = is_strong(units, candidate.match)
        candidate.write = max(candidate.write, 2 if strong else 1)
        candidate.is_strong_lexical |= strong
        candidate.fts_rank = max(
            candidate.fts_rank, candidate.match.permille * 1000 + min(999, score // 100_000)
        )
        matched = " ".join(heard_words(units, candidate.match.matched, candidate.match))
        witness = Witness(
            Domain.LEXICAL,
            direct_origin(Domain.LEXICAL, fact_id),
            matched[:128],
            2 if strong else 1,
        )
        candidate.testify(Arm.LEXICAL, witness)


def hear_names(
    pool: Pool, units: tuple[Unit, ...], carried: Mapping[int, Sequence[AnchorHit]]
) -> None:
    """Let names speak: a matched word that the row writes as a name is a handle of its own.

    The lexical arm has brought these rows already; here the row says whether the word is a name.
    """
    for fact_id, hits in carried.items():
        candidate = pool.of(fact_id)
        names = {hit.value: hit for hit in hits if hit.kind in NAME_KINDS and hit.specificity >= 2}
        if not names or Arm.LEXICAL not in candidate.arms:
            continue
        spoken = {form: value for value in names for form in (value, stem(value), f"={value}")}
        for place in sorted(candidate.match.matched):
            unit = units[place]
            forms = (fold(unit.word), *(term for term, _ in unit.terms))
            value = next((spoken[form] for form in forms if form in spoken), None)
            if value is None or not unit.is_telling:
                continue
            kind = names[value].kind.value
            candidate.write = max(candidate.write, 1)
            candidate.anchors.add(MatchedAnchor(kind, value, 2))
            origin = direct_origin(Domain.ANCHOR, fact_id)
            candidate.testify(Arm.ANCHOR, Witness(Domain.ANCHOR, origin, f"{kind}:{value}", 2))


def hear_anchors(
    pool: Pool,
    asked: Mapping[tuple[AnchorKind, str], int],
    hits: Iterable[AnchorHit],
    carried: Mapping[int, Sequence[AnchorHit]],
    task_paths: Sequence[str],
) -> None:
    """Let shared handles speak: hard when one names a single thing in the asker's namespace.

    Args:
        asked: specificity of each anchor of the question.
        carried: every anchor of each row, for the namespace test.
    """
    root = repository_root(task_paths)
    hosts = frozenset(value for kind, value in asked if kind is AnchorKind.URL_HOST)
    for hit in hits:
        specificity = min(hit.specificity, asked.get((hit.kind, hit.value), hit.specificity))
        candidate = pool.of(hit.fact_id)
        reason = _demotion(hit, specificity, root, hosts, carried.get(hit.fact_id, ()))
        if reason:
            specificity = 2
            _note(candidate, Domain.ANCHOR, reason)
        is_hard = _speak(candidate, Arm.ANCHOR, Domain.ANCHOR, hit, specificity)
        candidate.write = max(candidate.write, 2 if is_hard else 1)


def _speak(
    candidate: Candidate, arm: Arm, domain: Domain, hit: AnchorHit, specificity: int
) -> bool:
    """Let one handle testify, and tell whether it is hard evidence."""
    is_hard = specificity >= 3
    candidate.is_hard |= is_hard
    candidate.anchors.add(MatchedAnchor(hit.kind.value, hit.value, specificity))
    handle = f"{hit.kind.value}:{hit.value}"
    origin = direct_origin(domain, hit.fact_id)
    candidate.testify(arm, Witness(domain, origin, handle, specificity))
    return is_hard


def _demotion(
    hit: AnchorHit,
    specificity: int,
    root: str | None,
    hosts: frozenset[str],
    beside: Sequence[AnchorHit],
) -> str | None:
    """Give the reason a handle is no hard evidence, seen ``beside`` the others of its row."""
    if specificity < 3:
        return None
    if hit.kind is AnchorKind.PATH:
        row_paths = [h.value for h in beside if h.kind is AnchorKind.PATH and h.specificity >= 3]
        return path_demotion(hit.value, root, row_paths)
    if hit.kind is AnchorKind.TICKET:
        row_hosts = frozenset(h.value for h in beside if h.kind is AnchorKind.URL_HOST)
        return ticket_demotion(hit.value, hosts, row_hosts)
    return None


def _note(candidate: Candidate, domain: Domain, reason: str) -> None:
    """Record a demotion as a weak witness of the same channel, so that it adds no support."""
    candidate.witnesses.add(Witness(domain, direct_origin(domain, candidate.fact_id), reason, 1))


def hear_entities(
    pool: Pool, mentioned: Iterable[tuple[int, int]], named: Mapping[int, str]
) -> None:
    """Let things speak that the question names: such a fact is hard evidence."""
    for fact_id, entity_id in mentioned:
        candidate = pool.of(fact_id)
        candidate.truth = 2
        candidate.is_hard = True
        origin = direct_origin(Domain.ENTITY, fact_id)
        candidate.testify(Arm.TRUTH, Witness(Domain.ENTITY, origin, named[entity_id], 3))


def hear_task(
    pool: Pool,
    hits: Iterable[AnchorHit],
    carried: Mapping[int, Sequence[AnchorHit]],
    task_paths: Sequence[str],
) -> None:
    """Let the work at hand speak: paths and symbols of the task that the row is about."""
    root = repository_root(task_paths)
    for hit in hits:
        candidate = pool.of(hit.fact_id)
        reason = _demotion(hit, hit.specificity, root, frozenset(), carried.get(hit.fact_id, ()))
        specificity = 2 if reason else hit.specificity
        if reason:
            _note(candidate, Domain.TASK, reason)
        is_hard = _speak(candidate, Arm.TASK, Domain.TASK, hit, specificity)
        candidate.task = max(candidate.task, 2 if is_hard else 1)
        candidate.is_scoped |= is_hard and hit.is_explicit


def hear_thread(pool: Pool, hits: Iterable[AnchorHit]) -> None:
    """Let the thread speak: rows of the same thread have one task vote."""
    for hit in hits:
        candidate = pool.of(hit.fact_id)
        candidate.task = max(candidate.task, 1)
        candidate.testify(
            Arm.TASK,
            Witness(
                Domain.TASK, direct_origin(Domain.TASK, hit.fact_id), f"session:{hit.value}", 1
            ),
        )


def hear_history(pool: Pool, fact_ids: Iterable[int], *, is_dated: bool) -> None:
    """Let the past speak, in historical and as-of questions only."""
    for fact_id in fact_ids:
        candidate = pool.of(fact_id)
        candidate.history = max(candidate.history, 2 if is_dated else 1)
        candidate.testify(
            Arm.HISTORY,
            Witness(
                Domain.HISTORY,
                direct_origin(Domain.HISTORY, fact_id),
                "valid then" if is_dated else "any status",
                1,
            ),
        )


def hear_hops(pool: Pool, seeds: Sequence[int], walks: Sequence[tuple[int, Link, int]]) -> None:
    """Let links speak: (reached fact, last link, hops) of one traversal, which is one origin.

    A ``used_with`` link also bears witness of the task by itself, so that use can pair with it.
    """
    origin = "hop:" + "+".join(str(seed) for seed in sorted(seeds))
    for fact_id, link, hops in walks:
        candidate = pool.of(fact_id)
        candidate.walked(hops)
        other = link.low_fact_id if link.high_fact_id == fact_id else link.high_fact_id
        candidate.links.add(MatchedLink(link.relation, str(other), str(fact_id)))
        candidate.testify(
            Arm.HOP,
            Witness(Domain.HOP, origin, link.relation, 1, path_length=hops, is_derived=True),
        )
        if link.relation == "used_with":
            candidate.task = max(candidate.task, 1)
            candidate.witnesses.add(
                Witness(Domain.TASK, f"used_with:{fact_id}", "used_with", 1, path_length=hops)
            )


def hear_learned(pool: Pool, gained: int, presence: Mapping[int, Mapping[str, int]]) -> None:
    """Let words speak that use taught: one derived witness a fact, all of one origin.

    They speak only for facts that direct evidence alone does not let in, and beside it, never in
    its place: no vote, no arm, no hardness, no share of the question comes from them.

    Args:
        gained: how many words the question gained.
        presence: which of them each fact holds.
    """
    for fact_id, present in presence.items():
        candidate = pool.of(fact_id)
        if len(present) >= min(LEARNED_WORDS_MIN, gained) and admit(candidate) is None:
            key = "learned:" + " ".join(sorted(present))
            witness = Witness(Domain.HOP, LEARNED_ORIGIN, key[:128], 1, is_derived=True)
            candidate.witnesses.add(witness)
            candidate.is_taught = True
