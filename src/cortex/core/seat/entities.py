"""What does ENTITIES.md say about each noun, and how is a statement put into it?

One entry a noun: its kind, its other names, its statements with their sources, its links. Lines
that are none of these are the person's and stay where they are. Source: OGL 3.5,
docs/formats/entities.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cortex.core.seat.claims import normal, says_the_same
from cortex.core.seat.fact_lines import FactLine, read_line, statement, written_line
from cortex.core.text.patterns import pattern
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_gate import Claim, Layer

KINDS = ("account", "company", "person", "place", "product", "system")
ENTITY_NAME_CHARS_MAX = 128
"""Characters of a noun's name."""

ENTITIES_MAX = 2_000
"""Entries of one file: what one seat deals with; the file is read at every start."""

_HEADING = pattern(r"^##\s+(?P<name>.*?)(?:\s+\(?kind:\s*(?P<kind>[\w-]+)\)?)?\s*$", re.IGNORECASE)
_ALIASES = pattern(r"^aliases:\s*(.*)$", re.IGNORECASE)
_KIND = pattern(r"^kind:\s*([\w-]+)\s*$", re.IGNORECASE)
_LINKS = pattern(r"^links:\s*(.*)$", re.IGNORECASE)
_FENCE = pattern(r"^\s*(```|~~~)")


class Entity(NamedTuple):
    """One entry as it was read.

    Attributes:
        name: as its heading says.
        kind: one of ``KINDS``; empty when it says none.
        aliases: other names, in order.
        facts: every statement, also those that were replaced, in order.
        links: what its line of links says, as written.
        heading: its heading, as it is.
        lines: its lines below the heading, as they are.
    """

    name: str
    kind: str
    aliases: tuple[str, ...]
    facts: tuple[FactLine, ...]
    links: str
    heading: str
    lines: tuple[str, ...]

    @property
    def held(self) -> tuple[Claim, ...]:
        """Give the statements that hold."""
        return tuple(fact.claim for fact in self.facts if not fact.superseded)


class Entities(NamedTuple):
    """A whole file: what stands before the first entry, and the entries in order."""

    lead: tuple[str, ...]
    entries: tuple[Entity, ...]

    def find(self, name: str) -> Entity | None:
        """Give the entry of a name or alias, or None; a name counts more than an alias."""
        wanted = normal(name)
        for entry in self.entries:
            if normal(entry.name) == wanted:
                return entry
        for entry in self.entries:
            if wanted in map(normal, entry.aliases):
                return entry
        return None

    def claims(self) -> list[Claim]:
        """Give every statement that holds, in the order of the file."""
        return [claim for entry in self.entries for claim in entry.held]


def read_entities(text: str) -> Entities:
    """Give the entries of a file; never raises."""
    lead: list[str] = []
    blocks: list[tuple[str, list[str]]] = []
    is_code = False
    for line in text.replace("\r\n", "\n").removeprefix("\ufeff").split("\n"):
        if _FENCE.match(line):
            is_code = not is_code
        if not is_code and line.startswith("## ") and line[3:].strip():
            blocks.append((line, []))
        elif blocks:
            blocks[-1][1].append(line)
        else:
            lead.append(line)
    return Entities(tuple(lead), tuple(_entry(heading, lines) for heading, lines in blocks))


def written(entities: Entities) -> str:
    """Give the file; what was read and not changed comes out as it was."""
    lines = list(entities.lead)
    for entry in entities.entries:
        lines += [entry.heading, *entry.lines]
    return "\n".join(lines).rstrip("\n") + "\n"


def template() -> str:
    """Give the file of a seat that knows nobody yet."""
    return "\n".join(
        (
            "# Entities",
            "",
            "Each noun once: its kind, its other names, what holds and on whose word. Write with",
            "`cortex entity add`, which weighs the source, looks for a conflict and keeps what was",
            "replaced. Sources, best first: operational, user, document, transcript, web.",
            "",
        )
    )


def new_entity(name: str, kind: str, aliases: Sequence[str] = ()) -> Entity:
    """Give an entry that says nothing yet."""
    lines = (f"aliases: {', '.join(aliases)}", "") if aliases else ("",)
    return Entity(name, kind, tuple(aliases), (), "", _heading(name, kind), lines)


