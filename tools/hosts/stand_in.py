"""What stands in for the model? A server on loopback that answers by rule and keeps every request.

It lives in the process of the test, so that a test asks it directly what the model saw.
"""

import json
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from tools.hosts.dialects import (
    Body,
    asked_in_contents,
    asked_in_messages,
    asked_in_responses,
    contents_reply,
    messages_events,
    messages_reply,
    responses_events,
)
from tools.hosts.turns import Seen, reply_to


class StandIn(ThreadingHTTPServer):
    """The server. ``seen`` holds every request of a turn, in the order they came."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seen: list[Seen] = []
        self._serial = 0
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """Give the address hosts are pointed to."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def note(self, path: str, body: Body) -> int:
        """Keep a request and give its number, from one."""
        with self._lock:
            self.seen.append(Seen(path, body))
            self._serial += 1
            return self._serial


@contextmanager
def standing_in() -> Iterator[StandIn]:
    """Serve until the block ends."""
    server = StandIn()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Say nothing; ``seen`` is the record."""

    def do_GET(self) -> None:
        """Answer a look at the list of models."""
        self._whole({"data": [], "has_more": False})

    do_HEAD = do_GET  # noqa: N815  # The name the server asks for.

    def do_POST(self) -> None:
        """Answer a turn, or a count of tokens."""
        size = int(self.headers.get("content-length") or 0)
        body: Body = json.loads(self.rfile.read(size) or b"{}")
        if "count_tokens" in self.path:
            self._whole({"input_tokens": size // 4})
        elif "countTokens" in self.path:
            self._whole({"totalTokens": size // 4})
        elif self.path.startswith("/v1/messages"):
            self._messages(body, size)
        elif self.path.startswith("/v1/responses"):
            serial = cast(StandIn, self.server).note(self.path, body)
            reply = reply_to(asked_in_responses(body))
            self._named(responses_events(body, reply, serial, size))
        elif "enerateContent" in self.path:
            self._contents(body, size)
        else:
            self._whole({})

    def _messages(self, body: Body, size: int) -> None:
        serial = cast(StandIn, self.server).note(self.path, body)
        message = messages_reply(body, reply_to(asked_in_messages(body)), serial, size)
        if body.get("stream"):
            self._named(messages_events(message))
        else:
            self._whole(message)

    def _contents(self, body: Body, size: int) -> None:
        cast(StandIn, self.server).note(self.path, body)
        value = contents_reply(body, reply_to(asked_in_contents(body)), size)
        if "stream" in self.path:
            self._stream([f"data: {json.dumps(value)}\r\n\r\n"])
        else:
            self._whole(value)

    def _whole(self, value: object) -> None:
        content = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _named(self, events: Iterable[tuple[str, Body]]) -> None:
        self._stream(
            f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n"
            for kind, data in events
        )

    def _stream(self, pieces: Iterable[str]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        for piece in pieces:
            self.wfile.write(piece.encode())
