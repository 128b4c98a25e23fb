"""What are named tuples and words made of where a command pays for every class it loads?

``typing.NamedTuple`` and ``enum.StrEnum`` cost ten times what a plain class does, and their modules
more than a start of the interpreter. The classes made here behave alike as far as this package uses
them; a type checker sees those of the library. Source: ADR 0175.
"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from enum import StrEnum  # noqa: TID251 - Their one home.
    from typing import Any, NamedTuple  # noqa: TID251 - Their one home.

__all__ = ["NamedTuple", "StrEnum"]

try:
    from _collections import _tuplegetter  # type: ignore[import-not-found]  # Unknown to typeshed.
except ImportError:  # Another Python than CPython.

    def _tuplegetter(index: int, doc: str) -> property:
        return property(lambda self: self[index], doc=doc)


_Function: Callable[..., object] = type(lambda: None)
_new_tuple = tuple.__new__

# A constructor for each number of fields; those of one number differ only in the names.
_constructors: dict[int, Any] = {}


class Record(tuple[object, ...]):
    """What every named tuple can do, as ``collections.namedtuple`` has it."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()
    _field_defaults: dict[str, object] = {}  # noqa: RUF012 - Each class made has its own.

    @classmethod
    def _make(cls, values: Iterable[object]) -> Record:
        made = _new_tuple(cls, values)
        if len(made) != len(cls._fields):
            message = f"Expected {len(cls._fields)} arguments, got {len(made)}"
            raise TypeError(message)
        return made

    def _replace(self, **changed: object) -> Record:
        pairs = zip(self._fields, self, strict=True)
        made = _new_tuple(type(self), [changed.pop(name, value) for name, value in pairs])
        if changed:
            message = f"Got unexpected field names: {list(changed)!r}"
            raise ValueError(message)
        return made

    def _asdict(self) -> dict[str, object]:
        return dict(zip(self._fields, self, strict=True))

    def __repr__(self) -> str:
        members = [f"{name}={value!r}" for name, value in self._asdict().items()]
        return f"{type(self).__name__}({', '.join(members)})"

    def __getnewargs__(self) -> tuple[object, ...]:
        return tuple(self)


class _RecordMaker(type):
    """Makes a named tuple out of the body of a class; its own type is ``type``."""

    def __new__(cls, name: str, _: tuple[type, ...], body: dict[str, object]) -> type:
        """Give the named tuple.

        Raises:
            TypeError: a field without a default follows one with a default.
        """
        fields = _fields_of(body)
        defaults = {field: body[field] for field in fields if field in body}
        if tuple(defaults) != fields[len(fields) - len(defaults) :]:
            message = f"in {name} a field without a default follows one with a default"
            raise TypeError(message)
        for index, field in enumerate(fields):
            body[field] = _tuplegetter(index, "")
        body["__slots__"] = ()
        body["__match_args__"] = body["_fields"] = fields
        body["_field_defaults"] = defaults
        body["__new__"] = _constructor(name, fields, tuple(defaults.values()))
        return type(name, (Record,), body)


def _fields_of(body: dict[str, object]) -> tuple[str, ...]:
    """Give the annotated names of the body of a class, in order."""
    annotations = body.get("__annotations__")
    if annotations is None:  # From Python 3.14 on they are evaluated when they are asked for.
        evaluate = body.get("__annotate_func__") or body.get("__annotate__")
        annotations = evaluate(1) if callable(evaluate) else {}
    assert isinstance(annotations, dict)
    return tuple(annotations)


def _constructor(name: str, fields: tuple[str, ...], defaults: tuple[object, ...]) -> object:
    """Give a ``__new__`` that takes the fields by place and by name."""
    alike = _constructors.get(len(fields))
    if alike is None:
        places = ", ".join([f"_{place}" for place in range(len(fields))])
        source = f"lambda _cls, {places}: _new_tuple(_cls, ({places},))"
        alike = _constructors[len(fields)] = eval(source, {"_new_tuple": _new_tuple})  # noqa: S307 - Written here.
    code = alike.__code__.replace(co_varnames=("_cls", *fields), co_qualname=f"{name}.__new__")
    return _Function(code, alike.__globals__, "__new__", defaults)


class Word(str):
    """What every member of a word class has, as ``enum.StrEnum`` has it."""

    __slots__ = ("_name_", "_value_")
    _name_: str
    _value_: str

    @property
    def name(self) -> str:
        """The name of the member in its class."""
        return self._name_

    @property
    def value(self) -> str:
        """The word itself, a plain string."""
        return self._value_

    def __repr__(self) -> str:
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __reduce_ex__(self, _: object) -> tuple[object, ...]:
        return type(self), (self._value_,)


def _word(made: Any, name: str, value: str) -> Word:
    member: Word = str.__new__(made, value)
    member._name_, member._value_ = name, value
    return member


class _WordMaker(type):
    """Makes a class of words out of its body: each constant is a member, in order."""

    _members: dict[str, Word]
    _by_value: dict[str, Word]

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, object]) -> _WordMaker:
        """Give the class; its members are strings and there is one of each."""
        words = {
            key: value
            for key, value in body.items()
            if isinstance(value, str) and not key.startswith("_")
        }
        rest = {key: value for key, value in body.items() if key not in words}
        rest |= {"__slots__": (), "_members": {}, "_by_value": {}}
        made = type.__new__(cls, name, bases, rest)
        members: dict[str, Word] = {}
        by_value: dict[str, Word] = {}
        for key, value in words.items():
            member = by_value.get(value)
            if member is None:
                member = by_value[value] = _word(made, key, value)
            members[key] = member
            type.__setattr__(made, key, member)
        made._members, made._by_value = members, by_value  # noqa: SLF001 - Of the class made here.
        return made

    def __call__(cls, value: object) -> Word:
        """Give the member of a value.

        Raises:
            ValueError: there is none.
        """
        member = cls._by_value.get(value) if isinstance(value, str) else None
        if member is None:
            message = f"{value!r} is not a valid {cls.__qualname__}"
            raise ValueError(message)
        return member

    def __iter__(cls) -> Iterator[Word]:
        return iter(cls._by_value.values())

    def __len__(cls) -> int:
        return len(cls._by_value)

    def __contains__(cls, value: object) -> bool:
        return isinstance(value, str) and value in cls._by_value

    def __getitem__(cls, name: str) -> Word:
        return cls._members[name]

    @property
    def __members__(cls) -> dict[str, Word]:
        """The members by their names, other names of one included."""
        return dict(cls._members)

    def __setattr__(cls, name: str, value: object) -> None:
        """Refuse another value for a member.

        Raises:
            AttributeError: it is one.
        """
        if name in cls.__dict__.get("_members", ()):
            message = f"cannot reassign member {name!r}"
            raise AttributeError(message)
        type.__setattr__(cls, name, value)


class _Base:
    """Stands for the base a class names; the class that is made has the one given here."""

    __slots__ = ("_base",)

    def __init__(self, base: type) -> None:
        self._base = base

    def __mro_entries__(self, _: tuple[object, ...]) -> tuple[type, ...]:
        """Give what takes the place of this among the bases."""
        return (self._base,)


if not TYPE_CHECKING:
    NamedTuple = _Base(type.__new__(_RecordMaker, "NamedTuple", (), {"__slots__": ()}))
    StrEnum = _WordMaker("StrEnum", (Word,), {})
