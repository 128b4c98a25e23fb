"""Does a copy that an earlier Cortex made come back?"""

import gzip
from pathlib import Path

import pytest

from cortex.model.copies import BRAIN_MEMBER, Manifest
from cortex.stores.sqlite.connection import SCHEMA_VERSION
from cortex.stores.sqlite.copying import SqliteBrainFiles
from cortex.stores.system.archives import SystemCopyFolder
from cortex.wiring.copies import back_up, check_copy
from tests.fixtures import past_brain
from tests.wiring.copy_home import epoch, house_at, restored

FIXTURES = Path(past_brain.__file__).parent
COPY_US = 1_800_000_000_000_000


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with a brain of the first format that nobody has opened since."""
    place = tmp_path / "home"
    place.mkdir(mode=0o700)
    raw = gzip.decompress((FIXTURES / "brain-1.db.gz").read_bytes())
    (place / "cortex.db").write_bytes(raw)
    return place


@pytest.fixture
def copy(home: Path, tmp_path: Path) -> Path:
    """Give a copy of it as an earlier Cortex would have made it, in that format."""
    staged = tmp_path / "staged"
    staged.mkdir()
    files = SqliteBrainFiles(str(home / "cortex.db"), 1)
    files.copy(str(staged / BRAIN_MEMBER))
    folder = SystemCopyFolder(str(home))
    contents = files.contents(str(staged / BRAIN_MEMBER))
    members = folder.measured(str(staged))
    manifest = Manifest(COPY_US, "0.0.9", contents, members, ())
    folder.pack(str(staged), manifest, str(tmp_path / "old.zip"))
    return tmp_path / "old.zip"


def facts(home: Path) -> int:
    """Count every fact."""
    with house_at(home) as house, house.brain.reading() as reader:
        assert SCHEMA_VERSION == reader.figures().schema_version
        return reader.fact_count()


def test_copy_of_a_past_format_comes_back_in_todays(home: Path, copy: Path, tmp_path: Path) -> None:
    """It proves itself in its own format, and is brought up to date before it takes the place."""
    with house_at(home) as house:
        assert check_copy(house, str(copy)).same_answers is None
    new = tmp_path / "new"
    new.mkdir()
    assert 1 == restored(new, copy).manifest.contents.schema_version
    assert (facts(home), 1) == (facts(new), epoch(new))


def test_brain_of_a_past_format_gives_way_as_a_copy(home: Path, copy: Path) -> None:
    """What was never brought up to date is set aside whole, and comes back."""
    report = restored(home, copy)
    before = facts(home)
    restored(home, Path(report.set_aside))
    assert (before, 2) == (facts(home), epoch(home))
    with house_at(home) as house:
        assert {"pass"} == {one.level.value for one in house.doctor() if one.check != "permissions"}


def test_backup_of_a_past_format_is_one_of_todays(home: Path) -> None:
    """A backup brings the brain up to date first, and keeps the file as it was."""
    with house_at(home) as house:
        report = back_up(house, None, 5, is_verified=True)
    assert SCHEMA_VERSION == report.manifest.contents.schema_version
    assert (home / "cortex.db.before-migration").exists()
