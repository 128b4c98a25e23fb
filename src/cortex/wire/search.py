"""How is a page of leads written as JSON? Source: docs/formats/search.md."""

from __future__ import annotations

from cortex.model.search import (
    ScoreStory,
    SearchCoverage,
    SearchLead,
    SearchPage,
    SessionLead,
    TermShare,
)
from cortex.wire.instants import instant_json

SURFACE = "search"


def search_json(page: SearchPage, *, is_explained: bool) -> dict[str, object]:
    """Give a page; scores are thousandths. ``why`` is null where nothing was looked at closely."""
    asked = page.question
    return {
        "surface": SURFACE,
        "question": asked.text,
        "kinds": [kind.value for kind in asked.kinds],
        "since": instant_json(asked.since_us),
        "until": instant_json(asked.until_us),
        "session": asked.session,
        "leads": [_lead_json(lead, is_explained=is_explained) for lead in page.leads],
        "sessions": [_session_json(session) for session in page.sessions],
        "skipped": asked.skip,
        "next": page.next_skip,
        "coverage": _coverage_json(page.coverage),
    }


def _lead_json(lead: SearchLead, *, is_explained: bool) -> dict[str, object]:
    written: dict[str, object] = {
        "kind": lead.kind.value,
        "reference": lead.reference,
        "score": lead.score,
        "passage": str(lead.passage),
        "span": {"start": lead.start, "end": lead.end, "of": lead.text_length},
        "at": instant_json(lead.at_us),
        "scope": lead.scope_id,
        "speaker": lead.speaker or None,
        "source": lead.source or None,
        "session": lead.session or None,
        "host": lead.host or None,
        "trust": {"kind": "lead", "instruction": False, "privilege": "none"},
    }
    if is_explained:
        written["why"] = None if lead.story is None else _story_json(lead.story)
    return written


def _story_json(story: ScoreStory) -> dict[str, object]:
    return {
        "own": story.own,
        "neighbours": story.neighbours,
        "session": story.session,
        "factors": {name: permille / 1000 for name, permille in story.factors},
        "terms": [_term_json(term) for term in story.terms],
    }


def _term_json(term: TermShare) -> dict[str, object]:
    return {"word": term.word, "weight": term.weight, "through": term.through or None}


def _session_json(session: SessionLead) -> dict[str, object]:
    return {
        "session": session.session,
        "host": session.host,
        "scope": session.scope_id,
        "score": session.score,
    }


def _coverage_json(coverage: SearchCoverage) -> dict[str, object]:
    return {
        "scopes": "all" if coverage.scope_ids is None else list(coverage.scope_ids),
        "observations": coverage.documents,
        "facts": coverage.facts,
        "projection_pending": coverage.pending,
        "unseen": list(coverage.unseen),
        "replaced": [{"word": word, "by": by} for word, by in coverage.replaced],
        "looked_up_only": list(coverage.common),
    }
