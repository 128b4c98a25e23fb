"""Where may a vault be written, and is it the layout with a private user root behind links?

Source: ADR 0114; docs/formats/vault-writing.md.
"""

# ruff: noqa: PTH112, PTH118  # pathlib costs every command 8 ms.

from __future__ import annotations

import os

from cortex.model.vault import VaultCode, VaultFault
from cortex.model.vault_writing import Ground
from cortex.stores.files.vault import HOT_END, KNOWLEDGE, NESTED, PinnedFolder

EVIDENCE, HIDDEN_EVIDENCE = "OBSERVABILITY", "_OBSERVABILITY"
USER = "USER"
HOT = {"principal": "PRINCIPAL_MEMORY.md", "assistant": "DA_MEMORY.md"}
USER_HOT = {
    "principal": "PRINCIPAL/PRINCIPAL_MEMORY.md",
    "assistant": "DIGITAL_ASSISTANT/DA_MEMORY.md",
}
PUBLISHED = (".claude", "LIFEOS")
PRIVATE = (".config", "LIFEOS", "USER")


def find_ground(root: str, home: str) -> Ground:
    """Give where things are to be written for a root.

    Args:
        root: absolute path, as it was named.
        home: the person's home folder.

    Raises:
        VaultFault: ``integrity_error``: there is no such folder; ``governance_refused``: the
            layout with a private user root leads outside of it.
    """
    published = os.path.join(home, *PUBLISHED, NESTED)
    is_same = os.path.lexists(published) and os.path.realpath(root) == os.path.realpath(published)
    if root == published or is_same:
        return _behind_links(home)
    return _plain(root)


def _plain(root: str) -> Ground:
    """Give the ground of any folder: the pinned root is the boundary."""
    folder = PinnedFolder(root)
    real = folder.root
    evidence, knowledge, is_fresh, hot = EVIDENCE, KNOWLEDGE, False, HOT
    if not os.path.lexists(os.path.join(real, KNOWLEDGE)):
        if os.path.lexists(os.path.join(real, NESTED, KNOWLEDGE)):
            knowledge, evidence = f"{NESTED}/{KNOWLEDGE}", f"{NESTED}/{EVIDENCE}"
            inner = {actor: f"{USER}/{path}" for actor, path in USER_HOT.items()}
            hot = {
                actor: path if os.path.lexists(os.path.join(real, path)) else HOT[actor]
                for actor, path in inner.items()
            }
        elif _has_notes(folder):
            knowledge, evidence = "", HIDDEN_EVIDENCE
        else:
            is_fresh = True
    return Ground(real, "", knowledge, evidence, USER, hot, (), is_fresh)


def _has_notes(folder: PinnedFolder) -> bool:
    """Tell whether a root that is walked whole has more than memory files: a KNOWLEDGE folder
    would hide it.
    """
    return any(
        isinstance(found, Exception) or "/" in found.path or not found.path.endswith(HOT_END)
        for found in folder.files()
    )


def _behind_links(home: str) -> Ground:
    """Give the ground of the published layout: links below ``.claude``, files in a private root.

    Raises:
        VaultFault: ``governance_refused``.
    """
    private = os.path.join(home, *PRIVATE)
    boundary = os.path.realpath(private)
    if not os.path.isdir(boundary):
        message = (
            f"EWRITE_FAILED: the private root {private} is missing; make it and link to it, or "
            "name another folder with --memory-root"
        )
        raise VaultFault(VaultCode.GOVERNANCE_REFUSED, message)
    shown = []
    for name in (NESTED, USER):
        outer = os.path.join(home, *PUBLISHED, name)
        shown.append((_inside(outer, boundary), outer))
    (memory, _), (user, _) = shown
    prefix = f"{user}/" if user else ""
    inner = f"{memory}/" if memory else ""
    return Ground(
        boundary=boundary,
        corpus=memory,
        knowledge=f"{inner}{KNOWLEDGE}",
        evidence=f"{inner}{EVIDENCE}",
        user=user,
        hot={actor: f"{prefix}{path}" for actor, path in USER_HOT.items()},
        shown=tuple(shown),
        is_fresh=True,
    )


def _inside(outer: str, boundary: str) -> str:
    """Give where a link leads, as a path below the boundary."""
    real = os.path.realpath(outer)
    if real == boundary:
        return ""
    if not real.startswith(f"{boundary}/") or not os.path.isdir(real):
        message = (
            f"EWRITE_FAILED: {outer} must be a link into the private root {boundary}, and nothing "
            "is written elsewhere"
        )
        raise VaultFault(VaultCode.GOVERNANCE_REFUSED, message)
    return real[len(boundary) + 1 :]
