"""Where may an item be written, and what may a write do there?

Every path below a vault's boundary belongs to a tier. What nobody listed is untouchable.
Source: vault contract; docs/formats/vault-writing.md.
"""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256

from cortex.core.vault.payloads import deny
from cortex.core.vault.script import trim
from cortex.model.lean_classes import StrEnum
from cortex.model.limits import VAULT_SLUG_MAX
from cortex.model.vault_writing import FOLDERS, PROPOSAL_KINDS, Ground, NoteItem

QUEUE = "pending-proposals.jsonl"
UPGRADES = "pending-upgrades.jsonl"
NOTE_LOG = "tier-b-writes.jsonl"
HOT_LOG = "memory-writes.jsonl"
LOCK_LOG = "memory-locks.jsonl"
SNAPSHOTS = "memory-snapshots"

NOTE_END = ".md"
UNNAMED = "untitled"

_DIGEST_DIGITS = 8
"""Hexadecimal digits that tell titles with one slug apart; of 10,000 such titles, two meet in one
vault of 86."""

_APPENDED = ("PROJECTS.md", "CONTACTS.md")
_PROPOSED = ("identity", "style", "definition", "canonical-content", "resume")
_OTHERS = re.compile(r"[^a-z0-9]+")


class Tier(StrEnum):
    """What a write may do to a file."""

    REPLACE = "A"
    APPEND = "B"
    PROPOSE = "C"
    UNTOUCHABLE = "D"


def tier_of(path: str, ground: Ground) -> Tier:
    """Give the tier of a path below the boundary; one that climbs or is absolute is untouchable."""
    if not path or any(part in ("", ".", "..") for part in path.split("/")):
        return Tier.UNTOUCHABLE
    if path in ground.hot.values():
        return Tier.REPLACE
    ideas = joined(ground.knowledge.rpartition("/")[0], "IDEAS")
    if path.startswith((f"{ground.knowledge}/", f"{ideas}/")) or (
        not ground.knowledge and path.startswith(tuple(f"{one}/" for one in FOLDERS.values()))
    ):
        return Tier.APPEND
    if path in [joined(ground.user, name) for name in _APPENDED]:
        return Tier.APPEND
    proposed = [name for kind in _PROPOSED for name in PROPOSAL_KINDS[kind]]
    if path in [joined(ground.user, name) for name in proposed]:
        return Tier.PROPOSE
    return Tier.UNTOUCHABLE


def require_tier(path: str, ground: Ground, wanted: Tier) -> None:
    """Check that a write of this kind may touch a path.

    Raises:
        VaultFault: ``governance_refused``.
    """
    found = tier_of(path, ground)
    if found is not wanted:
        deny(f"ETIER_MISMATCH: {path} is of tier {found}, this write needs {wanted}")


def joined(folder: str, name: str) -> str:
    """Give a path below a folder that may be the boundary itself."""
    return f"{folder}/{name}" if folder else name


def note_paths(item: NoteItem, ground: Ground) -> tuple[str, str]:
    """Give the two files a note of this title may be in: one with a digest, and the plain name.

    When a slug loses letters, or is cut, titles that have nothing to do with each other share it.
    Whoever finds the plain name taken by such another title goes by the digest.
    """
    folder = joined(ground.knowledge, FOLDERS[item.kind])
    slug = slug_of(item.title)
    digest = sha256(folded(item.title).encode()).hexdigest()[:_DIGEST_DIGITS]
    special = f"{slug[: VAULT_SLUG_MAX - _DIGEST_DIGITS - 1].rstrip('-')}-{digest}"
    return f"{folder}/{special}{NOTE_END}", f"{folder}/{slug}{NOTE_END}"


def shares_note(title: str, other: str | None) -> bool:
    """Tell whether a title belongs in the note of another title that has the same slug.

    Titles that their slug spells share it, whatever stands between the words. None is a note that
    cannot be read: only a title the slug spells insists on it, to be refused there.
    """
    if is_lossy(title) or (other is not None and is_lossy(other)):
        return other is not None and folded(title) == folded(other)
    return True


def slug_of(title: str) -> str:
    """Give the file name of a title: a-z, 0-9 and hyphens, at most 64 of them, never empty."""
    return _OTHERS.sub("-", trim(title).lower()).strip("-")[:VAULT_SLUG_MAX] or UNNAMED


def is_lossy(title: str) -> bool:
    """Tell whether a slug says less than its title: a letter of another script, or a cut."""
    bare = _OTHERS.sub("-", trim(title).lower()).strip("-")
    return (
        not bare
        or len(bare) > VAULT_SLUG_MAX
        or any(one.isalnum() and not one.isascii() for one in title)
    )


def folded(title: str) -> str:
    """Give what two spellings of the same title have in common."""
    return trim(unicodedata.normalize("NFKC", title).casefold())
