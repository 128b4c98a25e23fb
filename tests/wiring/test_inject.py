"""Does an agent without hooks get its brief, and the person's file stay as it is?"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.model.errors import InvalidRequest
from cortex.wiring.house import House, open_house
from cortex.wiring.inject import BEGIN, END, PROMPT_BYTES_MAX, inject, injected, watch
from cortex.wiring.settings import Settings

CALLER = Caller()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Give a house that knows one fact."""
    settings = Settings(
        home=str(tmp_path / "home"),
        db_path=str(tmp_path / "home" / "cortex.db"),
        durability="fast",
        cwd=str(tmp_path),
        user_home=str(tmp_path),
    )
    with open_house(settings) as opened:
        opened.commit(CommitRequest("The gateway listens on port 8443"), Place(), CALLER)
        yield opened


def test_brief_stands_behind_the_prompt(house: House, tmp_path: Path) -> None:
    """The prompt is kept byte for byte, the same content is written once."""
    prompt = tmp_path / "AGENTS.md"
    prompt.write_bytes("# Rules\r\nBe kind ü\n".encode())
    told = inject(house, ("AGENTS.md", 400), Place(str(tmp_path)), CALLER)
    written = tmp_path / "AGENTS.md.injected"
    assert (True, str(written)) == (told["changed"], told["written"])
    text = written.read_bytes().decode()
    assert text.startswith("# Rules\r\nBe kind ü\n\n" + BEGIN)
    assert "The gateway listens on port 8443" in text
    assert text.endswith(END + "\n")
    assert "# Rules\r\nBe kind ü\n".encode() == prompt.read_bytes()
    assert not inject(house, (str(prompt), 400), Place(str(tmp_path)), CALLER)["changed"]


def test_earlier_brief_in_the_prompt_is_replaced() -> None:
    """Injecting into what was injected before holds one brief."""
    once = injected("Rules\n", "one")
    assert injected("Rules\n", "two") == injected(once, "two")
    assert "Rules\n" == injected(once, "").rstrip("\n") + "\n"
    assert f"{BEGIN}\none\n{END}\n" == injected("", "one")


def test_file_that_cannot_be_read_is_refused(house: House, tmp_path: Path) -> None:
    """Missing, no text, or too large: named, and nothing is written."""
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    (tmp_path / "large").write_bytes(b"a" * (PROMPT_BYTES_MAX + 1))
    for name in ("missing", "bytes", "large"):
        with pytest.raises(InvalidRequest) as refused:
            inject(house, (name, 400), Place(str(tmp_path)), CALLER)
        assert "file" == refused.value.field
    assert not list(tmp_path.glob("*.injected"))


def test_watching_what_does_not_change_compiles_nothing(house: House, tmp_path: Path) -> None:
    """A look is three sizes and instants: no brief is made, and none is noted down (case 139)."""
    (tmp_path / "AGENTS.md").write_text("one\n", encoding="utf-8")
    looks = iter(range(50))

    def wait(seconds: float) -> None:
        assert seconds
        if next(looks, None) is None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        watch(house, ("AGENTS.md", 400), Place(str(tmp_path)), CALLER, wait)
    assert not (tmp_path / "AGENTS.md.injected").exists()
    assert not (tmp_path / "home" / "journal").exists()


def test_watching_writes_when_something_changed(house: House, tmp_path: Path) -> None:
    """A new fact and a new prompt are both in the next look; stopping it ends the watch."""
    prompt = tmp_path / "AGENTS.md"
    prompt.write_text("one\n", encoding="utf-8")
    looks = iter((None, "The database is PostgreSQL 16"))

    def wait(seconds: float) -> None:
        assert 2.0 == seconds
        new = next(looks, "")
        if new == "":
            raise KeyboardInterrupt
        if new:
            prompt.write_text("two\n", encoding="utf-8")
            house.commit(CommitRequest(new), Place(), CALLER)

    with pytest.raises(KeyboardInterrupt):
        watch(house, ("AGENTS.md", 400), Place(str(tmp_path)), CALLER, wait)
    text = (tmp_path / "AGENTS.md.injected").read_text(encoding="utf-8")
    assert text.startswith("two\n")
    assert "PostgreSQL 16" in text
