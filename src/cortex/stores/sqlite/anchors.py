"""Which facts carry a handle?

Tables ``clock_anchors`` and ``clock_anchor_evidence``: derived. Within an anchor the evidence lies
by specificity and fact id, so the strongest and newest carriers are read from the end.
"""

from __future__ import annotations

from cortex.model.anchors import ANCHOR_KIND_ORDER, Anchor, AnchorHit, AnchorKind, AnchorOrigin
from cortex.model.gates import Gate
from cortex.stores.sqlite.gates import gated
from cortex.stores.sqlite.prefixes import after_prefix
from cortex.stores.sqlite.session import Row, Session, numbers, texts

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

AnchorKey = tuple[AnchorKind, str]

PATH_SPECIFICITY_ABOVE = 3
"""A stored path above the asked one must name one thing: a folder all share proves nothing."""

SPECIFICITY_MAX = 3

BROAD_ANCHORS_MIN = 256
"""Anchors around the asked paths from which on the newest facts are looked at first."""

NEWEST_LOOKED_AT = 20_000
"""Facts looked at, newest first, for a broad path: about fifty milliseconds at most."""

_CARRIERS = """
SELECT e.fact_id, max(e.specificity) AS strongest FROM carray(:ids) AS asked
CROSS JOIN clock_anchor_evidence AS e
    ON e.anchor_id = asked.value AND e.specificity >= :least
CROSS JOIN facts AS f ON f.fact_id = e.fact_id
WHERE :gate
GROUP BY e.fact_id ORDER BY strongest DESC, e.fact_id DESC LIMIT :limit
"""

_NEWEST_AROUND = """
SELECT f.fact_id FROM (SELECT fact_id FROM facts ORDER BY fact_id DESC LIMIT :looked_at) AS newest
CROSS JOIN facts AS f ON f.fact_id = newest.fact_id
WHERE EXISTS (
    SELECT 1 FROM clock_anchor_evidence AS e INDEXED BY evidence_by_fact
    CROSS JOIN clock_anchors AS a ON a.anchor_id = e.anchor_id
    WHERE e.fact_id = f.fact_id AND e.specificity = :specificity AND a.kind = 'path'
    AND (a.value = :path OR (a.value >= :path || '/' AND a.value < :after)
        OR a.value IN (SELECT value FROM carray(:above))))
AND :gate
ORDER BY f.fact_id DESC LIMIT :limit
"""


def hits(session: Session, anchors: Sequence[AnchorKey], gate: Gate, limit: int) -> list[AnchorHit]:
    """Give the facts that carry any of these anchors exactly; ``limit`` counts facts.

    Strongest specificity descending, then id descending; hits of one fact by kind, then value.
    """
    anchor_ids = sorted(_ids(session, anchors).values())
    strongest: dict[int, int] = {}
    for anchor_id in anchor_ids:
        sql, bindings = gated(
            "SELECT e.fact_id, e.specificity FROM clock_anchor_evidence AS e"
            " CROSS JOIN facts AS f ON f.fact_id = e.fact_id"
            " WHERE e.anchor_id = :anchor_id AND :gate"
            " ORDER BY e.specificity DESC, e.fact_id DESC LIMIT :limit",
            gate,
            anchor_id=anchor_id,
            limit=limit,
        )
        _keep_strongest(strongest, session.rows(sql, bindings))
    return _hits_of(session, _first(strongest, limit), set(anchor_ids), least={})


def path_hits(session: Session, paths: Sequence[str], gate: Gate, limit: int) -> list[AnchorHit]:
    """Give the facts whose path anchors equal, lie below or lie above one of the paths."""
    least: dict[int, int] = {}
    for path in dict.fromkeys(paths):
        for anchor_id, required in _related_paths(session, path).items():
            least[anchor_id] = min(required, least.get(anchor_id, required))
    strongest: dict[int, int] = {}
    if len(least) > BROAD_ANCHORS_MIN:
        strongest = dict.fromkeys(_newest_around(session, paths, gate, limit), SPECIFICITY_MAX)
    if least and len(strongest) < limit:
        for required in sorted(set(least.values())):
            anchor_ids = sorted(i for i, at_least in least.items() if at_least == required)
            sql, bindings = gated(
                _CARRIERS, gate, ids=numbers(anchor_ids), least=required, limit=limit
            )
            _keep_strongest(strongest, session.rows(sql, bindings))
    return _hits_of(session, _first(strongest, limit), set(least), least=least)


