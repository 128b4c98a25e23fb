"""What does OpenCode need, and where? Checked with version 1.18.

It runs no commands on events, but loads modules; so one small module of ours runs the command.
There is one for its first plugin interface. The file differs when the interface does.
"""

from __future__ import annotations

import json

from cortex.hosts.setups.instructions import instructions
from cortex.model.host_events import OPENCODE
from cortex.model.installation import (
    SERVER_NAME,
    Entry,
    Folders,
    Form,
    Launcher,
    Script,
    Setup,
    Target,
)

NAME = "OpenCode"
PROGRAM = "opencode"

# The line of the module that holds the command, so that it can be found and proved.
COMMAND_LINE = "const COMMAND = "
KIND_PLACE = "KIND"

TIMEOUT_MS = 5_000

_MODULE = """\
// Hands what happens in a session to `cortex hook`, and its answer to the model. A fault here is
// never the session's: whatever goes wrong, nothing is added.
import { spawn } from "node:child_process"

%(command_line)s%(command)s
const TIMEOUT_MS = %(timeout_ms)d
const START = { source: "startup" }

function ask(kind, payload) {
  return new Promise((done) => {
    try {
      const [program, ...words] = COMMAND.map((word) => (word === "%(kind_place)s" ? kind : word))
      const child = spawn(program, words, {
        stdio: ["pipe", "pipe", "ignore"],
        timeout: TIMEOUT_MS,
        windowsHide: true,
      })
      let output = ""
      child.stdout.setEncoding("utf8")
      child.stdout.on("data", (text) => (output += text))
      child.on("error", () => done(""))
      child.on("close", () => {
        try {
          done(String(JSON.parse(output).context ?? ""))
        } catch {
          done("")
        }
      })
      child.stdin.on("error", () => {})
      child.stdin.end(JSON.stringify(payload))
    } catch {
      done("")
    }
  })
}

const isTyped = (part) => part.type === "text" && !part.synthetic
const words = (parts) => parts.filter(isTyped).map((part) => part.text).join("\\n")

export const Cortex = async ({ directory }) => {
  const briefs = new Map() // By session: the promise of the text for its system prompt.
  const answers = new Map() // By session: the last thing the assistant said.
  const parents = new Map() // By session: who started it, and with which version.
  const models = new Map() // By session: the model that was spoken to; titles are another's work.
  const event = (name, session, more) => ({
    hook_event_name: name,
    session_id: session,
    cwd: directory,
    host_version: parents.get(session)?.version ?? "",
    parent_id: parents.get(session)?.parent ?? "",
    ...more,
  })
  const kept = [briefs, answers, parents, models]
  const forget = (session) => kept.forEach((each) => each.delete(session))
  const brief = (session) => {
    // A system prompt is no part of the stored conversation: each process asks for it whole, once.
    if (!briefs.has(session))
      briefs.set(session, ask("session-start", event("session.created", session, START)))
    return briefs.get(session)
  }
  const onEvent = async (type, of) => {
    const session = of.sessionID ?? of.info?.sessionID ?? of.info?.id ?? ""
    if (type === "session.created" || type === "session.updated") {
      parents.set(session, { parent: of.info?.parentID ?? "", version: of.info?.version ?? "" })
    } else if (type === "message.updated" && of.info?.role === "assistant") {
      const known = answers.get(session)
      if (known?.id !== of.info.id)
        answers.set(session, { id: of.info.id, parent: of.info.parentID ?? "", parts: new Map() })
    } else if (type === "message.part.updated" && of.part?.type === "text") {
      const known = answers.get(of.part.sessionID)
      if (known?.id === of.part.messageID) known.parts.set(of.part.id, of.part.text)
    } else if (type === "session.idle") {
      const known = answers.get(session)
      if (!known) return
      answers.delete(session)
      const text = [...known.parts.values()].join("\\n")
      const more = { message_id: known.id, prompt_id: known.parent, text }
      await ask("turn-end", event(type, session, more))
    } else if (type === "session.compacted") {
      briefs.delete(session)
      await ask("compact-after", event(type, session, {}))
    } else if (type === "session.deleted") {
      await ask("session-end", event(type, session, {}))
      forget(session)
    }
  }
  const guarded = (act) => async (input, output) => {
    try {
      await act(input, output)
    } catch {}
  }
  return {
    event: guarded(({ event: { type, properties } }) => onEvent(type, properties ?? {})),
    "chat.message": guarded(async ({ sessionID }, { message, parts }) => {
      const text = words(parts)
      models.set(sessionID, message.model?.modelID)
      if (!text) return
      const more = { message_id: message.id, text }
      await brief(sessionID) // First, so that nothing of it is told beside the prompt again.
      const context = await ask("prompt", event("chat.message", sessionID, more))
      if (context)
        parts.push({
          id: `prt_${message.id.replace(/^msg_/, "")}cortex`,
          messageID: message.id,
          sessionID,
          type: "text",
          text: context,
          synthetic: true,
        })
    }),
    "tool.execute.after": guarded(async ({ tool, sessionID, callID, args }, output) => {
      const more = { tool_name: tool, tool_use_id: callID, tool_input: args }
      Object.assign(more, { tool_response: output.output, title: output.title })
      await ask("tool-after", event("tool.execute.after", sessionID, more))
    }),
    "experimental.chat.system.transform": guarded(async ({ sessionID, model }, { system }) => {
      const spoken = models.get(sessionID)
      if (!sessionID || (spoken && model?.id && spoken !== model.id)) return
      const context = await brief(sessionID)
      if (context) system.push(context)
    }),
    "experimental.session.compacting": guarded(async ({ sessionID }, { context }) => {
      const name = "experimental.session.compacting"
      const told = await ask("compact-before", event(name, sessionID, {}))
      if (told) context.push(told)
    }),
  }
}
"""


def setup(folders: Folders, launcher: Launcher, version: tuple[int, ...]) -> Setup:
    """Give what belongs into which file."""
    del version
    project = folders.project
    folder = f"{project}/.opencode" if project else folders.opencode
    top = project or folders.opencode
    entry = Entry(
        ("mcp", SERVER_NAME),
        {"type": "local", "command": list(launcher.server()), "enabled": True},
    )
    module = Script(_module(launcher), "//")
    return Setup(
        OPENCODE,
        NAME,
        (
            Target(_settings(top, folder), Form.JSONC, (entry,), project),
            Target((f"{folder}/plugins/cortex.js",), Form.SCRIPT, (module,), project),
            Target((f"{top}/AGENTS.md",), Form.MARKDOWN, (instructions(),), project),
        ),
        ("start OpenCode anew",),
    )


def _settings(top: str, folder: str) -> tuple[str, ...]:
    names = [f"{top}/opencode.json", f"{top}/opencode.jsonc"]
    if folder != top:
        names += [f"{folder}/opencode.json", f"{folder}/opencode.jsonc"]
    return tuple(names)


def _module(launcher: Launcher) -> str:
    return _MODULE % {
        "command_line": COMMAND_LINE,
        "command": json.dumps(list(launcher.hook(KIND_PLACE, OPENCODE))),
        "kind_place": KIND_PLACE,
        "timeout_ms": TIMEOUT_MS,
    }
