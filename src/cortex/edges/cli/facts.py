"""How does a fact read? Whole, as one line, and as a row of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from cortex.edges.cli.phrases import validity
from cortex.wire.display import display_line, display_text
from cortex.wire.facts import id_reference
from cortex.wire.instants import instant_json

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.model.facts import Fact

# Cells of a statement in a table; a terminal wraps it, a pipe gets one line a row.
STATEMENT_CELLS = 100


def show_fact(screen: Screen, fact: Fact) -> None:
    """Print one fact whole; what it does not have is left out."""
    content = fact.content
    screen.paragraph(display_text(str(content.text)))
    if content.context:
        screen.line()
        screen.paragraph(display_text(str(content.context)), 4)
    screen.line()
    screen.pairs([(name, display_line(value)) for name, value in _rows(fact) if value])


FIELDS_CELLS = 400  # Of the structured fields; --json has them whole.


def fact_line(fact: Fact, cells: int = STATEMENT_CELLS) -> str:
    """Give the statement on one line, cut to ``cells`` terminal cells."""
    return display_line(str(fact.content.text), cells)


def show_facts(
    screen: Screen, facts: Iterable[Fact], displays: Mapping[int, str] | None = None
) -> None:
    """Print facts as a table in the order given.

    Args:
        displays: how a fact that has aged reads in a list, by id; others are shown by their start.
    """
    short = displays or {}
    rows = [
        (
            fact.reference,
            display_line(fact.content.type),
            standing(fact),
            display_line(short[fact.fact_id]) if fact.fact_id in short else fact_line(fact),
        )
        for fact in facts
    ]
    screen.table(("reference", "type", "status", "statement"), rows)


def standing(fact: Fact) -> str:
    """Give a fact's status, and that it is pinned when it is."""
    status = fact.content.status.value
    return f"{status}, pinned" if fact.content.is_pinned else status


def _rows(fact: Fact) -> list[tuple[str, str]]:
    content, naming, provenance = fact.content, fact.content.naming, fact.content.provenance
    return [
        ("reference", fact.reference),
        ("type", content.type),
        ("status", standing(fact)),
        ("scope", content.scope_id),
        ("validity", validity(content.valid_from_us, content.valid_until_us)),
        ("subject", naming.subject or ""),
        ("attribute", naming.attribute or ""),
        ("aliases", ", ".join(naming.aliases)),
        ("paths", ", ".join(naming.paths)),
        ("symbols", ", ".join(naming.symbols)),
        ("anchors", ", ".join(naming.anchors)),
        ("thread", naming.thread or ""),
        ("goal", naming.goal or ""),
        ("fields", display_line(content.fields or "", FIELDS_CELLS)),
        ("retention", content.retention.value),
        ("expires", instant_json(content.expires_us) or ""),
        ("said by", _said_by(fact)),
        ("confidence", f"{provenance.confidence:g}, trust {provenance.trust:g}"),
        ("branch", provenance.branch or ""),
        ("worktree", provenance.worktree or ""),
        ("recorded", instant_json(content.created_us) or ""),
        ("changed", "" if fact.updated_us == content.created_us else _changed(fact)),
        ("version", "" if fact.version_id is None else str(fact.version_id)),
        ("supersedes", id_reference(content.supersedes_id) or ""),
        ("disputes", id_reference(content.disputes_id) or ""),
        ("merged", _merged(fact.merged_count)),
        ("visibility", content.visibility.value if content.owner_id is not None else ""),
    ]


def _merged(count: int) -> str:
    if not count:
        return ""
    return "said again once" if count == 1 else f"said again {count} times"


def _said_by(fact: Fact) -> str:
    provenance = fact.content.provenance
    model = f" with {provenance.source_model}" if provenance.source_model else ""
    return f"{provenance.source_agent}{model}"


def _changed(fact: Fact) -> str:
    return instant_json(fact.updated_us) or ""
