"""Which file may a proposal be about, and does anything happen to it before a person decides?"""

from typing import Any

import pytest

from tests.black_box.vault.writer import STYLE, Writer

QUEUE, UPGRADES = "pending-proposals.jsonl", "pending-upgrades.jsonl"
IDENTITY = "PRINCIPAL/PRINCIPAL_IDENTITY.md"


def user(writer: Writer, name: str) -> str:
    """Give the absolute path of a file of the user's folder."""
    return str(writer.desk.root.resolve() / "USER" / name)


def test_row_waits_and_the_target_stays(writer: Writer) -> None:
    """However sure a proposal is, it waits; its edit is kept without what was private.

    Vault M22, M23
    """
    target = writer.desk.put("USER/PRINCIPAL/WRITINGSTYLE.md", "as it was")
    result = writer.result(STYLE, confidence=0.99, edit="Use <private>no</private> short words.")
    assert {"id", "status"} == set(result["detail"])
    assert "queued" == result["detail"]["status"]
    (row,) = writer.rows(QUEUE)
    names = list(row)
    assert ["id", "ts", "status"] == names[:3]
    assert [f"target_{part}" for part in ("file", "kind")] == names[3:5]
    assert ["edit", "confidence", "rationale"] == names[5:8]
    assert ["observed_across_sessions", "source_session"] == names[8:]
    assert "pending" == row["status"]
    assert (user(writer, "PRINCIPAL/WRITINGSTYLE.md"), "style") == (
        row["target_file"], row["target_kind"],
    )  # fmt: skip
    assert "Use  short words." == row["edit"]
    assert (0.99, 1, None) == (
        row["confidence"], row["observed_across_sessions"], row["source_session"],
    )  # fmt: skip
    assert "as it was" == target.read_text()
    assert result["detail"]["id"] == row["id"]


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("style", "PRINCIPAL/WRITINGSTYLE.md"),
        ("definition", "DEFINITIONS.md"),
        ("canonical-content", "CANONICAL_CONTENT.md"),
        ("resume", "PRINCIPAL/RESUME.md"),
        ("operational-rule", "CONFIG/OPERATIONAL_RULES.md"),
        ("projects", "PROJECTS.md"),
        ("contacts", "CONTACTS.md"),
    ],
)
def test_kind_with_one_file_means_that_file(writer: Writer, kind: str, name: str) -> None:
    """What the proposal says of its file is ignored, even where it means harm. Vault M22"""
    assert writer.put(STYLE, target_kind=kind, target_file="/etc/passwd").data
    assert user(writer, name) == writer.rows(QUEUE)[0]["target_file"]


@pytest.mark.parametrize("name", [IDENTITY, "DIGITAL_ASSISTANT/DA_IDENTITY.md"])
@pytest.mark.parametrize("form", ["absolute", "user", "padded"])
@pytest.mark.parametrize("kind", ["identity", ...])
def test_identity_must_name_its_file(writer: Writer, name: str, form: str, kind: Any) -> None:
    """By an absolute path, or by one from the user's folder. Vault M22"""
    absolute = user(writer, name)
    supplied = {
        "absolute": absolute,
        "user": f"USER/{name}",
        "padded": f"  {absolute}\t",
    }[form]
    assert writer.put(STYLE, target_kind=kind, target_file=supplied).data
    (row,) = writer.rows(QUEUE)
    assert (absolute, "identity") == (row["target_file"], row["target_kind"])


def test_kind_follows_from_the_file(writer: Writer) -> None:
    """Without a kind, a known file tells it. Vault M22"""
    assert writer.put(STYLE, target_kind=..., target_file="USER/PROJECTS.md").data
    assert "projects" == writer.rows(QUEUE)[0]["target_kind"]


