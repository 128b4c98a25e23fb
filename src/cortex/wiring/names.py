"""What may be said of a name that was not known: a nearer one, and nothing secret?

Looked up when something went wrong, so edges import it then.
"""

from __future__ import annotations

from cortex.core.names.nearness import nearest_name
from cortex.core.text.redaction import without_secrets

__all__ = ["nearest_name", "without_secrets"]
