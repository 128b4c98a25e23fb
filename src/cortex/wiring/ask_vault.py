"""What does the configured vault say to a question, under its own contract?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.ask.controls import control_word
from cortex.core.text.tokens import query_words
from cortex.core.vault.ranking import counted_in_text, tokens
from cortex.core.vault.words import Words
from cortex.model.ask import (
    LAYER_HITS_MAX,
    AskLayer,
    Control,
    LayerFound,
    LayerState,
    Piece,
    Standing,
)
from cortex.model.limits import VAULT_QUERY_TERMS_MAX
from cortex.model.vault import IndexDamaged, VaultFault
from cortex.services.vault import reading
from cortex.services.vault.corpus import load
from cortex.services.vault.indexing import whole
from cortex.stores.files.vault import PinnedFolder
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.environment import read_environment
from cortex.wiring.vault import ROOT_VARIABLE, root_named
from cortex.wiring.vault_known import known_vault

if TYPE_CHECKING:
    from cortex.core.ask.fusion import Asked
    from cortex.model.vault import Corpus, VaultRecord
    from cortex.services.vault.indexing import KnownVault

_ASCII_ONLY = "the vault's contract finds words of ASCII letters only, and the question has none"


def in_vault(asked: Asked) -> LayerFound:
    """Search the vault that the environment names, or the default one where it is there."""
    environment = read_environment()
    root = root_named(None, environment)
    try:
        folder = PinnedFolder(root)
    except VaultFault as fault:
        if environment.get(ROOT_VARIABLE):
            return _unsearched(root, fault.message)
        return LayerFound(AskLayer.VAULT, LayerState.ABSENT, why="no vault is configured")
    try:
        with known_vault(folder.root, environment) as known:
            return _searched(folder, asked, known)
    except IndexDamaged:  # Found out midway: the files themselves are read.
        return _searched(folder, asked, None)
    except VaultFault as fault:
        return _unsearched(root, fault.message)


def _unsearched(root: str, why: str) -> LayerFound:
    remedy = "run `cortex vault doctor`"
    return LayerFound(AskLayer.VAULT, LayerState.NOT_SEARCHED, (root,), why=why, remedy=remedy)


def _searched(folder: PinnedFolder, asked: Asked, known: KnownVault | None) -> LayerFound:
    corpus = load(folder, is_tolerant=True, known=known)
    now_ms = SystemClock().now_us() // 1000
    active = [record for record in corpus.records if record.is_active(now_ms)]
    why = f"{len(corpus.faults)} files are at fault" if corpus.faults else ""
    if not active:
        state = LayerState.NOT_SEARCHED if why else LayerState.EMPTY
        return LayerFound(AskLayer.VAULT, state, (folder.root,), why=why)

    def found(text: str) -> tuple[VaultRecord, ...]:
        terms = list(dict.fromkeys(tokens(text)))[:VAULT_QUERY_TERMS_MAX]
        if not terms:
            return ()
        return _hits(folder, corpus, b" ".join(terms).decode(), now_ms, known)

    content = " ".join(word.surface for word in query_words(asked.text))
    if not tokens(content):
        return _unsearched(folder.root, _ASCII_ONLY)
    beyond = [word.surface for word in query_words(asked.text) if not word.surface.isascii()]
    if beyond:
        why = why or f"its contract finds words of ASCII letters only, and not {beyond[0]}"
    controls = _controls(whole(folder, (active[0], active[-1])))
    return LayerFound(
        AskLayer.VAULT,
        LayerState.SEARCHED,
        (folder.root,),
        len(active),
        tuple(map(_piece, found(content))),
        tuple(Control(word, is_matched=bool(found(word))) for word in controls),
        why,
    )


def _hits(
    folder: PinnedFolder, corpus: Corpus, text: str, now_ms: int, known: KnownVault | None
) -> tuple[VaultRecord, ...]:
    words = Words("search", (text,), {"--page-size": str(LAYER_HITS_MAX)})
    counting = known.counting if known is not None else counted_in_text
    page = reading.search(corpus, words, now_ms, counting).page
    return whole(folder, tuple(card.record for card in page.items))


def _controls(records: tuple[VaultRecord, ...]) -> tuple[str, ...]:
    """Give a word of the first and of the last record, as far as the contract can find words."""
    words = [
        control_word(" ".join(token.decode() for token in tokens(f"{one.title} {one.content}")))
        for one in records
    ]
    return tuple(dict.fromkeys(filter(None, words)))


def _piece(record: VaultRecord) -> Piece:
    return Piece(
        AskLayer.VAULT,
        f"{record.provenance.path}:{record.line}",
        record.content or record.title,
        record.title,
        record.updated_ms * 1000,
        Standing.RECORD,
    )
