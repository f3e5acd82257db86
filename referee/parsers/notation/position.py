"""Statements as text: set-up blocks that read back to the same position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

from referee.engine.state.board import Board
from referee.engine.state.facts import Facts, Shape, StatementForm
from referee.engine.state.script import Statement

WIDTH = 110


def _listed(words: str, values: Iterable[Any]) -> str:
    return " ".join([words, *(str(v or "?") for v in values)])


_WRITERS: dict[Shape, Callable[[StatementForm, Any], str]] = {
    Shape.FIXED: lambda form, v: form.words,
    Shape.NUMBER: lambda form, v: f"{form.words} {v}",
    Shape.NEGATIVE: lambda form, v: f"{form.words} {-v}",
    Shape.ZERO: lambda form, v: f"{form.words} 0",
    Shape.COUNTED: lambda form, v: f"{v} {form.one if v == 1 and form.one else form.words}",
    Shape.CARD: lambda form, v: f"{form.words} {v or '?'}",
    Shape.CARDS: lambda form, v: _listed(form.words, v),
    Shape.PLOT: lambda form, v: f"{form.words} {v}",
    Shape.PLOTS: lambda form, v: _listed(form.words, v),
    Shape.TAGGED_PLOT: lambda form, v: ", ".join(f"{form.words} {name}#{k}" for name, k in v),
    Shape.LIMITED_PLOT: lambda form, v: ", ".join(f"{form.words} {name}#{k} {n}" for name, k, n in v),
    Shape.TURN: lambda form, v: f"{form.words} {v[0]} {v[1]}",
    Shape.COUNTRY: lambda form, v: ", ".join(f"{form.words} {name}" for name in v),
    Shape.NAME: lambda form, v: f"{form.words} {v}",
}


def phrase(facts: Facts, s: Statement, none: str = "0") -> str:
    """One statement without its country: ``2 troops``, ``hand J 9``.

    ``none`` is the word for no piece.
    See docs/reference/notation.md. Raises :class:`KeyError` for an unknown subject, :class:`ValueError` for an impossible value.
    """
    form = _form(facts, s)
    if form is None:
        raise ValueError(f"{s.field} cannot be {s.value!r}")
    if form.shape is Shape.COUNTED and not s.value:
        return f"{none} {form.words}"
    text = _WRITERS[form.shape](form, s.value)
    # a marker on a country goes by its name alone
    return text.replace("marker ", "", 1) if s.subject and form.shape is Shape.NAME else text


def _form(facts: Facts, s: Statement) -> StatementForm | None:
    """The written form of a statement; None for impossible values."""
    return next((form for form in facts.of(s).forms if form.written and form.says(s.value)), None)


def phrases(facts: Facts, found: Iterable[Statement]) -> Iterator[tuple[str, str]]:
    """Statements as ``(country, phrase)``, grouped by country.

    Each about the tracks is alone, under "".
    """
    # "plots 1 2 plots" would be read as two markers, so a number of Plots begins a new phrase
    for (subject, _), group in groupby(
        found, key=lambda s: (s.subject, s.field == "plots" and isinstance(s.value, int))
    ):
        said = [phrase(facts, s) for s in group]
        if subject:
            yield subject, f"{subject} {' '.join(said)}"
            continue
        whole: list[str] = []
        for p in said:
            if p.startswith(": ") and whole:
                whole[-1] += p
            else:
                whole.append(p)
        yield from (("", p) for p in whole)


def block(board: Board) -> str:
    """A position as a set-up block: tracks, then countries.

    The statements about the tracks come first, then one line for each country. A record can lead to values that no
    set-up states, such as -1 WMD out of the game: they are left out, and have a finding.
    """
    facts = board.rules.facts
    return of_statements(facts, [s for s in facts.statements(board) if _form(facts, s)])


def of_statements(facts: Facts, found: Iterable[Statement]) -> str:
    """A block of any statements, tracks first."""
    said = list(phrases(facts, found))
    general = [p for subject, p in said if not subject]
    return "\n".join([*_filled(general), *(f"setup: {p}" for subject, p in said if subject)])


def _filled(phrases: list[str]) -> list[str]:
    """Statements on as few lines as fit."""
    out: list[str] = []
    for p in phrases:
        if out and len(out[-1]) + len(p) + 2 <= WIDTH:
            out[-1] += f", {p}"
        else:
            out.append(f"setup: {p}")
    return out
