"""What does a measurement look like to a program, and as tables for a person?

Source: docs/formats/bench-report.md.
"""

from collections.abc import Callable

from cortex.model.measures import (
    Exclusion,
    Figures,
    Judged,
    PoolReport,
    RecallReport,
    Share,
    Shown,
    Table,
)

RECALL_REPORT_SCHEMA = "cortex.recall-report/1"

Text = Callable[[Share], str]
Cells = tuple[str, ...]

NOTHING = "-"
"""Stands where there was nothing to count."""


def recall_report_json(report: RecallReport) -> dict[str, object]:
    """Give a report without its questions; shares are objects of hits, of and value."""
    return {
        "schema": RECALL_REPORT_SCHEMA,
        "suite": report.suite,
        "surface": report.surface,
        "source": report.source,
        "items": report.items,
        "cards_max": report.cards_max,
        "definitions": dict(report.definitions),
        "pools": [_pool_json(pool) for pool in report.pools],
        "exclusions": [_exclusion_json(one) for one in report.exclusions],
    }


def question_json(suite: str, one: Judged) -> dict[str, object]:
    """Give one line of the per-question file."""
    return {
        "suite": suite,
        "pool": one.pool.value,
        "pool_size": one.pool_size,
        "id": one.item.item_id,
        "category": one.item.category,
        "question": one.item.question,
        "answers": list(one.item.answers),
        "reachable": one.is_reachable,
        "status": one.status,
        "rank": one.rank,
        "lead_rank": one.lead_rank,
        "cards": [_shown_json(card) for card in one.cards],
        "leads": [_shown_json(lead) for lead in one.leads],
    }


def recall_report_tables(report: RecallReport) -> tuple[Table, ...]:
    """Give two tables for each pool: every category, then all of them together."""
    return tuple(table for pool in report.pools for table in _pool_tables(pool))


def recall_report_notes(report: RecallReport) -> tuple[str, ...]:
    """Give the sentences that belong under the tables: set, metric, k, pools, exclusions."""
    notes = [
        f"suite {report.suite}, surface {report.surface}: {report.items} items of {report.source}"
    ]
    notes.extend(f"{name}: {meaning}" for name, meaning in report.definitions)
    if not report.exclusions:
        notes.append("exclusions: none; every memory was kept and every question asked")
    notes.extend(
        f"exclusion: {one.pool.value} {one.item_id}, {one.what} not kept: {one.reason}"
        for one in report.exclusions
    )
    return tuple(notes)


def count_text(share: Share) -> str:
    """Give a share as counts, ``30/33``, or a hyphen for nothing counted."""
    return f"{share.hits}/{share.of}" if share.of else NOTHING


def percent_text(share: Share) -> str:
    """Give a share in per cent, or a hyphen for nothing counted."""
    return NOTHING if share.value is None else f"{100 * share.value:.1f}%"


def _pool_tables(pool: PoolReport) -> tuple[Table, Table]:
    """Give what was found, and what was shown: each is narrow enough for 80 columns."""
    facts = (
        f"{pool.facts_min}"
        if pool.facts_min == pool.facts_max
        else f"{pool.facts_min} to {pool.facts_max}"
    )
    brains = f"{pool.brains} brain{'' if pool.brains == 1 else 's'} of {facts} facts"
    places = tuple(f"@{k}" for k, _ in pool.overall.answered)
    found = ("category", "n", *places, "reachable", "silent", "in leads")
    shown = ("category", "n", "own", "abstained", "false cards", "cards/q", "leads/q")
    name = pool.pool.value
    return (
        Table(f"{name}, found: {brains}", found, _rows(pool, _found)),
        Table(f"{name}, shown: {brains}", shown, _rows(pool, _shown)),
    )


def _rows(pool: PoolReport, cells: Callable[[Figures, Text], Cells]) -> tuple[Cells, ...]:
    """Give a row for each category in counts, then all of them in counts and in per cent."""
    rows = [(name, figures, count_text) for name, figures in pool.categories]
    rows += [("all", pool.overall, text) for text in (count_text, percent_text)]
    return tuple(
        (name, str(figures.questions), *cells(figures, text)) for name, figures, text in rows
    )


def _found(figures: Figures, text: Text) -> Cells:
    shares = (share for _, share in figures.answered)
    return tuple(
        text(share) for share in (*shares, figures.reachable, figures.silent, figures.in_leads)
    )


def _shown(figures: Figures, text: Text) -> Cells:
    return (
        text(figures.own_cards),
        text(figures.abstained),
        str(figures.false_cards) if figures.abstained.of else NOTHING,
        _mean(figures.own_cards.of, figures.questions),
        _mean(figures.leads, figures.questions),
    )


def _mean(total: int, count: int) -> str:
    return f"{total / count:.2f}" if count else NOTHING


def _pool_json(pool: PoolReport) -> dict[str, object]:
    return {
        "pool": pool.pool.value,
        "brains": pool.brains,
        "facts_min": pool.facts_min,
        "facts_max": pool.facts_max,
        "all": _figures_json(pool.overall),
        "categories": {name: _figures_json(figures) for name, figures in pool.categories},
    }


def _figures_json(figures: Figures) -> dict[str, object]:
    return {
        "questions": figures.questions,
        "answer": {f"at_{k}": _share_json(share) for k, share in figures.answered},
        "reachable": _share_json(figures.reachable),
        "silent": _share_json(figures.silent),
        "in_leads": _share_json(figures.in_leads),
        "abstention": _share_json(figures.abstained),
        "false_cards": figures.false_cards,
        "own_cards": _share_json(figures.own_cards),
        "cards": figures.own_cards.of,
        "leads": figures.leads,
    }


def _share_json(share: Share) -> dict[str, object]:
    value = None if share.value is None else round(share.value, 4)
    return {"hits": share.hits, "of": share.of, "value": value}


def _exclusion_json(one: Exclusion) -> dict[str, object]:
    return {
        "pool": one.pool.value,
        "id": one.item_id,
        "what": one.what,
        "reason": one.reason,
    }


def _shown_json(one: Shown) -> dict[str, object]:
    return {
        "reference": one.reference,
        "text": one.text,
        "rule": one.rule,
        "own": one.is_own,
        "answer": one.holds_answer,
    }
