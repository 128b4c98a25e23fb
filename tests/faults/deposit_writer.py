"""What does a writer do that may be killed? It commits, and says so only when it has the receipt.

Run as a program: ``deposit_writer.py HOME PREFIX WRITERS COUNT [KEYS]``. Each of the WRITERS
threads opens the house for itself and commits COUNT facts. A line of JSON for each receipt goes to
standard output in one write, a line for each failure to standard error. With KEYS, fact n carries
the idempotency key KEYS-n and the same text in every process that is given the same KEYS.
"""

import json
import os
import sys
from hashlib import sha256
from pathlib import Path
from threading import Thread

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.wiring.house import House, open_house
from cortex.wiring.settings import Settings

_SYLLABLES = [onset + vowel for onset in "bcdfghklmnprstvz" for vowel in "aeiou"]
WORDS_OF_ITS_OWN = 12
"""Words of a fact that no other one has: enough that two facts are never taken for alike."""

WRITER_PROGRAM = Path(__file__)

PLACE = Place(project="user")
CALLER = Caller(agent="writer")


def text_of(name: str) -> str:
    """Give the statement that goes by a name; two names share only a handful of plain words."""
    digest = sha256(name.encode()).digest() + sha256(f"more {name}".encode()).digest()
    syllables = [_SYLLABLES[byte % len(_SYLLABLES)] for byte in digest]
    words = ["".join(syllables[at : at + 4]) for at in range(0, 4 * WORDS_OF_ITS_OWN, 4)]
    return f"Result of {name} is that {' '.join(words)}."


def settings_of(home: Path, durability: str = "durable") -> Settings:
    """Give the settings of the brain that all writers share."""
    return Settings(
        home=str(home),
        db_path=str(home / "cortex.db"),
        durability=durability,
        cwd=str(home),
        user_home=str(home),
    )


def keep(house: House, name: str, key: str | None) -> None:
    """Commit one fact and acknowledge it with a single write."""
    request = CommitRequest(text_of(name), type="note", idempotency_key=key)
    outcome = house.commit(request, PLACE, CALLER)
    receipt = {
        "name": name,
        "reference": outcome.fact.reference,
        "action": outcome.action,
        "replay": outcome.is_replay,
        "version": outcome.version_id,
    }
    os.write(1, json.dumps(receipt).encode() + b"\n")


def write_many(home: Path, prefix: str, count: int, keys: str | None) -> None:
    """Commit facts one after the other; every failure is reported and none is repeated."""
    with open_house(settings_of(home)) as house:
        for number in range(count):
            name = f"{keys or prefix}-{number}"
            try:
                keep(house, name, name if keys else None)
            except Exception as error:  # noqa: BLE001 - The test must hear of whatever it was.
                os.write(2, f"{name}: {type(error).__name__}: {error}\n".encode())


def main(arguments: list[str]) -> None:
    """Start the writers and wait for them."""
    home, prefix, writers, count, *keys = arguments
    threads = [
        Thread(
            target=write_many,
            args=(Path(home), f"{prefix}w{number}", int(count), keys[0] if keys else None),
        )
        for number in range(int(writers))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(sys.argv[1:])
