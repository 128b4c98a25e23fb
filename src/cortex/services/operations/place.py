"""Where is a request made, when the request itself may say so?"""

from pathlib import Path

from cortex.model.callers import Place
from cortex.services.operations.arguments import Arguments

# Every operation that reads or writes facts takes these.
PLACE_FIELDS: dict[str, tuple[str, ...]] = {
    "cwd": ("cwd_path", "working_directory"),
    "project": ("scope",),
}


def place_of(arguments: Arguments, place: Place) -> Place:
    """Give the place a request names, else the one it was made from.

    An explicit project or folder always wins over the server's own folder.

    Raises:
        InvalidRequest: the folder is not an absolute path, so that it could mean two places.
    """
    project = arguments.name("project")
    cwd = arguments.text("cwd")
    if cwd is None:
        return Place(place.cwd, project or place.project)
    folder = _absolute(cwd)
    if folder is None:
        arguments.refuse("cwd", "must be an absolute path", "give the folder from its root")
    return Place(folder, project)


def _absolute(folder: str) -> str | None:
    """Give an absolute folder with its ``~`` written out, or None when it is no such path."""
    try:
        path = Path(folder).expanduser()
    except RuntimeError:
        return None
    return str(path) if path.is_absolute() and "\0" not in folder else None
