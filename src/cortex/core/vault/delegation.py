"""What did an injected writer answer, and does it say that it wrote?

Source: docs/formats/vault-programs.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from cortex.model.vault import VaultCode, VaultFault


def accepted(result: object) -> dict[str, object]:
    """Give what a writer answered when it did write.

    Raises:
        VaultFault: ``governance_refused`` with the writer's message, or else its code.
    """
    answer = result if isinstance(result, Mapping) else {}
    if answer.get("ok") is not True:
        said = (answer.get("message"), answer.get("code"), "The writer refused")
        message = next(one for one in said if isinstance(one, str) and one)
        raise VaultFault(VaultCode.GOVERNANCE_REFUSED, message)
    return dict(answer)
