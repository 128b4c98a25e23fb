"""How often may something be asked for? Source: CQR 12.1, docs/formats/budgets.md."""

from cortex.model.lean_classes import NamedTuple, StrEnum

BUDGETS_FILE = "budgets.toml"
BUDGETS_FILE_BYTES_MAX = 65_536
"""Bytes of the file that are read (CQR 12.1)."""

USES_MAX = 100_000
"""Largest limit: each use within the window is eight bytes of a file that is read at every use."""

WINDOW_SECONDS_MAX = 31_536_000
"""Longest window: one year."""


class Endpoint(StrEnum):
    """What is counted, by every surface."""

    STORE = "store"
    RECALL = "recall"
    BOOT = "boot"
    MCP = "mcp"


class BudgetFault(NamedTuple):
    """What is wrong with the file. ``code`` is one of the published ones."""

    code: str
    message: str
    endpoint: str | None = None
    field: str | None = None


class Budget(NamedTuple):
    """So many uses in any stretch of so many seconds."""

    limit: int
    window_seconds: int


class BudgetPolicy(NamedTuple):
    """What the operator's file says.

    Args:
        is_loaded: there is a file.
        is_enabled: its budgets are kept; never with a fault.
        budgets: by endpoint, in the order of ``Endpoint``.
    """

    is_loaded: bool = False
    is_enabled: bool = False
    budgets: tuple[tuple[Endpoint, Budget], ...] = ()
    fault: BudgetFault | None = None

    def find(self, endpoint: Endpoint) -> Budget | None:
        """Give the budget that is kept for an endpoint, or None."""
        return dict(self.budgets).get(endpoint) if self.is_enabled else None


class BudgetDecision(NamedTuple):
    """Whether one use is allowed. ``retry_after_seconds`` is 0 when it is."""

    endpoint: Endpoint
    limit: int
    window_seconds: int
    is_allowed: bool = True
    retry_after_seconds: int = 0
    remaining: int = 0


class BudgetCounts(NamedTuple):
    """How often one endpoint was asked for: uses and denials in the window, denials in all."""

    recent_uses: int
    recent_denials: int
    total_denials: int
