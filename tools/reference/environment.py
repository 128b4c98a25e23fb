"""Which variables mean something? ``docs/reference/environment.md``, from the settings."""

from cortex.stores.system.environment import OTHER_NAMES
from cortex.wiring.settings import KNOWN_VARIABLES
from tools.reference.markdown import Incomplete, code, page, table


def render() -> str:
    """Return the page. Raises Incomplete for a variable out of order or without its words."""
    names = [variable.name for variable in KNOWN_VARIABLES]
    missing = [f"{each.name} has no help" for each in KNOWN_VARIABLES if not each.help]
    missing += [f"{each.name} has no default" for each in KNOWN_VARIABLES if not each.default]
    if names != sorted(set(names)):
        missing.append("KNOWN_VARIABLES is not sorted by name, or doubled")
    if missing:
        raise Incomplete(missing)
    blocks = [
        "Every setting is a variable, except the operator's table of trust "
        "([trust.toml](../formats/trust.md)). Nothing is read from a repository. An option on "
        "the command line wins over its variable. Another name that starts with `CORTEX_` is "
        "ignored with a warning that offers the nearest known one.",
        table(
            ("variable", "when it is not set", "meaning"),
            ((code(each.name), each.default, each.help) for each in KNOWN_VARIABLES),
        ),
        "Besides these, Cortex looks at " + ", ".join(code(name) for name in OTHER_NAMES) + ".",
    ]
    return page("Environment", "`src/cortex/wiring/settings.py`", blocks)
