"""What did the caller ask for, in values that have a type?

Written by hand and not by a schema library, because a refusal must name the field and the nearest
name that exists. Agents write JSON loosely, so absent, null and empty mean the same, a number may
come as text, and a list may come as one comma-separated text.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from cortex.core.names.nearness import nearest_name
from cortex.model.errors import CortexError, InvalidRequest
from cortex.model.limits import NAME_CHARS_MAX
from cortex.wire.instants import parse_instant

# Who may do what is decided by the process that answers, never by what a body says about itself.
AUTHORITY_FIELDS = frozenset(
    {"grant", "grants", "origin", "owner", "owner_id", "principal", "role", "source_role"}
)
# Fields of other tools' making pass through every version unread.
EXTENSION_PREFIXES = ("x-", "ext.")

# Characters of a foreign field name repeated in a message: enough to find the slip.
SHOWN_CHARS_MAX = 60

_FLAG_WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@contextmanager
def naming(field: str, known_as: str = "text") -> Iterator[None]:
    """Say in which argument something came, where a refusal knows it under another name."""
    try:
        yield
    except CortexError as error:
        if error.field == known_as:
            error.field = field
        raise


class Fields:
    """The arguments an operation knows: each name with its synonyms.

    Names are snake_case; camelCase spellings of a name or synonym are understood as well.
    """

    def __init__(self, *names: str, **synonyms: tuple[str, ...]) -> None:
        self.names = (*names, *synonyms)
        self._canonical = {name: name for name in self.names}
        for name, others in synonyms.items():
            self._canonical.update(dict.fromkeys(others, name))

    def find(self, key: str) -> str | None:
        """Give the name a key stands for, or None when it stands for none."""
        return self._canonical.get(key) or self._canonical.get(_snake_case(key))

    def nearest(self, key: str) -> str | None:
        """Give the known name a misspelt key was most likely meant as, or None."""
        near = nearest_name(_snake_case(key), tuple(self._canonical))
        return None if near is None else self._canonical[near]


class Arguments:
    """The arguments of one request, read by name and type.

    Every reader raises InvalidRequest with the field at fault; absent values give the default.
    """

    def __init__(self, body: object, fields: Fields, where: str = "") -> None:
        """Check the names of a body.

        Args:
            body: the decoded JSON; None counts as an empty object.
            fields: the names that exist here.
            where: path of the body inside the request, such as ``entries[0].``.

        Raises:
            InvalidRequest: the body is no object, a name is unknown, or one value was given twice
                under two names.
        """
        self._where = where
        self._values = _named_values({} if body is None else body, fields, where)

    def has(self, name: str) -> bool:
        """Tell whether a value was given."""
        return name in self._values

    def value(self, name: str) -> object:
        """Give a value as it came, or None."""
        return self._values.get(name)

    def given(self) -> dict[str, object]:
        """Give every value that was given, by its name here."""
        return dict(self._values)

    def text(self, name: str, default: str | None = None) -> str | None:
        """Give a text as written; blanks only count as absent."""
        value = self._values.get(name)
        if value is None:
            return default
        if not isinstance(value, str):
            self.refuse(name, "must be text")
        return value if value.strip() else default

    def name(self, name: str) -> str | None:
        """Give a short text: a label, an id or a path of at most NAME_CHARS_MAX characters."""
        value = self.text(name)
        if value is not None and len(value) > NAME_CHARS_MAX:
            self.refuse(name, f"has more than {NAME_CHARS_MAX} characters")
        return value

    def reference(self, name: str) -> str | None:
        """Give what names a fact: a short text, or a bare number as text."""
        value = self._values.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return self.name(name)

    def required(self, name: str, remedy: str) -> str:
        """Give a text that must be there."""
        value = self.text(name)
        if value is None:
            self.refuse(name, "is missing", remedy)
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Give a list of texts, in order and without blanks; one text is split at its commas."""
        value = self._values.get(name)
        if value is None:
            return ()
        if isinstance(value, str):
            value = value.split(",")
        elif isinstance(value, int):
            value = [value]
        if not isinstance(value, Sequence):
            self.refuse(name, "must be a list of texts, or one text with commas")
        items = [self._listed_text(name, item) for item in value]
        return tuple(item for item in items if item)

    def _listed_text(self, name: str, item: object) -> str:
        """Give one item of a list without outer blanks; a bare number is taken as text."""
        if isinstance(item, int) and not isinstance(item, bool):
            return str(item)
        if not isinstance(item, str):
            self.refuse(name, "must be a list of texts, or one text with commas")
        return item.strip()

    def integer(self, name: str, low: int, high: int) -> int | None:
        """Give a whole number within bounds, both included."""
        value = self._values.get(name)
        if value is None:
            return None
        if isinstance(value, str) and value.strip().lstrip("-").isascii():
            digits = value.strip().removeprefix("-")
            value = int(value) if digits.isdigit() and len(digits) < 19 else value
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            self.refuse(name, "must be a whole number")
        if not low <= value <= high:
            self.refuse(name, f"must be {low} to {high}", "leave it out for the usual value")
        return value

    def ratio(self, name: str) -> float | None:
        """Give a number from 0 to 1."""
        value = self._values.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            self.refuse(name, "must be a number from 0 to 1")
        return float(value)

    def flag(self, name: str, *, default: bool) -> bool:
        """Give true or false."""
        value = self._values.get(name)
        if value is None:
            return default
        if isinstance(value, bool):
            return value
        word = value.strip().lower() if isinstance(value, str) else ""
        if word not in _FLAG_WORDS:
            self.refuse(name, "must be true or false")
        return _FLAG_WORDS[word]

    def choice(self, name: str, choices: Sequence[str], default: str) -> str:
        """Give one of the choices; case does not matter."""
        value = self.text(name)
        if value is None:
            return default
        chosen = value.strip().lower()
        if chosen not in choices:
            near = nearest_name(chosen, tuple(choices))
            listed = f"it is one of: {', '.join(choices)}"
            remedy = listed if near is None else f"did you mean '{near}'? {listed}"
            self.refuse(name, "is not one of the choices", remedy)
        return chosen

    def instant(self, name: str, now_us: int) -> int | None:
        """Give an instant in microseconds; ``now`` means ``now_us``."""
        value = self.text(name)
        if value is None:
            return None
        return parse_instant(value, field=self._where + name, now_us=now_us)

    def nested(self, name: str, fields: Fields) -> "Arguments":
        """Give an object inside this one; absent is empty."""
        return self.inside(name, self._values.get(name), fields)

    def inside(self, name: str, value: object, fields: Fields) -> "Arguments":
        """Give a value that stands inside this object under a name, read as an object."""
        return Arguments(value, fields, f"{self._where}{name}.")

    def items(self, name: str, fields: Fields) -> list["Arguments"]:
        """Give a list of objects, in order; absent is empty, one object is a list of one."""
        value = self._values.get(name)
        if value is None:
            return []
        if isinstance(value, Mapping):
            value = [value]
        if isinstance(value, str) or not isinstance(value, Sequence):
            self.refuse(name, "must be a list of objects")
        return [
            Arguments(item, fields, f"{self._where}{name}[{index}].")
            for index, item in enumerate(value)
        ]

    def refuse(self, name: str, fault: str, remedy: str = "") -> NoReturn:
        """Raise the error that names a field of this object and what is wrong with it."""
        field = self._where + name
        message = f"'{field}' {fault}"
        raise InvalidRequest(message, remedy=remedy, field=field)


