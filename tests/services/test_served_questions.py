"""Do waiting questions stay bounded, and does a read never fail or wait for them?"""

import pytest

from cortex.core.learning.questions import signature_of
from cortex.services import served as module
from cortex.services.served import CountingBrain, Served
from cortex.stores.memory.brain import MemoryBrain

NOW_US = 1_750_000_000_000_000


def brain(served: Served) -> CountingBrain:
    """Give a brain whose writers take the waiting questions along."""
    return CountingBrain(MemoryBrain("test", 1), served, lambda: NOW_US)


def remembered(store: CountingBrain) -> dict[str, int]:
    """Give how often each question was asked, by signature."""
    with store.reading() as reader:
        return {q.signature: q.asks for q in reader.learning.top_questions(1000)}


def test_the_same_question_is_counted_and_the_list_is_bounded() -> None:
    """At the limit a known question still counts and a new one is not remembered."""
    served = Served()
    store = brain(served)
    for place in range(module.QUESTIONS_WAITING_MAX + 1):
        served.ask("solo", f"gateway{place}")
    served.ask("solo", "gateway0")
    with store.writing():
        pass
    asked = remembered(store)
    assert module.QUESTIONS_WAITING_MAX == len(asked)
    assert 2 == asked[signature_of("gateway0")]
    assert signature_of(f"gateway{module.QUESTIONS_WAITING_MAX}") not in asked
    with store.writing():
        pass
    assert asked == remembered(store)


def test_questions_alone_are_no_reason_to_write() -> None:
    """Closing writes counters of what was shown; a question that found nothing waits in vain."""
    served = Served()
    store = brain(served)
    served.ask("solo", "gateway port")
    assert store.flush()
    assert {} == remembered(store)


def test_a_failed_write_keeps_the_questions_waiting() -> None:
    """They are forgotten only when they are safe."""
    served = Served()
    store = brain(served)
    served.ask("solo", "gateway port")

    def fail() -> None:
        with store.writing():
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert {} == remembered(store)
    with store.writing():
        pass
    assert 1 == len(remembered(store))


def test_switched_off_nothing_is_remembered() -> None:
    """Questions asked while learning is off are dropped by the next writer."""
    served = Served()
    store = brain(served)
    with store.writing() as writer:
        writer.learning.switch(is_on=False)
    served.ask("solo", "gateway port")
    with store.writing() as writer:
        writer.learning.switch(is_on=True)
    with store.writing():
        pass
    assert {} == remembered(store)
