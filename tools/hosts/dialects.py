"""How is a turn read from a request, and a reply written, in each interface hosts speak?

Three are enough: Messages (Claude Code, OpenCode), Responses (Codex), generateContent (Gemini CLI).
Each is a function from a body and a reply to what is sent: one JSON value, or a stream of events.
"""

import json
from collections.abc import Iterator
from typing import Any

from tools.hosts.turns import Asked, Reply, texts_of

Body = dict[str, Any]
ANSWER_TOKENS = 10
BYTES_A_TOKEN = 4


def asked_in_messages(body: Body) -> Asked:
    """Read the newest user turn of the Messages interface."""
    for message in reversed(body.get("messages", [])):
        if message.get("role") != "user":
            continue
        content = message["content"]
        if isinstance(content, str):
            return Asked(content, has_result=False)
        words = [block["text"] for block in content if block.get("type") == "text"]
        return Asked("\n".join(words), any(b.get("type") == "tool_result" for b in content))
    return Asked("", has_result=False)


def messages_reply(body: Body, reply: Reply, serial: int, size: int) -> Body:
    """Give the whole message. Its id differs each time: hosts group their transcript by it."""
    block: Body = {"type": "text", "text": reply.words}
    if reply.tool:
        block = {"type": "tool_use", "id": f"toolu_{serial:08d}", "name": reply.tool}
        block["input"] = reply.arguments
    return {
        "id": f"msg_{serial:08d}",
        "type": "message",
        "role": "assistant",
        "model": body.get("model"),
        "content": [block],
        "stop_reason": "tool_use" if reply.tool else "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": max(1, reply.tokens or size // BYTES_A_TOKEN),
            "output_tokens": ANSWER_TOKENS,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
        },
    }


def messages_events(message: Body) -> Iterator[tuple[str, Body]]:
    """Give the same message as a stream of (event, data)."""
    block = message["content"][0]
    opening = {**message, "content": [], "stop_reason": None}
    if block["type"] == "tool_use":
        empty = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    else:
        empty = {**block, "text": ""}
        delta = {"type": "text_delta", "text": block["text"]}
    yield "message_start", {"message": opening}
    yield "content_block_start", {"index": 0, "content_block": empty}
    yield "content_block_delta", {"index": 0, "delta": delta}
    yield "content_block_stop", {"index": 0}
    ending = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield "message_delta", {"delta": ending, "usage": message["usage"]}
    yield "message_stop", {}


def asked_in_responses(body: Body) -> Asked:
    """Read the newest user turn of the Responses interface."""
    has_result = False
    for item in reversed(body.get("input", [])):
        has_result = has_result or str(item.get("type", "")).endswith("_output")
        if item.get("role") == "user":
            return Asked("\n".join(texts_of([p.get("text") for p in item["content"]])), has_result)
    return Asked("", has_result)


def responses_events(
    body: Body, reply: Reply, serial: int, size: int
) -> Iterator[tuple[str, Body]]:
    """Give a reply as a stream of (event, data)."""
    part = {"type": "output_text", "text": reply.words, "annotations": []}
    item: Body = {"type": "message", "role": "assistant", "content": [part]}
    if reply.tool:
        group, _, name = reply.tool.rpartition(".")
        item = {"type": "function_call", "name": name, "call_id": f"call_{serial:08d}"}
        item |= {"namespace": group} if group else {}
        item["arguments"] = json.dumps(reply.arguments)
    item |= {"id": f"item_{serial:08d}", "status": "completed"}
    spent = reply.tokens or size // BYTES_A_TOKEN
    usage = {
        "input_tokens": spent,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": ANSWER_TOKENS,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": spent + ANSWER_TOKENS,
    }
    response = {"id": f"resp_{serial:08d}", "object": "response", "model": body.get("model")}
    yield "response.created", {"response": {**response, "status": "in_progress", "output": []}}
    yield "response.output_item.added", {"output_index": 0, "item": item}
    yield "response.output_item.done", {"output_index": 0, "item": item}
    done = {**response, "status": "completed", "output": [item], "usage": usage}
    yield "response.completed", {"response": done}


def asked_in_contents(body: Body) -> Asked:
    """Read the newest user turn of the generateContent interface."""
    for content in reversed(body.get("contents", [])):
        if content.get("role") == "user":
            parts = content["parts"]
            words = "\n".join(part["text"] for part in parts if "text" in part)
            return Asked(words, any("functionResponse" in part for part in parts))
    return Asked("", has_result=False)


def contents_reply(body: Body, reply: Reply, size: int) -> Body:
    """Give a reply whole; a caller that asks for JSON gets an object its schema takes."""
    part: Body = {"text": reply.words}
    config = body.get("generationConfig", {})
    if config.get("responseMimeType") == "application/json":
        part = {"text": json.dumps(_plainest(_schema(config)))}
    elif reply.tool:
        part = {"functionCall": {"name": reply.tool, "args": reply.arguments}}
    spent = reply.tokens or size // BYTES_A_TOKEN
    return {
        "candidates": [
            {"index": 0, "content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}
        ],
        "usageMetadata": {
            "promptTokenCount": spent,
            "candidatesTokenCount": ANSWER_TOKENS,
            "totalTokenCount": spent + ANSWER_TOKENS,
        },
        "modelVersion": "stand-in",
    }


def _schema(config: Body) -> Body:
    """Give the schema an answer in JSON must have."""
    schema: Body = config.get("responseJsonSchema") or config.get("responseSchema") or {}
    return schema


def _plainest(schema: Body) -> object:
    if schema.get("enum"):
        return schema["enum"][0]
    kind = str(schema.get("type", "object")).lower()
    if kind == "object":
        return {name: _plainest(inner) for name, inner in schema.get("properties", {}).items()}
    if kind in ("integer", "number"):
        return schema.get("minimum", 1)
    return {"array": [], "string": "none", "boolean": False}.get(kind)