def with_entry(entities: Entities, entry: Entity) -> Entities:
    """Give a file with an entry in the place of the one of its name, or behind all others."""
    wanted = normal(entry.name)
    entries = [entry if normal(old.name) == wanted else old for old in entities.entries]
    if not any(normal(old.name) == wanted for old in entities.entries):
        entries.append(entry)
        entities = _parted(entities)
        entries = [*entities.entries, entry]
    return entities._replace(entries=tuple(entries))


def without_entry(entities: Entities, name: str) -> Entities:
    """Give a file without the entry of a name."""
    left = tuple(old for old in entities.entries if normal(old.name) != normal(name))
    return entities._replace(entries=left)


def with_claim(entry: Entity, claim: Claim, old: Sequence[Claim], day: str) -> Entity:
    """Give an entry that holds a claim, in which these others say what replaced them.

    A claim it holds already, in whatever spelling, is written once, with the newer source.
    """
    lines: list[str] = []
    is_written = False
    for line in entry.lines:
        fact = read_line(line, Layer.ENTITY, entry.name)
        if fact is None or fact.superseded:
            lines.append(line)
        elif fact.claim in old:
            lines.append(written_line(FactLine(fact.claim, day, statement(claim))))
        elif says_the_same(fact.claim, claim):
            if not is_written:
                lines.append(written_line(FactLine(claim)))
            is_written = True
        else:
            lines.append(line)
    if not is_written:
        lines = _inserted(lines, written_line(FactLine(claim)))
    return _entry(entry.heading, lines)


def with_facts(entry: Entity, facts: Sequence[FactLine]) -> Entity:
    """Give an entry with more lines as they are: the history of another one."""
    lines = list(entry.lines)
    for fact in facts:
        lines = _inserted(lines, written_line(fact))
    return _entry(entry.heading, lines)


def with_names(entry: Entity, aliases: Sequence[str], kind: str = "") -> Entity:
    """Give an entry that is known by more names, and of a kind if one is given."""
    known = [entry.name, *entry.aliases]
    added: list[str] = []
    for alias in aliases:
        if normal(alias) not in {normal(name) for name in (*known, *added)}:
            added.append(alias)
    is_other = bool(kind) and kind != entry.kind
    if not added and not is_other:
        return entry
    names = [*entry.aliases, *added]
    lines = [line for line in entry.lines if not _ALIASES.match(line)]
    if names:
        lines = [f"aliases: {', '.join(names)}", *lines]
    return _entry(_heading(entry.name, kind) if is_other else entry.heading, lines)


def _entry(heading: str, lines: Sequence[str]) -> Entity:
    found = _HEADING.match(heading)
    name = (found["name"] if found else heading.removeprefix("## ")).strip()
    kind = (found["kind"] or "").lower() if found else ""
    aliases: tuple[str, ...] = ()
    links = ""
    facts: list[FactLine] = []
    is_code = False
    for line in lines:
        is_code ^= bool(_FENCE.match(line))
        if is_code:
            continue
        listed, sort, linked = _ALIASES.match(line), _KIND.match(line), _LINKS.match(line)
        if listed:
            aliases = tuple(filter(None, (one.strip() for one in listed[1].split(","))))
        elif sort:
            kind = kind or sort[1].lower()
        elif linked:
            links = linked[1].strip()
        else:
            fact = read_line(line, Layer.ENTITY, name)
            facts += [fact] if fact else []
    return Entity(name, kind, aliases, tuple(facts), links, heading, tuple(lines))


def _heading(name: str, kind: str) -> str:
    return f"## {name}  kind: {kind}" if kind else f"## {name}"


def _inserted(lines: list[str], line: str) -> list[str]:
    """Put a line behind the last statement, or before the links and the empty lines at the end."""
    at = 0
    for number, old in enumerate(lines, start=1):
        if old.startswith(("- ", "* ", "aliases:", "kind:")):
            at = number
    return [*lines[:at], line, *lines[at:]]


def _parted(entities: Entities) -> Entities:
    """Give a file whose last line is empty, so that an entry can follow."""
    if not entities.entries:
        lead = list(entities.lead)
        while lead and not lead[-1].strip():
            lead.pop()
        return entities._replace(lead=(*lead, "") if lead else ())
    last = entities.entries[-1]
    lines = list(last.lines)
    while lines and not lines[-1].strip():
        lines.pop()
    ended = last._replace(lines=(*lines, ""))
    return entities._replace(entries=(*entities.entries[:-1], ended))
