"""How does a hook load the driver without the modules the driver does not use?

On its way in, apsw asks Python for ``collections.abc``, and Python first loads the package
``collections``, with ``operator``, ``reprlib``, ``keyword`` and more: a seventh of what an
interpreter needs to start. Yet what is asked for is in memory already: ``collections.abc`` only
hands on the classes of ``_collections_abc``, which every start loads. ADR 0040 has the figures.
"""

from __future__ import annotations

import sys


def load_driver() -> None:
    """Import apsw; the first time without ``collections``. Later imports of either are as always.

    While apsw loads, a stand-in holds the place of ``collections``; it is taken away whatever
    happens. Where anything is not as expected, apsw is imported in the ordinary way: also when it
    asks the stand-in for more than it has, as a later version of apsw may.
    """
    ready = sys.modules.get("_collections_abc")
    if ready is None or "collections" in sys.modules or "collections.abc" in sys.modules:
        import apsw

        return
    sys.modules["collections"] = type(sys)("collections")
    sys.modules["collections.abc"] = ready
    try:
        import apsw
    except (ImportError, AttributeError):
        is_loaded = False
    else:
        is_loaded = True
    finally:
        del sys.modules["collections"], sys.modules["collections.abc"]
    if not is_loaded:
        _forget_half_loaded()
        import apsw  # noqa: F401 - Loading is the point.


def load_arrays() -> None:
    """Import ``array``, which asks for the same, without ``collections`` as well."""
    ready = sys.modules.get("_collections_abc")
    if ready is None or "collections" in sys.modules or "collections.abc" in sys.modules:
        return  # Whoever needs it imports it in the ordinary way.
    sys.modules["collections"] = type(sys)("collections")
    sys.modules["collections.abc"] = ready
    try:
        import array  # noqa: F401 - Loading is the point.
    finally:
        del sys.modules["collections"], sys.modules["collections.abc"]


def _forget_half_loaded() -> None:
    """Take away what a failed import of apsw left; an entry of None forbids it and stays."""
    for name in list(sys.modules):
        if name.partition(".")[0] == "apsw" and sys.modules[name] is not None:
            del sys.modules[name]
