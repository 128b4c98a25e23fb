"""What may be asked about the folders of this machine?

The contract is written in ``core.scopes.places``, because the core asks and may not look upwards.
"""

from __future__ import annotations

from cortex.core.scopes.places import Places

__all__ = ["Places"]
