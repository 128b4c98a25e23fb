"""What does `cortex doctor` say of each host that has Cortex? It proves it."""

# ruff: noqa: PTH102, PTH118  # Paths are text on their way through here.

from __future__ import annotations

import json
import os
import tempfile
from typing import Any

from cortex import __version__
from cortex.core.config_edit.merge import hooks_in, setting_in, without
from cortex.hosts.setups import opencode
from cortex.hosts.setups.every import KNOWN, Known
from cortex.hosts.setups.proofs import EVENTS, proof_payload
from cortex.model.callers import Caller, Place, principal_of
from cortex.model.commits import CommitRequest
from cortex.model.errors import CortexError
from cortex.model.host_events import PROMPT, SESSION_START
from cortex.model.installation import LEVEL_USER, EditRefused, Form, HostState, Setup
from cortex.model.outcomes import Finding, Level
from cortex.model.scopes import USER_SCOPE_ID
from cortex.services.configuring import find_target, text_of
from cortex.services.host_capture import Keeping, open_grant
from cortex.services.install import plan_install
from cortex.services.prove import PROOF_FACT, Answered, Proof, ProofGround, prove
from cortex.stores.system.environment import plain_environment
from cortex.stores.system.running import in_shell, run_program
from cortex.wiring.host_capture import let_in
from cortex.wiring.house import House, open_house
from cortex.wiring.install import Installer, project_of
from cortex.wiring.plugin_hooks import plugin_hooks
from cortex.wiring.settings import Settings
from cortex.wiring.spool import COMMAND_MS, drain_now

PROOF_SECONDS = 5
"""Seconds a hook of a proof may take: as long as the hosts are told to wait."""

_DIGITS = 1_000_000


def host_findings(house: House) -> tuple[Finding, ...]:
    """Give for each host that has Cortex whether its files are right and its hooks work.

    A host that never got it is not spoken of. A proof that could not be made is a failure.
    """
    if not house.settings.user_home:
        return ()
    try:
        installer = Installer(house.settings)
        listed = {(one.host, one.level) for one in installer.installed}
    except (CortexError, EditRefused) as error:
        return (Finding("install", Level.WARN, str(error), "run `cortex install`"),)
    findings: list[Finding] = []
    for known in KNOWN:
        setup = installer.setup(known)
        project = project_of(house.settings)
        if (known.host, LEVEL_USER) in listed or _has_ours(installer, setup):
            findings += _findings(house, installer, known, setup)
        elif (known.host, project) in listed:
            findings += _findings(house, installer, known, installer.setup(known, project))
    return tuple(findings)


def _has_ours(installer: Installer, setup: Setup) -> bool:
    for target in setup.targets:
        try:
            text = text_of(target.paths[0], find_target(installer.files, target).content)
            if text != without(text, target.form, target.parts, is_forced=True):
                return True
        except EditRefused:
            continue
    return False


def _findings(
    house: House, installer: Installer, known: Known, setup: Setup
) -> tuple[Finding, ...]:
    here = " --project" if any(target.root for target in setup.targets) else ""
    again = f"run `cortex install --apply --host {known.host}{here}`"
    files, hooks = f"{known.host} files", f"{known.host} hooks"
    [plan] = plan_install(installer.files, (setup,), __version__)
    if plan.state is HostState.REFUSED:
        return (
            Finding(files, Level.FAIL, plan.reason, plan.remedy),
            Finding(hooks, Level.FAIL, "not proved: its files cannot be read", plan.remedy),
        )
    stale = [op.path for op in plan.ops if op.before != op.after]
    if stale:
        told = f"missing, doubled or out of date in {', '.join(stale)}"
        about = Finding(files, Level.WARN, told, again)
    else:
        about = Finding(files, Level.PASS, f"{len(plan.ops)} files are as they should be")
    if not _is_let_in(house, known.host):
        return (about, Finding(hooks, Level.FAIL, "nobody let it hand over what happens", again))
    try:
        proof = _proved(house.settings, known.host, _handlers(installer, known.host, setup))
    except (CortexError, EditRefused, OSError) as error:
        proof = Proof(str(error))
    if proof.fault:
        return (about, Finding(hooks, Level.FAIL, f"not proved: {proof.fault}", again))
    told = f"a write and a read went through them, in at most {proof.took_ms} ms each"
    for switch in setup.switches:
        content = installer.files.look(switch.file).content
        if switch.off is setting_in(text_of(switch.file, content), switch.form, switch.path):
            name = ".".join(switch.path)
            off = f"they work, and {known.name} runs no hook: {name} in {switch.file}"
            return (about, Finding(hooks, Level.WARN, off, f"take {name} out of that file"))
    return (about, Finding(hooks, Level.PASS, told))


