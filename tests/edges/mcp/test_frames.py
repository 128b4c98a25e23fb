"""Is every line either a message, or refused in a way its sender can match?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from cortex.edges.mcp.frames import LINE_BYTES_KEPT_MAX, LINE_BYTES_MAX, Batch, Refusal, read_frame

PARSE, INVALID, PARAMS = -32700, -32600, -32602


@pytest.mark.parametrize("request_id", [0, 7, -1, 2**53, "7", "a", ""])
def test_request_keeps_its_id(request_id: int | str) -> None:
    """An id is a text or a whole number, and stays what it is. CQR F19"""
    frame = read_frame(json.dumps({"jsonrpc": "2.0", "id": request_id, "method": "ping"}).encode())
    assert isinstance(frame, JSONRPCRequest)
    assert (request_id, type(request_id)) == (frame.id, type(frame.id))


def test_notification_and_answer_are_messages() -> None:
    """A message without id is a notification; one with a result is an answer."""
    assert isinstance(read_frame(b'{"jsonrpc":"2.0","method":"a"}'), JSONRPCNotification)
    assert isinstance(read_frame(b'{"jsonrpc":"2.0","id":1,"result":{}}'), JSONRPCResponse)


@pytest.mark.parametrize("line", [b"", b"  ", b"\r", b"\xef\xbb\xbf"])
def test_blank_line_is_nothing(line: bytes) -> None:
    """A line without content is passed over."""
    assert read_frame(line) is None


def test_byte_order_mark_and_carriage_return_are_passed_over() -> None:
    """What some shells put around a line does not belong to the message."""
    line = b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"ping"}\r'
    assert isinstance(read_frame(line), JSONRPCRequest)


@pytest.mark.parametrize(
    ("line", "request_id", "code"),
    [
        (b"not json", None, PARSE),
        (b'{"jsonrpc":"2.0","id":1,"method":"a"', None, PARSE),
        (b'{"jsonrpc":"2.0","id":1,"method":"a","params":{"n":NaN}}', None, PARSE),
        (b"[" * 100_000, None, PARSE),
        (b'{"id":8,"method":"a","params":' + b"[" * 100_000, 8, PARSE),
        (b'{"method":"a","id":"x\\"y","params":' + b"[" * 100_000, 'x"y', PARSE),
        (b'{"method":"id","params":{"id":1,"b":' + b"[" * 100_000, None, PARSE),
        (b'{"id":[7],"params":' + b"[" * 100_000, None, PARSE),
        (b'{"id":8,"method":"a","params":{"n":' + b"9" * 5000 + b"}}", 8, PARSE),
        (b'{"jsonrpc":"2.0","id":5,"method":"\xff\xfe"}', 5, PARSE),
        (b"[]", None, INVALID),
        (b"5", None, INVALID),
        (b'{"id":1,"method":"a"}', 1, INVALID),
        (b'{"jsonrpc":"1.0","id":"x","method":"a"}', "x", INVALID),
        (b'{"jsonrpc":"2.0","id":1}', 1, INVALID),
        (b'{"jsonrpc":"2.0","id":1,"method":5}', 1, INVALID),
        (b'{"jsonrpc":"2.0","id":null,"method":"a"}', None, INVALID),
        (b'{"jsonrpc":"2.0","id":true,"method":"a"}', None, INVALID),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"a"}', None, INVALID),
        (b'{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}', 1, PARAMS),
    ],
)
def test_bad_line_is_refused_under_its_id(
    line: bytes, request_id: int | str | None, code: int
) -> None:
    """A line that is no message is answered with the code of its fault. CQR E9"""
    frame = read_frame(line)
    assert isinstance(frame, Refusal)
    assert (request_id, code) == (frame.request_id, frame.code)


def test_size_limit_and_one_more() -> None:
    """A line of exactly the limit is read; one byte more is refused under its id."""
    shell = b'{"jsonrpc":"2.0","id":9,"method":"a","params":{"t":""}}'
    exact = shell.replace(b'""', b'"' + b"x" * (LINE_BYTES_MAX - len(shell)) + b'"')
    assert LINE_BYTES_MAX == len(exact)
    assert isinstance(read_frame(exact), JSONRPCRequest)
    frame = read_frame(exact.replace(b'"x', b'"xx', 1))
    assert isinstance(frame, Refusal)
    assert (9, INVALID) == (frame.request_id, frame.code)


def test_line_that_was_cut_is_refused_under_its_id() -> None:
    """Of a line longer than is kept only the beginning is there, and its id is in it."""
    line = b'{"jsonrpc":"2.0","id":9,"method":"a","params":{"t":"' + b"x" * LINE_BYTES_KEPT_MAX
    frame = read_frame(line[:LINE_BYTES_KEPT_MAX])
    assert isinstance(frame, Refusal)
    assert (9, INVALID) == (frame.request_id, frame.code)
    frame = read_frame(b'{"params":"' + line)
    assert isinstance(frame, Refusal)
    assert frame.request_id is None


def test_array_is_a_batch() -> None:
    """Every item is a message or refused by itself; an array in an array is none."""
    frame = read_frame(b'[{"jsonrpc":"2.0","id":1,"method":"ping"},5,[]]')
    assert isinstance(frame, Batch)
    assert [JSONRPCRequest, Refusal, Refusal] == [type(item) for item in frame.items]


def test_lone_surrogate_becomes_the_replacement_character() -> None:
    """A half of a character pair, which UTF-8 cannot write, is read as U+FFFD. case 76"""
    frame = read_frame(rb'{"jsonrpc":"2.0","id":1,"method":"a","params":{"t":"x\ud83dy"}}')
    assert isinstance(frame, JSONRPCRequest)
    assert {"t": "x\ufffdy"} == frame.params


@given(st.binary(max_size=200))
def test_no_line_is_more_than_refused(line: bytes) -> None:
    """Whatever bytes arrive, they are a message, a refusal or nothing."""
    read_frame(line)
