"""What does a file of a seat say, as pieces that can be searched, ranked and weighed?"""

from __future__ import annotations

from collections.abc import Sequence

from cortex.core.ask.statements import statements_of
from cortex.core.seat.entities import read_entities
from cortex.core.seat.fact_lines import FactLine, read_line, statement
from cortex.core.seat.injection import aims_at_agents, overrides
from cortex.core.seat.memory_search import Passage, parts_of, passages_of
from cortex.core.seat.notes import QUOTE, Note, statement_of
from cortex.core.text.cleaning import clean
from cortex.core.text.fence import FENCE_CLOSE, FENCE_OPEN
from cortex.model.ask import PIECE_CHARS_MAX, AskLayer, Piece, Standing
from cortex.model.seat_gate import THIRD_PARTY_RANK_MAX, Claim, Layer, source_of

SCANNED_CHARS_MAX = 16_384
"""Characters of a piece that are looked at for orders to agents."""

REPLACED = "superseded"
"""Note of a line that does not hold any more."""

Lines = list[tuple[int, str]]
"""Numbered lines of a file, as ``open_lines`` gives them."""


def prose_pieces(layer: AskLayer, path: str, lines: Lines, at_us: int | None) -> list[Piece]:
    """Give the paragraphs and items of a file."""
    return [
        _prose(layer, f"{path}:{one.line}", one.text, one.heading, at_us)
        for one in statements_of(lines)
    ]


def entity_pieces(path: str, lines: Lines, at_us: int | None) -> list[Piece]:
    """Give every statement about every noun, those that were replaced included."""
    entities = read_entities("\n".join(line for _, line in lines))
    pieces: list[Piece] = []
    lead = lines[: len(entities.lead)]
    pieces += prose_pieces(AskLayer.ENTITIES, path, lead, at_us)
    at = len(entities.lead)
    for entry in entities.entries:
        names = ", ".join((entry.name, *entry.aliases))
        kind = f" ({entry.kind})" if entry.kind else ""
        first = lines[at][0]
        pieces.append(Piece(AskLayer.ENTITIES, f"{path}:{first}", names + kind, "", at_us))
        for offset, line in enumerate(entry.lines, start=1):
            where = f"{path}:{lines[at + offset][0]}"
            fact = read_line(line, Layer.ENTITY, entry.name)
            if fact is not None:
                pieces.append(_stated(AskLayer.ENTITIES, where, (line, fact), names))
            elif line.strip() and not line.lower().startswith(("aliases:", "kind:")):
                pieces.append(_prose(AskLayer.ENTITIES, where, line.strip(), names, at_us))
        at += 1 + len(entry.lines)
    return pieces


def knowledge_pieces(path: str, lines: Lines, at_us: int | None) -> list[Piece]:
    """Give what the seats of an organisation share: statements, and paragraphs that are none."""
    pieces: list[Piece] = []
    for one in statements_of(lines):
        where = f"{path}:{one.line}"
        fact = read_line(one.text, Layer.KNOWLEDGE, one.heading)
        if fact is not None:
            pieces.append(_stated(AskLayer.KNOWLEDGE, where, (one.text, fact), one.heading))
        else:
            pieces.append(_prose(AskLayer.KNOWLEDGE, where, one.text, one.heading, at_us))
    return pieces


def note_pieces(layer: AskLayer, where: str, note: Note) -> list[Piece]:
    """Give a note as one piece, its description above it; a long one as several."""
    whole = str(clean(f"{note.description}\n\n{note.body}").text)
    description, _, body = whole.partition("\n")
    rule = str(clean(statement_of(note)).text)
    claim = Claim(
        Layer.NOTE,
        note.subject or note.slug,
        note.predicate,
        rule,
        source_of(note.source),
        note.as_of_us,
    )
    is_quote = note.form == QUOTE
    about = str(clean(f"{note.subject} {note.predicate} {note.value}".strip()).text)
    return [
        Piece(
            layer,
            where,
            part,
            f"{note.slug.replace('-', ' ')} {description} {about}".strip(),
            note.as_of_us or note.modified_us,
            Standing.QUOTE if is_quote else Standing.CLAIM,
            claim=None if is_quote or not rule or number else claim,
        )
        for number, part in enumerate(parts_of(body.strip() or description, PIECE_CHARS_MAX))
        if part.strip()
    ]


