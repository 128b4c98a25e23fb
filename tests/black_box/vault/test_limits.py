"""Are the limits of a vault looked at before anything is read, to the byte and the file?"""

import json

import pytest

from tests.black_box.vault.desk import ROW, Desk

INTEGRITY = (4, "integrity_error")
FILE_BYTES = 8_388_608


def sparse(desk: Desk, name: str, size: int) -> None:
    """Make a file of NUL bytes: reading it would be another fault than its size."""
    file = desk.put(f"KNOWLEDGE/{name}.md", b"")
    with file.open("r+b") as handle:
        handle.truncate(size)


def message(desk: Desk) -> str:
    """Give why a vault is refused."""
    reply = desk.ask("status")
    assert INTEGRITY == reply.refusal
    text: str = reply.envelope["error"]["message"]
    return text


def test_largest_file_passes_and_one_byte_more_does_not(desk: Desk) -> None:
    """A file of exactly 8 MiB is read; one byte more is refused by its size. Vault C1"""
    file = desk.put("KNOWLEDGE/a.md", b"x" * FILE_BYTES)
    assert 1 == desk.ask("status").data["canonical"]["records"]
    file.write_bytes(b"x" * (FILE_BYTES + 1))
    assert "per-file byte limit (8388608): KNOWLEDGE/a.md" in message(desk)


def test_total_is_counted_before_anything_is_read(desk: Desk) -> None:
    """Sixteen full files pass the count and fail for what is in them; a byte more fails it.

    Vault C2
    """
    for number in range(16):
        sparse(desk, f"n{number}", FILE_BYTES)
    assert "forbidden control" in message(desk)
    desk.put("KNOWLEDGE/one.md", b"x")
    assert "total byte limit (134217728)" in message(desk)


def test_files_are_counted_with_the_hot_ones(desk: Desk) -> None:
    """Ten thousand files pass; one more does not, nor does a memory file beside them. Vault C3"""
    for number in range(10_000):
        (desk.root / "KNOWLEDGE" / f"{number}.md").touch()
    assert 10_000 == desk.ask("status").data["canonical"]["records"]
    hot = desk.put("P_MEMORY.md", "")
    assert "file count limit (10000)" in message(desk)
    hot.unlink()
    desk.put("KNOWLEDGE/more.md", "")
    assert "file count limit (10000)" in message(desk)


@pytest.mark.parametrize(("rows", "passes"), [(50_000, True), (50_001, False)])
def test_records_are_counted(desk: Desk, rows: int, passes: bool) -> None:  # A case.
    """Fifty thousand records pass and one more does not."""
    lines = [json.dumps({**ROW, "id": f"r{number}"}) for number in range(rows)]
    desk.put("KNOWLEDGE/a.jsonl", "\n".join(lines))
    if passes:
        assert rows == desk.ask("status").data["canonical"]["records"]
    else:
        assert "record count limit (50000)" in message(desk)
