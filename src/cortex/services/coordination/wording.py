"""What is kept of the words agents write to each other? Cleaned as statements are, and bounded."""

from cortex.core.text.cleaning import clean, clean_name
from cortex.model.coordination import TEXT_CHARS_MAX
from cortex.model.errors import InvalidRequest
from cortex.model.limits import NAME_CHARS_MAX, PATHS_MAX


def text(raw: str | None, field: str, chars_max: int = TEXT_CHARS_MAX) -> str | None:
    """Give a text without secrets and private spans; None when nothing is left.

    Raises:
        InvalidRequest: it is too long.
    """
    return _bounded(clean(raw or "").text, field, chars_max)


def name(raw: str | None, field: str) -> str | None:
    """Give a text of one line; None when nothing is left.

    Raises:
        InvalidRequest: it is too long.
    """
    return _bounded(clean_name(raw or "").text, field, NAME_CHARS_MAX)


def required(value: str | None, field: str, remedy: str) -> str:
    """Give what must be there.

    Raises:
        InvalidRequest: it is not.
    """
    if not value:
        message = f"'{field}' is missing, or nothing of it may be kept"
        raise InvalidRequest(message, remedy=remedy, field=field)
    return value


def names(raw: tuple[str, ...], field: str) -> tuple[str, ...]:
    """Give a list of names without empty ones, in order.

    Raises:
        InvalidRequest: there are too many, or one is too long.
    """
    if len(raw) > PATHS_MAX:
        message = f"'{field}' holds {len(raw)} names, at most {PATHS_MAX}"
        raise InvalidRequest(message, remedy="name the nearest ones", field=field)
    return tuple(kept for one in raw if (kept := name(one, field)))


def _bounded(kept: str, field: str, chars_max: int) -> str | None:
    if len(kept) > chars_max:
        message = f"'{field}' has {len(kept)} characters, at most {chars_max}"
        raise InvalidRequest(message, remedy="shorten it", field=field)
    return kept or None
