"""How do lines on two descriptors become the message streams the SDK serves?

Reading and writing block, so each has a thread of its own: a client that does not read its answers
cannot stop the server from reading requests, and a thread that waits for input cannot keep the
process alive. When the input ends, requests already read are answered first.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import anyio
from mcp.shared.message import SessionMessage

from cortex.edges.mcp.batches import BATCH_REVISION, Agreement, Batches
from cortex.edges.mcp.frames import (
    INVALID_REQUEST,
    LINE_BYTES_KEPT_MAX,
    Batch,
    Refusal,
    read_frame,
)
from cortex.edges.mcp.streams import READ_BYTES, LineCutter, write_all
from cortex.wire.encoding import encode

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp_types import JSONRPCMessage

    Arriving = MemoryObjectSendStream[SessionMessage | Exception]
    Reading = MemoryObjectReceiveStream[SessionMessage | Exception]
    Writing = MemoryObjectSendStream[SessionMessage]
    Written = MemoryObjectReceiveStream[SessionMessage]

CHUNKS_WAITING_MAX = 4
"""Chunks read ahead of the server; beyond that the client waits, as with any pipe."""

DRAIN_SECONDS_MAX = 10
"""Seconds given to answers still owed when the input ends: a write may wait for the store."""

FLUSH_SECONDS_MAX = 5
"""Seconds given to a client to read the last answers before the process ends."""

INTERNAL_ERROR = -32603
INITIALIZE = "initialize"
CANCELLED = "notifications/cancelled"


@asynccontextmanager
async def line_streams(incoming: int, outgoing: int) -> AsyncIterator[tuple[Reading, Writing]]:
    """Give (messages read, messages to write) over two descriptors, one message a line.

    Both streams end when the input does, or when nobody reads the output any more.
    """
    arriving, taken = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    leaving, written = anyio.create_memory_object_stream[SessionMessage](0)
    reading = anyio.CancelScope()
    group = anyio.create_task_group()
    output = _Output(outgoing, on_closed=group.cancel_scope.cancel)
    desk = _Desk(arriving, output)
    try:
        async with group:
            group.start_soon(_read_lines, _Input(incoming), arriving, desk, reading)
            group.start_soon(_write_lines, written, desk)
            try:
                yield taken, leaving
            finally:
                reading.cancel()
                leaving.close()  # The writing task ends when it has written what was sent.
    finally:
        output.finish()


class _Owed:
    """The requests that were read and not answered yet."""

    def __init__(self) -> None:
        self._ids: set[int | str] = set()
        self._settled = asyncio.Event()
        self._settled.set()

    def __contains__(self, request_id: object) -> bool:
        """Tell whether an answer is owed under this id."""
        return request_id in self._ids

    def note_read(self, message: JSONRPCMessage) -> None:
        """Count a request; a cancelled one is owed no answer."""
        method = getattr(message, "method", None)
        request_id = getattr(message, "id", None)
        if method is not None and request_id is not None:
            self._ids.add(request_id)
            self._settled.clear()
        elif method == CANCELLED:
            self.note_answered((getattr(message, "params", None) or {}).get("requestId"))

    def note_answered(self, request_id: object) -> None:
        """Count an answer."""
        if isinstance(request_id, int | str):
            self._ids.discard(request_id)
        if not self._ids:
            self._settled.set()

    async def wait(self) -> None:
        """Wait until every request has its answer, at most DRAIN_SECONDS_MAX."""
        with anyio.move_on_after(DRAIN_SECONDS_MAX):
            await self._settled.wait()


class _Input:
    """Chunks of bytes, read by a thread that ends with the process."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._chunks: asyncio.Queue[bytes] = asyncio.Queue(CHUNKS_WAITING_MAX)
        threading.Thread(target=self._pump, name="mcp input", daemon=True).start()

    async def chunk(self) -> bytes:
        """Give the next bytes, or none at the end of the input."""
        return await self._chunks.get()

    def _pump(self) -> None:
        while True:
            try:
                chunk = os.read(self._descriptor, READ_BYTES)
            except OSError:
                chunk = b""
            try:
                asyncio.run_coroutine_threadsafe(self._chunks.put(chunk), self._loop).result()
            except (RuntimeError, asyncio.CancelledError):
                return  # The loop has ended; nobody waits for input.
            if not chunk:
                return


