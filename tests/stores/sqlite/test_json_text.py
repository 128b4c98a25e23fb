"""Does SQLite read a host's JSON as strictly as a JSON parser would?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.stores.sqlite.json_text import read_text_fields

NAMES = ("cwd", "source")
PLAIN = st.text(st.characters(exclude_categories=["Cs"]))


@given(st.dictionaries(PLAIN | st.sampled_from(NAMES), PLAIN | st.integers() | st.none()))
def test_members_are_read_as_the_json_module_reads_them(members: dict[str, object]) -> None:
    """Any object gives the wanted text members, whatever escapes or scripts they are written in."""
    wanted = {name: text for name, text in members.items() if name in NAMES}
    texts = {name: text for name, text in wanted.items() if isinstance(text, str)}
    for is_ascii in (True, False):
        payload = json.dumps(members, ensure_ascii=is_ascii).encode()
        assert texts == read_text_fields(payload, NAMES)


@given(st.binary(max_size=200))
def test_any_bytes_give_fields_or_none(payload: bytes) -> None:
    """Garbage never raises, and is no object unless the json module says so too."""
    found = read_text_fields(payload, NAMES)
    if found is not None:
        assert isinstance(json.loads(payload.decode("utf-8-sig")), dict)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b" ",
        b"null",
        b"[1]",
        b'"cwd"',
        b'{"cwd":"/x"',
        b"{cwd:'/x'}",
        b'{"cwd":"/x",}',
        b'{"cwd":"/x"}\x00',
        b'{"cwd":"/x"} {"cwd":"/y"}',
        b"\xff\xfe{\x00}\x00",
        b'{"cwd":"\xff"}',
        b'{"cwd":"\\ud800"}',
        b'{"a":' * 3_000 + b"1" + b"}" * 3_000,
        b"\x00" * 65_536,
    ],
)
def test_what_is_no_object_gives_none(payload: bytes) -> None:
    """Case 34: empty, truncated, lenient, doubled, binary and bottomless input is refused."""
    assert read_text_fields(payload, NAMES) is None


def test_last_of_a_repeated_member_counts_and_a_mark_is_passed_over() -> None:
    """A byte order mark is no part of the JSON; a repeated name reads as in most parsers."""
    assert {"cwd": "/b"} == read_text_fields(b'\xef\xbb\xbf{"cwd":"/a","cwd":"/b"}', NAMES)


def test_unwanted_members_do_not_matter() -> None:
    """Text that is no Unicode spoils the answer only where it is wanted."""
    payload = b'{"cwd":"/a","prompt":"\\ud800","deep":{"cwd":"/b"},"n":[1,{"source":"x"}]}'
    assert {"cwd": "/a"} == read_text_fields(payload, NAMES)
