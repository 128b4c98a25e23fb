"""What of a host's words is kept?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.observe.host_text import (
    CLEANED_CHARS_MAX,
    MARK_CHARS_MAX,
    WRAPPERS,
    cleaned_payload,
    exact_or_clean,
    kept_text,
    shortened,
    users_words,
)
from cortex.core.text.fence import fence
from cortex.hosts.fields import json_of
from cortex.model.host_events import ROLE_TOOL, ROLE_USER

LIMIT = 65_536


def test_text_is_kept_as_it_is() -> None:
    """CQR I7: blanks at the ends, tabs and line ends of another system are part of a text."""
    text = "  \tfix it\r\nplease \n"
    assert text == kept_text(ROLE_USER, text, LIMIT).text


def test_own_block_in_a_prompt_is_no_new_text() -> None:
    """Case 26: what was recalled and put beside a prompt is not taken in again."""
    kept = kept_text(ROLE_USER, f"why?\n{fence('we pin the driver', 'memory')}", LIMIT)
    assert "why?" == kept.text
    assert (("recalled_block", 1),) == kept.counts


def test_prompt_of_nothing_but_recalled_text_is_nothing() -> None:
    """Case 94: recalled text alone leaves nothing to keep."""
    assert "" == kept_text(ROLE_USER, fence("we pin the driver", "memory"), LIMIT).text


@pytest.mark.parametrize("name", WRAPPERS)
def test_what_a_host_wrapped_is_not_the_persons(name: str) -> None:
    """Each span a host puts into a prompt goes, and the words around it stay."""
    text = f"before\n<{name}>\nhost's\n</{name}>\nafter"
    assert "before\n\nafter" == users_words(text)
    assert "" == users_words(f"<{name} a='b'>x</{name}>\n<{name}>y</{name}>")


@pytest.mark.parametrize(
    "text",
    [
        "what is <system-reminder> for?",
        "it printed <bash-stdout>x</bash-stdout> inline",
        "<system-reminder> never closed",
        "<bash-inputs>other</bash-inputs>",
        "see [Request interrupted by user] above",
        "",
    ],
)
def test_word_about_a_tag_is_the_persons(text: str) -> None:
    """A tag inside a sentence, one that never closes, and one of another name are words."""
    assert text == users_words(text)


def test_tag_that_only_begins_like_a_wrapper_is_the_persons() -> None:
    """A longer name is another tag, whatever stands behind it."""
    text = "<system-reminders>mine</system-reminders>\n<system-reminder>its</system-reminder>"
    assert "<system-reminders>mine</system-reminders>" == users_words(text)


def test_interruption_is_nobodys_word() -> None:
    """What the host writes when an answer is broken off is not kept."""
    assert "" == kept_text(ROLE_USER, "[Request interrupted by user for tool use]", LIMIT).text


def test_tool_may_print_what_wraps_a_prompt() -> None:
    """Only prompts lose a host's spans: a tool's answer is exact."""
    text = "<system-reminder>x</system-reminder>"
    assert text == kept_text(ROLE_TOOL, text, LIMIT).text


def test_secret_inside_written_json_is_found() -> None:
    """Case 104: a key in a tool's answer goes before its line end is written as two characters."""
    answer = {"stdout": "A=1\nDB_PASSWORD=hunter2secret\nB=2", "interrupted": False}
    assert "hunter2secret" not in json_of(cleaned_payload(answer))
    assert {"stdout": "A=1", "n": [1, None, True]} == cleaned_payload(
        {"stdout": "A=1", "n": [1, None, True]}
    )


KEY_LINES = (
    "-----BEGIN RSA PRIVATE KEY-----",
    "MIIEpAIBAAKCAQEAx7",
    "-----END RSA PRIVATE KEY-----",
)


@pytest.mark.parametrize(
    "answer",
    [
        {"lines": ["before", *KEY_LINES, "after"]},
        [{"type": "text", "text": line} for line in ("before", *KEY_LINES, "after")],
        {"rows": [["before", KEY_LINES[0]], [*KEY_LINES[1:], "after"]]},
        {"lines": ["before", "<private>", "MIIEpAIBAAKCAQEAx7", "</private>", "after"]},
    ],
)
def test_secret_over_several_texts_of_a_list_is_found(answer: object) -> None:
    """A program that gives a file line by line gives a key so too; what is beside it stays."""
    told = json_of(cleaned_payload(answer))
    assert "MIIEpAIBAAKCAQEAx7" not in told
    assert "before" in told
    assert "after" in told


def test_list_keeps_its_form_when_each_text_is_clean_by_itself() -> None:
    """A key in one text of a list is taken out there, and nothing else moves."""
    rows = [{"line": 1, "text": "DB_PASSWORD=hunter2secret"}, {"line": 2, "text": "plain words"}]
    cleaned = [{"line": 1, "text": "DB_PASSWORD=[redacted]"}, {"line": 2, "text": "plain words"}]
    assert {"rows": cleaned} == cleaned_payload({"rows": rows})


def test_head_of_a_long_text_ends_at_a_gap() -> None:
    """Half a key has no sign of one, so a cut goes in front of it."""
    half = CLEANED_CHARS_MAX - MARK_CHARS_MAX - 12
    text = "x " * (half // 2) + "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a" + " y" * 500
    kept = kept_text(ROLE_TOOL, text, CLEANED_CHARS_MAX).text
    assert "16C7" not in kept
    assert "characters left out" in kept


def test_payload_deeper_than_any_is_cut() -> None:
    """A payload nested without end is no reason to overflow."""
    deep: object = "end"
    for _ in range(5_000):
        deep = [deep]
    assert "end" not in json_of(cleaned_payload(deep))


@pytest.mark.parametrize("text", ["x" * 5_000, "\u6f22" * 3_000, "\U0001f600" * 900])
def test_long_text_keeps_its_ends(text: str) -> None:
    """A text above the limit fits it, keeps both ends, and says how much is missing."""
    cut, left_out = shortened(text, 1_000)
    assert len(cut.encode()) <= 1_000
    assert cut.startswith(text[:100])
    assert cut.endswith(text[-100:])
    assert f"{left_out} bytes left out" in cut
    assert len(text.encode()) == left_out + cut.count(text[0]) * len(text[0].encode())
    assert (cut, 0) == shortened(cut, 1_000)


def test_log_without_end_keeps_its_clean_head() -> None:
    """Of a text too long to clean, only the head that was cleaned is kept."""
    endless = "line of a log\n" * 40_000 + "DB_PASSWORD=hunter2secret"
    text, _ = exact_or_clean(endless)
    assert len(text) <= CLEANED_CHARS_MAX
    assert "hunter2secret" not in text
    assert (text, ()) == exact_or_clean(text)


def test_text_of_exactly_the_limit_is_whole() -> None:
    """The limit itself is allowed, one byte more is not."""
    assert ("x" * 1_000, 0) == shortened("x" * 1_000, 1_000)
    assert 0 < shortened("x" * 1_001, 1_000)[1]


@given(st.text(max_size=200), st.sampled_from([ROLE_USER, ROLE_TOOL]))
def test_second_time_changes_nothing(text: str, role: str) -> None:
    """What a hook kept is not changed again where it is stored."""
    once = kept_text(role, text, 500).text
    assert once == kept_text(role, once, 500).text
    assert exact_or_clean(once)[0] == once
