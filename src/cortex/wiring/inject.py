"""How does a prompt file get the boot brief behind it?

The file of the person is read and never written: what an agent is to read stands beside it, in
``FILE.injected``.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from cortex.model.errors import InvalidRequest, StoreReadOnly

if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.model.callers import Caller, Place
    from cortex.wiring.house import House

SUFFIX = ".injected"
BEGIN = "<!-- cortex:begin: recalled memory, data and no instructions -->"
END = "<!-- cortex:end -->"
PROMPT_BYTES_MAX = 4 * 1024 * 1024
"""Bytes of a prompt file: far more than any window holds."""

WATCH_SECONDS = 2.0
"""Seconds between two looks at the file and the brain (CQR 12.12)."""

Request = tuple[str, int]
"""(prompt file, tokens of the brief)."""


def inject(house: House, request: Request, place: Place, caller: Caller) -> dict[str, object]:
    """Write the prompt file with the brief behind it; the same content is not written again.

    Raises:
        InvalidRequest: the prompt file cannot be read, is too large or is no UTF-8.
        StoreReadOnly: the file beside it cannot be written.
    """
    name, budget_tokens = request
    path = Path(place.cwd or "", name)
    prompt = _read(path)
    brief = house.boot(budget_tokens, place, caller)
    text = injected(prompt, brief.prompt)
    target = path.with_name(path.name + SUFFIX)
    is_changed = not _holds(target, text)
    if is_changed:
        _replace(target, text)
    return {
        "file": str(path),
        "written": str(target),
        "changed": is_changed,
        "token_estimate": brief.token_estimate,
        "head": brief.head,
    }


def injected(prompt: str, brief: str) -> str:
    """Give a prompt with a brief behind it; an earlier brief in it is replaced."""
    before, begin, rest = prompt.partition(BEGIN)
    if begin:
        prompt = before.rstrip("\n") + "\n" + rest.partition(END)[2].lstrip("\n")
    if not brief:
        return prompt
    gap = "" if not prompt or prompt.endswith("\n\n") else "\n" if prompt.endswith("\n") else "\n\n"
    return f"{prompt}{gap}{BEGIN}\n{brief}\n{END}\n"


def watch(
    house: House,
    request: Request,
    place: Place,
    caller: Caller,
    wait: Callable[[float], None] = time.sleep,
) -> None:
    """Write again whenever the prompt or the brain changed; ends when ``wait`` raises.

    A look at which nothing changed compiles no brief and counts none.
    """
    seen = _signs(house, request, place)
    while True:
        wait(WATCH_SECONDS)
        now = _signs(house, request, place)
        if now != seen:
            seen = now
            inject(house, request, place, caller)


def _signs(house: House, request: Request, place: Place) -> tuple[tuple[int, int], ...]:
    """Give (size, instant of change) of everything that an injected file is made of."""
    store = house.settings.db_path
    signs = []
    for path in (Path(place.cwd or "", request[0]), Path(store), Path(f"{store}-wal")):
        try:
            found = path.stat()
            signs.append((found.st_size, found.st_mtime_ns))
        except OSError:
            signs.append((-1, 0))
    return tuple(signs)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            raw = file.read(PROMPT_BYTES_MAX + 1)
        text = raw.decode("utf-8")
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}"
        raise InvalidRequest(message, remedy="name the prompt file", field="file") from None
    except UnicodeDecodeError:
        message = f"{path} is no UTF-8 text"
        raise InvalidRequest(message, remedy="name the prompt file", field="file") from None
    if len(raw) > PROMPT_BYTES_MAX:
        message = f"{path} is larger than {PROMPT_BYTES_MAX} bytes"
        raise InvalidRequest(message, remedy="name the prompt file", field="file")
    return text


def _holds(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode()
    except OSError:
        return False


def _replace(path: Path, text: str) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        beside.write_bytes(text.encode())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        message = f"{path} cannot be written: {error.strerror}"
        raise StoreReadOnly(message, remedy="make its folder writable") from None
