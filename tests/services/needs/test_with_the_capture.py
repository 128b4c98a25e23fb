"""Is something findable from the very transaction that keeps it?"""

import pytest

from cortex.model.needs import Asked
from cortex.model.observations import Event, Grant, Role, Source
from cortex.model.text import RawText
from cortex.ports.brain import Brain, BrainReader, BrainWriter
from cortex.services.intake import keep
from tests.contracts.brains import NOW_US
from tests.services.needs.conftest import HERE

GRANT = Grant("log", HERE, Role.TOOL_REPORT, 1000)


def found(reader: BrainReader) -> int:
    """Count what holds the word."""
    return reader.needs.hits(Asked("solo", (HERE,), (("zanzibar",),)), 5).total


def keep_and_fail(writer: BrainWriter, source: Source) -> None:
    """Keep an event in a transaction that breaks off."""
    keep(writer, source, "1", Event("a", RawText("zanzibar")), NOW_US)
    raise ZeroDivisionError


def test_the_index_changes_with_the_capture(brain: Brain) -> None:
    """What is kept is found inside its transaction, and by others as soon as it ends. CQR H8"""
    with brain.writing() as writer:
        source = writer.observations.register("solo", GRANT, NOW_US)
        keep(writer, source, "1", Event("a", RawText("zanzibar")), NOW_US)
        assert 1 == found(writer)
        with brain.reading() as reader:
            assert 0 == found(reader)
    with brain.reading() as reader:
        assert (1, []) == (found(reader), reader.needs.waiting("solo", (HERE,), 5))


def test_a_capture_that_fails_leaves_no_words(brain: Brain) -> None:
    """A transaction that breaks off takes text and words with it. CQR H8"""
    with brain.writing() as writer:
        source = writer.observations.register("solo", GRANT, NOW_US)
    with pytest.raises(ZeroDivisionError), brain.writing() as writer:
        keep_and_fail(writer, source)
    with brain.reading() as reader:
        assert 0 == found(reader)
        assert 0 == len(list(reader.observations.iter_all()))
    with brain.writing() as writer:
        keep(writer, source, "1", Event("a", RawText("zanzibar")), NOW_US)
        assert 1 == found(writer)
