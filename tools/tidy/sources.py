"""What does a rule look at, and what does it say? One parsed file in, findings out."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

CHECKED_FOLDERS = ("src", "tests", "tools")


@dataclass(frozen=True)
class Source:
    """One Python file: its path from the repository root, with ``/``, and its text."""

    path: PurePosixPath
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Return the parsed module."""
        return ast.parse(self.text, filename=str(self.path))

    @cached_property
    def lines(self) -> list[str]:
        """Return the lines without their ends; line 1 is item 0."""
        return self.text.splitlines()

    @property
    def package(self) -> tuple[str, ...]:
        """Return the folders below ``src/cortex``, empty for any other file and for its top."""
        parts = self.path.parts
        return parts[2:-1] if parts[:2] == ("src", "cortex") else ()

    @property
    def is_shipped(self) -> bool:
        """Return whether the file is part of the installed package."""
        return self.path.parts[:2] == ("src", "cortex")

    @property
    def is_test(self) -> bool:
        """Return whether the file belongs to the test suite."""
        return self.path.parts[0] == "tests"


@dataclass(frozen=True, order=True)
class Finding:
    """One broken rule at one place."""

    path: PurePosixPath
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


Rule = Callable[[Source], Iterator[Finding]]


def read_sources(root: Path) -> Iterator[Source]:
    """Yield each Python file of the house below ``root``, in path order."""
    for folder in CHECKED_FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            relative = PurePosixPath(path.relative_to(root).as_posix())
            yield Source(relative, path.read_text(encoding="utf-8"))
