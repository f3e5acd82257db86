"""The signs of a map, from the facts of its game.

They have outlines or plates, a line in the legend, words and colours.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from referee.engine.state.facts.fact import Fact, Facts
from referee.engine.state.facts.sign import Heading, LegendEntry, Paint, Sign
from referee.engine.state.plain import NamedTuple
from referee.engine.state.ruleset import Ruleset

PLATE, BASE = 16, 12.5
"""Height of a plate, and the base line of its words."""
PLATE_SIZE = 12
"""Size of the words on a plate."""


class FieldSign(NamedTuple):
    """A sign with the field of its value (``Fact.picture``)."""

    field: str
    sign: Sign


class LegendSign(NamedTuple):
    """A sign in the legend."""

    style: str
    text: str
    words: str
    alone: str
    plate: bool


LegendRow = tuple[Heading, tuple[LegendSign, ...]]
"""A row of the legend."""


@cache
def of(rules: Ruleset) -> tuple[FieldSign, ...]:
    """The signs of a ruleset, by their places in a row."""
    return drawn(rules.facts)


def drawn(facts: Facts) -> tuple[FieldSign, ...]:
    """The signs of some facts, by their places in a row."""
    found = [FieldSign(f.picture_of("*"), f.sign) for f in facts.on_country() if f.sign is not None and f.sign.style]
    return tuple(sorted(found, key=lambda d: d.sign.row))


def shapes(signs: Iterable[FieldSign]) -> dict[str, str]:
    """The outlines of signs by their names."""
    return {d.sign.name: d.sign.shape for d in _in_order(signs) if d.sign.shape}


def plates(signs: Iterable[FieldSign]) -> dict[str, tuple[float, float, float]]:
    """The plates by name: height, radius of the corners, base line."""
    return {d.sign.name: (PLATE, d.sign.corner, BASE) for d in _in_order(signs) if not d.sign.shape}


def legend(signs: Iterable[FieldSign]) -> list[LegendRow]:
    """The rows of the legend.

    A sign with its heading's words comes first.
    """
    found: dict[Heading, list[tuple[LegendEntry, Sign]]] = {}
    for d in _in_order(signs):
        for line in d.sign.legend:
            found.setdefault(line.heading, []).append((line, d.sign))
    rows = sorted(found.items(), key=lambda row: row[0].order)
    return [
        (heading, tuple(_key(*line) for line in sorted(lines, key=lambda x: x[0].words != heading.words)))
        for heading, lines in rows
    ]


def strip(signs: Iterable[FieldSign], *, later: bool) -> list[LegendSign]:
    """The legend of a picture, of the first game or chapter 11.

    The row's pieces come before the signs at the foot.
    """
    there = list(signs)
    parts = ([d for d in there if d.sign.foot is foot] for foot in (False, True))
    return [key for part in parts for heading, keys in legend(part) if heading.later is later for key in keys]


def words(facts: Facts) -> list[list[Any]]:
    """The words for things on a country.

    Each entry has its field, the words for one and for several, those of some values, and the field that implies it;
    empty parts at its end are left out.
    """
    found = [(f.sign.order, f, f.sign) for f in facts.on_country() if f.sign is not None]
    return [_words(f, sign) for _, f, sign in sorted(found, key=lambda x: x[0])]


def _words(fact: Fact, sign: Sign) -> list[Any]:
    words = sign.words or fact.drawn_words()
    found = [fact.picture_of("*"), words[0], words[1] if len(words) > 1 else "", dict(sign.named), sign.unless]
    while not found[-1]:
        found.pop()
    return found


def _in_order(signs: Iterable[FieldSign]) -> list[FieldSign]:
    return sorted(signs, key=lambda d: d.sign.order)


def _key(line: LegendEntry, sign: Sign) -> LegendSign:
    style, text = sign.style.format(line.sample), sign.text.format(line.sample)
    return LegendSign(style, text, line.words, line.alone or line.words, not sign.shape)


# -------------------------------------------------------------------- the style sheet


def sheet(signs: Iterable[FieldSign], *, later: bool) -> str:
    """The style sheet of the first game's signs, or chapter 11's."""
    mine = [d.sign for d in _in_order(signs) if any(line.heading.later for line in d.sign.legend) is later]
    plain = [sign.name for sign in mine if not sign.shape]
    found = [_rules(sign) for sign in mine]
    if plain:
        text, edge = (", ".join(f".{name}{part}" for name in plain) for part in (" text", ".new rect"))
        found.append(f"{edge} {{ stroke: var(--violet); stroke-width: 2.5; }}")
        found.insert(0, f"{text} {{ font-size: {PLATE_SIZE}px; font-weight: 700; text-anchor: middle; }}")
    return "".join(f"{rules}\n" for rules in found)


def _rules(sign: Sign) -> str:
    """The colours of a sign, those of single values last.

    None is more specific than the colours of a new sign, which come later in the sheet.
    """
    part = "" if sign.shape else " rect"
    usual = _painted(sign, f".{sign.name}", ".piece" if sign.shape else part, sign.paint, sign.size)
    return " ".join((usual, *(_painted(sign, f".{sign.name}.{value}", part, p) for value, p in sign.paints.items())))


def _painted(sign: Sign, at: str, what: str, paint: Paint, size: float = 0) -> str:
    ground = [f"fill: {_colour(paint.fill)}"]
    ground += ["fill-rule: evenodd"] * sign.holes
    ground += [f"stroke: {_colour(paint.edge)}"] * (bool(sign.shape) or paint.edge != "none")
    ground += [f"stroke-width: {paint.width:g}"] * bool(paint.width)
    found = f"{at}{what} {{ {'; '.join(ground)}; }}"
    if not sign.text:
        return found
    writing = [f"fill: {_colour(paint.ink)}", *[f"font-size: {size:g}px"] * bool(size)]
    return f"{found} {at} text {{ {'; '.join(writing)}; }}"


def _colour(name: str) -> str:
    return name if name == "none" else f"var(--{name})"
