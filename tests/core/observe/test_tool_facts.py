"""What does an output prove, and what does it not?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.observe.tool_facts import (
    CODES_MAX,
    COMMAND_CHARS_MAX,
    PATHS_MAX,
    SYMBOLS_MAX,
    Check,
    read_tool_facts,
    statement_of,
)


@pytest.mark.parametrize(
    ("command", "output", "is_failed", "statement"),
    [
        (
            "pytest -q tests/a",
            "3 failed, 12 passed in 1s\ntests/a/test_x.py:12:4: AssertionError",
            False,
            "`pytest -q tests/a`; test pytest: 12 passed, 3 failed; paths tests/a/test_x.py",
        ),
        ("cd /x && uv run pytest", "Exit code 1", True,
         "`cd /x && uv run pytest`; exit 1; test pytest: failed"),
        (
            "cargo test -p api",
            "error[E0308]: mismatched types\n --> src/lib.rs:10:5\n3 passed; 1 failed",
            False,
            "`cargo test -p api`; test cargo test: 3 passed, 1 failed; errors E0308;"
            " paths src/lib.rs",
        ),
        ("exit 3", "Exit code 3", True, "`exit 3`; exit 3"),
        ("git push", '{"stdout":"","exit_code":1}', False, "`git push`; exit 1"),
        ("git push", "fatal: no", True, "`git push`; failed"),
        ("npx tsc --noEmit", "src/a.ts(3,4): error TS2322: no", False,
         "`npx tsc --noEmit`; failed; typecheck tsc: failed; errors TS2322; paths src/a.ts"),
        ("FOO=1 sudo make -j4", "Exit code 2", True, "`FOO=1 sudo make -j4`; exit 2;"
         " build make: failed"),
        ("测试 && pytest", "Exit code 1\n失败 2 failed", True,
         "`测试 && pytest`; exit 1; test pytest: 2 failed"),
    ],
)  # fmt: skip
def test_failure_is_told_in_one_sentence(
    command: str,
    output: str,
    is_failed: bool,
    statement: str,  # A column.
) -> None:
    """CQR I9: command, exit, checks, error codes and paths, and nothing about why."""
    facts = read_tool_facts(command, output, is_failed=is_failed)
    assert (True, statement) == (facts.is_material, statement_of(facts))


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("ls -la src", "a.py\nsrc/b.py"),
        ("cat notes.md", "error E0308 in src/lib.rs, exit code 3"),
        ("grep -rn TS2322 . | head", "docs/a.md: TS2322"),
        ("git log --oneline", "abc Fix E1234"),
        ("echo done", "done"),
        ("pytest", "12 passed in 1s"),
        ("make", "all done"),
        ("cp a.py b.py", ""),
        ("", "Exit code 1"),
        ("   ", "3 failed"),
    ],
)
def test_prose_and_success_are_nothing_to_remember(command: str, output: str) -> None:
    """CQR I9, case 95: what only shows something, and what went well, is no fact."""
    assert not read_tool_facts(command, output).is_material


@pytest.mark.parametrize(
    ("command", "checks"),
    [
        ("python -m pytest -x", (("test", "pytest"),)),
        ("/usr/bin/pytest", (("test", "pytest"),)),
        ("npm run test -- --watch=false", (("test", "npm run test"),)),
        ("ruff check . && mypy src && pytest",
         (("test", "pytest"), ("typecheck", "mypy"), ("lint", "ruff"))),
        ("ruff format --check", (("format", "ruff format"),)),
        ("cargo clippy", (("lint", "clippy"),)),
        ("cmake-format x", ()),
        ("vim makefile", ()),
        ("echo pytest", ()),
        ("make-release", ()),
        ("git commit -m 'run make'", ()),
    ],
)  # fmt: skip
def test_check_is_known_by_the_tool_that_runs(
    command: str, checks: tuple[tuple[str, str], ...]
) -> None:
    """A check is a whole word in the place of a command, not one that is only named."""
    found = read_tool_facts(command, "").checks
    assert checks == tuple((check.kind, check.tool) for check in found)


def test_newest_result_has_the_subject_of_the_one_before() -> None:
    """Whatever its arguments, a check replaces itself; another command has another subject."""
    first = read_tool_facts("pytest tests/a", "1 failed")
    second = read_tool_facts("cd x && uv run pytest -q", "2 passed")
    assert "test pytest" == first.subject == second.subject
    assert "command git push" == read_tool_facts("git push origin main", "Exit code 1").subject


def test_json_of_a_host_is_opened() -> None:
    """The text in a host's answer is read, not the signs around it; a status field counts."""
    answer = json.dumps({"stdout": "1 failed\n", "stderr": "a/b.py:3", "interrupted": False})
    facts = read_tool_facts("pytest", answer)
    assert (Check("test", "pytest", None, 1),) == facts.checks
    assert ("a/b.py",) == facts.paths
    assert 0 == read_tool_facts("x", '{"exitCode":0,"output":""}').exit_status


def test_last_count_of_an_output_is_the_one_of_the_run() -> None:
    """A tool that sums up counts at the end; what stands above are counts of its parts."""
    [check] = read_tool_facts("pytest", "unit: 2 passed, 1 failed\nall: 5 passed, 3 failed").checks
    assert (5, 3) == (check.passed, check.failed)


def test_field_that_is_no_number_is_no_status() -> None:
    """True is no exit status 1, and a text none either."""
    for value in ("true", '"1"', "null", "1.5"):
        output = f'{{"stdout":"","exit_code":{value}}}'
        assert read_tool_facts("git push", output).exit_status is None


def test_everything_that_can_grow_is_bounded() -> None:
    """An output of any size gives a statement of a few lines."""
    output = "\n".join(f"src/m{n}.py:1 a::b{n} E{n:04d}" for n in range(3_000))
    facts = read_tool_facts("pytest " + "x" * 5_000, f"Exit code 1\n{output}")
    assert (PATHS_MAX, SYMBOLS_MAX, CODES_MAX) == (
        len(facts.paths),
        len(facts.symbols),
        len(facts.error_codes),
    )
    assert COMMAND_CHARS_MAX == len(facts.command)
    assert len(statement_of(facts)) < 500


@given(st.text(), st.text())
def test_any_text_is_read(command: str, output: str) -> None:
    """Whatever a tool was asked and gave, there is an answer, and the same one twice."""
    facts = read_tool_facts(command, output)
    assert facts == read_tool_facts(command, output)
    assert statement_of(facts)
