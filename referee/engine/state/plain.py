"""Data classes that are cheap to make.

Every check makes its data classes as it imports their modules. :func:`dataclasses.dataclass` compiles up to seven methods for
each, which took a quarter of a check's start. Here the constructor is compiled with the first object of a class, if there is one, and
the other methods are shared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

_Class = TypeVar("_Class")


@dataclass_transform(field_specifiers=(field,))
def plain_dataclass(*, frozen: bool = False, eq: bool = True) -> Callable[[type[_Class]], type[_Class]]:
    """Make a data class with slots, for modules loaded by every check.

    ``replace``, ``fields`` and ``field`` work as with ``dataclass(slots=True)``; keyword-only fields are not offered.

    Args:
        frozen: Its objects never change. The type checker holds that; at run time nothing does, so that they are made faster.
        eq: Two objects are equal if their compared fields are; frozen ones are then hashed by them.
    """

    def decorate(cls: type[_Class]) -> type[_Class]:
        made: Any = dataclass(slots=True, init=False, repr=False, eq=False)(cls)
        made.__init__ = _first_constructor(made)
        methods: dict[str, Any] = {"__repr__": _shown}
        if eq:
            methods |= _by_value(attrgetter(*(f.name for f in fields(made) if f.compare)), frozen)
        for name, method in methods.items():
            if name not in made.__dict__:
                setattr(made, name, method)
        return made  # type: ignore[no-any-return]

    return decorate


def _first_constructor(made: type) -> Callable[..., None]:
    """Make a constructor that compiles the real one on first use."""

    def construct(self: object, /, *args: Any, **named: Any) -> None:
        compiled = _compile_constructor(made)
        made.__init__ = compiled  # type: ignore[misc]
        compiled(self, *args, **named)

    return construct


def _compile_constructor(made: Any) -> Callable[..., None]:
    """Compile the constructor of a data class.

    It sets the fields in order with their defaults, then calls ``__post_init__``.
    """
    scope: dict[str, Any] = {"MISSING": MISSING}
    parameters, body = [], []
    for f in fields(made):
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


def _parameter(f: Field[Any], scope: dict[str, Any]) -> tuple[str, str]:
    """The parameter of a field, and the expression of its value.

    Defaults go into the scope.
    """
    default = f"default_{f.name}"
    if f.default_factory is not MISSING:
        scope[default] = f.default_factory
        return f"{f.name}=MISSING", f"{default}() if {f.name} is MISSING else {f.name}" if f.init else f"{default}()"
    if f.default is not MISSING:
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
    return (
        f"{type(self).__qualname__}({', '.join(f'{f.name}={getattr(self, f.name)!r}' for f in fields(self) if f.repr)})"
    )
