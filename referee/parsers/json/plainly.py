"""The forms of entries where pydantic is not to be had, as in a browser: the little of it that :mod:`.model` uses.

The same entries are taken and refused, the first mistake at the same place and, but for a value that may be of several
kinds, in the same words.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

_NONE = object()
_PLAIN = {int: "integer", str: "string", bool: "boolean"}


class ValidationError(Exception):
    """An entry that is none: where, and what is wrong there."""

    def __init__(self, loc: tuple[str | int, ...], message: str) -> None:
        super().__init__(message)
        self.loc, self.message = loc, message

    def errors(self, **_: bool) -> list[dict[str, Any]]:
        """The first mistake, in a list."""
        return [{"loc": self.loc, "msg": self.message}]

    def inside(self, step: str | int) -> ValidationError:
        """The same seen from one level further out."""
        return ValidationError((step, *self.loc), self.message)


class Bounds:
    """What a value has to keep to, and what stands there if it is left out."""

    def __init__(self, default: Any = _NONE, **given: Any) -> None:
        self.default = _NONE if default is ... else default
        self.given = given

    def check(self, value: Any) -> None:
        """Raises :class:`ValidationError`."""
        g = self.given
        if "ge" in g and value < g["ge"]:
            raise _wrong(f"Input should be greater than or equal to {g['ge']}")
        if "le" in g and value > g["le"]:
            raise _wrong(f"Input should be less than or equal to {g['le']}")
        what = "List" if isinstance(value, list) else "String"
        units, not_so = ("item", f" after validation, not {len(value)}") if what == "List" else ("character", "")
        if "min_length" in g and len(value) < (n := g["min_length"]):
            raise _wrong(f"{what} should have at least {n} {units}{'s' * (n != 1)}{not_so}")
        if "max_length" in g and len(value) > (n := g["max_length"]):
            raise _wrong(f"{what} should have at most {n} {units}{'s' * (n != 1)}{not_so}")
        # a line end at the end of the text is part of it
        if "pattern" in g and re.search(g["pattern"].replace("$", r"\Z"), value) is None:
            raise _wrong(f"String should match pattern '{g['pattern']}'")


def _wrong(message: str) -> ValidationError:
    return ValidationError((), message)


class BaseModel:
    """What has fields; further ones are not allowed."""

    def __init__(self, raw: dict[str, Any]) -> None:
        names = set()
        for name, alias, default, check in _fields(type(self)):
            names.add(alias)
            if alias not in raw:
                if default is _NONE:
                    raise _wrong("Field required").inside(alias)
                setattr(self, name, list(default) if isinstance(default, list) else default)
                continue
            try:
                setattr(self, name, check(raw[alias]))
            except ValidationError as error:
                raise error.inside(alias) from None
        for name in raw:
            if name not in names:
                raise _wrong("Extra inputs are not permitted").inside(name)


_known: dict[type, list[tuple[str, str, Any, Callable[[Any], Any]]]] = {}


def _fields(model: type) -> list[tuple[str, str, Any, Callable[[Any], Any]]]:
    """Of each field its name, how it is called in JSON, its default, and what takes its value."""
    if model not in _known:
        found = []
        for name, form in get_type_hints(model, include_extras=True).items():
            if name == "model_config":
                continue
            default = getattr(model, name, _NONE)
            bounds = default if isinstance(default, Bounds) else Bounds(default)
            alias = bounds.given.get("alias", name)
            found.append((name, alias, bounds.default, _bound(_check(form), bounds)))
        _known[model] = found
    return _known[model]


def _bound(check: Callable[[Any], Any], bounds: Bounds) -> Callable[[Any], Any]:
    if not bounds.given.keys() & {"ge", "le", "min_length", "max_length", "pattern"}:
        return check

    def both(value: Any) -> Any:
        value = check(value)
        bounds.check(value)
        return value

    return both


def _check(form: Any) -> Callable[[Any], Any]:
    """What takes a value of a form and gives it back. It raises :class:`ValidationError`."""
    origin, of = get_origin(form), get_args(form)
    if origin is Annotated:
        bounds = of[1]
        if "discriminator" in bounds.given:
            return _tagged(get_args(of[0]), bounds.given["discriminator"])
        return _bound(_check(of[0]), bounds)
    if origin is Literal:
        return _one_of(of)
    if origin is list:
        return _list_of(_check(of[0]))
    if origin in (Union, types.UnionType):
        return _any_of([_check(one) for one in of if one is not types.NoneType], none=types.NoneType in of)
    if form in _PLAIN:
        return _plain(form)
    return _model(form)


def _plain(form: type) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        if type(value) is not form:
            raise _wrong(f"Input should be a valid {_PLAIN[form]}")
        return value

    return check


def _one_of(words: Iterable[Any]) -> Callable[[Any], Any]:
    known = list(words)
    told = [repr(word) for word in known]
    said = f"{', '.join(told[:-1])} or {told[-1]}" if told[1:] else told[0]

    def check(value: Any) -> Any:
        if not any(type(value) is type(word) and value == word for word in known):
            raise _wrong(f"Input should be {said}")
        return value

    return check


def _list_of(check_one: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        if not isinstance(value, list):
            raise _wrong("Input should be a valid list")
        found = []
        for index, one in enumerate(value):
            try:
                found.append(check_one(one))
            except ValidationError as error:
                raise error.inside(index) from None
        return found

    return check


def _any_of(checks: list[Callable[[Any], Any]], *, none: bool) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        if none and value is None:
            return None
        first = None
        for one in checks:
            try:
                return one(value)
            except ValidationError as error:
                first = first or error
        assert first is not None
        raise first

    return check


def _model(form: type[BaseModel]) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        if not isinstance(value, dict):
            raise _wrong(f"Input should be a valid dictionary or instance of {form.__name__}")
        return form(value)

    return check


def _tagged(models: Iterable[type[BaseModel]], name: str) -> Callable[[Any], Any]:
    known = {tag: model for model in models for tag in get_args(get_type_hints(model)[name])}

    def check(value: Any) -> Any:
        if not isinstance(value, dict):
            raise _wrong("Input should be a valid dictionary or object to extract fields from")
        if name not in value:
            raise _wrong(f"Unable to extract tag using discriminator '{name}'")
        tag = value[name]
        if not isinstance(tag, str) or tag not in known:
            tags = ", ".join(repr(tag) for tag in known)
            raise _wrong(f"Input tag '{tag}' found using '{name}' does not match any of the expected tags: {tags}")
        try:
            return known[tag](value)
        except ValidationError as error:
            raise error.inside(tag) from None

    return check


class TypeAdapter:
    """A form by itself."""

    def __init__(self, form: Any) -> None:
        self._check = _check(form)

    def validate_python(self, raw: Any) -> Any:
        """The value by its form. Raises :class:`ValidationError`."""
        return self._check(raw)


ConfigDict = dict
Field = Bounds
