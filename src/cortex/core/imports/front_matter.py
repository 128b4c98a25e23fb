"""What does the block between two lines of dashes at the top of a note say?

The few forms that notes use: ``name: value``, lists in brackets or as lines with a hyphen, and one
level of nesting. Anything else in the block is passed over, never guessed at.
"""

from cortex.model.lean_classes import NamedTuple

FENCE = "---"
LINES_MAX = 200
"""Lines of a block; a longer one is no front matter but a rule between paragraphs."""


class FrontMatter(NamedTuple):
    """What a block says; names in lower case, those of a nested block as ``outer.inner``.

    ``lines`` is how many lines the block takes, its fences included; 0 without a block.
    """

    values: dict[str, str]
    lists: dict[str, tuple[str, ...]]
    lines: int


def front_matter(lines: list[str]) -> FrontMatter:
    """Read the block at the top of a note; an empty one when there is none."""
    if not lines or lines[0].rstrip() != FENCE:
        return FrontMatter({}, {}, 0)
    for at, line in enumerate(lines[1 : LINES_MAX + 1], start=1):
        if line.rstrip() in (FENCE, "..."):
            return _read(lines[1:at], at + 1)
    return FrontMatter({}, {}, 0)


def _read(lines: list[str], taken: int) -> FrontMatter:
    values: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    outer = name = ""
    for line in lines:
        bare = line.strip()
        if bare.startswith("- ") and name:
            lists[name] = (*lists.get(name, ()), _unquoted(bare[2:]))
            continue
        key, colon, value = bare.partition(":")
        if not colon or bare.startswith("#"):
            continue
        is_nested = line[:1] in (" ", "\t") and bool(outer)
        name = f"{outer}.{key.strip().lower()}" if is_nested else key.strip().lower()
        if not is_nested:
            outer = name
        value = value.strip()
        if value.startswith("[") and value.endswith("]"):
            parts = (_unquoted(part) for part in value[1:-1].split(","))
            lists[name] = tuple(part for part in parts if part)
        elif value:
            values[name] = _unquoted(value)
    return FrontMatter(values, lists, taken)


def _unquoted(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return value