def _newest_around(session: Session, paths: Sequence[str], gate: Gate, limit: int) -> list[int]:
    """Look for the newest facts that carry a path at or below one of these, at full specificity.

    When it finds enough they are the answer; it gives up after ``NEWEST_LOOKED_AT`` facts.
    """
    found: set[int] = set()
    for path in dict.fromkeys(paths):
        sql, bindings = gated(
            _NEWEST_AROUND,
            gate,
            path=path,
            after=after_prefix(path + "/"),
            above=texts(_above(path) or [path]),
            specificity=SPECIFICITY_MAX,
            looked_at=NEWEST_LOOKED_AT,
            limit=limit,
        )
        found.update(session.values(sql, bindings))
    return sorted(found, reverse=True)[:limit]


def of_facts(session: Session, fact_ids: Sequence[int]) -> dict[int, tuple[AnchorHit, ...]]:
    """Give every anchor each fact carries, in kind order then value; facts by id."""
    found: dict[int, list[AnchorHit]] = {}
    for hit in _carried(session, fact_ids):
        found.setdefault(hit[0].fact_id, []).append(hit[0])
    return {fact_id: tuple(_in_order(found[fact_id])) for fact_id in sorted(found)}


def degrees(session: Session, anchors: Sequence[AnchorKey]) -> dict[AnchorKey, int]:
    """Count the facts carrying each anchor; unknown anchors are left out."""
    ids = _ids(session, anchors)
    if not ids:
        return {}
    counts: dict[int, int] = dict(
        session.rows(
            "SELECT anchor_id, count(*) FROM clock_anchor_evidence"
            " WHERE anchor_id IN (SELECT value FROM carray(?)) GROUP BY anchor_id",
            (numbers(sorted(ids.values())),),
        )
    )
    return {key: counts[anchor_id] for key, anchor_id in ids.items() if anchor_id in counts}


def add(session: Session, fact_id: int, anchors: Iterable[Anchor]) -> None:
    """Let a fact that carries none carry these; one given twice counts in its strongest form."""
    merged: dict[AnchorKey, tuple[int, bool]] = {}
    for anchor in anchors:
        key = (anchor.kind, anchor.value)
        specificity, is_explicit = merged.get(key, (0, False))
        merged[key] = (
            max(specificity, anchor.specificity),
            is_explicit or anchor.origin is AnchorOrigin.EXPLICIT,
        )
    if not merged:
        return
    ids = _kept_ids(session, sorted(merged))
    session.run_many(
        "INSERT INTO clock_anchor_evidence (anchor_id, specificity, fact_id, is_explicit)"
        " VALUES (?, ?, ?, ?)",
        sorted((ids[key], spec, fact_id, int(named)) for key, (spec, named) in merged.items()),
    )


def _kept_ids(session: Session, keys: Sequence[AnchorKey]) -> dict[AnchorKey, int]:
    """Give the ids of anchors, keeping those that are new."""
    met = [(key, session.known_id(("anchor", *key))) for key in keys]
    ids = {key: anchor_id for key, anchor_id in met if anchor_id is not None}
    unknown = [key for key in keys if key not in ids]
    if unknown:
        session.run_many(
            "INSERT INTO clock_anchors (kind, value) VALUES (?, ?) ON CONFLICT DO NOTHING", unknown
        )
        ids.update(_ids(session, unknown))
        session.learn_ids({("anchor", *key): ids[key] for key in unknown})
    return ids


def forget(session: Session, fact_id: int) -> None:
    """Take every anchor off a fact, and drop the anchors nobody carries any more."""
    anchor_ids = session.values(
        "SELECT anchor_id FROM clock_anchor_evidence WHERE fact_id = ? ORDER BY anchor_id",
        (fact_id,),
    )
    if not anchor_ids:
        return
    session.forget_ids()
    session.rows("DELETE FROM clock_anchor_evidence WHERE fact_id = ?", (fact_id,))
    session.rows(
        "DELETE FROM clock_anchors WHERE anchor_id IN (SELECT value FROM carray(?))"
        " AND NOT EXISTS (SELECT 1 FROM clock_anchor_evidence AS e"
        "  WHERE e.anchor_id = clock_anchors.anchor_id)",
        (numbers(anchor_ids),),
    )