@pytest.mark.parametrize(
    "changes",
    [
        {"target_kind": "identity", "target_file": "/etc/passwd"},
        {"target_kind": "identity", "target_file": "USER/PRINCIPAL/../PRINCIPAL_IDENTITY.md"},
        {"target_kind": ..., "target_file": "unknown.md"},
        {"target_kind": ..., "target_file": "USER/unknown.md"},
        {"target_kind": "frob"},
        {"target_kind": None},
        {"confidence": ...},
        {"confidence": 2},
        {"rationale": ...},
        {"rationale": " "},
        {"edit": " "},
        {"edit": "<private>all</private>"},
        {"target_file": "a<private>b</private>.md"},
        {"target_file": "<privateer>"},
        {"target_file": " "},
        {"target_file": "x" * 4097},
        {"target_file": "a\nb"},
        {"observed_across_sessions": 0},
        {"observed_across_sessions": 1.5},
        {"observed_across_sessions": 2**53},
        {"observed_across_sessions": True},
    ],
)
def test_what_is_refused(writer: Writer, changes: dict[str, Any]) -> None:
    """A proposal about no allowed file, or with a field amiss, never gets into the queue.

    Vault M22
    """
    writer.refuses(STYLE, **changes)


def test_longest_target_is_taken(writer: Writer) -> None:
    """4,096 characters pass."""
    assert writer.put(STYLE, target_file="x" * 4096, observed_across_sessions=2.0).data
    assert 2 == writer.rows(QUEUE)[0]["observed_across_sessions"]


@pytest.mark.parametrize(
    ("edit", "owner"),
    [
        ("Never push to main; enforced by guard-push.", "hook"),
        ("See hooks/guard.py for the rule.", "hook"),
        ("Write that into skills/tea.", "skill"),
        ("Only for the Brewing skill: warm the pot.", "skill"),
        ("In the teapot project, use oolong.", "project"),
    ],
)
def test_edit_that_something_narrower_owns_goes_elsewhere(
    writer: Writer, edit: str, owner: str
) -> None:
    """What a hook, a skill or a project should own does not wait to get into every prompt."""
    changes = {"target_kind": "operational-rule", "edit": edit}
    result = writer.result(STYLE, **changes)
    assert result["path"].endswith(UPGRADES)
    assert owner == result["detail"]["owner"]
    (row,) = writer.rows(UPGRADES)
    assert (owner, edit) == (row["owner"], row["edit"])
    assert [] == writer.rows(QUEUE)
    assert writer.result(STYLE, edit=edit)["path"].endswith(QUEUE)


def test_plain_rule_is_queued(writer: Writer) -> None:
    """An edit that merely speaks of projects and skills is for everybody."""
    changes = {"target_kind": "operational-rule", "edit": "Learn a new skill for each project."}
    assert writer.result(STYLE, **changes)["path"].endswith(QUEUE)


def test_queue_grows_at_its_end(writer: Writer) -> None:
    """Rows of before keep every byte, and a last line without an end gets one (case 17)."""
    queue = writer.desk.put(f"OBSERVABILITY/{QUEUE}", '{"id":"by hand"}')
    assert writer.put(STYLE).data
    assert queue.read_text().startswith('{"id":"by hand"}\n{"id":"')
    assert 2 == len(writer.rows(QUEUE))


def test_queue_with_a_second_name_is_refused(writer: Writer) -> None:
    """A queue that is a hard link, or a link, gets no row. Vault M26"""
    queue = writer.desk.put(f"OBSERVABILITY/{QUEUE}", "")
    other = writer.desk.home / "other.jsonl"
    other.hardlink_to(queue)
    writer.refuses(STYLE)
    queue.unlink()
    queue.symlink_to(other)
    writer.refuses(STYLE)
    assert b"" == other.read_bytes()


def test_full_queue_is_refused(writer: Writer) -> None:
    """A queue that nobody decides on does not grow for ever."""
    writer.desk.put(f"OBSERVABILITY/{QUEUE}", b"x" * 8 * 1024 * 1024)
    assert "EAT_CAP" in writer.refuses(STYLE)