def passage_piece(layer: AskLayer, path: str, passage: Passage, at_us: int | None) -> Piece:
    """Give a passage of the seat's memory folder; a raw record is evidence."""
    where = f"{path}:{passage.line}"
    if layer is AskLayer.LOG:
        return _prose(layer, where, passage.text, passage.heading, at_us)
    return Piece(layer, where, passage.text, passage.heading, at_us, Standing.RECORD)


def record_pieces(
    layer: AskLayer, where: str, text: str, at_us: int | None, note: str = ""
) -> list[Piece]:
    """Give what was written down as it happened, in passages; it is evidence and no guidance."""
    shown = str(clean(text).text)
    return [
        Piece(
            layer,
            where,
            one.text,
            one.heading,
            at_us,
            Standing.RECORD,
            note,
            is_replaced=note == REPLACED,
        )
        for one in passages_of(shown)
    ]


def quote_pieces(path: str, lines: Lines) -> list[Piece]:
    """Give words of strangers that aim at agents; they stay quotes."""
    return [
        Piece(AskLayer.QUOTES, f"{path}:{one.line}", one.text, one.heading, None, Standing.QUOTE)
        for one in statements_of(lines)
    ]


def unfenced(text: str) -> str:
    """Give a file of quotes without the lines that open and close their blocks."""
    lines = text.split("\n")
    return "\n".join("" if line.startswith((FENCE_OPEN, FENCE_CLOSE)) else line for line in lines)


def told_claim(claim: Claim) -> str:
    """Give a statement with its source, on one line."""
    source = f" ({claim.source})" if claim.source is not None else ""
    lead = f"{claim.subject}: " if claim.subject else ""
    return " ".join(f"{lead}{statement(claim)}{source}".split())


def texts_of(lines: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """Give the lines without their numbers."""
    return tuple(line for _, line in lines)


def _prose(layer: AskLayer, where: str, text: str, heading: str, at_us: int | None) -> Piece:
    return Piece(layer, where, text, heading, at_us)


def _stated(layer: AskLayer, where: str, said: tuple[str, FactLine], heading: str) -> Piece:
    """Give a statement as its line has it, behind what it is about."""
    line, fact = said
    claim = fact.claim
    note = f"superseded {fact.superseded} by {fact.by}" if fact.superseded else ""
    text = f"{claim.subject}: {line.lstrip('-* ').strip()}"
    return Piece(
        layer,
        where,
        text,
        heading,
        claim.as_of_us,
        Standing.CLAIM,
        note,
        claim,
        bool(fact.superseded),
    )


def as_quote(piece: Piece) -> Piece:
    """Give a piece as a quote that states nothing, if it talks to agents; by the rules of the gate.

    Own words are a quote only when they want other orders dropped; words on the word of others
    whenever they give an order.
    """
    if piece.standing not in {Standing.OWN, Standing.CLAIM}:
        return piece
    source = None if piece.claim is None else piece.claim.source
    is_third = source is not None and source.rank <= THIRD_PARTY_RANK_MAX
    looked = f"{piece.heading}\n{piece.text}"[:SCANNED_CHARS_MAX]
    said = "" if piece.claim is None else piece.claim.text
    is_note = piece.layer in {AskLayer.NOTES, AskLayer.AUTO_NOTES}
    said = piece.text[:SCANNED_CHARS_MAX] if is_note else said
    if overrides(looked) or (is_third and aims_at_agents(said)):
        return piece._replace(standing=Standing.QUOTE, claim=None)
    return piece
