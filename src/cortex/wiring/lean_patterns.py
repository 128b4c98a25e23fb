"""How does a hook get regular expressions without the enumerations their flags are made of?

On its way in, ``re`` loads ``enum`` and ``functools``, and with them ``collections``, ``types`` and
``operator``: two thirds of what it costs, for flags that print as names. A hook prints none. As for
the driver, stand-ins hold the places of both while it loads. Source: ADR 0175.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from types import ModuleType
else:
    ModuleType = type(sys)


class _Promised(ModuleType):
    """Holds the place of ``re`` until something of it is asked for; most prompts never ask."""

    def __getattr__(self, name: str) -> object:
        """Give what the module has, and load it first if this is the first time."""
        if name.startswith("__"):
            raise AttributeError(name)
        if sys.modules.get("re") is self:
            _load()
        return getattr(sys.modules["re"], name)


def promise_patterns() -> None:
    """Let ``re`` be loaded when it is used, and then without ``enum``; only in a hook's process.

    Nothing happens where one of them is loaded already.
    """
    if "re" not in sys.modules and "enum" not in sys.modules and "functools" not in sys.modules:
        sys.modules["re"] = _Promised("re")


def _load() -> None:
    """Import ``re``; in the ordinary way where anything is not as expected."""
    del sys.modules["re"]
    sys.modules.update(_stand_ins())
    try:
        import re

        is_loaded = re.compile("A(b)", re.IGNORECASE).sub(r"\1", "ab") == "b"
    except Exception:  # noqa: BLE001 - Another Python may ask for anything; then it gets it.
        is_loaded = False
    finally:
        del sys.modules["enum"], sys.modules["functools"]
    if not is_loaded:
        for name in [name for name in sys.modules if name.partition(".")[0] == "re"]:
            del sys.modules[name]
        import re


def _stand_ins() -> dict[str, ModuleType]:
    flags, caches = ModuleType("enum"), ModuleType("functools")
    for name, member in (
        ("IntFlag", int),
        ("KEEP", None),
        ("global_enum", _made_global),
        ("_simple_enum", _left_plain),
    ):
        setattr(flags, name, member)
    setattr(caches, "lru_cache", _left_plain)  # noqa: B010 - The type checker knows no such name.
    return {"enum": flags, "functools": caches}


def _made_global(kind: type) -> type:
    """Put the numbers of a class of flags into its module, as ``enum.global_enum`` does."""
    names = vars(sys.modules[kind.__module__])
    names.update({name: value for name, value in vars(kind).items() if not name.startswith("_")})
    return kind


def _left_plain(*_: object, **__: object) -> object:
    """Take the place of a decorator with arguments that leaves what it is put on."""
    return lambda made: made
