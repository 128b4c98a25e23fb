"""Is a transaction whole, alone and gone without a trace when it fails?"""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import pytest

from cortex.model.errors import StoreBusy
from cortex.ports.brain import Brain
from tests.contracts.brains import NOW_US, faults_of
from tests.contracts.deposits import NOW, content, handles, insert, path, stored

PATIENCE_S = 20


class Interruption(BaseException):
    """Something that is no ordinary error, like Ctrl-C."""


def newest(brain: Brain) -> list[int]:
    with brain.reading() as reader:
        return reader.newest(NOW, 99)


def test_reader_does_not_see_an_open_writer(brain: Brain) -> None:
    """Nothing of a transaction is seen before its end, and everything after it."""
    with brain.writing() as writer:
        insert(writer, content(), handles([("port", 1)]))
        assert [1] == writer.newest(NOW, 9)
        assert [(1, 1)] == writer.lexical_hits([("port", 1)], NOW, 9)
        assert [] == newest(brain)
    assert [1] == newest(brain)


def test_snapshot_does_not_move(brain: Brain) -> None:
    """A reader that was open before a write keeps its answer until it ends."""
    stored(brain)
    with brain.reading() as reader:
        stored(brain, handles([("port", 1)]))
        assert [1] == reader.newest(NOW, 9)
        assert ({}, 1) == (reader.term_frequencies(["port"]), reader.corpus_size())
        assert [2, 1] == newest(brain)


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt, Interruption])
def test_failure_inside_leaves_nothing(brain: Brain, failure: type[BaseException]) -> None:
    """CQR E6: whatever ends a transaction early, an interruption too, undoes all of it."""

    def fail() -> None:
        with brain.writing() as writer:
            insert(writer, content(), handles([("port", 1)], [path("a/b")]))
            writer.touch({1: 5}, NOW_US)
            writer.keep_scope("user", "user", "changed")
            raise failure

    stored(brain)
    with pytest.raises(failure):
        fail()
    with brain.reading() as reader:
        assert [1] == [fact.fact_id for fact in reader.iter_facts()]
        assert ({}, {}) == (reader.term_frequencies(["port"]), reader.anchors_of([1, 2]))
        assert (0, "user") == (reader.facts([1])[0].retrievals, reader.scopes()[0].name)
    assert 2 == stored(brain).fact_id


def test_abandoned_transaction_leaves_nothing(brain: Brain) -> None:
    """CQR E6: a caller that is dropped in the middle writes nothing and holds nobody up."""

    def deposit() -> Generator[None, None, None]:
        with brain.writing() as writer:
            insert(writer, content())
            yield

    running = deposit()
    next(running)
    running.close()
    assert [] == newest(brain)
    assert 1 == stored(brain).fact_id


def test_second_transaction_inside_the_first_is_refused(brain: Brain) -> None:
    """It could only wait for itself; the outer one goes on unharmed."""
    with brain.writing() as writer:
        with pytest.raises(StoreBusy, match="already writes"), brain.writing():
            pass
        insert(writer, content())
    assert [1] == newest(brain)


@contextmanager
def writer_elsewhere(brain: Brain) -> Iterator[None]:
    """Hold the write transaction in another thread."""
    begun, ended = Event(), Event()

    def hold() -> None:
        with brain.writing():
            begun.set()
            ended.wait(PATIENCE_S)

    thread = Thread(target=hold)
    thread.start()
    assert begun.wait(PATIENCE_S)
    yield
    ended.set()
    thread.join(PATIENCE_S)


def test_wait_for_another_writer_is_bounded_and_reads_go_on(brain: Brain) -> None:
    """CQR E5: a writer that cannot have its turn says so; a reader does not notice."""
    stored(brain)
    with writer_elsewhere(brain):
        with pytest.raises(StoreBusy), brain.writing(wait_ms=10):
            pass
        with pytest.raises(StoreBusy), brain.writing(wait_ms=0):
            pass
        assert [1] == newest(brain)
    assert 2 == stored(brain).fact_id


def test_writers_of_many_threads_take_turns(brain: Brain) -> None:
    """Eight threads with twenty facts each: none lost, none doubled, nobody refused."""

    def write(number: int) -> None:
        for turn in range(20):
            stored(brain, text=f"Writer {number} says {turn}")

    threads = [Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    with brain.reading() as reader:
        texts = {str(fact.content.text) for fact in reader.iter_facts()}
        assert {f"Writer {n} says {turn}" for n in range(8) for turn in range(20)} == texts
        assert 160 == reader.corpus_size()
    assert [] == faults_of(brain)


def test_closing_twice_is_safe(brain: Brain) -> None:
    """Whoever closes last finds nothing to do."""
    stored(brain)
    brain.close()
    brain.close()
