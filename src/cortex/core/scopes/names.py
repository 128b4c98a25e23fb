"""Which scopes might a person mean by a name?

One repository gets called ``Tianda``, ``tianda`` and ``tianda-wc``; a name that finds nothing must
say which of them hold something. Exact matches are included: two projects may share a name.
"""

from __future__ import annotations

from cortex.core.names.nearness import CONTAINED_CHARACTERS_MIN, slips_between

# Scopes named in one answer; a person reads a few, not a directory.
NEAR_NAMES_MAX = 8

# Characters a name needs before one slip counts: "api" and "app" are two words. Two neighbours
# swapped are a slip in shorter names too: nobody means another word by "tow" than by "two".
SLIP_CHARACTERS_MIN = 4
SWAP_CHARACTERS_MIN = 3

RANK_EXACT = 0
RANK_CASE = 1
RANK_SPELLING = 2
RANK_PART = 3
RANK_SLIP = 4


def near_names(
    name: str, known: list[tuple[str, str]], limit: int = NEAR_NAMES_MAX
) -> list[tuple[str, str]]:
    """Give the scopes whose name is the asked one or near it.

    Args:
        name: what the person wrote; a path or ``owner/name`` is judged by its last part, and
            ``.git`` at the end is ignored.
        known: (scope id, name) of the scopes that exist, in any order.
        limit: most answers given.

    Returns:
        (scope id, name), nearest first: the same name, another case, other separators, one name
        beginning or ending the other, one slip; equals by name, then id. Maybe empty.
    """
    asked = _last_part(name)
    ranked = []
    for scope_id, other in known:
        rank = _rank(asked, _last_part(other))
        if rank is not None:
            ranked.append((rank, other.casefold(), other, scope_id))
    return [(scope_id, other) for _, _, other, scope_id in sorted(ranked)[:limit]]


def _last_part(name: str) -> str:
    trimmed = name.strip().replace("\\", "/").rstrip("/")
    return trimmed.rpartition("/")[2].removesuffix(".git")


def _rank(asked: str, other: str) -> int | None:
    if not asked or not other:
        return None
    if asked == other:
        return RANK_EXACT
    asked, other = asked.casefold(), other.casefold()
    if asked == other:
        return RANK_CASE
    asked, other = _letters_and_digits(asked), _letters_and_digits(other)
    if not asked or not other:
        return None
    if asked == other:
        return RANK_SPELLING
    short, long = sorted((asked, other), key=len)
    is_part = long.startswith(short) or long.endswith(short)
    if is_part and len(short) >= CONTAINED_CHARACTERS_MIN:
        return RANK_PART
    is_swap = len(long) >= SWAP_CHARACTERS_MIN and sorted(asked) == sorted(other)
    if (is_swap or len(long) >= SLIP_CHARACTERS_MIN) and slips_between(asked, other, 1) is not None:
        return RANK_SLIP
    return None


def _letters_and_digits(name: str) -> str:
    return "".join(character for character in name if character.isalnum())
