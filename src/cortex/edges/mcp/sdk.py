"""How is the part of the MCP SDK loaded that a server over standard streams needs?

The SDK's packages import all of it on the way to any part: clients, HTTP, sign-in. A good part of
the time a host waits for this server went there. So the two packages on the way are entered without
running what they re-export; the first use of a re-exported name still runs it, so that whoever asks
finds everything. A release of the SDK that does not bear this is imported whole. Source: ADR 0041.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

# In the order they must be entered: a parent before its child.
_PACKAGES = ("mcp", "mcp.server")
_NEEDED = ("mcp.server.lowlevel.server", "mcp.shared.exceptions", "mcp.shared.message")


def load_sdk() -> bool:
    """Import what the server needs; tell whether the short way worked. A second call is cheap."""
    entered = _enter_packages()
    try:
        with _building_on_first_use():
            _import_needed()
    except (ImportError, AttributeError):
        if not entered:
            raise
        for name in [name for name in sys.modules if name.partition(".")[0] == "mcp"]:
            del sys.modules[name]
        _import_needed()
        return False
    return bool(entered)


@contextmanager
def _building_on_first_use() -> Iterator[None]:
    """Let the SDK's five hundred models make their validators when first used; few ever are."""
    from pydantic import BaseModel

    BaseModel.model_config["defer_build"] = True
    try:
        yield
    finally:
        del BaseModel.model_config["defer_build"]


class _DeferredPackage(ModuleType):
    """A package whose ``__init__`` runs when a name is asked for that is not there yet."""

    def __getattr__(self, name: str) -> Any:
        """Run the ``__init__``, once, and give the name."""
        spec = self.__spec__
        if name.startswith("__") or spec is None or spec.loader is None:
            raise AttributeError(name)
        self.__class__ = ModuleType  # type: ignore[assignment]  # A module may become a plain one.
        spec.loader.exec_module(self)
        return getattr(self, name)


def _enter_packages() -> list[str]:
    """Put deferred packages in place of those not imported yet, and give their names."""
    entered: list[str] = []
    for name in _PACKAGES:
        if name in sys.modules:
            continue
        spec = importlib.util.find_spec(name)
        if spec is None:
            break
        module = importlib.util.module_from_spec(spec)
        module.__class__ = _DeferredPackage
        sys.modules[name] = module
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, module)
        entered.append(name)
    return entered


def _import_needed() -> None:
    for name in _NEEDED:
        importlib.import_module(name)
