"""What holds about each noun a seat deals with? Written through the gate, history kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.boot.calendar import day_text
from cortex.core.seat.entities import (
    ENTITIES_MAX,
    Entities,
    Entity,
    new_entity,
    read_entities,
    template,
    with_claim,
    with_entry,
    with_facts,
    with_names,
    without_entry,
    written,
)
from cortex.core.seat.gate import judge
from cortex.core.seat.notes import slug_of
from cortex.model.errors import NotFound
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_gate import Claim, Decision, Verdict
from cortex.model.seats import ENTITIES_FILE

if TYPE_CHECKING:
    from cortex.ports.seat_files import SeatFiles

ENTITIES_BYTES_MAX = 2_097_152
"""Bytes of the file: some ten thousand statements."""


class NewClaim(NamedTuple):
    """A statement somebody wants to have in an entry.

    Attributes:
        claim: what it says; its subject is a name or an alias.
        kind: of the noun; empty keeps what is there.
        aliases: more names of it.
        checked: how the record was checked, for a claim about all of it.
        is_decided: a person decided; the gate is not asked again.
    """

    claim: Claim
    kind: str = ""
    aliases: tuple[str, ...] = ()
    checked: str = ""
    is_decided: bool = False


class Merged(NamedTuple):
    """An entry after another was put into it, and the claims that could not come along."""

    entry: Entity
    moved: int
    held: tuple[tuple[Claim, Verdict], ...]


def entities_of(files: SeatFiles) -> Entities:
    """Give every entry; none without a file.

    Raises:
        SeatFileRefused: the file is a link, or past its limit.
    """
    return _entities(files.find(ENTITIES_FILE, ENTITIES_BYTES_MAX))


def nouns_of(files: SeatFiles) -> list[str]:
    """Give every name a wikilink may mean, as it is written and as a slug."""
    names = [name for entry in entities_of(files).entries for name in (entry.name, *entry.aliases)]
    return [*names, *map(slug_of, names)]


def get_entity(files: SeatFiles, name: str) -> Entity:
    """Give the entry of a name or alias.

    Raises:
        NotFound: there is none.
        SeatFileRefused: the file is a link, or past its limit.
    """
    return _required(entities_of(files), name)


def add_claim(files: SeatFiles, new: NewClaim, now_us: int) -> tuple[Claim, Verdict, str]:
    """Write a statement if the gate lets it pass.

    Give the claim under the entry's own name, the verdict, and the file if it was written.

    What it replaces stays in the file and says by what. The same statement again changes nothing.

    Raises:
        SeatFileRefused: the file cannot be read or written, or has too many entries.
    """
    with files.turn():
        before = files.find(ENTITIES_FILE, ENTITIES_BYTES_MAX)
        entities = _entities(before)
        found = entities.find(new.claim.subject)
        entry = found or new_entity(new.claim.subject, new.kind)
        claim = new.claim._replace(subject=entry.name)
        verdict = judge(claim, entry.held, now_us, new.checked, new.aliases)
        is_passed = verdict.decision in {Decision.ACCEPT, Decision.SUPERSEDE} or new.is_decided
        if not is_passed:
            return claim, verdict, ""
        if found is None and len(entities.entries) >= ENTITIES_MAX:
            message = f"{ENTITIES_FILE}: {ENTITIES_MAX} entries are the limit"
            raise SeatFileRefused(message, remedy="take out those nobody asks for")
        entry = with_names(entry, new.aliases, new.kind)
        entry = with_claim(entry, claim, verdict.old, day_text(now_us))
        text = written(with_entry(entities, entry))
        is_known = verdict.reason == "known" and text == written(entities)
        if not is_known:
            _write(files, before, text)
        return claim, verdict, ENTITIES_FILE


def merge_entities(files: SeatFiles, other: str, into: str, now_us: int) -> Merged:
    """Put an entry into another one, whose name stays; the other name becomes an alias.

    Statements that disagree never end up side by side: the better source stands, and what cannot
    be decided is given back to wait.

    Raises:
        NotFound: one of them does not exist.
        SeatFileRefused: the file cannot be read or written.
    """
    with files.turn():
        before = files.find(ENTITIES_FILE, ENTITIES_BYTES_MAX)
        entities = _entities(before)
        target = _required(entities, into)
        source = _required(entities, other)
        if source is target:
            return Merged(target, 0, ())
        held: list[tuple[Claim, Verdict]] = []
        entry = with_names(target, (source.name, *source.aliases), target.kind or source.kind)
        for claim in source.held:
            moved = claim._replace(subject=target.name)
            verdict = judge(moved, entry.held, now_us, "merged")
            if verdict.decision in {Decision.ACCEPT, Decision.SUPERSEDE} or not verdict.old:
                entry = with_claim(entry, moved, verdict.old, day_text(now_us))
            else:
                held.append((moved, verdict))
        entry = with_facts(entry, [fact for fact in source.facts if fact.superseded])
        _write(files, before, written(with_entry(without_entry(entities, source.name), entry)))
        return Merged(entry, len(source.held) - len(held), tuple(held))


def _entities(content: bytes | None) -> Entities:
    return read_entities(template() if content is None else content.decode("utf-8", "replace"))


def _write(files: SeatFiles, before: bytes | None, text: str) -> None:
    """Write the file if it is still what was read: an editor does not wait for its turn."""
    if not files.exchange(ENTITIES_FILE, before, text.encode()):
        message = f"{ENTITIES_FILE}: somebody wrote it meanwhile"
        raise SeatFileRefused(message, remedy="run the command again; nothing was changed")


def _required(entities: Entities, name: str) -> Entity:
    entry = entities.find(name)
    if entry is None:
        message = f"{ENTITIES_FILE} has no entry for '{name}'"
        raise NotFound(message, remedy="`cortex entity list` shows those there are")
    return entry
