"""Which ideas and pieces of knowledge does a vault take, and can every one be read again?"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.black_box.vault.desk import ROW
from tests.black_box.vault.writer import IDEA, PERSON, RULE, STYLE, Writer

LINK = {"slug": "a", "type": "supports"}
JAPANESE, KOREAN = "日本語の本", "한국어 책"


def read_back(writer: Writer, file: Path) -> dict[str, Any]:
    """Give the record that a file became, as a reader gets it."""
    identity = next(line for line in file.read_text().splitlines() if line.startswith("id: "))
    return writer.desk.get(identity.removeprefix("id: "))


@pytest.mark.parametrize(
    ("item", "changes", "named"),
    [
        (IDEA, {"frob": 1, "blob": 2}, "blob, frob"),  # Vault M1
        (RULE, {"title": "x"}, "title"),
        (STYLE, {"op": "add"}, "op"),
        (IDEA, {"title": " \t"}, "title"),  # Vault M2
        (IDEA, {"title": "a\nb"}, "title"),
        (IDEA, {"title": "a\u2028b"}, "title"),
        (IDEA, {"title": "x" * 1025}, "title"),
        (IDEA, {"title": "\U0001f375" * 513}, "title"),
        (IDEA, {"content": ...}, "content"),  # Vault M3
        (IDEA, {"content": 5}, "content"),
        (IDEA, {"content": "x" * 65_537}, "content"),
        (IDEA, {"content": "\U0001f375" * 32_769}, "content"),
        (IDEA, {"content": "a\n---\nb"}, "frontmatter"),  # Vault M5
        (IDEA, {"content": "--- "}, "frontmatter"),
        (IDEA, {"content": "a\r---\rb"}, "frontmatter"),
        (IDEA, {"title": "---"}, "frontmatter"),
        (IDEA, {"content": "a <!-- b"}, "comment"),  # Vault M6
        (IDEA, {"content": "a --> b"}, "comment"),
        (IDEA, {"content": "<private>x</private>"}, "content"),  # Vault M7
        (IDEA, {"content": "<privateer> all of it"}, "content"),
        (IDEA, {"confidence": 1.5}, "confidence"),  # Vault M9
        (IDEA, {"confidence": "0.5"}, "confidence"),
        (IDEA, {"confidence": True}, "confidence"),
        (IDEA, {"confidence": None}, "confidence"),
        (IDEA, {"confidence": 10**400}, "confidence"),
        (IDEA, {"related": {}}, "related"),  # Vault M10
        (IDEA, {"related": [LINK] * 65}, "related"),
        (IDEA, {"related": ["a"]}, "related[0]"),
        (IDEA, {"related": [LINK, {**LINK, "x": 1}]}, "related[1]"),
        (IDEA, {"related": [{**LINK, "slug": "a b"}]}, "related[0]"),
        (IDEA, {"related": [{**LINK, "slug": "../a"}]}, "related[0]"),
        (IDEA, {"related": [{**LINK, "slug": "a\n"}]}, "related[0]"),
        (IDEA, {"related": [{**LINK, "slug": "a" * 257}]}, "related[0]"),
        (IDEA, {"related": [{**LINK, "type": "likes"}]}, "related[0]"),
        (IDEA, {"related": [{**LINK, "type": "derived-from"}]}, "related[0]"),
        (PERSON, {"entity_type": "blog"}, "entity_type"),  # Vault M11
        (PERSON, {"entity_type": ["person"]}, "entity_type"),
        (PERSON, {"name": ...}, "name"),
        (PERSON, {"valid_from": "2026-01-01"}, "valid_from"),
        (IDEA, {"content": "a\u0085b"}, "control"),  # Vault M15
        (IDEA, {"title": "a\u009fb"}, "control"),
        (IDEA, {"content": "a\x00b"}, "control"),
        (IDEA, {"content": "a\ud800b"}, "control"),
        (IDEA, {"source_session": "- x"}, "source_session"),
        (IDEA, {"source_session": "a: b"}, "source_session"),
        (IDEA, {"source_session": "a\tb"}, "source_session"),
        (IDEA, {"source_session": None}, "source_session"),
    ],
)
def test_what_is_refused(
    writer: Writer, item: dict[str, Any], changes: dict[str, Any], named: str
) -> None:
    """A payload that breaks a rule is refused by name, and nothing is written.

    Vault M1, M2, M3, M5, M6, M7, M9, M10, M11, M15
    """
    writer.hot()
    assert named in writer.refuses(item, **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "x" * 1024},  # Vault M2
        {"title": "\U0001f375" * 512},
        {"content": "a\n----\nb"},  # Vault M5
        {"content": "a\u2028\tb\r\nc"},
        {"confidence": 0},  # Vault M9
        {"confidence": 1},
        {"confidence": 0.123456789},
        {"related": [{**LINK, "slug": f"s{n}"} for n in range(64)]},  # Vault M10
        {"related": [{**LINK, "slug": "A.b_c-" + "d" * 250}]},
        {"related": []},
        {"source_session": "s-1"},
        {"source_session": "  "},
        {"source_session": 'ends with "'},
        {"content": "id: other\ncreated: never\nslug: linked"},
    ],
)
def test_what_is_taken_can_be_read(writer: Writer, changes: dict[str, Any]) -> None:
    """A payload at its limits is taken, and reading gives it back to the letter. Vault M2, M10"""
    file = writer.file(IDEA, **changes)
    record = read_back(writer, file)
    wanted = {**IDEA, **changes}
    assert wanted["title"] == record["title"]
    assert record["content"].endswith(f"\n\n{wanted['content']}\n")
    assert [link["slug"] for link in wanted.get("related", [])] == [
        slug for slug in record["related"] if slug != "linked"
    ]
    session = str(wanted.get("source_session", "")).strip() or None
    assert session == record["provenance"]["session"]
    assert "internal" == record["provenance"]["source"]


def test_longest_content_is_taken(writer: Writer) -> None:
    """65,536 units pass, in any script. Vault M3"""
    assert writer.file(IDEA, content="x" * 65_536).stat().st_size > 65_536
    assert writer.put(PERSON, content="\U0001f375" * 16_000).data


@pytest.mark.parametrize(
    "title",
    [
        'say "hi"',
        '"all of it"',
        "it's",
        "'quoted'",
        "back\\slash",
        'it\'s "both"',
        "it's both \"",
        "colon: here",
        "- list",
        "# heading",
        "[[link]]",
        "5",
        "null",
    ],
)
def test_title_survives_being_read(writer: Writer, title: str) -> None:
    """Whatever quotes a title has, a reader gets exactly this title."""
    file = writer.file(IDEA, title=title)
    assert title == read_back(writer, file)["title"]
    assert f"\n# {title}\n" in file.read_text()


def test_private_span_is_not_kept(writer: Writer) -> None:
    """What was marked private is gone before anything is written. Vault M7"""
    file = writer.file(IDEA, title="Tea <private>secret</private>", content="pub <private>secret")
    text = file.read_text()
    assert text.endswith("\n\npub\n")
    assert "secret" not in text
    assert "tea.md" == file.name
    assert "Tea" == read_back(writer, file)["title"]


def test_knowledge_has_a_folder_for_each_type(writer: Writer) -> None:
    """People, companies and research have folders, and records say which they are. Vault M13"""
    folders = {"person": "People", "company": "Companies", "research": "Research"}
    for entity, folder in folders.items():
        file = writer.file(PERSON, entity_type=entity)
        assert (folder, "ann.md") == (file.parent.name, file.name)
        assert entity == read_back(writer, file)["type"]
    assert 3 == writer.desk.ask("status").data["canonical"]["records"]


def test_slug_is_short_and_never_empty(writer: Writer) -> None:
    """A file name has 64 characters at most; a title without a to z is untitled. Vault M14"""
    assert "a-b" * 1 + "-c.md" == writer.file(IDEA, title="  A/b  ..C! ").name
    assert f"{'x' * 64}.md" == writer.file(IDEA, title="x" * 1024).name
    assert "untitled.md" == writer.file(IDEA, title=JAPANESE).name


def test_titles_of_other_scripts_do_not_merge(writer: Writer) -> None:
    """The first has the plain name, another a stable digest, and each finds its own again."""
    first, second = writer.file(IDEA, title=JAPANESE), writer.file(IDEA, title=KOREAN)
    digest = sha256(KOREAN.encode()).hexdigest()[:8]
    assert ("untitled.md", f"untitled-{digest}.md") == (first.name, second.name)
    again = writer.result(IDEA, title=KOREAN, content="More.")
    assert (str(second), "appended") == (again["path"], again["detail"]["created_or_appended"])
    assert first == writer.file(IDEA, title=JAPANESE)
    assert writer.file(IDEA, title="東京 2024") != writer.file(IDEA, title="大阪 2024")
    long = "x" * 70
    assert writer.file(IDEA, title=f"{long} one") != writer.file(IDEA, title=f"{long} two")
    first.unlink()
    assert second == writer.file(IDEA, title=KOREAN)
    assert 5 == writer.desk.ask("status").data["canonical"]["records"]


@pytest.mark.parametrize(
    ("first", "plain"),
    [(JAPANESE, "Untitled"), ("чай A", "A"), ("x" * 70, "x" * 64)],
    ids=["no letter", "another script", "cut"],
)
def test_title_that_is_its_slug_does_not_get_into_another_note(
    writer: Writer, first: str, plain: str
) -> None:
    """Whoever came first keeps the plain name, also from a title that spells it."""
    taken = writer.file(IDEA, title=first)
    before = taken.read_bytes()
    own = writer.file(IDEA, title=plain)
    assert own != taken
    assert before == taken.read_bytes()
    assert plain == read_back(writer, own)["title"]
    assert own == writer.file(IDEA, title=plain)
    assert taken == writer.file(IDEA, title=first)


def test_note_grows_at_its_end(writer: Writer) -> None:
    """A second item with the title is a section; all that stood there stays, ``updated`` moves."""
    file = writer.file(IDEA, related=[LINK])
    before = read_back(writer, file)
    file.write_text(f"{file.read_text()}\nA line by hand, without an end")
    stood = file.read_text()
    links = [{"slug": "b", "type": "extends"}, {"slug": "a", "type": "contradicts"}]
    result = writer.result(
        IDEA, content="More tea.", source_session="s-2", confidence=0.5, related=links
    )
    assert "appended" == result["detail"]["created_or_appended"]
    assert 2 == result["detail"]["related_links"]
    after = read_back(writer, file)
    assert (before["id"], before["created"]) == (after["id"], after["created"])
    assert before["updated"] < after["updated"]
    assert ["a", "b"] == after["related"]
    text = file.read_text()
    assert "  - slug: a\n    type: contradicts\n" in text
    assert (
        stood.split("---\n", 2)[2] == text.split("---\n", 2)[2][: len(stood.split("---\n", 2)[2])]
    )
    assert text.endswith("<!-- source_session: s-2 | confidence: 0.5 -->\n\nMore tea.\n")
    row = writer.rows("tier-b-writes.jsonl")[-1]
    assert ["ts", "file", "bytes_written", "type"] == list(row)
    assert (str(file), file.stat().st_size) == (row["file"], row["bytes_written"])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "No head at all.",
        "---\nid: q\n---\n",
        "---\nid: r\n---",
        "---\r\nid: q\r\nupdated: 2026-01-01\r\ncreated: 2026-01-01\r\n---\r\nBody\r\n",
        "\ufeff---\nid: q\nrelated: [[other]]\n---\nBody\n",
        "---\nid: q\ncreated: 2999-01-01\n---\nFrom the future.\n",
        "---\nno end of a head\n",
    ],
)
def test_any_note_by_hand_can_grow(writer: Writer, text: str) -> None:
    """Whoever wrote the note and however, its body stays and the vault reads on."""
    file = writer.desk.put("KNOWLEDGE/Ideas/warm-tea.md", text)
    body = text.encode().rpartition(b"---\n")[2].rpartition(b"---\r\n")[2]
    assert file == writer.file(IDEA, related=[LINK])
    assert body.removesuffix(b"---") in file.read_bytes()
    record = writer.desk.only()
    assert record["content"].endswith("Tea stays warm in a pot.\n")
    assert "a" in record["related"]


@pytest.mark.parametrize(
    "text",
    [
        b"\xff",
        b"a\x85b\xc2\x85",
        b"---\ncreated: never\n---\n",
        b"A <private> that is never closed",
        b"A <privateer> hides",
        b"---\nid: q <private>\n---\n</private>x",
    ],
)
def test_note_that_would_hide_or_break_is_refused(writer: Writer, text: bytes) -> None:
    """Where a reader would not see what is added, nothing is added. Vault M15"""
    writer.desk.put("KNOWLEDGE/Ideas/warm-tea.md", text)
    writer.refuses(IDEA)


def test_hard_link_is_detached(writer: Writer) -> None:
    """Another name of a note keeps its bytes when the note grows. Vault M25"""
    file = writer.file(IDEA)
    other = writer.desk.home / "other.md"
    other.hardlink_to(file)
    kept = other.read_bytes()
    writer.file(IDEA, content="More.")
    assert kept == other.read_bytes()
    assert kept != file.read_bytes()


def test_permissions_stay(writer: Writer) -> None:
    """A note keeps its mode; a new one is for its owner alone."""
    file = writer.file(IDEA)
    assert 0o600 == file.stat().st_mode & 0o777
    file.chmod(0o640)
    writer.file(IDEA, content="More.")
    assert 0o640 == file.stat().st_mode & 0o777


def test_vault_that_is_full_takes_no_more(writer: Writer) -> None:
    """What would make the vault unreadable by its size or number is refused."""
    for number in range(10_000):
        (writer.desk.root / "KNOWLEDGE" / f"{number}.md").touch()
    assert "EAT_CAP" in writer.refuses(IDEA)
    (writer.desk.root / "KNOWLEDGE" / "0.md").unlink()
    assert writer.put(IDEA).data
    assert 10_000 == writer.desk.ask("status").data["canonical"]["records"]


def test_note_does_not_outgrow_a_file(writer: Writer) -> None:
    """A note of almost 8 MiB takes no section that would make it more."""
    file = writer.desk.put("KNOWLEDGE/Ideas/warm-tea.md", b"x" * 8_388_600)
    assert "EAT_CAP" in writer.refuses(IDEA)
    assert 8_388_600 == file.stat().st_size


@pytest.mark.parametrize(("rows", "passes"), [(49_999, True), (50_000, False)])
def test_vault_with_all_its_records_takes_no_more(writer: Writer, rows: int, passes: bool) -> None:
    """The record that would be one too many for a reader is refused; lines that are none do not
    count.
    """
    lines = [json.dumps({**ROW, "id": f"r{number}"}) for number in range(rows)]
    writer.desk.put("KNOWLEDGE/a.jsonl", "\n\n".join(lines))
    if passes:
        assert writer.put(IDEA).data
        assert 50_000 == writer.desk.ask("status").data["canonical"]["records"]
    else:
        assert "EAT_CAP" in writer.refuses(IDEA)
