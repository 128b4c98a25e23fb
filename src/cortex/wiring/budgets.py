"""How often may something be asked for on this machine, and is this once too often?

The operator's file is ``budgets.toml`` in the Cortex home. Without it nothing is counted and
nothing else is read. A broken file keeps no budget and says so in `cortex status` and `cortex
doctor`: enforcing half of it would be a guess. Source: ADR 0091, docs/formats/budgets.md.
"""

# ruff: noqa: PTH118  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.budgets import (
        BudgetCounts,
        BudgetDecision,
        BudgetPolicy,
        Endpoint,
    )
    from cortex.model.outcomes import Finding
    from cortex.wiring.settings import Settings


def has_budgets(home: str) -> bool:
    """Tell whether the operator set limits, by one look at the disk."""
    return os.path.lexists(f"{home}/budgets.toml")


def read_budgets(home: str) -> BudgetPolicy:
    """Give what the operator's file says; never raises."""
    from cortex.core.budgets.policy import PARSE_ERROR, read_policy
    from cortex.model.budgets import (
        BUDGETS_FILE,
        BUDGETS_FILE_BYTES_MAX,
        BudgetFault,
        BudgetPolicy,
    )
    from cortex.wiring.operator_files import read_plain

    path = os.path.join(home, BUDGETS_FILE)
    try:
        raw = read_plain(path, BUDGETS_FILE_BYTES_MAX)
    except OSError as error:
        message = f"{BUDGETS_FILE} cannot be read: {error.strerror}"
        return BudgetPolicy(is_loaded=True, fault=BudgetFault("io_error", message))
    if raw is None:
        return BudgetPolicy()
    if len(raw) > BUDGETS_FILE_BYTES_MAX:
        message = f"{BUDGETS_FILE} is larger than {BUDGETS_FILE_BYTES_MAX} bytes"
        return BudgetPolicy(is_loaded=True, fault=BudgetFault("too_large", message))
    import tomllib  # Most homes have no such file.

    try:
        return read_policy(tomllib.loads(raw.decode("utf-8")))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        message = f"{BUDGETS_FILE} is no valid TOML: {error}"
        return BudgetPolicy(is_loaded=True, fault=BudgetFault(PARSE_ERROR, message))


def spend(settings: Settings, endpoint: Endpoint, now_us: int) -> BudgetDecision | None:
    """Count one use of an endpoint and tell whether it is allowed; None when no budget is kept.

    A denied use is not counted as one. Counts belong to the owner, not to the name an agent gives
    itself, and outlive the process: neither a new name nor a new start makes room.

    Raises:
        OSError: the counts cannot be kept.
    """
    budget = read_budgets(settings.home).find(endpoint)
    if budget is None:
        return None
    from cortex.core.budgets.window import decide
    from cortex.model.durations import SECOND_US
    from cortex.stores.system.budget_uses import use_log

    with use_log(settings.home, _name(settings, endpoint)) as log:
        decision = decide(endpoint, budget, log.uses_us, now_us)
        if decision.is_allowed:
            log.add_use(now_us, now_us - budget.window_seconds * SECOND_US)
        else:
            log.add_denial(now_us)
    return decision


def is_boot_allowed(settings: Settings, now_us: int) -> bool:
    """Count one brief for a hook and tell whether it is allowed; in doubt it is.

    A hook never fails its host, so counts that cannot be kept are no reason for silence.
    """
    from cortex.model.budgets import Endpoint

    try:
        decision = spend(settings, Endpoint.BOOT, now_us)
    except OSError:
        return True
    return decision is None or decision.is_allowed


def counts(settings: Settings, endpoint: Endpoint, now_us: int) -> BudgetCounts | None:
    """Give how often an endpoint was asked for; None when it has no budget. Changes nothing."""
    from cortex.core.budgets.window import recent
    from cortex.model.budgets import BudgetCounts
    from cortex.stores.system.budget_uses import known_uses

    budget = dict(read_budgets(settings.home).budgets).get(endpoint)
    if budget is None:
        return None
    uses_us, denials_us, total = known_uses(settings.home, _name(settings, endpoint))
    return BudgetCounts(recent(uses_us, budget, now_us), recent(denials_us, budget, now_us), total)


def budgets_health(settings: Settings, now_us: int) -> dict[str, object]:
    """Give the state of the limits as `cortex status` tells it."""
    from cortex.wire.budgets import health_json

    policy = read_budgets(settings.home)
    counted = {
        endpoint: found
        for endpoint, _ in policy.budgets
        if (found := counts(settings, endpoint, now_us)) is not None
    }
    return health_json(policy, counted)


def budgets_finding(settings: Settings) -> Finding:
    """Give what `cortex doctor` says of the limits: none, kept, switched off, or broken."""
    from cortex.model.outcomes import Finding, Level

    policy = read_budgets(settings.home)
    if policy.fault is not None:
        told = f"no budget is kept: {policy.fault.code}: {policy.fault.message}"
        return Finding("budgets", Level.WARN, told, "correct budgets.toml in the Cortex home")
    if not policy.is_loaded:
        return Finding("budgets", Level.PASS, "no budgets.toml: nothing is limited")
    if not policy.is_enabled:
        return Finding("budgets", Level.PASS, "budgets.toml is switched off")
    told = ", ".join(
        f"{endpoint.value} {budget.limit} in {budget.window_seconds} s"
        for endpoint, budget in policy.budgets
    )
    return Finding("budgets", Level.PASS, f"kept: {told or 'none is set'}")


def _name(settings: Settings, endpoint: Endpoint) -> str:
    from cortex.model.callers import SOLO

    owner = SOLO if settings.owner_id is None else f"user-{settings.owner_id}"
    return f"{endpoint.value}.{owner}"
