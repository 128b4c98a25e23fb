"""Are the patterns of the core sound, though nothing compiles them until they are used?"""

import pkgutil
import re
from importlib import import_module

import pytest

import cortex.core
from cortex.core.text.patterns import pattern

PLAIN = type(pattern(""))


def late_patterns() -> list[tuple[str, object]]:
    """Give (where it is, pattern) for every pattern at the top of a module of the core."""
    modules = pkgutil.walk_packages(cortex.core.__path__, "cortex.core.")
    return [
        (f"{module.name}.{name}", value)
        for module in modules
        for name, value in vars(import_module(module.name)).items()
        if isinstance(value, PLAIN)
    ]


def test_every_pattern_of_the_core_compiles() -> None:
    """A mistake in a pattern is found here and not by the first text that needs it."""
    found = late_patterns()
    assert found
    for name, late in found:
        assert callable(getattr(late, "fullmatch")), name  # noqa: B009  # Asking compiles it.


def test_pattern_answers_like_a_compiled_one() -> None:
    """Methods, flags and a second call are those of the pattern it stands for."""
    late, plain = pattern("a(b+)", re.IGNORECASE), re.compile("a(b+)", re.IGNORECASE)
    for _ in range(2):
        assert plain.findall("ab ABB b") == late.findall("ab ABB b")
    assert plain.sub("-", "xabx") == late.sub("-", "xabx")
    assert plain.pattern == late.pattern


def test_mistake_shows_at_first_use() -> None:
    """A pattern that cannot be compiled raises when it is used, not when it is written."""
    late = pattern("(")
    with pytest.raises(re.error):
        late.search("x")
