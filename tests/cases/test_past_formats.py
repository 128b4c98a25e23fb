"""Does today's Cortex open what an earlier one wrote, and say so where it cannot?"""

import gzip
import json
from pathlib import Path
from typing import Any

import apsw
import pytest

from cortex.stores.sqlite.connection import SCHEMA_VERSION
from cortex.stores.sqlite.copying import SAFETY_SUFFIX
from cortex.wiring.house import open_house
from tests.black_box.shell import Shell
from tests.cases.server import Server
from tests.edges.hooks.host import START
from tests.fixtures import past_brain

FIXTURES = Path(past_brain.__file__).parent
PAST = range(1, SCHEMA_VERSION)


def content_of(version: int) -> bytes:
    """Give the file as it was closed by the Cortex of that time."""
    return gzip.decompress((FIXTURES / f"brain-{version}.db.gz").read_bytes())


def told_by(version: int) -> dict[str, Any]:
    """Give what the Cortex of that time answered."""
    told: dict[str, Any] = json.loads((FIXTURES / f"brain-{version}.json").read_text("utf-8"))
    return told


def put(shell: Shell, version: int) -> Path:
    """Put a past brain into a home."""
    path = shell.home / ".cortex" / "cortex.db"
    path.parent.mkdir(mode=0o700)
    path.write_bytes(content_of(version))
    path.chmod(0o600)
    return path


def version_of(path: Path) -> object:
    """Give the number of its format."""
    opened = apsw.Connection(str(path))
    try:
        return opened.pragma("user_version")
    finally:
        opened.close()


@pytest.mark.parametrize("version", PAST)
def test_each_past_format_has_a_fixture(version: int) -> None:
    """A new format arrives with a brain of the one before (case 19)."""
    assert content_of(version)
    assert told_by(version)["asked"]


@pytest.mark.parametrize("version", PAST)
def test_brain_of_a_past_format_answers_as_it_did(tmp_path: Path, version: int) -> None:
    """It is opened, migrated, and gives the same answers, lists and history (case 19)."""
    (tmp_path / "cortex.db").write_bytes(content_of(version))
    with open_house(past_brain.settings_of(tmp_path)) as house:
        assert told_by(version) == past_brain.answers(house)
        assert {"pass"} == {one.level.value for one in house.doctor() if one.check != "permissions"}


@pytest.mark.parametrize("version", PAST)
def test_migration_keeps_one_copy_of_the_earlier_file(shell: Shell, version: int) -> None:
    """The copy is made before, opens with the Cortex of that time, and is the only one."""
    path = put(shell, version)
    shell.ask("list")
    copies = list(path.parent.glob("cortex.db.*before*"))
    assert [path.with_name(f"cortex.db{SAFETY_SUFFIX}")] == copies
    assert 0o600 == copies[0].stat().st_mode & 0o777
    assert (version, SCHEMA_VERSION) == (version_of(copies[0]), version_of(path))


@pytest.mark.parametrize("version", PAST)
def test_looking_at_a_past_format_changes_nothing_and_says_what_to_do(
    shell: Shell, version: int
) -> None:
    """Status and doctor name the way on and leave every byte as it was (case 20)."""
    path = put(shell, version)
    for verb in ("status", "doctor"):
        said = shell.run(verb, status=0)
        assert "older format" in said.out
        assert "cortex list" in said.out
    assert content_of(version) == path.read_bytes()
    shell.ask("list")
    assert "ready" == shell.ask("status")["state"]


@pytest.mark.parametrize("version", PAST)
def test_session_start_reads_a_past_format_as_it_is(shell: Shell, version: int) -> None:
    """A hook migrates nothing; it reads what there is, or is silent, and exits 0."""
    path = put(shell, version)
    said = shell.run("hook-boot", given=json.dumps({**START, "cwd": "/"}).encode(), status=0)
    assert "Always run the linter before a commit" in said.out
    assert version == version_of(path)


def test_newer_brain_is_refused_in_clear_words_on_every_surface(shell: Shell) -> None:
    """The command, the server and the hook each say that it is newer, and none touches it."""
    shell.commit("The gateway listens on port 8443")
    path = shell.home / ".cortex" / "cortex.db"
    opened = apsw.Connection(str(path))
    opened.pragma("user_version", 999)
    opened.close()
    before = path.read_bytes()
    for words in (("query", "gateway"), ("backup",), ("recover",), ("commit", "Another port is 1")):
        refused = shell.run(*words, "--json", status=6).error
        assert "store_newer" == refused["code"], words
        assert "upgrade" in refused["remedy"]
    assert "newer" == shell.run("status", "--json").envelope["data"]["state"]
    with Server(shell) as server:
        answer = server.ask("query", need="gateway port")
        assert "store_newer" in json.dumps(answer)
    hook = shell.run("hook-boot", given=json.dumps({**START, "cwd": "/"}).encode(), status=0)
    assert "" == hook.out
    journal = (shell.home / ".cortex" / "journal" / "hooks.log").read_text()
    assert "store_newer" in journal
    assert before == path.read_bytes()
