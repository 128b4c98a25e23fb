"""What does a measurement of search look like to a program, and as tables for a person?

Source: docs/formats/bench-report.md.
"""

from __future__ import annotations

from cortex.model.measures import Table
from cortex.model.search_measures import Asked, SearchFigures, SearchPool, SearchReport

SEARCH_REPORT_SCHEMA = "cortex.search-report/1"

DEFINITIONS = (
    ("fraction@k", "share of the documents that answer among the first k leads, mean of questions"),
    ("hit@10", "questions with any such document among the first ten"),
    ("MRR", "mean of one over the place of the first such document; 0 beyond the first hundred"),
    ("one slip", "fraction@10 of the same questions with one slip in their longest word"),
    ("session@k", "questions with a session that answers among the first k sessions"),
)

_DOCUMENTS = ("f@5", "f@10", "hit@10", "MRR", "one slip")
_SESSIONS = ("S@1", "S@5", "S@10", "S-MRR")


def search_report_json(report: SearchReport) -> dict[str, object]:
    """Give a report without its questions; figures are 0..1, null where nothing was counted."""
    return {
        "schema": SEARCH_REPORT_SCHEMA,
        "suite": report.suite,
        "surface": "search",
        "source": report.source,
        "questions": report.questions,
        "left_out": report.left_out,
        "definitions": dict(DEFINITIONS),
        "pools": [_pool_json(pool) for pool in report.pools],
    }


def asked_json(suite: str, one: Asked) -> dict[str, object]:
    """Give one line of the per-question file."""
    return {
        "suite": suite,
        "pool": one.pool,
        "group": one.group,
        "category": one.question.category,
        "question": one.question.text,
        "gold": list(one.question.gold),
        "found": list(one.keys[:10]),
        "places": [
            one.keys.index(key) + 1 if key in one.keys else None for key in one.question.gold
        ],
        "sessions": list(one.sessions),
        "with_slip": one.typed,
        "found_with_slip": list(one.typed_keys),
    }


def search_report_tables(report: SearchReport) -> tuple[Table, ...]:
    """Give a table for each pool: its groups, its categories, then all together."""
    return tuple(map(_table, report.pools))


def search_report_notes(report: SearchReport) -> tuple[str, ...]:
    """Give the sentences that belong under the tables."""
    return (
        f"suite {report.suite}, surface search: {report.questions} questions of {report.source};"
        f" {report.left_out} have no document that answers and are left out",
        *(f"{name}: {meaning}" for name, meaning in DEFINITIONS),
        "per_group: a brain for each group; pooled: all groups in one brain",
    )


def _table(pool: SearchPool) -> Table:
    has_sessions = pool.overall.session_1 is not None
    columns = ("", "n", *_DOCUMENTS, *(_SESSIONS if has_sessions else ()))
    rows = [*pool.groups, *(pool.categories if len(pool.categories) > 1 else ())]
    cells = [(name, *_cells(figures)) for name, figures in (*rows, ("all", pool.overall))]
    return Table(f"{pool.name}: up to {pool.documents} documents", columns, tuple(cells))


def _cells(figures: SearchFigures) -> tuple[str, ...]:
    values = [value for value in figures[1:] if value is not None]
    return (str(figures.questions), *(f"{value:.3f}" for value in values))


def _pool_json(pool: SearchPool) -> dict[str, object]:
    return {
        "pool": pool.name,
        "documents": pool.documents,
        "all": _figures_json(pool.overall),
        "groups": {name: _figures_json(figures) for name, figures in pool.groups},
        "categories": {name: _figures_json(figures) for name, figures in pool.categories},
    }


def _figures_json(figures: SearchFigures) -> dict[str, object]:
    def rounded(value: float | None) -> float | None:
        return None if value is None else round(value, 4)

    return {
        "questions": figures.questions,
        "fraction": {"at_5": rounded(figures.fraction_5), "at_10": rounded(figures.fraction_10)},
        "hit": {"at_10": rounded(figures.hit_10)},
        "mrr": rounded(figures.mrr),
        "one_slip": {
            "fraction_at_10": rounded(figures.typed_10),
            "loss": rounded(figures.fraction_10 - figures.typed_10),
        },
        "session": {
            "at_1": rounded(figures.session_1),
            "at_5": rounded(figures.session_5),
            "at_10": rounded(figures.session_10),
            "mrr": rounded(figures.session_mrr),
        },
    }
