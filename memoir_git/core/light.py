"""`dataclass`, `field` and `Enum` as the standard library has them, for what the hooks load in every commit.

Loading the library's own, and letting it write each class's methods, costs more than reading and judging a
whole project's memory. The type checker is told that these are the library's, so declarations look and are
checked as everywhere else. What no class here needs is left out: inheritance, `__post_init__`, ordering,
enum values that are not strings; and the library's `replace` and `fields` do not know these classes.
Elsewhere the standard library is the right choice.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from enum import Enum as Enum
else:
    _put = object.__setattr__

    class field:  # noqa: N801 - the library's name
        """The default of a field that is made anew for each instance."""

        __slots__ = ("default_factory",)

        def __init__(self, *, default_factory):
            self.default_factory = default_factory

    def dataclass(*, slots, frozen=False, kw_only=False):
        """Returns a decorator that makes a class of slots from the annotations in its body."""
        assert slots, "a class without slots belongs to the standard library"

        def decorate(cls):
            names = tuple(cls.__annotations__)
            held = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
            left_out = {*names, "__dict__", "__weakref__"}
            body = {name: value for name, value in cls.__dict__.items() if name not in left_out}
            setters = []
            body.update(
                __slots__=names,
                __match_args__=() if kw_only else names,
                __init__=_initialiser(names, held, setters, kw_only=kw_only),
                __eq__=_equals(names),
                __hash__=_hash(names) if frozen else None,
                __repr__=_shown(names),
            )
            if frozen:
                body.update(__setattr__=_refuse, __delattr__=_refuse)
            made = type(cls)(cls.__name__, cls.__bases__, body)
            setters += ((name, made.__dict__[name].__set__) for name in names)
            return made

        return decorate

    def _initialiser(names, held, setters, *, kw_only):
        """Returns the `__init__` that fills the slots by `setters`, the quickest way past a frozen class."""
        defaults = {name: value for name, value in held.items() if not isinstance(value, field)}
        factories = {name: value.default_factory for name, value in held.items() if name not in defaults}
        count = len(names)

        def initialise(self, *values, **named):
            if values:
                named = _placed(self, names, values, named, kw_only=kw_only)
            if len(named) < count:
                named = {**defaults, **named}
                for name, factory in factories.items():
                    if name not in named:
                        named[name] = factory()
            try:
                for name, put in setters:
                    put(self, named[name])
            except KeyError as error:
                raise TypeError(f"{type(self).__name__} lacks {error}") from None
            if len(named) > count:
                strange = ", ".join(sorted(named.keys() - set(names)))
                raise TypeError(f"{type(self).__name__} does not know {strange}")

        return initialise

    def _placed(instance, names, values, named, *, kw_only):
        """Returns all arguments by name."""
        placed = dict(zip(names, values, strict=False))
        if kw_only or len(values) > len(names) or not named.keys().isdisjoint(placed):
            raise TypeError(f"{type(instance).__name__} cannot take these arguments")
        return {**placed, **named}

    def _equals(names):
        def equals(self, other):
            if type(other) is not type(self):
                return NotImplemented
            return all(getattr(self, name) == getattr(other, name) for name in names)

        return equals

    def _hash(names):
        def hashed(self):
            return hash(tuple(getattr(self, name) for name in names))

        return hashed

    def _shown(names):
        def shown(self):
            fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
            return f"{type(self).__qualname__}({fields})"

        return shown

    def _refuse(self, name, *_):
        raise AttributeError(f"{name} of a {type(self).__name__} never changes")

    class _Closed(type):
        """The class of a closed set: its string constants become its members, in the order of the body."""

        def __new__(cls, name, bases, body):
            values = {key: value for key, value in body.items() if key.isupper()}
            rest = {key: value for key, value in body.items() if key not in values}
            made = super().__new__(cls, name, bases, {"__slots__": (), **rest})
            made._by_value = {}
            for key, value in values.items():
                member = object.__new__(made)
                _put(member, "name", key)
                _put(member, "value", value)
                made._by_value[value] = member
                setattr(made, key, member)
            return made

        def __iter__(cls):
            return iter(cls._by_value.values())

        def __len__(cls):
            return len(cls._by_value)

        def __call__(cls, value):
            """Returns the member with this value. Raises `ValueError` where there is none."""
            if value not in cls._by_value:
                raise ValueError(f"{value!r} is no {cls.__name__}")
            return cls._by_value[value]

    class Enum(metaclass=_Closed):
        """A closed set of members, each with its `name` and its string `value`, and equal to itself alone."""

        __slots__ = ("name", "value")

        __setattr__ = __delattr__ = _refuse

        def __repr__(self):
            return f"<{type(self).__name__}.{self.name}: {self.value!r}>"

        def __str__(self):
            return f"{type(self).__name__}.{self.name}"

        def __reduce__(self):
            return type(self), (self.value,)
