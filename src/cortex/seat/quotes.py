"""How is a text of somebody else kept that must never be read as guidance?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.quotes import QUOTES_BYTES_MAX, QUOTES_FILE, TITLE, quoted

if TYPE_CHECKING:
    from cortex.model.seat_gate import Source
    from cortex.ports.seat_files import SeatFiles


def keep_quote(files: SeatFiles, text: str, source: Source, now_us: int) -> str:
    """Keep a text as a quote and give its id; the same words from the same place are kept once.

    Raises:
        InvalidRequest: nothing is left of the text.
        SeatFileRefused: the file of quotes cannot be written, or is past its limit.
    """
    name, block = quoted(text, source, now_us)
    with files.turn():
        there = files.find(QUOTES_FILE, QUOTES_BYTES_MAX)
        if there is None:
            files.append(QUOTES_FILE, f"{TITLE}{block}".encode())
        elif f"\n## {name} - ".encode() not in there:
            files.append(QUOTES_FILE, block.encode())
    return name
