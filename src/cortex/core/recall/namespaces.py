"""When does a hard handle name something else with the same spelling?

A bare alias such as ``main``, a path of another repository, or a ticket of another tracker is
demoted from hard to soft; a missing namespace never demotes. Source: CQR 2.6.
"""

from __future__ import annotations

from cortex.core.anchors.paths import is_below

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def repository_root(paths: Sequence[str]) -> str | None:
    """Give the leading segments that all task paths share, or None without two of them."""
    split = [path.split("/") for path in paths]
    if not split:
        return None
    if len(split) == 1:
        shared = split[0][:-1]
    else:
        shared = []
        for segments in zip(*split, strict=False):
            if len(set(segments)) > 1:
                break
            shared.append(segments[0])
    return "/".join(shared) if len(shared) >= 2 else None


def path_demotion(value: str, root: str | None, row_paths: Iterable[str]) -> str | None:
    """Give the reason a matched path is no hard evidence, or None when it is."""
    if "/" not in value:
        return f"path_alias:{value}"
    if root is None:
        return None
    depth = root.count("/") + 1
    first = root.split("/")[0]
    comparable = [
        path for path in row_paths if path.split("/")[0] == first and path.count("/") + 1 >= depth
    ]
    if comparable and not any(is_below(path, root) for path in comparable):
        return f"path_outside_root:{value}"
    return None


def ticket_demotion(
    value: str, asked_hosts: frozenset[str], row_hosts: frozenset[str]
) -> str | None:
    """Give the reason a matched ticket is no hard evidence, or None when it is."""
    if asked_hosts and row_hosts and not asked_hosts & row_hosts:
        return f"ticket_issuer_mismatch:{value}"
    return None
