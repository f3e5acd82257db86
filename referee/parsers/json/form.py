"""The form of a record in JSON.

It has its published schema, and finds the first breach of it.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

from referee.engine.state.words import agree

_TYPES: dict[str, tuple[type, str]] = {
    "object": (dict, "dictionary or instance of "),
    "array": (list, "list"),
    "string": (str, "string"),
    "integer": (int, "integer"),
    "boolean": (bool, "boolean"),
}
_LIMITS = {
    "minimum": "Input should be greater than or equal to {limit}",
    "maximum": "Input should be less than or equal to {limit}",
    "minItems": "List should have at least {limit} {items} after validation, not {size}",
    "maxItems": "List should have at most {limit} {items} after validation, not {size}",
    "maxLength": "String should have at most {limit} {characters}",
}
SchemaPart = dict[str, Any]
Path = tuple[str | int, ...]


class FormError(ValueError):
    """An entry's breach of its form.

    It has the path of names and numbers to the place.
    """

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.message, self.path = message, path


@cache
def schema() -> SchemaPart:
    """The JSON Schema of a record."""
    text = files("referee.parsers.json").joinpath("record.schema.json").read_text(encoding="utf-8")
    found: SchemaPart = json.loads(text)
    return found


@cache
def _kinds() -> dict[str, SchemaPart]:
    """Forms of entries by kind, in schema order."""
    forms = [_named(form) for form in schema()["properties"]["entries"]["items"]["oneOf"]]
    return {kind: form for form in forms for kind in _words(form["properties"]["kind"])}


@cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text.replace("$", r"\Z"))  # a line end at the end of the text is part of it


def check(entry: Any) -> None:
    """Compare an entry with the form of its kind.

    Raises :class:`FormError`.
    """
    if not isinstance(entry, dict):
        raise FormError("Input should be a valid dictionary or object to extract fields from")
    if "kind" not in entry:
        raise FormError("Unable to extract tag using discriminator 'kind'")
    kind = entry["kind"]
    form = _kinds().get(kind) if isinstance(kind, str) else None
    if form is None:
        known = ", ".join(map(repr, _kinds()))
        raise FormError(f"Input tag '{kind}' found using 'kind' does not match any of the expected tags: {known}")
    _check(form, entry, ())


def _named(form: SchemaPart) -> SchemaPart:
    found: SchemaPart = schema()["$defs"][form["$ref"].rpartition("/")[2]] if "$ref" in form else form
    return found


def _words(form: SchemaPart) -> list[Any]:
    """The only values of a form, where it lists them."""
    found: list[Any] = form["enum"] if "enum" in form else [form["const"]] if "const" in form else []
    return found


def _check(form: SchemaPart, value: Any, path: Path) -> None:
    form = _named(form)
    if "anyOf" in form:
        _check_any(form["anyOf"], value, path)
        return
    if words := _words(form):
        if not any(type(value) is type(word) and value == word for word in words):
            *others, last = map(repr, words)
            raise FormError(f"Input should be {', '.join(others)}{' or ' * bool(others)}{last}", path)
        return
    kind, name = _TYPES[form["type"]]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise FormError(f"Input should be a valid {name}{form.get('title', '') * (kind is dict)}", path)
    if isinstance(value, dict):
        _check_members(form, value, path)
        return
    _check_limits(form, value, path)
    if isinstance(value, list):
        for n, one in enumerate(value):
            _check(form["items"], one, (*path, n))


def _check_any(forms: list[SchemaPart], value: Any, path: Path) -> None:
    """Accept a value of several forms, or raise the first's error."""
    first: FormError | None = None
    for form in forms:
        if form.get("type") == "null":
            if value is None:
                return
            continue
        try:
            _check(form, value, path)
            return
        except FormError as error:
            first = first or error
    assert first is not None
    raise first


def _check_members(form: SchemaPart, value: SchemaPart, path: Path) -> None:
    members, required = form["properties"], form.get("required", ())
    for name, one in members.items():
        if name in value:
            _check(one, value[name], (*path, name))
        elif name in required:
            raise FormError("Field required", (*path, name))
    extra = next((name for name in value if name not in members), None)
    if extra is not None:
        raise FormError("Extra inputs are not permitted", (*path, extra))


def _check_limits(form: SchemaPart, value: Any, path: Path) -> None:
    for name, message in _LIMITS.items():
        if name not in form:
            continue
        limit, size = form[name], value if isinstance(value, int) else len(value)
        if size < limit if name.startswith("min") else size > limit:
            nouns = {"items": agree(limit, "item"), "characters": agree(limit, "character")}
            raise FormError(message.format(limit=limit, size=size, **nouns), path)
    if "pattern" in form and _pattern(form["pattern"]).search(value) is None:
        raise FormError(f"String should match pattern '{form['pattern']}'", path)


__all__ = ["FormError", "check", "schema"]
