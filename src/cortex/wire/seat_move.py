"""How are a hand-off, a pack of a seat and its restore written as JSON?

Source: docs/formats/hand-off.md, docs/formats/seat-pack.md.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from cortex.model.errors import InvalidRequest
from cortex.model.refusals import SeatPackRefused
from cortex.model.seat_moves import (
    AREAS,
    PACK_FORMAT,
    LeftOut,
    PackFile,
    PackManifest,
    PackProbe,
)
from cortex.wire.encoding import encode
from cortex.wire.instants import format_instant, parse_instant

if TYPE_CHECKING:
    from cortex.model.seat_moves import HandedOff, Packed, Unpacked


def hand_off_json(done: HandedOff) -> dict[str, object]:
    """Give a document that was written."""
    return {
        "seat": done.seat,
        "path": done.path,
        "session": done.session or None,
        "text": done.text,
    }


def manifest_text(manifest: PackManifest) -> str:
    """Give the text of ``manifest.json``."""
    return encode(_manifest_json(manifest), indent=2) + "\n"


def read_manifest(text: str, path: str) -> PackManifest:
    """Give the manifest a text says.

    Raises:
        SeatPackRefused: it says something else, or is of a format this code does not know.
    """
    try:
        said: Any = json.loads(text)
        if said["format"] != PACK_FORMAT:
            message = f"{path} is a pack of another format: '{str(said['format'])[:40]}'"
            raise SeatPackRefused(message, remedy="update Cortex on this machine")
        return PackManifest(
            parse_instant(_text(said["created"]), field="created"),
            _text(said["cortex"]),
            _text(said["seat"]["name"]),
            _text(said["seat"]["org"]),
            _text(said["seat"]["root"]),
            said["whole_folder"] is True,
            tuple(map(_file, said["files"])),
            tuple(LeftOut(*_texts(one, LeftOut._fields)) for one in said["left_out"]),
            tuple(PackProbe(*_texts(one, PackProbe._fields)) for one in said["probes"]),
            tuple(map(_text, said["signed"])),
        )
    except (ValueError, TypeError, KeyError, RecursionError, InvalidRequest) as error:
        message = f"what the pack says about itself cannot be read: {path}"
        raise SeatPackRefused(message) from error


def packed_json(packed: Packed) -> dict[str, object]:
    """Give a pack that was written."""
    manifest = packed.manifest
    return {
        "seat": manifest.seat,
        "path": packed.path,
        "bytes": packed.size,
        "created": format_instant(manifest.created_us),
        "whole_folder": manifest.is_whole,
        "parts": [
            {
                "part": area,
                "files": sum(1 for one in manifest.files if one.area == area),
                "bytes": sum(one.size for one in manifest.files if one.area == area),
            }
            for area in AREAS
        ],
        "left_out": [one._asdict() for one in manifest.left_out],
        "probes": len(manifest.probes),
    }


def unpacked_json(done: Unpacked) -> dict[str, object]:
    """Give what a pack becomes, or became, on this machine."""
    manifest = done.manifest
    return {
        "seat": done.seat,
        "org": done.org,
        "root": done.root,
        "home": done.home,
        "applied": done.is_applied,
        "new": done.is_new,
        "packed": {
            "seat": manifest.seat,
            "root": manifest.root,
            "created": format_instant(manifest.created_us),
            "cortex": manifest.cortex,
        },
        "parts": [
            {
                "part": one.area,
                "path": one.path,
                "action": one.became,
                "files": one.files,
                "bytes": one.size,
            }
            for one in done.places
        ],
        "rehashed": done.rehashed,
        "answered": done.answered,
        "probes": len(manifest.probes),
    }


def _manifest_json(manifest: PackManifest) -> dict[str, object]:
    return {
        "format": PACK_FORMAT,
        "created": format_instant(manifest.created_us),
        "cortex": manifest.cortex,
        "seat": {"name": manifest.seat, "org": manifest.org, "root": manifest.root},
        "whole_folder": manifest.is_whole,
        "files": [
            {
                "area": one.area,
                "path": one.path,
                "size": one.size,
                "sha256": one.sha256,
                "changed": format_instant(one.changed_us),
                "executable": one.is_executable,
            }
            for one in manifest.files
        ],
        "left_out": [one._asdict() for one in manifest.left_out],
        "probes": [one._asdict() for one in manifest.probes],
        "signed": list(manifest.signed),
    }


def _file(said: Any) -> PackFile:
    size = said["size"]
    if not isinstance(size, int) or isinstance(size, bool):
        message = "a length is no number"
        raise TypeError(message)
    return PackFile(
        _text(said["area"]),
        _text(said["path"]),
        size,
        _text(said["sha256"]),
        parse_instant(_text(said["changed"]), field="changed"),
        said["executable"] is True,
    )


def _texts(said: Any, keys: tuple[str, ...]) -> list[str]:
    return [_text(said[key]) for key in keys]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        message = "a text is none"
        raise TypeError(message)
    return value
