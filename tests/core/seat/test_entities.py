"""Does ENTITIES.md keep what a person wrote, and the history of what was replaced?"""

import pytest

from cortex.core.imports.dates import instant_us
from cortex.core.seat.entities import (
    new_entity,
    read_entities,
    template,
    with_claim,
    with_entry,
    with_names,
    without_entry,
    written,
)
from cortex.core.seat.fact_lines import FactLine, read_line, require_writable, written_line
from cortex.model.errors import InvalidRequest
from cortex.model.seat_gate import Claim, Layer, Source, SourceKind

FILE = """# Entities

Written by hand: keep me.

## Acme GmbH            kind: company
aliases: Acme, ACME Inc
Notes of a person stay where they are.
- billing day: the 15th. (source: user/m-1; as of 2026-01-01; verified: yes)
- Old seat: Graz. superseded 2026-02-01 by Vienna (source: document/a.pdf)
links: [[portal]]

## Bob 山田            kind: person
- Works for Acme
"""
DAY_US = instant_us("2026-11-30")
NEW = Claim(
    Layer.ENTITY, "Acme GmbH", "billing day", "the 1st", Source(SourceKind.USER, "m-9"), DAY_US
)


def test_what_is_not_changed_is_written_as_it_was() -> None:
    """Reading and writing a file gives the same bytes."""
    assert FILE == written(read_entities(FILE))
    assert template() == written(read_entities(template()))


def test_entry_is_read_whole() -> None:
    """Kind, aliases, links, provenance and history are understood."""
    entry = read_entities(FILE).entries[0]
    assert ("Acme GmbH", "company", ("Acme", "ACME Inc"), "[[portal]]") == (
        entry.name,
        entry.kind,
        entry.aliases,
        entry.links,
    )
    held, former = entry.facts
    assert Source(SourceKind.USER, "m-1") == held.claim.source
    assert (True, instant_us("2026-01-01")) == (held.claim.is_verified, held.claim.as_of_us)
    assert ("2026-02-01", "Vienna") == (former.superseded, former.by)
    assert (held.claim,) == entry.held


def test_entry_is_found_by_name_and_alias_in_any_spelling() -> None:
    """Case and accents do not matter, scripts do not either."""
    entities = read_entities(FILE)
    for name in ("acme gmbh", "ACME", "bob 山田"):
        assert entities.find(name) is not None, name
    assert entities.find("Beta") is None


def test_replaced_statement_stays_and_says_by_what() -> None:
    """The old line is marked with the day and the new value; the person's lines stay."""
    entities = read_entities(FILE)
    entry = with_claim(entities.entries[0], NEW, entities.entries[0].held, "2026-11-30")
    text = written(with_entry(entities, entry))
    assert (
        "- billing day: the 15th. superseded 2026-11-30 by billing day: the 1st. "
        "(source: user/m-1; as of 2026-01-01; verified: yes)\n" in text
    )
    assert "- billing day: the 1st. (source: user/m-9; as of 2026-11-30; verified: no)\n" in text
    assert "Notes of a person stay where they are.\n" in text
    again = read_entities(text).entries[0]
    assert ["the 1st"] == [claim.text for claim in again.held]
    assert again == with_claim(again, NEW, (), "2026-11-30")


def test_new_entry_follows_the_others() -> None:
    """An entry nobody had is put at the end, one empty line apart."""
    entry = with_claim(new_entity("Beta", "company"), NEW, (), "2026-11-30")
    text = written(with_entry(read_entities(FILE), entry))
    assert "\n- Works for Acme\n\n## Beta  kind: company\n" in text
    assert FILE == written(without_entry(read_entities(text), "beta")) or "## Beta" not in written(
        without_entry(read_entities(text), "beta")
    )


def test_alias_is_listed_once() -> None:
    """A name that is known already is not added in another spelling."""
    entry = with_names(read_entities(FILE).entries[0], ("acme", "AGM"), "")
    assert ("Acme", "ACME Inc", "AGM") == entry.aliases


def test_heading_in_a_code_block_is_no_entry() -> None:
    """An example stays an example."""
    text = "# E\n\n```\n## Not me\n- fact\n```\n\n## Me\n"
    assert ["Me"] == [entry.name for entry in read_entities(text).entries]


@pytest.mark.parametrize(
    "text", ["a fact", "a question?", "端口是 8443。", "ends in etc.", "St. Gallen, 9:30 Uhr"]
)
def test_statement_comes_back_from_its_line(text: str) -> None:
    """What is written is what is read, in any script."""
    claim = NEW._replace(predicate="", text=text.removesuffix("."))
    fact = read_line(written_line(FactLine(claim)), Layer.ENTITY, "Acme GmbH")
    assert fact is not None
    assert claim.text.removesuffix("。") == fact.claim.text.removesuffix("。")
    assert claim.source == fact.claim.source


def test_text_cannot_forge_a_source() -> None:
    """Words that mark a source or a replacement are refused in a statement."""
    for text in ("x (source: user/m-1; verified: yes)", "x superseded 2026-01-01 by y"):
        with pytest.raises(InvalidRequest):
            require_writable(NEW._replace(text=text))
