"""How is a vault put together for the command line? Root and clock in, one answer out."""

# ruff: noqa: PTH100, PTH118  # pathlib costs every command 8 ms.

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from cortex.core.vault.ranking import counted_in_text
from cortex.core.vault.text import public
from cortex.core.vault.words import WRITING, Words, parse_words, require_positionals
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import VAULT_IDS_MAX
from cortex.model.vault import Corpus, IndexDamaged, VaultCode, VaultFault
from cortex.services.vault import reading
from cortex.services.vault.corpus import load
from cortex.stores.files.vault import PinnedFolder
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.environment import home_folder, read_environment
from cortex.wire.vault import (
    REBUILD_FORMAT,
    card_json,
    failure,
    records_json,
    skipped_json,
    success,
)
from cortex.wiring.vault_known import known_vault

if TYPE_CHECKING:
    from cortex.services.vault.indexing import KnownVault

ROOT_VARIABLE = "CORTEX_MEMORY_ROOT"
DEFAULT_ROOT = (".claude", "LIFEOS", "MEMORY")
MODE = "local-read-only"


class VaultAnswer(NamedTuple):
    """The bytes to print, and the exit status."""

    output: bytes
    status: int


def answer(words: Sequence[str]) -> VaultAnswer:
    """Run one vault command; every refusal is an envelope too."""
    command = words[0] if words else ""
    return enveloped(command, lambda: _data(parse_words(words), read_environment()))


def answer_words(words: Words) -> VaultAnswer:
    """Run one vault command whose words were never one line; refusals are envelopes."""
    return enveloped(words.command, lambda: _data(words, read_environment()))


def enveloped(command: str, data: Callable[[], dict[str, object]]) -> VaultAnswer:
    """Give what a step answers, or why it was refused, as the envelope of a command."""
    from cortex.model.vault import VAULT_EXITS

    try:
        return VaultAnswer(success(command, data()), 0)
    except VaultFault as fault:
        found = fault
    except Exception as error:  # noqa: BLE001  # The contract: a failure is an envelope as well.
        found = VaultFault(VaultCode.INTERNAL, f"Internal error: {type(error).__name__}")
    shown = VaultFault(found.code, public(found.message))  # It may quote a word or a path.
    return VaultAnswer(failure(command, shown), VAULT_EXITS[found.code])


def configured_vault() -> PinnedFolder | None:
    """Give the vault that the environment names, or the default one; None when it is not there."""
    try:
        return PinnedFolder(root_named(None, read_environment()))
    except VaultFault:
        return None


def root_named(option: str | None, environment: Mapping[str, str]) -> str:
    """Give the root a command is about: the option, the variable, or the default.

    An empty variable is one that was not set.

    Raises:
        VaultFault: ``internal_error``; it is named from the current folder, which is gone.
    """
    named = option or environment.get(ROOT_VARIABLE)
    named = named or os.path.join(home_folder(dict(environment)), *DEFAULT_ROOT)
    try:
        return os.path.abspath(named)
    except OSError:
        message = f"The current folder is gone: name {named} by its whole path"
        raise VaultFault(VaultCode.INTERNAL, message) from None


def _data(words: Words, environment: Mapping[str, str]) -> dict[str, object]:
    if words.command in WRITING:
        from cortex.wiring.vault_writing import remember

        return remember(
            words, root_named(words.options.get("--memory-root"), environment), environment
        )
    require_positionals(words, VAULT_IDS_MAX)
    now_ms = reading.now_of(words, SystemClock().now_us() // 1000)
    folder = PinnedFolder(root_named(words.options.get("--memory-root"), environment))

    if words.command == "rebuild":
        return _rebuilt(words, folder)
    try:
        with known_vault(folder.root, environment) as known:
            return _answered(words, folder, now_ms, known)
    except IndexDamaged:  # Found out midway; nothing was handed over yet.
        return _answered(words, folder, now_ms, None)


def _answered(
    words: Words, folder: PinnedFolder, now_ms: int, known: KnownVault | None
) -> dict[str, object]:
    corpus = load(folder, is_tolerant=words.has("--tolerant"), known=known)
    skipped = skipped_json(corpus.faults)
    if words.command == "status":
        canonical = {"root": public(corpus.root), "records": len(corpus.records)}
        return {"canonical": canonical, "mode": MODE, "indexes": [], **skipped}
    if words.command == "search":
        found = reading.search(corpus, words, now_ms, known.counting if known else counted_in_text)
        data = _page_json(found.page)
        if found.expansion is not None:
            data["expansion"] = {
                "items": [card_json(card) for card in found.expansion.items],
                "est_tokens": found.expansion.est_tokens,
                "truncated": found.expansion.truncated,
            }
        return {**data, **skipped}
    if words.command == "timeline":
        around = reading.timeline(corpus, words, now_ms)
        anchor = {"id": around.anchor_id, "date": around.anchor_date}
        return {**_page_json(around.page), "anchor": anchor, **skipped}
    records = reading.get(corpus, words, now_ms)
    if known is not None:
        from cortex.services.vault.indexing import whole

        records = whole(folder, records)
    return {**records_json(records), **skipped}


def _rebuilt(words: Words, folder: PinnedFolder) -> dict[str, object]:
    """Give the digests of the files themselves: what checks everything believes no index."""

    def read() -> Corpus:
        return load(folder, is_tolerant=words.has("--tolerant"))

    corpus = read()
    rebuilt = reading.rebuild(corpus, read)
    return {
        "format": REBUILD_FORMAT,
        "canonical_digest": rebuilt.canonical_digest,
        "rebuilt_digest": rebuilt.rebuilt_digest,
        "equivalent": rebuilt.canonical_digest == rebuilt.rebuilt_digest,
        "records": rebuilt.records,
        "indexes": [],
        **skipped_json(corpus.faults),
    }


def _page_json(page: reading.Page) -> dict[str, object]:
    return {
        "items": [card_json(card) for card in page.items],
        "total": page.total,
        "page": page.page,
        "page_size": page.page_size,
    }
