"""What does every seat of an organisation need to know, and how is a line added to it?

``knowledge.md`` has a few headings; a statement is put below one of them, and everything else stays
as it is. Source: OGL 3.5, docs/formats/write-gate.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from cortex.core.seat.claims import normal, same_name
from cortex.core.seat.fact_lines import FactLine, read_line, statement, written_line
from cortex.model.seat_gate import Claim, Layer

KNOWLEDGE_FILE = "knowledge.md"
SECTIONS = ("Business", "Team", "Technical", "Key Links", "Decisions Log")


def template(org: str) -> str:
    """Give the file of an organisation that shares nothing yet."""
    return "\n\n".join((f"# {org}", *(f"## {title}" for title in SECTIONS))) + "\n"


def held_claims(text: str) -> list[Claim]:
    """Give every statement that holds, in the order of the file; its heading is its subject
    unless it names one.
    """
    heading = ""
    claims = []
    for line in text.split("\n"):
        if line.startswith("## "):
            heading = line[3:].strip()
        fact = read_line(line, Layer.KNOWLEDGE, heading)
        if fact is not None and not fact.superseded:
            claims.append(fact.claim)
    return claims


def with_claim(text: str, section: str, claim: Claim, old: Sequence[Claim], day: str) -> str:
    """Give a file that holds a claim below a heading, in which these others say what replaced them.

    A heading that is missing is added at the end.
    """
    lines: list[str] = []
    heading = ""
    for line in text.rstrip("\n").split("\n"):
        if line.startswith("## "):
            heading = line[3:].strip()
        fact = read_line(line, Layer.KNOWLEDGE, heading)
        if fact is not None and not fact.superseded and fact.claim in old:
            has_subject = not same_name(fact.claim.subject, heading)
            replaced = FactLine(fact.claim, day, statement(claim))
            lines.append(written_line(replaced, has_subject=has_subject))
        else:
            lines.append(line)
    new = written_line(FactLine(claim), has_subject=not same_name(claim.subject, section))
    return "\n".join(_below(lines, section, new)) + "\n"


def _below(lines: list[str], section: str, new: str) -> list[str]:
    """Put a line below a heading, behind what stands there."""
    headings = [number for number, line in enumerate(lines) if line.startswith("## ")]
    at = next((one for one in headings if normal(lines[one][3:]) == normal(section)), None)
    if at is None:
        return [*lines, "", f"## {section}", "", new]
    end = next((one for one in headings if one > at), len(lines))
    last = end
    while last > at + 1 and not lines[last - 1].strip():
        last -= 1
    lead = [""] if last == at + 1 else []
    tail = [""] if end < len(lines) else []
    return [*lines[:last], *lead, new, *tail, *lines[end:]]
