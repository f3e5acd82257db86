"""Data classes and named tuples that are cheap to make.

Every check makes its classes as it imports their modules. :func:`dataclasses.dataclass` compiles up to seven methods for each
and :class:`typing.NamedTuple` one, which took a quarter of a check's start, and to import :mod:`dataclasses` took a tenth.
Here the methods are shared. A constructor looks at its fields until it has made some objects; then it is compiled.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Self, TypeVar, dataclass_transform

__all__ = ["NamedTuple", "field", "field_names", "plain_dataclass", "replace"]

_Class = TypeVar("_Class")
_MISSING: Any = object()
"""The default of a field without one."""
_TO_COMPILE = 4
"""Objects that a class makes before its constructor is compiled: many classes make no more."""


# -------------------------------------------------------------------- data classes


class PlainField:
    """One field of a data class."""

    __slots__ = ("annotation", "compare", "default", "default_factory", "init", "name", "repr")

    def __init__(
        self,
        *,
        default: Any = _MISSING,
        default_factory: Any = _MISSING,
        init: bool = True,
        repr: bool = True,
        compare: bool = True,
    ) -> None:
        self.name = self.annotation = ""
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.compare = init, repr, compare

    def value(self) -> Any:
        """A new value without one given; _MISSING if it must be given."""
        return self.default if self.default_factory is _MISSING else self.default_factory()


def _replaced(thing: Any, /, **changes: Any) -> Any:
    """A copy with other values of some fields."""
    if not hasattr(thing, "__plain_fields__"):
        from dataclasses import replace as standard_replace

        return standard_replace(thing, **changes)
    for name, f in thing.__plain_fields__.items():
        if f.init and name not in changes:
            changes[name] = getattr(thing, name)
    return thing.__class__(**changes)


if TYPE_CHECKING:
    from dataclasses import field, replace
else:
    field, replace = PlainField, _replaced


def field_names(made: type) -> tuple[str, ...]:
    """The names of the fields of a data class made here."""
    return tuple(made.__plain_fields__)  # type: ignore[attr-defined]


@dataclass_transform(field_specifiers=(field,))
def plain_dataclass(*, frozen: bool = False, eq: bool = True) -> Callable[[type[_Class]], type[_Class]]:
    """Make a data class with slots, for modules loaded by every check.

    The functions of :mod:`dataclasses` work with it; keyword-only fields are not offered.

    Args:
        frozen: Its objects never change. The type checker holds that; at run time nothing does, so that they are made faster.
        eq: Two objects are equal if their compared fields are; frozen ones are then hashed by them.
    """

    def decorate(cls: type[_Class]) -> type[_Class]:
        body = dict(cls.__dict__)
        own = _own_fields(body)
        inherited: dict[str, PlainField] = {}
        for base in reversed(cls.__mro__[1:]):
            inherited |= base.__dict__.get("__plain_fields__", {})
        every = inherited | own
        methods: dict[str, Any] = {"__repr__": _shown}
        if eq:
            methods |= _by_value(attrgetter(*(name for name, f in every.items() if f.compare)), frozen)
        for left_out in ("__dict__", "__weakref__"):
            body.pop(left_out, None)
        first = _FirstObjects(tuple(every.values()), hasattr(cls, "__post_init__"))
        make: Any = type(cls)  # the class again, with slots
        made = make(
            cls.__name__,
            cls.__bases__,
            {
                **methods,
                **body,
                "__qualname__": cls.__qualname__,
                "__slots__": tuple(name for name in own if name not in inherited),
                "__match_args__": tuple(name for name, f in every.items() if f.init),
                "__init__": first.constructor(),
                "__plain_fields__": every,
                "__dataclass_fields__": _Standard(),
                "__dataclass_params__": _Standard(),
            },
        )
        first.made = made
        return made  # type: ignore[no-any-return]

    return decorate


def _own_fields(body: dict[str, Any]) -> dict[str, PlainField]:
    """The fields that a class body declares; their defaults leave it."""
    found = {}
    for name, annotation in body.get("__annotations__", {}).items():
        if not annotation.startswith("ClassVar"):
            given = body.pop(name, _MISSING)
            found[name] = f = given if given.__class__ is PlainField else PlainField(default=given)
            f.name, f.annotation = name, annotation
    return found


class _FirstObjects:
    """The constructor of a class until it is compiled."""

    __slots__ = ("fields", "finish", "left", "made")

    def __init__(self, fields: tuple[PlainField, ...], finish: bool) -> None:
        self.fields, self.finish, self.left = fields, finish, _TO_COMPILE
        self.made: Any = None

    def constructor(self) -> Callable[..., None]:
        """The function to be ``__init__`` of the class."""

        def construct(thing: object, /, *given: Any, **named: Any) -> None:
            self.left -= 1
            if self.left < 0 or not self.fill(thing, given, named):
                self.made.__init__ = compiled = _compile_constructor(self.made)
                compiled(thing, *given, **named)

        return construct

    def fill(self, thing: Any, given: tuple[Any, ...], named: dict[str, Any]) -> bool:
        """Set the fields of an object; whether the arguments fit."""
        values, used = iter(given), 0
        for f in self.fields:
            if f.init:
                value = next(values, _MISSING)
                if value is _MISSING:
                    if f.name in named:
                        value = named[f.name]
                        used += 1
                    elif (value := f.value()) is _MISSING:
                        return False
            elif (value := f.value()) is _MISSING:
                continue
            setattr(thing, f.name, value)
        if used < len(named) or next(values, _MISSING) is not _MISSING:
            return False
        if self.finish:
            thing.__post_init__()
        return True


def _compile_constructor(made: Any) -> Callable[..., None]:
    """Compile the constructor of a data class.

    It sets the fields in order with their defaults, then calls ``__post_init__``.
    """
    scope: dict[str, Any] = {"MISSING": _MISSING}
    parameters, body = [], []
    for f in made.__plain_fields__.values():
        parameter, given = _parameter(f, scope)
        if f.init:
            parameters.append(parameter)
        if f.init or given != f.name:
            body.append(f"self.{f.name} = {given}")
    if hasattr(made, "__post_init__"):
        body.append("self.__post_init__()")
    exec(f"def __init__(self, {', '.join(parameters)}):\n " + "\n ".join(body or ["pass"]), scope)
    constructor: Callable[..., None] = scope["__init__"]
    return constructor


def _parameter(f: PlainField, scope: dict[str, Any]) -> tuple[str, str]:
    """The parameter of a field, and the expression of its value.

    Defaults go into the scope.
    """
    default = f"default_{f.name}"
    if f.default_factory is not _MISSING:
        scope[default] = f.default_factory
        return f"{f.name}=MISSING", f"{default}() if {f.name} is MISSING else {f.name}" if f.init else f"{default}()"
    if f.default is not _MISSING:
        scope[default] = f.default
        return f"{f.name}={default}", f.name if f.init else default
    return f.name, f.name


def _by_value(key: Callable[[object], tuple[Any, ...]], hashable: bool) -> dict[str, Any]:
    """Comparison and hash by a key."""

    def equal(self: object, other: object) -> Any:
        return key(self) == key(other) if self.__class__ is other.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(key(self))

    return {"__eq__": equal, "__hash__": hashed if hashable else None}


def _shown(self: Any) -> str:
    """The fields of an object, as a data class prints them."""
    shown = (f"{name}={getattr(self, name)!r}" for name, f in self.__plain_fields__.items() if f.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


class _Standard:
    """An attribute by which :mod:`dataclasses` knows a class.

    It is made when somebody asks, from a data class with the same fields.
    """

    __slots__ = ("name", "owner")

    def __set_name__(self, owner: type, name: str) -> None:
        self.owner, self.name = owner, name

    def __get__(self, thing: object, _owner: type) -> Any:
        from dataclasses import dataclass
        from dataclasses import field as standard_field

        body: dict[str, Any] = {"__annotations__": {}}
        for name, f in self.owner.__plain_fields__.items():  # type: ignore[attr-defined]
            given: dict[str, Any] = {"init": f.init, "repr": f.repr, "compare": f.compare}
            for default in ("default", "default_factory"):
                if getattr(f, default) is not _MISSING:
                    given[default] = getattr(f, default)
            body["__annotations__"][name] = f.annotation
            body[name] = standard_field(**given)
        twin: Any = dataclass(init=False, repr=False, eq=False)(type(self.owner.__name__, (), body))
        setattr(self.owner, self.name, found := getattr(twin, self.name))
        return found


# -------------------------------------------------------------------- named tuples


class _NamedRow(tuple[Any, ...]):
    """The methods that all named tuples share."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()
    _field_defaults: dict[str, Any] = {}  # noqa: RUF012 - each class has its own

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Self:
        return tuple.__new__(cls, values)

    def _replace(self, /, **changes: Any) -> Self:
        made = self._make(map(changes.pop, self._fields, self))
        if changes:
            raise ValueError(f"Got unexpected field names: {list(changes)!r}")
        return made

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))

    def __repr__(self) -> str:
        shown = (f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({', '.join(shown)})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


class _RowClass(type):
    """The maker of named tuples from the bodies of their classes."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(mcs, name, bases, body)
        fields = tuple(body.get("__annotations__", {}))
        defaults = {field: body.pop(field) for field in fields if field in body}
        first = _FirstRows(fields, defaults)
        made = type(
            name,
            (_NamedRow,),
            {
                **{field: collections._tuplegetter(i, None) for i, field in enumerate(fields)},  # type: ignore[attr-defined]
                **body,
                "__slots__": (),
                "__match_args__": fields,
                "__new__": first.constructor(),
                "_fields": fields,
                "_field_defaults": defaults,
            },
        )
        first.made = made
        return made


class _FirstRows:
    """The constructor of a named tuple until it is compiled."""

    __slots__ = ("defaults", "fields", "left", "made")

    def __init__(self, fields: tuple[str, ...], defaults: dict[str, Any]) -> None:
        self.fields, self.defaults, self.left = fields, defaults, _TO_COMPILE
        self.made: Any = None

    def constructor(self) -> Callable[..., Any]:
        """The function to be ``__new__`` of the class."""

        def construct(cls: type, /, *given: Any, **named: Any) -> Any:
            self.left -= 1
            names = self.fields[len(given) :]
            values = (*given, *(named[n] if n in named else self.defaults.get(n, _MISSING) for n in names))
            fits = len(values) == len(self.fields) and named.keys() <= set(names)
            if self.left >= 0 and fits and not any(value is _MISSING for value in values):
                return tuple.__new__(cls, values)
            compiled = self.compiled()
            self.made.__new__ = staticmethod(compiled)
            return compiled(cls, *given, **named)

        return construct

    def compiled(self) -> Callable[..., Any]:
        """The compiled constructor, as :func:`collections.namedtuple` has it."""
        code = f"lambda _cls, {', '.join(self.fields)}: _new(_cls, ({', '.join(self.fields)},))"
        made: Any = eval(code, {"_new": tuple.__new__, "__builtins__": {}})
        made.__name__, made.__defaults__ = "__new__", tuple(self.defaults.values())
        return made  # type: ignore[no-any-return]


if TYPE_CHECKING:
    from typing import NamedTuple
else:
    NamedTuple = _RowClass("NamedTuple", (), {})
