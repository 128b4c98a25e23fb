"""Is a package compiled once, and is a place that cannot be written no fault?"""

from pathlib import Path

from cortex.stores.system.compiling import compile_folder


def test_folder_is_compiled_once(tmp_path: Path) -> None:
    """Every module gets its compiled file, and a second time writes nothing."""
    (tmp_path / "one.py").write_text("x = 1\n", encoding="utf-8")
    assert compile_folder(str(tmp_path))
    [compiled] = (tmp_path / "__pycache__").iterdir()
    written = compiled.stat().st_mtime_ns
    assert compile_folder(str(tmp_path))
    assert written == compiled.stat().st_mtime_ns


def test_place_that_cannot_be_compiled_is_no_fault(tmp_path: Path) -> None:
    """What cannot be compiled is told and raises nothing."""
    (tmp_path / "one.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "__pycache__").write_text("no folder", encoding="utf-8")
    assert not compile_folder(str(tmp_path))
