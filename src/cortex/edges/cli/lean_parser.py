"""How does a command load its parser without the modules the parser does not use?

On its way in, click loads ``inspect``, ``uuid``, ``gettext`` and more, for parameter types that no
verb has and for translations that are nowhere installed: half of what an interpreter needs to
start. ADR 0120 has the figures.
"""

from __future__ import annotations

import sys
from types import ModuleType


class Later(ModuleType):
    """Holds the place of a module; asked for anything it was not given, it loads the real one."""

    def __getattr__(self, name: str) -> object:
        """Give the attribute of the real module."""
        if name.startswith("__"):
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(__import__(self.__name__), name)


def load_parser() -> None:
    """Import click; the first time without what it does not use. Later imports are as always.

    While click loads, stand-ins hold the places of modules that are not loaded yet; they are taken
    away whatever happens. A click that needs more than they have gets the real modules.
    """
    if "click" in sys.modules:
        return
    held = {stand_in.__name__: stand_in for stand_in in _stand_ins()}
    held = {name: held[name] for name in held if name not in sys.modules}
    sys.modules.update(held)
    try:
        import click  # noqa: F401 - Loading is the point.
    finally:
        for name, stand_in in held.items():
            if sys.modules.get(name) is stand_in:
                del sys.modules[name]
        if "uuid" in held:
            del held["uuid"].UUID


def _stand_ins() -> tuple[Later, ...]:
    try:
        import _datetime  # type: ignore[import-not-found]  # Typed where it is public.
        from _thread import _local
    except ImportError:  # Another Python keeps these classes elsewhere.
        return ()
    return (
        _stand_in("inspect", cleandoc=clean_help),
        _stand_in("uuid", UUID=type("UUID", (), {})),  # Only named while click loads.
        _stand_in("gettext", gettext=untranslated, ngettext=untranslated_number),
        _stand_in("datetime", datetime=_datetime.datetime),  # The class datetime itself hands on.
        _stand_in("threading", local=_local),  # And so does threading.
    )


def _stand_in(name: str, **members: object) -> Later:
    module = Later(name)
    for member, value in members.items():
        setattr(module, member, value)
    return module


def clean_help(text: str) -> str:
    """Give a help text without its margin, as ``inspect.cleandoc`` does."""
    if "\n" not in text and "\t" not in text:
        return text.lstrip(" ")
    import inspect

    return inspect.cleandoc(text)


def untranslated(message: str) -> str:
    """Give the message: nobody translates for the parser, and finding that out reads files."""
    return message


def untranslated_number(one: str, many: str, number: int) -> str:
    """Give the message for one or for many."""
    return one if number == 1 else many
