"""What does Claude Code remember in its own files?

Modelled on the memory of Claude Code 2.1: ``memory/*.md``, each with a front matter of ``name``,
``description`` and ``type`` (user, feedback, project, reference; ``metadata.type`` in some
versions), and ``MEMORY.md``, which only lists them. One file is one statement.
"""

from collections.abc import Iterator

from cortex.core.imports.dates import instant_us
from cortex.core.imports.front_matter import front_matter
from cortex.core.imports.markdown import DATE_NAMES, Note, markdown_items
from cortex.core.imports.pieces import pieces
from cortex.model.imports import Item, Skipped
from cortex.model.limits import FACT_CONTEXT_CHARS_MAX, FACT_TEXT_CHARS_MAX, NAME_CHARS_MAX

INDEX_NAME = "memory.md"
TYPES = {"feedback": "preference", "user": "memory", "project": "memory", "reference": "note"}
RULES_TYPE = "convention"
RULES_NAMES = ("claude.md", "claude.local.md", "agents.md")


def memory_items(text: str, note: Note) -> Iterator[Item | Skipped]:
    """Give the statement of a memory file; one without front matter is read as a plain note."""
    base = note.name.rpartition("/")[2].lower()
    lines = text.split("\n")
    head = front_matter(lines)
    if base in RULES_NAMES:
        yield from markdown_items(text, note._replace(type=RULES_TYPE))
        return
    name = head.values.get("name")
    if not name or not ("description" in head.values or "type" in head.values):
        if base == INDEX_NAME and _is_index(lines):
            yield Skipped(note.name, "an index of other memory files")
        else:
            yield from markdown_items(text, note._replace(type="memory"))
        return
    kind = head.values.get("type") or head.values.get("metadata.type") or ""
    dates = (instant_us(head.values.get(key)) for key in DATE_NAMES)
    body = "\n".join(lines[head.lines :]).strip()
    first, _, rest = body.partition("\n\n")
    context = "\n\n".join(filter(None, (head.values.get("description"), rest.strip())))
    said = list(pieces(first or head.values.get("description", ""), FACT_TEXT_CHARS_MAX))
    reasons = list(pieces(context, FACT_CONTEXT_CHARS_MAX))
    for at, piece in enumerate(said):
        yield Item(
            text=piece,
            locator=f"{note.name}:{head.lines + 1}",
            group=note.name,
            key=f"{note.name}\0{at}",
            type=TYPES.get(kind, kind or "memory"),
            context=reasons[0] if reasons and at == 0 else None,
            subject=name[:NAME_CHARS_MAX],
            said_us=next((date for date in dates if date is not None), None) or note.said_us,
        )
    for at, piece in enumerate(_left_over(reasons)):
        yield Item(
            text=piece,
            locator=note.name,
            group=note.name,
            key=f"{note.name}\0more\0{at}",
            type=TYPES.get(kind, kind or "memory"),
            subject=name[:NAME_CHARS_MAX],
            said_us=note.said_us,
        )


def _left_over(reasons: list[str]) -> Iterator[str]:
    """Give what did not fit into the context, as statements."""
    for reason in reasons[1:]:
        yield from pieces(reason)


def _is_index(lines: list[str]) -> bool:
    """Tell whether a file lists others: every line that says something is a link to a file."""
    said = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    return all(line.startswith("- [") and ".md)" in line for line in said)
