"""Which errors are there? ``docs/reference/errors.md``, from ``cortex.model.errors``."""

import importlib
import inspect
import pkgutil
from collections import Counter
from collections.abc import Iterator

import cortex
from cortex.model import errors, refusals
from tools.reference.markdown import Incomplete, code, one_line, page, table


def render() -> str:
    """Return the page. Raises Incomplete for a doubled code, an unlisted class or a bare one."""
    classes = refusals.EVERY_ERROR
    _complain(classes)
    statuses = ((code(str(status)), meaning) for status, meaning in errors.EXIT_MEANINGS)
    blocks = [
        "Each failure has a code for programs, an exit status for shells, and a remedy for the "
        "person who must act. Compare the code; a message may be worded better tomorrow.",
        "## Exit statuses",
        table(("status", "meaning"), statuses),
        "## Codes",
        table(
            ("code", "exit", "when", "remedy, unless a better one is known"),
            (
                (code(each.code), str(each.exit_status), _first_sentences(each), _remedy(each))
                for each in classes
            ),
        ),
    ]
    return page("Errors and exit statuses", "`src/cortex/model/errors.py`", blocks)


def _complain(classes: tuple[type[errors.CortexError], ...]) -> None:
    counts = Counter(each.code for each in classes)
    known = {status for status, _ in errors.EXIT_MEANINGS}
    missing = [
        f"the code {name} has {count} classes" for name, count in counts.items() if count > 1
    ]
    missing += [f"{each.__name__} is not in EVERY_ERROR" for each in _every_class() - set(classes)]
    missing += [
        f"{each.__name__} has no docstring" for each in classes if "__doc__" not in vars(each)
    ]
    missing += [
        f"{each.__name__}: exit status {each.exit_status} has no meaning"
        for each in classes
        if each.exit_status not in known
    ]
    if missing:
        raise Incomplete(missing)


def _every_class() -> set[type[errors.CortexError]]:
    """Import the whole package and collect its error classes, wherever they are defined."""
    for module in pkgutil.walk_packages(cortex.__path__, "cortex."):
        if not module.name.endswith(".__main__"):
            importlib.import_module(module.name)
    return {
        each for each in _descendants(errors.CortexError) if each.__module__.startswith("cortex.")
    }


def _descendants(parent: type[errors.CortexError]) -> Iterator[type[errors.CortexError]]:
    yield parent
    for child in parent.__subclasses__():
        yield from _descendants(child)


def _first_sentences(each: type[errors.CortexError]) -> str:
    return one_line(inspect.getdoc(each) or "").split(" Attributes:")[0]


def _remedy(each: type[errors.CortexError]) -> str:
    if each is errors.TextRejected:
        return " / ".join(errors.TEXT_REMEDIES.values())
    return each.default_remedy
