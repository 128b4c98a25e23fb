"""Does the house keep its own rules, and can each rule fail?"""

from pathlib import Path, PurePosixPath

import pytest

from tools.tidy import purity, remarks, shape
from tools.tidy.house import RULES, findings
from tools.tidy.sources import Rule, Source, read_sources

ROOT = Path(__file__).resolve().parents[2]
LONG_BODY = "def long() -> None:\n" + '    """Say."""\n' + "    x = 1\n" * 61
MARK = "#"  # Assembled below, so that this file does not break the rules it quotes.

# Each rule with a file that breaks it once and a near miss that does not.
EXAMPLES: list[tuple[Rule, str, str, str]] = [
    (shape.long_file, "src/cortex/core/a.py", "x = 1\n" * 401, "x = 1\n" * 400),
    (shape.long_function, "tools/a.py", LONG_BODY, LONG_BODY.replace("    x = 1\n", "", 1)),
    (shape.missing_module_docstring, "tools/a.py", "x = 1\n", '"""What?"""\nx = 1\n'),
    (
        shape.missing_test_docstring,
        "tests/test_a.py",
        "def test_a(): pass\n",
        'def test_a():\n    """Hold."""\n',
    ),
    (purity.impure_import, "src/cortex/model/a.py", "import os\n", "import re\n"),
    (purity.impure_import, "src/cortex/core/facts/a.py", "import blake3\n", "import math\n"),
    (purity.impure_call, "src/cortex/core/a.py", "hash('a')\n", "def __hash__(s): hash(1)\n"),
    (purity.impure_call, "src/cortex/wire/a.py", "print(1)\n", "printed(1)\n"),
    (purity.impure_call, "src/cortex/model/lean_classes.py", "exec('1')\n", "eval('1')\n"),
    (
        purity.sql_outside_stores,
        "src/cortex/services/a.py",
        "q = 'SELECT a FROM b'\n",
        "q = 'Select a fact'\n",
    ),
    (remarks.sleeping_test, "tests/test_a.py", "time.sleep(1)\n", "wait(1)\n"),
    (
        remarks.unexplained_ignore,
        "tools/a.py",
        f"x = y  {MARK} type: ignore[attr-defined]\n",
        f"x = y  {MARK} type: ignore[attr-defined]  {MARK} the stub lacks it\n",
    ),
    (
        remarks.unexplained_ignore,
        "tools/a.py",
        f"x = y  {MARK} noqa\n",
        f"{MARK} The caller checks this name first.\nx = y  {MARK} noqa: S101\n",
    ),
    (
        remarks.unnumbered_todo,
        "tools/a.py",
        f"x = 1  {MARK} TO" + "DO: later\n",
        f"x = 1  {MARK} TO" + "DO: later (#12)\n",
    ),
    (remarks.machine_path, "tools/a.py", f"x = '{ROOT}/src'\n", "x = '/usr/share'\n"),
]


@pytest.mark.parametrize(
    ("rule", "path", "broken", "kept"),
    EXAMPLES,
    ids=[f"{rule.__name__}-{index}" for index, (rule, *_) in enumerate(EXAMPLES)],
)
def test_each_rule_finds_what_it_is_for_and_nothing_beside_it(
    rule: Rule, path: str, broken: str, kept: str
) -> None:
    """A rule reports its own kind of breach once, and leaves the near miss alone."""
    assert 1 == len(list(rule(Source(PurePosixPath(path), broken))))
    assert [] == list(rule(Source(PurePosixPath(path), kept)))


@pytest.mark.parametrize("path", ["src/cortex/core/utils.py", "src/cortex/helpers/facts.py"])
def test_vague_name_is_found_in_file_and_folder(path: str) -> None:
    """A file or folder named for nothing in particular is reported; a noun is not."""
    assert 1 == len(list(shape.vague_name(Source(PurePosixPath(path), ""))))
    assert [] == list(shape.vague_name(Source(PurePosixPath("src/cortex/core/facts.py"), "")))


def test_digests_and_stems_are_allowed_in_core_text_only() -> None:
    """The package that owns blake3 and Stemmer may import them."""
    source = Source(PurePosixPath("src/cortex/core/text/digests.py"), "import blake3, Stemmer\n")
    assert [] == list(purity.impure_import(source))


def test_every_rule_has_an_example() -> None:
    """A rule without a proof that it can fail does not join."""
    proven = {rule for rule, *_ in EXAMPLES} | {shape.vague_name}
    assert proven == set(RULES)


def test_the_house_is_tidy() -> None:
    """No file of src, tests or tools breaks a house rule."""
    assert [] == [str(finding) for finding in findings(ROOT)]


def test_every_package_folder_is_a_package() -> None:
    """Each folder with modules under src/cortex has an __init__ that says what it is for."""
    paths = {source.path for source in read_sources(ROOT) if source.is_shipped}
    folders = {path.parent for path in paths}
    assert set() == {folder for folder in folders if folder / "__init__.py" not in paths}
