"""How far is a source trusted when two statements contradict each other?

The operator's table decides, never a model's name (CQR 16.3, defect 3). A source may claim less
confidence than it is granted, never more. Source: ADR 0032, docs/formats/trust.md.
"""

from cortex.model.lean_classes import NamedTuple


class TrustTable(NamedTuple):
    """Caps of trust by agent: exact names, or prefixes ending in ``*``; the longest wins."""

    caps: tuple[tuple[str, float], ...] = ()

    def cap(self, agent: str) -> float:
        """Give the cap of an agent, 0..1; unlisted agents share the cap of "*" or no cap."""
        best, length = 1.0, -1
        for pattern, cap in self.caps:
            is_match = agent == pattern
            if pattern.endswith("*"):
                is_match = agent.startswith(pattern[:-1])
            if is_match and len(pattern) > length:
                best, length = cap, len(pattern)
        return best


def trust_of(table: TrustTable, agent: str, confidence: float) -> float:
    """Give the trust of one statement, 0..1 with four decimals."""
    return round(min(max(0.0, min(1.0, confidence)), table.cap(agent)), 4)


def client_of(agent: str) -> str:
    """Give the client family of an agent's name: the part before "(", plain characters only."""
    name = agent.split("(", maxsplit=1)[0].strip().lower()
    kept = "".join(char for char in name if char.isascii() and (char.isalnum() or char in "-_"))
    return kept or "unknown"
