"""Where does it stand that a hook went wrong? Loaded only when one did."""

# ruff: noqa: PTH112  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.wiring.settings import read_settings

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.wiring.hook_call import HookCall


def journal(home: str, fault: str, name: str, now_us: int) -> None:
    """Write a fault of a hook to the journal. Never raises.

    A home that does not exist stays that way: nobody has asked Cortex to keep anything there yet.
    """
    if home and os.path.isdir(home):
        from cortex.core.boot.calendar import second_text
        from cortex.stores.system.journal import append_line

        append_line(home, f"{second_text(now_us)} {name} {fault}")


def journal_fault(fault: str, call: HookCall, now_us: int) -> None:
    """Write a fault to the journal, if its folder can be told. Never raises."""
    try:
        home = read_settings(call.home, call.db).home
    except Exception:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        return
    journal(home, fault, call.name, now_us)
