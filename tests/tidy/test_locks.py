"""Is what we install exactly what we tested, from wherever it is fetched?"""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("build", "dev", "runtime")
# name==version, perhaps a marker; then hashes. Nothing else, so no address can stand in the file.
PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[\w.+!]+)(?: ; [\w.<>=!' ()]+)? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")
REMARK = re.compile(r"\s*#")


def lock_lines(name: str) -> list[str]:
    """Return the lines of a lock file."""
    return (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8").splitlines()


def pins(name: str) -> dict[str, str]:
    """Return the version a lock file pins for each distribution."""
    matches = (PIN.fullmatch(line) for line in lock_lines(name))
    return {match["name"]: match["version"] for match in matches if match}


def wanted(name: str) -> list[Requirement]:
    """Return what `pyproject.toml` asks for in the file of that name."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    texts = {
        "build": groups["build"],
        "dev": [*project["project"]["dependencies"], *groups["build"], *groups["dev"]],
        "runtime": project["project"]["dependencies"],
    }[name]
    return [Requirement(text) for text in texts if isinstance(text, str)]


@pytest.mark.parametrize("name", LOCKS)
def test_lock_holds_pins_hashes_and_remarks_only(name: str) -> None:
    """A lock file has exact versions with hashes and names no place to download from."""
    odd = [
        line
        for line in lock_lines(name)
        if "://" in line or not (PIN.fullmatch(line) or HASH.fullmatch(line) or REMARK.match(line))
    ]
    assert [] == odd


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_a_hash(name: str) -> None:
    """After each pinned version stands at least one hash."""
    lines = lock_lines(name)
    bare = [
        line
        for line, following in zip(lines, [*lines[1:], ""], strict=True)
        if PIN.fullmatch(line) and not HASH.fullmatch(following)
    ]
    assert [] == bare
    assert pins(name)


@pytest.mark.parametrize("name", LOCKS)
def test_lock_satisfies_the_project(name: str) -> None:
    """Everything that pyproject.toml asks for is pinned within its bounds; `make lock` mends it."""
    pinned = pins(name)
    unmet = [
        str(each)
        for each in wanted(name)
        if not each.specifier.contains(pinned.get(each.name.lower(), "0"))
    ]
    assert [] == unmet


def test_locks_agree_with_each_other() -> None:
    """What is installed to run and to build has the versions that the tests ran with."""
    tested = pins("dev")
    assert {} == {
        name: version
        for lock in ("build", "runtime")
        for name, version in pins(lock).items()
        if tested.get(name) != version
    }


def test_the_project_states_lower_bounds_only() -> None:
    """A runtime dependency has no upper bound and no pin, so that Cortex installs beside others."""
    operators = {part.operator for each in wanted("runtime") for part in each.specifier}
    assert {">="} == operators