def clear(session: Session) -> None:
    """Drop every anchor."""
    session.forget_ids()
    session.rows("DELETE FROM clock_anchor_evidence")
    session.rows("DELETE FROM clock_anchors")


def _ids(session: Session, anchors: Sequence[AnchorKey]) -> dict[AnchorKey, int]:
    """Give the id of each known anchor, in the order asked."""
    asked = dict.fromkeys(anchors)
    if not asked:
        return {}
    known = {
        (kind, value): anchor_id
        for anchor_id, kind, value in session.rows(
            "SELECT a.anchor_id, a.kind, a.value FROM carray(?) AS kinds"
            " CROSS JOIN carray(?) AS asked"
            " CROSS JOIN clock_anchors AS a ON a.kind = kinds.value AND a.value = asked.value",
            (texts(sorted({kind for kind, _ in asked})), texts(sorted({v for _, v in asked}))),
        )
    }
    return {key: known[key] for key in asked if key in known}


def _related_paths(session: Session, path: str) -> dict[int, int]:
    """Give the ids of the path anchors that lie around a path, with the least that counts."""
    above = _above(path)
    rows = session.rows(
        "SELECT anchor_id, 0 FROM clock_anchors WHERE kind = 'path' AND (value = :path"
        " OR (value >= :path || '/' AND value < :after))",
        {"path": path, "after": after_prefix(path + "/")},
    )
    if above:
        rows += session.rows(
            "SELECT a.anchor_id, :least FROM carray(:above) AS asked"
            " CROSS JOIN clock_anchors AS a ON a.kind = 'path' AND a.value = asked.value",
            {"above": texts(above), "least": PATH_SPECIFICITY_ABOVE},
        )
    return dict(rows)


def _above(path: str) -> list[str]:
    """Give the folders a path lies in, widest first."""
    segments = path.split("/")
    return ["/".join(segments[:end]) for end in range(1, len(segments))]


def _keep_strongest(strongest: dict[int, int], rows: Iterable[Row]) -> None:
    for fact_id, specificity in rows:
        strongest[fact_id] = max(specificity, strongest.get(fact_id, 0))


def _first(strongest: dict[int, int], limit: int) -> list[int]:
    """Give the facts that come first: strongest specificity descending, then id descending."""
    ordered = sorted(strongest, key=lambda fact_id: (strongest[fact_id], fact_id), reverse=True)
    return ordered[:limit]


def _hits_of(
    session: Session, fact_ids: list[int], asked: set[int], least: dict[int, int]
) -> list[AnchorHit]:
    """Give the asked anchors of these facts, facts in the order given."""
    found: dict[int, list[AnchorHit]] = {fact_id: [] for fact_id in fact_ids}
    for hit, anchor_id in _carried(session, fact_ids):
        if anchor_id in asked and hit.specificity >= least.get(anchor_id, 0):
            found[hit.fact_id].append(hit)
    return [hit for carried in found.values() for hit in _in_order(carried)]


def _carried(session: Session, fact_ids: Sequence[int]) -> list[tuple[AnchorHit, int]]:
    """Give every anchor of these facts with its id, in no order."""
    if not fact_ids:
        return []
    rows = session.rows(
        "SELECT e.fact_id, a.kind, a.value, e.specificity, e.is_explicit, e.anchor_id"
        " FROM clock_anchor_evidence AS e INDEXED BY evidence_by_fact"
        " CROSS JOIN clock_anchors AS a ON a.anchor_id = e.anchor_id"
        " WHERE e.fact_id IN (SELECT value FROM carray(?))",
        (numbers(sorted(set(fact_ids))),),
    )
    return [
        (AnchorHit(fact_id, AnchorKind(kind), value, specificity, bool(is_explicit)), anchor_id)
        for fact_id, kind, value, specificity, is_explicit, anchor_id in rows
    ]


def _in_order(carried: Iterable[AnchorHit]) -> list[AnchorHit]:
    return sorted(carried, key=lambda hit: (ANCHOR_KIND_ORDER[hit.kind], hit.value))
