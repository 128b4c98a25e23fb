"""Is what is written into hosts true: events, kinds, tools, verbs, and where it goes?"""

import json
import re

import pytest

from cortex import __version__
from cortex.core.config_edit.ours import is_our_hook, words_of
from cortex.edges.cli.catalogue import every_verb
from cortex.edges.mcp.tools import tool_list
from cortex.hosts import registry
from cortex.hosts.setups.every import KNOWN, Known
from cortex.hosts.setups.instructions import TEXT
from cortex.hosts.setups.plugin import MARKET, SKILLS, plugin_files
from cortex.hosts.setups.proofs import EVENTS, proof_payload
from cortex.model.host_events import CODEX, HOSTS, KINDS, PROMPT, SESSION_START
from cortex.model.installation import Folders, Handler, Launcher

LAUNCHER = Launcher("/opt/my bin/cortex", ("--home", "/a b"))
FOLDERS = Folders(
    *("/h", "/h/.claude", "/h/.claude.json", "/h/.codex", "/h/.cursor", "/h/.gemini", "/h/oc")
)


def test_every_host_can_be_set_up() -> None:
    """The hosts that are understood are the hosts that can be set up, in the same order."""
    assert tuple(known.host for known in KNOWN) == HOSTS


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.host)
def test_every_wired_event_is_understood(known: Known) -> None:
    """What a host is told to report under a kind is what its adapter reads as that kind."""
    kinds = registry.adapter_of(known.host).KINDS_BY_NAME
    for target in known.setup(FOLDERS, LAUNCHER, ()).targets:
        for part in target.parts:
            if isinstance(part, Handler):
                assert kinds[part.event] == part.words[2]
                assert part.words[2] in KINDS
                assert is_our_hook(part.fields)
                assert part.words == words_of(part.fields)


@pytest.mark.parametrize("host", HOSTS)
def test_a_proof_is_an_event_of_its_host(host: str) -> None:
    """The made-up start and prompt are read as such, in the folder and with the words given."""
    adapter = registry.adapter_of(host)
    for kind in (SESSION_START, PROMPT):
        event = adapter.read_event(proof_payload(host, kind, "/w", "some words"))
        assert event is not None
        assert (kind, "/w") == (event.kind, event.cwd)
        assert kind == SESSION_START or ("some words" == event.text and event.key)
    assert set(HOSTS) == set(EVENTS)


def test_codex_is_asked_for_no_longer_end_than_it_grants() -> None:
    """Codex warns in every session of a SessionEnd hook that wants more than three seconds."""
    (known,) = (one for one in KNOWN if one.host == CODEX)
    parts = [part for target in known.setup(FOLDERS, LAUNCHER, ()).targets for part in target.parts]
    hooks = [part for part in parts if isinstance(part, Handler)]
    ends = [str(part.fields) for part in hooks if part.event == "SessionEnd"]
    assert 1 == len(ends)
    assert "'timeout': 3" in ends[0]


def test_instructions_name_tools_that_exist() -> None:
    """An agent is told of no tool that the server does not have (case 43)."""
    tools = {tool["name"] for tool in tool_list()}
    named = set(re.findall(r"`(cortex_\w+)`", TEXT))
    assert named
    assert named <= tools


def test_skills_run_verbs_that_exist() -> None:
    """Each skill of the plugin runs one verb of the command, with the options of this home."""
    files = plugin_files(LAUNCHER, "1.2.3")
    assert {"remember", "recall", "why", "forget"} == {name for name, *_ in SKILLS}
    for name, _, _, verb, _ in SKILLS:
        text = files[f"skills/{name}/SKILL.md"]
        assert verb in every_verb()
        assert f"`'/opt/my bin/cortex' {verb} --home '/a b'" in text
        assert ("disable-model-invocation: true" in text) == (name == "forget")


def test_plugin_brings_the_same_hooks_as_the_settings() -> None:
    """Whoever chooses the plugin gets every event, and the server, of the same command."""
    files = plugin_files(LAUNCHER, "1.2.3")
    hooks = json.loads(files["hooks/hooks.json"])["hooks"]
    [target, *_] = KNOWN[0].setup(FOLDERS, LAUNCHER, ()).targets
    wired = {part.event: part.words for part in target.parts if isinstance(part, Handler)}
    assert wired == {event: words_of(groups[0]["hooks"][0]) for event, groups in hooks.items()}
    server = json.loads(files[".mcp.json"])["mcpServers"]["cortex"]
    assert ["mcp", "--home", "/a b"] == server["args"]
    assert "./" == json.loads(files[MARKET])["plugins"][0]["source"]


@pytest.mark.parametrize(
    ("version", "is_exec"), [((), False), ((2, 0, 99), False), ((2, 1, 197), True), ((9, 0), True)]
)
def test_no_shell_where_the_host_needs_none(version: tuple[int, ...], is_exec: bool) -> None:
    """A host known to start programs itself gets words, any other a quoted line (case 79)."""
    [target, *_] = KNOWN[0].setup(FOLDERS, LAUNCHER, version).targets
    for part in target.parts:
        assert isinstance(part, Handler)
        assert is_exec == ("args" in part.fields)
        assert is_exec == (part.fields["command"] == LAUNCHER.program)


def test_command_holds_no_version() -> None:
    """An upgrade changes no command, so nobody is asked for trust again (case 25)."""
    for known in KNOWN:
        for target in known.setup(FOLDERS, LAUNCHER, ()).targets:
            for part in target.parts:
                if isinstance(part, Handler):
                    kind, host = part.words[2], known.host
                    assert LAUNCHER.hook(kind, host) == part.words
                    assert __version__ not in " ".join(part.words)
