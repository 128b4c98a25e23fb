"""Which variables mean something? ``docs/reference/environment.md``, from the settings."""

from cortex.stores.system.environment import OTHER_NAMES
from cortex.wiring.settings import KNOWN_VARIABLES
from cortex.wiring.vault_variables import VAULT_VARIABLES
from tools.reference.markdown import Incomplete, code, page, table


def render() -> str:
    """Return the page. Raises Incomplete for a variable out of order or without its words."""
    settings = [(each.name, each.default, each.help) for each in KNOWN_VARIABLES]
    missing: list[str] = []
    for rows in (settings, list(VAULT_VARIABLES)):
        names = [name for name, _, _ in rows]
        missing += [f"{name} has no default" for name, default, _ in rows if not default]
        missing += [f"{name} has no help" for name, _, about in rows if not about]
        if names != sorted(set(names)):
            missing.append("a table of variables is not sorted by name, or doubled")
    if missing:
        raise Incomplete(missing)
    blocks = [
        "Every setting is a variable, except the operator's table of trust "
        "([trust.toml](../formats/trust.md)). Nothing is read from a repository. An option on "
        "the command line wins over its variable. Another name that starts with `CORTEX_` is "
        "ignored with a warning that offers the nearest known one.",
        table(
            ("variable", "when it is not set", "meaning"),
            ((code(name), default, about) for name, default, about in settings),
        ),
        "These belong to the health of a vault ([its programs](../formats/vault-programs.md)):",
        table(
            ("variable", "when it is not set", "meaning"),
            ((code(name), default, about) for name, default, about in VAULT_VARIABLES),
        ),
        "Besides these, Cortex looks at " + ", ".join(code(name) for name in OTHER_NAMES) + ".",
    ]
    return page("Environment", "`src/cortex/wiring/settings.py` and `vault_variables.py`", blocks)