def _named_values(body: object, fields: Fields, where: str) -> dict[str, Any]:
    if not isinstance(body, Mapping):
        what = where.rstrip(".") or "arguments"
        message = f"'{what}' must be an object with named values"
        raise InvalidRequest(message, remedy="write {} for none", field=what)
    values: dict[str, Any] = {}
    for key, value in body.items():
        if _is_ignored(key, fields) or value is None:
            continue
        name = fields.find(key)
        if name is None:
            raise _unknown(key, fields, where)
        if name in values and values[name] != value:
            message = f"'{where}{name}' was given twice, under two names, with different values"
            raise InvalidRequest(message, remedy="give it once", field=where + name)
        values[name] = value
    return values


def _is_ignored(key: str, fields: Fields) -> bool:
    """Tell whether a field is passed over: a foreign extension, or a claim of authority."""
    if key.startswith(EXTENSION_PREFIXES):
        return True
    return _snake_case(key) in AUTHORITY_FIELDS and fields.find(key) is None


def _unknown(key: str, fields: Fields, where: str) -> InvalidRequest:
    shown = "".join(c if c.isprintable() else "?" for c in key[:SHOWN_CHARS_MAX])
    near = fields.nearest(key[:NAME_CHARS_MAX])
    listed = f"known here: {', '.join(sorted(fields.names))}"
    remedy = listed if near is None else f"did you mean '{near}'?"
    return InvalidRequest(
        f"there is no argument named '{where}{shown}'", remedy=remedy, field=where + shown
    )


def _snake_case(key: str) -> str:
    """Write a camelCase name with underscores."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in key).lstrip("_")
