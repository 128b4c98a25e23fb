"""Which published schema does an answer keep? Those of docs/formats/vault, draft 2020-12."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

FOLDER = Path(__file__).resolve().parents[3] / "docs/formats/vault"
NAMES = tuple(path.name.removesuffix(".schema.json") for path in sorted(FOLDER.glob("*.json")))


@lru_cache
def schema(name: str) -> dict[str, Any]:
    """Give a published schema by its name."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.schema.json").read_text("utf-8"))
    return found


@lru_cache
def _validator(name: str) -> Draft202012Validator:
    documents = [Resource.from_contents(schema(each)) for each in NAMES]
    registry: Registry[Any] = Registry().with_resources(
        (document.contents["$id"], document) for document in documents
    )
    return Draft202012Validator(schema(name), registry=registry)


def complaints(answer: object, name: str) -> list[str]:
    """Give what an answer does not keep of a schema; empty when it keeps all."""
    return sorted(error.message for error in _validator(name).iter_errors(answer))
