"""Is a number compared as a number, with its unit, and never taken apart?"""

import pytest

from cortex.core.text.tokens import index_terms, words


@pytest.mark.parametrize(
    ("text", "parts", "whole"),
    [
        ("8080", ("8080",), None),
        ("10,000", ("10000",), None),
        ("10_000", ("10000",), None),
        ("3.14", ("3.14",), None),
        ("1.2.3", ("1.2.3",), None),
        ("v1.2.3", ("1.2.3",), "=v1.2.3"),
        ("v2", ("2",), "=v2"),
        ("127.0.0.1", ("127.0.0.1",), None),
        ("50%", ("50",), "=50%"),
        ("5GB", ("5", "gb"), "=5gb"),
        ("30s", ("30", "s"), "=30s"),
        ("1.5GiB", ("1.5", "gib"), "=1.5gib"),
        ("10,000ms", ("10000", "ms"), "=10000ms"),
        ("5\u00b5s", ("5", "\u03bcs"), "=5\u03bcs"),
        ("1st", ("1",), "=1st"),
        ("$5", ("5",), "=$5"),
        ("-5", ("5",), "=-5"),
        ("#123", ("123",), "=#123"),
        ("1e-4", ("1e-4",), "=1e-4"),
        ("10-20", ("10", "20"), "=10-20"),
        ("10\u201320", ("10", "20"), "=10-20"),
        ("10:30", ("10:30",), "=10:30"),
        ("\u0663\u0664", ("34",), None),
        ("2024-05-01", ("2024-05-01",), "=2024-05-01"),
        ("2024-05-01T10:00:00Z", ("2024-05-01",), "=2024-05-01t10:00:00z"),
        ("2024/5/1", ("2024-05-01",), "=2024/5/1"),
        ("2024-05", ("2024-05",), "=2024-05"),
        ("05/01/2024", ("05/01/2024",), "=05/01/2024"),
    ],
)
def test_a_number_is_one_term(text: str, parts: tuple[str, ...], whole: str | None) -> None:
    """Separators group, units stand apart, dates and versions stay in one piece."""
    (word,) = words(text)
    assert ("number", parts, whole) == (word.kind, word.parts, word.whole)


def test_port_80_is_not_port_8080() -> None:
    """CQR 16.3, defect 14: numbers are compared as numbers."""
    assert {"80"} == set(index_terms("port 80")) - set(index_terms("port 8080"))


def test_a_date_gives_no_day_and_no_month() -> None:
    """A day of the month never answers a question about a small number."""
    assert {"2024-05-01", "=2024-05-01"} == set(index_terms("2024-05-01,"))


def test_a_date_in_a_file_name_is_a_date() -> None:
    """A log of a day is found by the day."""
    assert "2024-05-01" in index_terms("logs/2024-05-01-plan.md")


@pytest.mark.parametrize("text", ["1.2.3,", "(1.2.3)", "1.2.3.", "pkg-1.2.3.tar.gz", "pkg@1.2.3"])
def test_a_version_is_found_among_punctuation(text: str) -> None:
    """A version is the same term in a sentence, a file name and a package reference."""
    assert "1.2.3" in index_terms(text)


def test_host_and_port_are_found_apart() -> None:
    """A colon joins no name to a number."""
    assert {"localhost", "8080"} == set(index_terms("localhost:8080"))
    assert {"127.0.0.1", "80"} == set(index_terms("127.0.0.1:80"))
