"""How does a program ask a vault without starting a process? Values in, the same envelopes out.

A value is never read as an option, so every text can be searched for.
Source: docs/formats/vault-programs.md.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from typing import NoReturn

from cortex.core.vault.delegation import accepted
from cortex.core.vault.payloads import read_payload
from cortex.core.vault.words import ADAPTERS, WRITING, Words, refuse
from cortex.model.lean_classes import NamedTuple
from cortex.model.vault import VaultCode, VaultFault
from cortex.wiring.vault import VaultAnswer, answer_words, enveloped

ALLOW_WRITE = "allowWrite"
_ABSENT = object()
"""Stands for an argument that was not given; None is one that was."""


class VaultResult(NamedTuple):
    """The envelope a command would have printed, and the status it would have ended with."""

    exit_code: int
    envelope: dict[str, object]


class VaultRuntime(NamedTuple):
    """What an adapter works on.

    Attributes:
        memory_root: folder of the vault; None takes that of the command line's rules.
        memory_add: takes one item and answers ``{"ok": True, ...}`` or ``{"ok": False, "code":
            ..., "message": ...}``; None writes as the command line does. The gates stand before
            either.
        now: the instant that reading asks about; None takes the present.
    """

    memory_root: str | os.PathLike[str] | None = None
    memory_add: Callable[[dict[str, object]], object] | None = None
    now: str | None = None


class VaultAdapter:
    """A vault as one agent host sees it; cannot be changed once made.

    Every call answers with a VaultResult and raises nothing for what it is given. A name that no
    host has is refused by each call.
    """

    __slots__ = ("_name", "_runtime")
    _name: str
    _runtime: VaultRuntime

    def __init__(self, name: str, runtime: VaultRuntime) -> None:
        object.__setattr__(self, "_name", name)
        object.__setattr__(self, "_runtime", runtime)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        message = f"an adapter cannot be changed: {name}"
        raise AttributeError(message)

    def __delattr__(self, name: str) -> NoReturn:
        message = f"an adapter cannot be changed: {name}"
        raise AttributeError(message)

    @property
    def name(self) -> str:
        """Give the host this adapter is for."""
        return self._name

    def status(self) -> VaultResult:
        """Count the records."""
        return self._read("status")

    def search(self, query: str) -> VaultResult:
        """Give cards of the records that answer a text, whatever it begins with."""
        return self._read("search", query)

    def get(self, *ids: str) -> VaultResult:
        """Give records whole, all or none."""
        return self._read("get", *ids)

    def export(self, *ids: str) -> VaultResult:
        """Give records whole, for carrying elsewhere."""
        return self._read("export", *ids)

    def timeline(self, anchor: str) -> VaultResult:
        """Give cards around a record or an instant."""
        return self._read("timeline", anchor)

    def remember(self, item: object = _ABSENT, options: object = _ABSENT) -> VaultResult:
        """Keep a memory, an idea or knowledge; ``{"allowWrite": True}`` allows it, once."""
        return self._write("remember", item, options)

    def propose(self, item: object = _ABSENT, options: object = _ABSENT) -> VaultResult:
        """Queue a proposal; ``{"allowWrite": True}`` allows it, once."""
        return self._write("propose", item, options)

    def _read(self, command: str, *given: object) -> VaultResult:
        texts = tuple(one for one in given if isinstance(one, str))
        if len(texts) != len(given):
            return _invalid(command)
        if command == "timeline":
            return self._run(command, (), {"--anchor": texts[0]})
        return self._run(command, texts, {})

    def _write(self, command: str, item: object, options: object) -> VaultResult:
        payload, is_allowed = _serialized(item), _permission(options)
        if payload is None or is_allowed is None:
            return _invalid(command)
        return self._run(command, (payload,), {"--allow-write": ""} if is_allowed else {})

    def _run(
        self, command: str, positionals: tuple[str, ...], options: dict[str, str]
    ) -> VaultResult:
        given, add = {"--adapter": self._name, **options}, self._runtime.memory_add
        if self._runtime.memory_root is not None:
            given["--memory-root"] = os.fspath(self._runtime.memory_root)
        if self._runtime.now is not None and command not in WRITING:
            given["--now"] = self._runtime.now
        words = Words(command, positionals, given)
        try:
            _check(words)
        except VaultFault as fault:
            return _result(_refusal(command, fault))
        if add is not None and command in WRITING:
            return _result(enveloped(command, lambda: _delegated(words, add)))
        return _result(answer_words(words))


def create_vault_adapter(name: str, runtime: VaultRuntime | None = None) -> VaultAdapter:
    """Give an adapter for one of ``claude``, ``hermes``, ``codex`` and ``subagent``.

    Args:
        name: the host; another one is refused by each call, not here.
        runtime: what it works on; None takes what the command line would.
    """
    return VaultAdapter(name, VaultRuntime() if runtime is None else runtime)


def _check(words: Words) -> None:
    """Refuse what the grammar of a command line would have refused."""
    if words.options["--adapter"] not in ADAPTERS:
        refuse(f"--adapter must be one of: {', '.join(ADAPTERS)}")
    if words.options.get("--anchor") == "":
        refuse("Missing value for --anchor")


def _delegated(words: Words, add: Callable[[dict[str, object]], object]) -> dict[str, object]:
    """Pass the gates, then hand the item over, once."""
    if not words.has("--allow-write"):
        message = f"{words.command} needs an adapter and the permission to write"
        raise VaultFault(VaultCode.WRITE_REFUSED, message)
    item = read_payload(words.positionals[0].encode(), words.command)
    try:
        result = add(item)
    except Exception as error:  # noqa: BLE001  # Somebody else's code: whatever it raises is said.
        message = f"The writer failed: {type(error).__name__}"
        raise VaultFault(VaultCode.INTERNAL, message) from None
    answer = accepted(result)
    if _serialized(answer) is None:
        message = "The writer answered what cannot be written as JSON"
        raise VaultFault(VaultCode.INTERNAL, message)
    return {"adapter": words.options["--adapter"], "result": answer}


def _serialized(item: object) -> str | None:
    """Give an item as JSON, or None when it is none: a cycle, a set, not a number."""
    try:
        text = json.dumps(item, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        # Half of a pair has no bytes of its own, and is spelled out as JSON allows.
        return text.encode("utf-8", "backslashreplace").decode("utf-8")
    except (TypeError, ValueError, RecursionError):
        return None


def _permission(options: object) -> bool | None:
    """Tell whether a write is allowed; None when the options are not exactly understood."""
    if options is _ABSENT:
        return False
    if not isinstance(options, Mapping) or any(key != ALLOW_WRITE for key in options):
        return None
    allowed = options.get(ALLOW_WRITE, False)
    return allowed if isinstance(allowed, bool) else None


def _invalid(command: str) -> VaultResult:
    message = "Adapter input must be JSON-serializable"
    return _result(_refusal(command, VaultFault(VaultCode.INVALID_INPUT, message)))


def _refusal(command: str, fault: VaultFault) -> VaultAnswer:
    def raised() -> dict[str, object]:
        raise fault

    return enveloped(command, raised)


def _result(answer: VaultAnswer) -> VaultResult:
    """Read back what would have been printed, so that both ways give the same."""
    envelope: dict[str, object] = json.loads(answer.output)
    return VaultResult(answer.status, envelope)
