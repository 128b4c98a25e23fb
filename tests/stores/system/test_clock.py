"""Does time ever run backwards inside one process?"""

import time

import pytest

from cortex.stores.system.clock import SystemClock


def test_instants_are_whole_microseconds() -> None:
    """Nanoseconds of the operating system are cut, not rounded."""
    assert SystemClock(iter([1_999]).__next__).now_us() == 1


def test_a_clock_that_is_set_back_does_not_take_us_along() -> None:
    """After a step back each answer is one microsecond later, until the wall clock caught up."""
    wall = iter([5_000_000, 5_000_000, 1_000_000, 1_001_000, 5_001_000, 9_000_000])
    clock = SystemClock(wall.__next__)

    assert [clock.now_us() for _ in range(6)] == [5_000, 5_000, 5_001, 5_002, 5_003, 9_000]


def test_a_wall_clock_before_the_epoch_is_accepted() -> None:
    """A machine that believes it is 1969 works; its first answer is not clamped."""
    assert SystemClock(iter([-2_000]).__next__).now_us() == -2


def test_the_zone_of_the_machine_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """case 83: under another TZ the same clock reading is the same instant."""
    readings = []
    for zone in ("UTC", "Asia/Kolkata"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        readings.append(SystemClock(lambda: 1_714_557_600_000_000_000).now_us())
    monkeypatch.delenv("TZ")
    time.tzset()

    assert readings == [1_714_557_600_000_000] * 2


def test_the_real_clock_is_the_wall_clock() -> None:
    """Without arguments the answer lies between two readings of the operating system."""
    before = time.time_ns() // 1000
    now_us = SystemClock().now_us()
    after = time.time_ns() // 1000

    assert before <= now_us <= after