def _is_let_in(house: House, host: str) -> bool:
    keeping = Keeping(principal_of(house.settings.owner_id), USER_SCOPE_ID, house.now_us())
    try:
        with house.known.reading() as reader:
            open_grant(reader, host, keeping)
    except CortexError:
        return False
    return True


def _handlers(installer: Installer, host: str, setup: Setup) -> dict[str, dict[str, Any]]:
    """Give the hooks of a proof as they stand in the host's files, by kind."""
    texts = []
    for target in setup.targets:
        found = find_target(installer.files, target)
        texts.append((text_of(found.real_path, found.content), target.form))
    texts.append((plugin_hooks(installer, setup)[1], Form.JSON))
    handlers: dict[str, dict[str, Any]] = {}
    kinds = {event: kind for kind, event in EVENTS[host].items()}
    for text, form in texts:
        if form is Form.SCRIPT:
            handlers |= _of_script(text)
        for event, handler in hooks_in(text, form):
            if event in kinds:
                handlers.setdefault(kinds[event], handler)
    return handlers


def _of_script(text: str) -> dict[str, dict[str, Any]]:
    """Give the command that OpenCode's module holds, for each kind."""
    mark = opencode.COMMAND_LINE
    line = next((line for line in text.splitlines() if line.startswith(mark)), "")
    if not line:
        return {}
    words = json.loads(line.removeprefix(mark))
    return {
        kind: {"command": [kind if word == opencode.KIND_PLACE else word for word in words]}
        for kind in (SESSION_START, PROMPT)
    }


def _proved(settings: Settings, host: str, handlers: dict[str, dict[str, Any]]) -> Proof:
    """Prove a host in a home that is made for it and goes with it."""
    with tempfile.TemporaryDirectory(prefix="cortex-proof-") as folder:
        home = os.path.join(folder, "home")
        at = Settings(
            home=home,
            db_path=os.path.join(home, "cortex.db"),
            owner_id=settings.owner_id,
            cwd=folder,
            user_home=settings.user_home,
        )
        os.mkdir(home, 0o700)
        with open_house(at) as house:
            word = f"proof{house.now_us() % _DIGITS:06d}"
            caller = Caller(principal_of(at.owner_id), "cortex", at.owner_id, is_person=True)
            fact = CommitRequest(PROOF_FACT.format(word=word), type="constraint")
            house.commit(fact, Place(folder), caller)
            let_in(house, host, Place(None, USER_SCOPE_ID), caller)
            ground = ProofGround(
                home,
                word,
                lambda kind, text: proof_payload(host, kind, folder, text),
                lambda command, given, seconds: _run(command, given, folder, seconds),
                lambda: drain_now(house, COMMAND_MS),
                house.brain,
            )
            return prove(handlers, ground, PROOF_SECONDS)


def _run(command: list[str] | str, given: bytes, folder: str, seconds: float) -> Answered:
    words = in_shell(command) if isinstance(command, str) else command
    return Answered(*run_program(words, given, plain_environment(), folder, seconds))
