"""Can a person live in the folder with Obsidian, and do their links mean what they mean there?"""

import pytest

from tests.black_box.vault.desk import Desk
from tests.black_box.vault.test_graph import reached
from tests.black_box.vault.test_whole import READS

DAILY = """\
---
aliases:
  - Standup
  - "The daily"
tags: [work/alpha/beta, person]
cssclasses: wide
id: a
title: Daily
created: 2026-01-01
---
# Standup
alpha #work/nested ![[photo.png]] ![[Board.canvas]] %%comment%% ==mark==
- [ ] task [[b]] ^block
"""


@pytest.fixture
def obsidian(desk: Desk) -> Desk:
    """Give a vault as the program leaves it: settings, trash, attachments, boards, line ends."""
    desk.put("KNOWLEDGE/.obsidian/app.json", "{}")
    desk.put("KNOWLEDGE/.obsidian/plugins/x/README.md", b"\xff")
    desk.put("KNOWLEDGE/.trash/old.md", b"\xff")
    desk.put("KNOWLEDGE/attachments/photo.png", b"\x89PNG\r\n\x1a\n\x00")
    desk.put("KNOWLEDGE/attachments/paper.pdf", b"%PDF-1.7\x00")
    desk.put("KNOWLEDGE/Board.canvas", '{"nodes":[],"edges":[]}')
    desk.put("KNOWLEDGE/View.base", "views: []")
    desk.put("KNOWLEDGE/Drawing.excalidraw.md", "---\nexcalidraw-plugin: parsed\n---\n# Text\n")
    desk.put("KNOWLEDGE/daily/2026-01-01.md", DAILY.replace("\n", "\r\n"))
    desk.put("KNOWLEDGE/b.md", "---\nid: b\ncreated: 2026-01-02\naliases: [B side]\n---\nalpha")
    desk.put("KNOWLEDGE/empty.md", "")
    return desk


def test_vault_opens_unchanged(obsidian: Desk) -> None:
    """Only notes are records; nothing is touched, and the person's own fields are text."""
    before = list(obsidian.states())
    assert 4 == obsidian.ask("status").data["canonical"]["records"]
    for words in READS:
        assert 0 == obsidian.ask(*("b" if word == "c" else word for word in words)).status
    assert before == list(obsidian.states())
    daily = obsidian.get("a")
    assert "Daily" == daily["title"]
    assert DAILY.replace("\n", "\r\n") == daily["content"]
    assert [] == daily["related"]
    assert 1 == obsidian.ask("search", "standup").data["total"]


def test_links_embeds_and_attachments(obsidian: Desk) -> None:
    """An embed of a picture or board leads nowhere; a link in a task leads to its note."""
    assert (["a", "b"], False) == reached(obsidian, "a")


@pytest.mark.parametrize(
    "link",
    [
        *("[[Target]]", "[[target]]", "[[TARGET.md]]", "[[Target|shown]]", "[[Target#Heading]]"),
        *("[[Target#^block]]", "[[Target#Heading|shown]]", "[[folder/Target]]", "![[Target]]"),
        *("[[KNOWLEDGE/folder/Target]]", "[[/KNOWLEDGE/folder/Target]]", "[[./folder/Target]]"),
        *("| cell [[Target\\|shown]] |", "> [!note] [[ Target ]]", "[[x]] [[Target]]"),
    ],
)
def test_forms_of_a_link(desk: Desk, link: str) -> None:
    """By name, path, heading, block, alias or embed, in a table or a callout."""
    desk.note("a", "2026-01-01", f"alpha {link}")
    desk.put("KNOWLEDGE/folder/Target.md", "---\nid: t\n---\n")
    assert (["a", "t"], False) == reached(desk, "a")


@pytest.mark.parametrize(
    "text",
    ["[[]]", "[[ ]]", "[[#Heading]]", "[[|x]]", "[[Tar\nget]]", "[Target](Target.md)", "[[arget]]"],
)
def test_what_is_no_link_to_a_note(desk: Desk, text: str) -> None:
    """A heading of the same note, half a name and other brackets lead nowhere."""
    desk.note("a", "2026-01-01", f"alpha {text}")
    desk.put("KNOWLEDGE/folder/Target.md", "---\nid: t\n---\n")
    assert (["a"], False) == reached(desk, "a")


def test_name_of_two_notes_means_the_one_nearest_to_the_top(desk: Desk) -> None:
    """As in Obsidian; the other is meant by its path, and a whole path is never another's end."""
    desk.put("KNOWLEDGE/aa/same.md", "---\nid: deep\n---\n")
    desk.put("KNOWLEDGE/same.md", "---\nid: top\n---\n")
    desk.put("KNOWLEDGE/KNOWLEDGE/same.md", "---\nid: trap\n---\n")
    desk.put("KNOWLEDGE/zz/other.md", "---\nid: second\n---\n")
    desk.put("KNOWLEDGE/yy/other.md", "---\nid: first\n---\n")
    desk.note("a", "2026-01-01", "alpha [[same]] [[aa/same]] [[KNOWLEDGE/same]] [[other]]")
    assert (["a", "top", "deep", "first"], False) == reached(desk, "a")


def test_accents_are_compared_however_they_are_spelled(desk: Desk) -> None:
    """Some systems store a name with its accents apart from the letters."""
    desk.put("KNOWLEDGE/Cafe\u0301.md", "---\nid: t\n---\n")
    desk.note("a", "2026-01-01", "alpha [[caf\u00e9]]")
    assert (["a", "t"], False) == reached(desk, "a")


def test_private_link_is_no_edge(desk: Desk) -> None:
    """A link inside a private span says nothing, and is not followed."""
    desk.put("KNOWLEDGE/t.md", "---\nid: t\n---\n")
    desk.note("a", "2026-01-01", "alpha <private>[[t]]</private>")
    assert (["a"], False) == reached(desk, "a")


def test_edges_of_a_field_come_first(desk: Desk) -> None:
    """What a record names as related is nearer than what its text mentions."""
    for name in "bc":
        desk.note(name, "2026-01-01", "alpha")
    desk.note("a", "2026-01-01", "alpha [[b]] [[c]]\n- slug: c\n")
    assert (["a", "c", "b"], False) == reached(desk, "a")


def test_template_with_placeholders_is_named(desk: Desk) -> None:
    """A template is no record; below a folder that starts with an underscore nobody reads it."""
    desk.note("a", "2026-01-01", "alpha")
    desk.put("KNOWLEDGE/templates/Daily.md", "---\ncreated: {{date}}\n---\n")
    reply = desk.ask("status")
    assert (4, "integrity_error") == reply.refusal
    assert "KNOWLEDGE/templates/Daily.md" in reply.envelope["error"]["message"]
    (desk.root / "KNOWLEDGE/templates").rename(desk.root / "KNOWLEDGE/_templates")
    assert 1 == desk.ask("status").data["canonical"]["records"]
