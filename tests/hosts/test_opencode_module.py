"""Does the module that OpenCode loads hand events on as they are, and answers back?"""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cortex.hosts import opencode as adapter
from cortex.hosts.setups import opencode
from cortex.model.installation import Folders, Form, Launcher, Script

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")

# A program in place of ours: it notes its words and its input, and answers with its kind.
PROGRAM = """\
#!/bin/sh
printf '{"words": "%s", "payload": %s}\\n' "$*" "$(cat)" >> "$(dirname "$0")/log"
printf '{"context": "told at %s"}' "$2"
"""

SESSION = """\
import { Cortex } from "./cortex.mjs"
const host = await Cortex({ directory: "/w ö" })
const on = (type, properties) => host.event({ event: { type, properties } })
const told = { parts: [], system: [], titles: [], context: [] }
const message = { id: "msg_1", model: { modelID: "big" } }
const asked = { sessionID: "s" }
await on("session.created", { info: { id: "s", version: "1.18" }, sessionID: "s" })
told.parts.push({ type: "text", text: "häl\\"lo" }, { type: "text", text: "x", synthetic: true })
await host["chat.message"](asked, { message, parts: told.parts })
const transform = host["experimental.chat.system.transform"]
await transform({ ...asked, model: { id: "small" } }, { system: told.titles })
await transform({ ...asked, model: { id: "big" } }, { system: told.system })
await transform({ ...asked, model: { id: "big" } }, { system: told.system })
const call = { tool: "bash", sessionID: "s", callID: "c", args: { command: "ls" } }
await host["tool.execute.after"](call, { title: "t", output: "files" })
const answer = { id: "m2", role: "assistant", parentID: "msg_1", sessionID: "s" }
const part = { type: "text", id: "p", messageID: "m2", sessionID: "s" }
await on("message.updated", { info: answer })
await on("message.part.updated", { part: { ...part, text: "ans" } })
await on("message.part.updated", { part: { ...part, text: "answer" } })
await on("session.idle", asked)
await on("session.idle", asked)
await host["experimental.session.compacting"](asked, told)
await on("session.compacted", asked)
await on("session.deleted", { info: { id: "s" } })
await on("catalog.updated", undefined)
await host["chat.message"](asked, { parts: null })
console.log(JSON.stringify(told))
"""


def _run(folder: Path, program: str) -> Any:
    """Load the module as OpenCode does, live through a session, and give what was told."""
    launcher = Launcher(str(folder / "cor tex"))
    (folder / "cor tex").write_text(program, encoding="utf-8")
    (folder / "cor tex").chmod(0o755)
    where = Folders(*(str(folder) for _ in range(7)))
    [script] = [
        part
        for target in opencode.setup(where, launcher, ()).targets
        if target.form is Form.SCRIPT
        for part in target.parts
    ]
    assert isinstance(script, Script)
    (folder / "cortex.mjs").write_text(script.body, encoding="utf-8")
    (folder / "session.mjs").write_text(SESSION, encoding="utf-8")
    ended = subprocess.run(
        ["node", folder / "session.mjs"], capture_output=True, check=True, timeout=60
    )
    assert b"" == ended.stderr
    return json.loads(ended.stdout)


def test_session_is_handed_on_and_answered(tmp_path: Path) -> None:
    """Each event reaches the command once, as the adapter reads it; answers reach the model."""
    told = _run(tmp_path, PROGRAM)
    assert ["told at session-start"] * 2 == told["system"]
    assert [] == told["titles"]
    assert ["told at compact-before"] == told["context"]
    assert ("told at prompt", True) == (told["parts"][2]["text"], told["parts"][2]["synthetic"])
    assert told["parts"][2]["id"].startswith("prt_")
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    read = [(line["words"], adapter.read_event(line["payload"])) for line in lines]
    assert [
        ("session-start", "", ""),
        ("prompt", 'häl"lo', "msg_1"),
        ("tool-after", "files", "c"),
        ("turn-end", "answer", "final:msg_1"),
        ("compact-before", "", ""),
        ("compact-after", "", ""),
        ("session-end", "", ""),
    ] == [(event.kind, event.text, event.key) for _, event in read if event is not None]
    for words, event in read:
        assert event is not None
        assert f"hook {event.kind} --host opencode" == words
        assert ("s", "/w ö") == (event.session_id, event.cwd)


@pytest.mark.parametrize(
    "program", ["#!/bin/sh\nexit 1\n", "#!/bin/sh\necho no json\n", "no program"]
)
def test_a_fault_of_ours_is_never_the_sessions(tmp_path: Path, program: str) -> None:
    """A command that fails, babbles or cannot run adds nothing and disturbs nothing."""
    told = _run(tmp_path, program)
    assert ([], [], []) == (told["system"], told["titles"], told["context"])
    assert 2 == len(told["parts"])
