"""Which paths of a fact are looked for on the disk?"""

import pytest

from cortex.core.anchors.files import files_named
from cortex.model.facts import Naming
from tests.services.factory import START_US, content

ROOT = "/home/anna/shop"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The loop in src/retry.py waits", ["src/retry.py"]),
        ("The loop in `src/retry.py:40` or ./src/a/b.ts.", ["src/retry.py", "src/a/b.ts"]),
        ("It is built by .github/workflows/ci.yml", [".github/workflows/ci.yml"]),
        (f"It is {ROOT}/src/retry.py", [f"{ROOT}/src/retry.py"]),
        ("It is /etc/nginx/nginx.conf on the host", []),
        ("Answers and/or questions, input/output, 3/4", []),
        ("See https://example.org/a/b.md and github.com/a/b.md and ~/notes/a.md", []),
        ("All of src/**/*.py, and src/api/ too", []),
        ("The bare name retry.py says nothing of a folder", []),
    ],
)
def test_only_files_with_their_folder_are_read_from_the_text(
    text: str, expected: list[str]
) -> None:
    """Case 89: a file counts as one of the checkout only when it is written like one."""
    assert expected == list(files_named(content(text, START_US), ROOT))


def test_paths_of_the_author_come_first_without_patterns_and_addresses() -> None:
    """Case 89: what the author named counts in any form that can be looked for."""
    paths = ("~/a.py", "https:/x/y", "src", "src/**/*.py", "/srv/data", "src/a.py")
    fact = content("The loop in lib/b.py waits", START_US, naming=Naming(paths=paths))
    assert ["src", "/srv/data", "src/a.py", "lib/b.py"] == list(files_named(fact, None))
