"""How is a write into a vault put together? Gates first, then the item, then the ground it is for.

The order of the gates is part of the contract: nothing is even read before both authorizations
were given. Source: docs/formats/vault-writing.md.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from cortex.core.vault.payloads import checked_item, read_payload
from cortex.core.vault.words import Words, refuse
from cortex.model.limits import VAULT_PAYLOAD_BYTES_MAX
from cortex.model.vault import VaultCode, VaultFault
from cortex.services.vault.writing import Moment, VaultWriter
from cortex.stores.files.vault import PinnedFolder
from cortex.stores.files.vault_ground import find_ground
from cortex.stores.files.vault_writing import LinklessFolder
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.environment import home_folder
from cortex.stores.system.ids import SystemIds

STANDARD_INPUT = "-"
"""Payload word that says: read it from standard input. An argument is limited by the system."""


def remember(words: Words, root: str, environment: Mapping[str, str]) -> dict[str, object]:
    """Write the one item of a command and give its data.

    Raises:
        VaultFault: ``write_refused``, ``invalid_input`` or ``governance_refused``, in this order of
            checks; nothing was changed.
    """
    adapter = words.options.get("--adapter")
    if adapter is None or not words.has("--allow-write"):
        message = f"{words.command} needs both --adapter NAME and --allow-write"
        raise VaultFault(VaultCode.WRITE_REFUSED, message)
    if len(words.positionals) != 1:
        refuse("Write command requires exactly one JSON payload")
    item = checked_item(read_payload(_payload(words.positionals[0]), words.command))
    home = home_folder(dict(environment))
    ground = find_ground(root, home)
    corpus = PinnedFolder(f"{ground.boundary}/{ground.corpus}")
    moment = Moment(SystemClock().now_us() // 1000, SystemIds().new_id(), home)
    folder = LinklessFolder(ground.boundary)
    try:
        written = VaultWriter(folder, corpus, ground, moment).put(item)
    finally:
        folder.close()
    result = {"ok": True, "type": written.type, "path": written.path, "detail": written.detail}
    return {"adapter": adapter, "result": result}


def _payload(word: str) -> bytes:
    """Give the bytes of a payload; one byte more than the limit is enough to refuse it."""
    if word != STANDARD_INPUT:
        return os.fsencode(word)
    content = b""
    while len(content) <= VAULT_PAYLOAD_BYTES_MAX:
        try:
            part = os.read(0, VAULT_PAYLOAD_BYTES_MAX + 1 - len(content))
        except OSError as error:
            refuse(f"Write payload cannot be read from standard input: {error.strerror}")
        if not part:
            break
        content += part
    return content
