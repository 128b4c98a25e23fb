"""Does an assembly still stand under the conditions it was made for?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cortex.model.assemblies import PRESENT_EPOCH, Guard


def broken(guards: Iterable[Guard], epochs: Mapping[tuple[str, str], int]) -> list[Guard]:
    """Give the guards whose subject has another epoch now, in their order.

    Args:
        epochs: by (kind, key); no entry when there is no such thing any more.
    """
    return [guard for guard in guards if epochs.get((guard.kind, guard.key)) != guard.epoch]


def filled(guards: Iterable[Guard], epochs: Mapping[tuple[str, str], int]) -> list[Guard]:
    """Give the guards with the present epoch where none was named and there is one."""
    return [
        guard._replace(epoch=epochs.get((guard.kind, guard.key), guard.epoch))
        if guard.epoch == PRESENT_EPOCH
        else guard
        for guard in guards
    ]
