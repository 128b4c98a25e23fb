"""Are ids unique, and in the form everybody expects?"""

import uuid

from cortex.stores.system.ids import SystemIds


def test_an_id_is_a_random_uuid() -> None:
    """The standard library reads an id as version 4 of RFC 9562, in its canonical spelling."""
    text = SystemIds(lambda count: b"\x5a" * count).new_id()
    parsed = uuid.UUID(text)

    assert (parsed.version, parsed.variant) == (4, uuid.RFC_4122)
    assert str(parsed) == text


def test_all_other_bits_are_random() -> None:
    """122 bits come from the operating system unchanged."""
    zeros = SystemIds(lambda count: b"\x00" * count).new_id()
    ones = SystemIds(lambda count: b"\xff" * count).new_id()

    assert zeros == "00000000-0000-4000-8000-000000000000"
    assert ones == "ffffffff-ffff-4fff-bfff-ffffffffffff"


def test_ids_do_not_repeat() -> None:
    """A thousand ids are a thousand different ones."""
    ids = SystemIds()

    assert len({ids.new_id() for _ in range(1000)}) == 1000
