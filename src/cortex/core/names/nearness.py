"""Which known names are near a name that is not known?

One rule for commands, options, variables and scopes: a slip of the finger is forgiven, a different
word is not. Suggestions are only ever printed; nothing acts on a guess.
"""

from __future__ import annotations

from cortex.core.text.edits import shared_length

# Shortest name that may be suggested because another contains it: two letters begin everything.
CONTAINED_CHARACTERS_MIN = 3


def slips_between(one: str, other: str, limit: int) -> int | None:
    """Count the single-character slips that turn one text into the other.

    A slip is a character added, left out or replaced, or two neighbours swapped. Case counts.
    None as soon as the count is known to be above ``limit``.
    """
    if abs(len(one) - len(other)) > limit:
        return None
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, character in enumerate(one, 1):
        above_before, before, row = before, row, [place]
        for column, wanted in enumerate(other, 1):
            cost = min(
                before[column] + 1,
                row[column - 1] + 1,
                before[column - 1] + (character != wanted),
            )
            is_swap = place > 1 and column > 1
            if is_swap and character == other[column - 2] and one[place - 2] == wanted:
                cost = min(cost, above_before[column - 2] + 1)
            row.append(cost)
        if min(row) > limit and min(before) > limit:
            return None
    return row[-1] if row[-1] <= limit else None


def nearest_name(name: str, known: tuple[str, ...]) -> str | None:
    """Give the known name a person most likely meant, or None when none is near.

    Near is about one slip for every three characters (at least one), or one name being the first
    or the last words of the other. Case is ignored. Fewest slips first, then the longest shared
    beginning, then the alphabet.
    """
    asked = name.casefold()
    limit = max(1, (len(asked) + 1) // 3)
    ranked: list[tuple[int, int, str]] = []
    for candidate in known:
        folded = candidate.casefold()
        slips = slips_between(asked, folded, limit)
        if slips is None and _is_part(asked, folded):
            slips = limit + 1
        if slips is not None and slips < max(len(asked), len(folded)):
            ranked.append((slips, -shared_length(asked, folded), candidate))
    return min(ranked)[2] if ranked else None


def unknown_variables(
    names: tuple[str, ...], known: tuple[str, ...], prefix: str = "CORTEX_"
) -> list[tuple[str, str | None]]:
    """Give (name, nearest known name or None) of our variables that do not exist, by name.

    Args:
        names: names of all variables that are set, in any order.
        known: names that mean something.
        prefix: what marks a variable as meant for us; all others are ignored.
    """
    unknown = sorted({name for name in names if name.startswith(prefix)}.difference(known))
    bare = {name.removeprefix(prefix): name for name in known}
    found: list[tuple[str, str | None]] = []
    for name in unknown:
        near = nearest_name(name.removeprefix(prefix), tuple(bare))
        found.append((name, None if near is None else bare[near]))
    return found


def _is_part(one: str, other: str) -> bool:
    """Tell whether the shorter name is the first or the last words of the longer one."""
    short, long = sorted((one, other), key=len)
    extra = len(long) - len(short)
    begins = long.startswith(short) and not long[len(short) : len(short) + 1].isalnum()
    ends = long.endswith(short) and not long[extra - 1 : extra].isalnum()
    return bool(short) and (begins or ends)
