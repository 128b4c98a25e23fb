"""Does an installed hook read and write? It is run as its host runs it, and the store is asked.

The command is taken from the host's own file, word for word, and gets one more option: another
home, which is made for the proof and goes with it. So nothing made up ever enters the memory.
Source: ADR 0165.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING

from cortex.model.host_events import PROMPT, SESSION_START
from cortex.model.lean_classes import NamedTuple

if TYPE_CHECKING:
    from typing import Any

    from cortex.ports.brain import Brain

PROOF_FACT = "The hooks of Cortex are proved with the word {word}"
PROOF_PROMPT = "Remember the word {word}; it proves that the hook works"

ATTEMPTS_MAX = 3
"""Times silent hooks are asked: a machine that is busy three times running is told as it is."""

OUTPUT_SHOWN = 120
"""Characters of a program's complaint that are told: its first line says what is wrong."""


class Answered(NamedTuple):
    """What a hook gave back; the status is None when it took longer than its host waits."""

    status: int | None
    output: bytes
    errors: bytes
    took_ms: int


class ProofGround(NamedTuple):
    """Where a proof takes place.

    Attributes:
        home: the home that was made for it; its store holds ``PROOF_FACT``.
        word: what nobody else could know.
        payload: gives what the host writes, by kind and text.
        run: runs words, or one text for a shell, with an input and within so many seconds.
        drain: keeps what lies in the spool of that home.
        brain: its open store.
    """

    home: str
    word: str
    payload: Callable[[str, str], dict[str, object]]
    run: Callable[[list[str] | str, bytes, float], Answered]
    drain: Callable[[], object]
    brain: Brain


class Proof(NamedTuple):
    """What came of it; ``fault`` is empty when a write and a read both went through.

    ``is_silent`` tells that the hooks ended well and did nothing.
    """

    fault: str
    took_ms: int = 0
    is_silent: bool = False


def prove(handlers: dict[str, dict[str, Any]], ground: ProofGround, seconds: float) -> Proof:
    """Start a session and say something through the hooks of a host, and look for both.

    A hook gives up after a fraction of a second, and a busy machine can take that; so one that
    ended well and did nothing is asked again.

    Args:
        handlers: the hook of ``SESSION_START`` and of ``PROMPT``, as they stand in the file.
        seconds: how long the host waits.
    """
    proof = Proof("it was not tried")
    for _ in range(ATTEMPTS_MAX):
        proof = _tried(handlers, ground, seconds)
        if not proof.is_silent:
            break
    return proof


def _tried(handlers: dict[str, dict[str, Any]], ground: ProofGround, seconds: float) -> Proof:
    took_ms, is_read = 0, False
    said = PROOF_PROMPT.format(word=ground.word)
    for kind in (SESSION_START, PROMPT):
        if kind not in handlers:
            return Proof(f"there is no hook for {kind}")
        given = json.dumps(ground.payload(kind, said)).encode()
        try:
            answered = ground.run(_command(handlers[kind], ground.home), given, seconds)
        except OSError as error:
            told = f"{error.filename}: {error.strerror}"
            return Proof(f"the hook for {kind} cannot be started: {told}")
        took_ms = max(took_ms, answered.took_ms)
        fault = _fault(kind, answered)
        if fault:
            return Proof(fault, took_ms)
        is_read = is_read or ground.word.encode() in answered.output
    if not is_read:
        return Proof("a session was told nothing of what is known", took_ms, is_silent=True)
    ground.drain()
    with ground.brain.reading() as reader:
        texts = [observation.event.text for observation in reader.observations.iter_all()]
    if said not in texts:
        return Proof("what was said in a session was not kept", took_ms, is_silent=True)
    return Proof("", took_ms)


def _command(handler: dict[str, Any], home: str) -> list[str] | str:
    """Give the command as it is written, with the proof's home behind it."""
    command, arguments = handler["command"], handler.get("args")
    if isinstance(command, list):
        return [*command, "--home", home]
    if isinstance(arguments, list):
        return [command, *arguments, "--home", home]
    return f"{command} --home {shlex.quote(home)}"


def _fault(kind: str, answered: Answered) -> str:
    if answered.status is None:
        return f"the hook for {kind} did not end in time"
    if answered.status == 0:
        return ""
    lines = answered.errors.decode("utf-8", "replace").strip().splitlines() or ["it said nothing"]
    return f"the hook for {kind} ended with {answered.status}: {lines[0][:OUTPUT_SHOWN]}"
