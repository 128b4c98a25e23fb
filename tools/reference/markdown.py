"""How does a generated page look? The few shapes of Markdown that the pages share."""

from collections.abc import Iterable, Sequence

NOTICE = "<!-- Made by `make docs` from {source}; edit that instead. -->"


class Incomplete(Exception):
    """The code lacks what its page needs, such as the example of a command.

    The message lists everything that is missing, one line each.
    """

    def __init__(self, missing: Iterable[str]) -> None:
        super().__init__("\n".join(sorted(missing)))


def page(title: str, source: str, blocks: Iterable[str]) -> str:
    """Return a page: heading, notice where it comes from, then the blocks, one blank line apart."""
    parts = [f"# {title}", NOTICE.format(source=source), *blocks]
    return "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; cell text is kept on one line and cannot end its cell."""
    lines = [_row(header), _row(["---"] * len(header))]
    lines.extend(_row([_cell(cell) for cell in row]) for row in rows)
    return "\n".join(lines)


def fenced(language: str, text: str) -> str:
    """Return a code block; the fence is longer than any in the text."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def code(text: str) -> str:
    """Return a code span."""
    return f"`{text}`"


def one_line(text: str) -> str:
    """Return the text with every run of white space as one space."""
    return " ".join(text.split())


def _cell(text: str) -> str:
    return one_line(text).replace("|", "\\|")


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