class _Output:
    """Lines of bytes, written in order by a thread of their own."""

    def __init__(self, descriptor: int, on_closed: Callable[[], None]) -> None:
        self._descriptor = descriptor
        self._on_closed = on_closed
        self._loop = asyncio.get_running_loop()
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._drain, name="mcp output", daemon=True)
        self._thread.start()

    def put(self, value: object) -> None:
        """Write a JSON value as one line."""
        self._lines.put(encode(value).encode("utf-8") + b"\n")

    def finish(self) -> None:
        """Wait until everything is written, at most FLUSH_SECONDS_MAX."""
        self._lines.put(None)
        self._thread.join(FLUSH_SECONDS_MAX)

    def _drain(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                write_all(self._descriptor, line)
            except OSError:
                with suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(self._on_closed)
                return


class _Desk:
    """Where messages come in and answers go out."""

    def __init__(self, arriving: Arriving, output: _Output) -> None:
        self.owed = _Owed()
        self._arriving = arriving
        self._output = output
        self._agreement = Agreement()
        self._batches = Batches()

    async def take(self, line: bytes) -> None:
        """Hand a line to the server, or refuse it."""
        frame = read_frame(line)
        if isinstance(frame, Refusal):
            self._put(_error(frame))
        elif isinstance(frame, Batch):
            await self._take_batch(frame)
        elif frame is not None:
            await self._pass_on(frame)

    def answer(self, message: JSONRPCMessage) -> None:
        """Write what the server says: alone, or with the other answers of its array."""
        request_id = getattr(message, "id", None)
        try:
            said = message.model_dump(by_alias=True, exclude_unset=True)
            encode(said)
        except (TypeError, ValueError):
            error = {"code": INTERNAL_ERROR, "message": "the answer could not be written"}
            said = {"jsonrpc": "2.0", "id": request_id, "error": error}
        self._put(self._batches.take(said))
        self._agreement.note_answered(said)
        self.owed.note_answered(request_id)

    async def _take_batch(self, batch: Batch) -> None:
        if not await self._agreement.has_batches():
            message = f"several messages on one line are only part of revision {BATCH_REVISION}"
            self._put(_error(Refusal(None, INVALID_REQUEST, message)))
            return
        refusals: list[dict[str, object]] = []
        waiting: set[int | str] = set()
        taken: list[JSONRPCMessage] = []
        for item in batch.items:
            refusal = item if isinstance(item, Refusal) else self._refusal(item, waiting)
            if refusal is not None:
                refusals.append(_error(refusal))
            elif not isinstance(item, Refusal):
                taken.append(item)
                request_id = _asked_by(item)
                if request_id is not None:
                    waiting.add(request_id)
        self._put(self._batches.open(refusals, waiting))
        for item in taken:
            await self._pass_on(item)

    def _refusal(self, message: JSONRPCMessage, waiting: set[int | str]) -> Refusal | None:
        """Give why a message may not stand in an array, or None."""
        request_id = _asked_by(message)
        if request_id is None:
            return None
        if _method(message) == INITIALIZE:
            return Refusal(request_id, INVALID_REQUEST, "initialize stands alone on its line")
        if request_id in waiting or request_id in self.owed:
            return Refusal(request_id, INVALID_REQUEST, "another request waits under this id")
        return None

    async def _pass_on(self, message: JSONRPCMessage) -> None:
        request_id = _asked_by(message)
        if request_id is not None and _method(message) == INITIALIZE:
            self._agreement.note_asked(request_id)
        elif _method(message) == CANCELLED:
            cancelled = (getattr(message, "params", None) or {}).get("requestId")
            if isinstance(cancelled, int | str):
                self._put(self._batches.drop(cancelled))
        self.owed.note_read(message)
        await self._arriving.send(SessionMessage(message))

    def _put(self, value: object | None) -> None:
        if value is not None:
            self._output.put(value)


def _method(message: JSONRPCMessage) -> str | None:
    return getattr(message, "method", None)


def _asked_by(message: JSONRPCMessage) -> int | str | None:
    """Give the id of a request; None for a notification or an answer."""
    found: int | str | None = getattr(message, "id", None)
    return None if _method(message) is None else found


def _error(refusal: Refusal) -> dict[str, object]:
    error = {"code": refusal.code, "message": refusal.message}
    return {"jsonrpc": "2.0", "id": refusal.request_id, "error": error}


async def _read_lines(
    source: _Input, arriving: Arriving, desk: _Desk, reading: anyio.CancelScope
) -> None:
    cutter = LineCutter(LINE_BYTES_KEPT_MAX)
    gone = (anyio.BrokenResourceError, anyio.ClosedResourceError)
    with reading, suppress(*gone):
        async with arriving:
            while chunk := await source.chunk():
                for line in cutter.feed(chunk):
                    await desk.take(line)
            await desk.take(cutter.finish())
            await desk.owed.wait()


async def _write_lines(written: Written, desk: _Desk) -> None:
    async with written:
        async for item in written:
            desk.answer(item.message)
