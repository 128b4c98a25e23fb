"""How are limits and their state written as JSON? Source: docs/formats/budgets.md."""

from __future__ import annotations

from collections.abc import Mapping

from cortex.model.budgets import (
    BUDGETS_FILE,
    BudgetCounts,
    BudgetDecision,
    BudgetFault,
    BudgetPolicy,
    Endpoint,
)


def health_json(
    policy: BudgetPolicy, counted: Mapping[Endpoint, BudgetCounts]
) -> dict[str, object]:
    """Give whether limits are kept, which, and how often they said no."""
    fault = policy.fault
    return {
        "config_loaded": policy.is_loaded,
        "enabled": policy.is_enabled,
        "source": BUDGETS_FILE,
        "error": None if fault is None else fault_json(fault),
        "endpoints": {
            endpoint.value: {
                "limit": budget.limit,
                "window_seconds": budget.window_seconds,
                "recent_uses": counted[endpoint].recent_uses if endpoint in counted else 0,
                "recent_denials": counted[endpoint].recent_denials if endpoint in counted else 0,
                "total_denials": counted[endpoint].total_denials if endpoint in counted else 0,
            }
            for endpoint, budget in policy.budgets
        },
        "recent_denials": sum(found.recent_denials for found in counted.values()),
        "total_denials": sum(found.total_denials for found in counted.values()),
    }


def fault_json(fault: BudgetFault) -> dict[str, object]:
    """Give what is wrong with the file."""
    return {
        "code": fault.code,
        "message": fault.message,
        "endpoint": fault.endpoint,
        "field": fault.field,
    }


def denial_json(decision: BudgetDecision) -> dict[str, object]:
    """Give what a caller hears beside the message when it asked once too often."""
    return {
        "endpoint": decision.endpoint.value,
        "limit": decision.limit,
        "window_seconds": decision.window_seconds,
        "retry_after_seconds": decision.retry_after_seconds,
        "source": BUDGETS_FILE,
    }
