"""How are a copy's manifest, and the reports of backup, restore and recovery, written as JSON?

Source: docs/formats/backup.md.
"""

from __future__ import annotations

import json
from typing import Any

from cortex.model.copies import (
    COPY_FORMAT,
    BackupReport,
    Contents,
    CopyFile,
    Manifest,
    Member,
    Present,
    Probe,
    Proof,
    RecoverReport,
    RestoreReport,
)
from cortex.model.errors import InvalidRequest
from cortex.model.refusals import CopyRefused
from cortex.wire.encoding import encode
from cortex.wire.instants import format_instant, parse_instant


def manifest_text(manifest: Manifest) -> str:
    """Give the text of ``manifest.json``."""
    return encode(manifest_json(manifest), indent=2) + "\n"


def manifest_json(manifest: Manifest) -> dict[str, object]:
    """Give what a copy says about itself."""
    contents = manifest.contents
    return {
        "format": COPY_FORMAT,
        "created": format_instant(manifest.created_us),
        "cortex": manifest.cortex,
        "brain": {
            "id": contents.brain_id,
            "schema": contents.schema_version,
            "analysis": contents.analysis_version,
            "restore_epoch": contents.restore_epoch,
            "head": contents.head,
            "facts": contents.facts,
            "counts": dict(contents.counts),
        },
        "files": [member._asdict() for member in manifest.members],
        "probes": [probe._asdict() for probe in manifest.probes],
    }


def read_manifest(text: str) -> Manifest:
    """Give the manifest a text says.

    Raises:
        CopyRefused: it says something else, or is of a format this code does not know.
    """
    try:
        told = json.loads(text)
        if told["format"] != COPY_FORMAT:
            message = "the copy has a format that this Cortex does not know"
            raise CopyRefused(message, remedy="upgrade this Cortex; the copy was not touched")
        return _manifest(told)
    except (ValueError, KeyError, TypeError, AttributeError, InvalidRequest) as error:
        message = "the copy's manifest cannot be read"
        raise CopyRefused(message) from error


def _manifest(told: dict[str, Any]) -> Manifest:
    brain = told["brain"]
    head = brain["head"]
    return Manifest(
        created_us=parse_instant(told["created"], field="created"),
        cortex=str(told["cortex"]),
        contents=Contents(
            brain_id=str(brain["id"]),
            schema_version=int(brain["schema"]),
            analysis_version=int(brain["analysis"]),
            restore_epoch=int(brain["restore_epoch"]),
            head=None if head is None else int(head),
            facts=int(brain["facts"]),
            counts=tuple(sorted((str(k), int(v)) for k, v in brain["counts"].items())),
        ),
        members=tuple(
            Member(str(each["name"]), int(each["size"]), str(each["sha256"]))
            for each in told["files"]
        ),
        probes=tuple(
            Probe(int(each["fact_id"]), str(each["text_sha256"]), str(each["answer_sha256"]))
            for each in told["probes"]
        ),
    )


def backup_json(report: BackupReport) -> dict[str, object]:
    """Give where the copy is and what it holds; ``verified`` is null when nobody asked it."""
    return {
        "path": report.path,
        "bytes": report.size,
        "manifest": _brief(report.manifest),
        "verified": None if report.proof is None else proof_json(report.proof),
        "dropped": list(report.dropped),
    }


def restore_json(report: RestoreReport) -> dict[str, object]:
    """Give what a restore did; when ``applied`` is false, what it would do."""
    return {
        "applied": report.is_applied,
        "copy": report.copy,
        "manifest": _brief(report.manifest),
        "present": present_json(report.present),
        "verified": proof_json(report.proof),
        "set_aside": report.set_aside,
        "restore_epoch": report.restore_epoch,
        "forgotten_again": report.forgotten_again,
    }


def copies_json(copies: tuple[CopyFile, ...]) -> dict[str, object]:
    """Give the copies there are, newest first."""
    return {
        "copies": [
            {"path": each.path, "bytes": each.size, "created": format_instant(each.created_us)}
            for each in copies
        ]
    }


def recover_json(report: RecoverReport) -> dict[str, object]:
    """Give what was read from a damaged brain, table by table."""
    return {
        "applied": report.is_applied,
        "path": report.path,
        "facts": report.facts,
        "kept": sum(each.kept for each in report.tables),
        "lost": sum(each.lost for each in report.tables),
        "tables": {each.table: {"kept": each.kept, "lost": each.lost} for each in report.tables},
        "findings": list(report.findings),
        "altered": list(report.altered),
        "set_aside": report.set_aside,
    }


def proof_json(proof: Proof) -> dict[str, object]:
    """Give what a copy was asked and what fits; ``same_answers`` is null when not comparable."""
    return proof._asdict()


def present_json(present: Present) -> dict[str, object]:
    """Give what stands in the brain's place."""
    return {
        "state": present.state.value,
        "facts": present.facts,
        "entries": present.entries,
        "facts_since": present.facts_since,
        "entries_since": present.entries_since,
        "restore_epoch": present.restore_epoch,
        "detail": present.detail or None,
    }


def _brief(manifest: Manifest) -> dict[str, object]:
    """Give the manifest without its probes, which only a machine compares."""
    return {key: value for key, value in manifest_json(manifest).items() if key != "probes"}
