"""Does the short way to our modules load what the ordinary one loads?"""

import importlib
import os
import py_compile
import sys
from pathlib import Path

import pytest

from cortex.edges.lean_import import CompiledLoader, OurFinder, import_leanly


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Give a folder with one module, compiled as an import compiles it."""
    (tmp_path / "part.py").write_text("VALUE = 1\n")
    py_compile.compile(str(tmp_path / "part.py"))
    return tmp_path


def load(folder: Path, name: str = "part") -> object:
    """Find and run a module of a folder, and give its VALUE."""
    spec = OurFinder.find_spec(f"cortex.made_up.{name}", [str(folder)])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.__file__ == str(folder / f"{name}.py")
    return module.VALUE


def compiled(folder: Path) -> Path:
    """Give the one compiled form in a folder."""
    (found,) = (folder / "__pycache__").iterdir()
    return found


def test_the_compiled_form_is_read_when_it_is_of_the_source(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the source is not read, and the ordinary loader is not asked."""
    monkeypatch.setattr(CompiledLoader.__mro__[1], "get_code", None)
    assert load(package) == 1


def test_a_changed_source_is_compiled_again(package: Path) -> None:
    """By its size, and by its time when the size is the same."""
    source = package / "part.py"
    source.write_text("VALUE = 23\n")
    assert load(package) == 23
    source.write_text("VALUE = 45\n")
    os.utime(source, (1, 1))
    assert load(package) == 45


@pytest.mark.parametrize("content", [b"", b"short", bytes(100)])
def test_a_broken_compiled_form_is_made_again(package: Path, content: bytes) -> None:
    """One of another Python, or one cut off, is not run."""
    compiled(package).write_bytes(content)
    assert load(package) == 1


def test_a_compiled_form_checked_by_digest_is_left_to_the_ordinary_loader(package: Path) -> None:
    """Some installers write those; they are read all the same."""
    mode = py_compile.PycInvalidationMode.CHECKED_HASH
    py_compile.compile(str(package / "part.py"), str(compiled(package)), invalidation_mode=mode)
    assert load(package) == 1


def test_packages_strangers_and_missing_modules_are_left_to_the_others(package: Path) -> None:
    """Nothing is said about them."""
    (package / "inner").mkdir()
    (package / "inner" / "__init__.py").touch()
    for name, path in (
        ("cortex.inner", [str(package)]),
        ("cortex.none", [str(package)]),
        ("other.part", [str(package)]),
        ("cortex.part", [str(package), "elsewhere"]),
        ("cortex", None),
    ):
        assert OurFinder.find_spec(name, path) is None


def test_it_stands_once_and_only_where_compiled_forms_stand_as_usual(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Elsewhere (-O, a prefix for caches) they have other names."""
    monkeypatch.setattr(sys, "meta_path", [])
    monkeypatch.setattr(sys, "pycache_prefix", "elsewhere")
    import_leanly()
    assert [] == sys.meta_path
    monkeypatch.setattr(sys, "pycache_prefix", None)
    import_leanly()
    import_leanly()
    assert [OurFinder] == sys.meta_path
