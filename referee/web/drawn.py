"""Positions for the page, drawn and in words.

The map is SVG, the tracks are words and numbers; for Ask there is a position with a play.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any

from referee.editions import rulesets
from referee.editions.rulesets import tags_of
from referee.engine.state.board import Board, empty_board
from referee.parsers.notation.position import block
from referee.reports import picture
from referee.reports.report import boxes, replay
from referee.reports.report.boxes import BoxLook, arrows
from referee.reports.report.geography import drawing, later, spaces
from referee.reports.report.replay import Move
from referee.reports.templating import environment

MAPS = ("base", "awakening")
"""The drawn maps, each by the name of a ruleset with it."""


def board(
    b: Board, *, before: Board | None = None, found: Collection[int] = (), moves: Sequence[Move] = ()
) -> dict[str, Any]:
    """The drawing of a position, with its words.

    ``svg`` is the map, each country a group with ``data-country``; ``facts`` the tracks as pairs of words;
    ``more`` the events in play and the lapsing ones; ``words`` the position in a sentence; ``countries`` the pieces of
    each country, in words, by its name.
    """
    all_spaces, looks = spaces(b.rules), picture.looks(b)
    fresh: dict[int, list[int]] = {}
    if before is not None:
        old, was, now = picture.looks(before), replay.view(before), replay.view(b)
        changed = {i for (i, field), value in now.items() if i >= 0 and was.get((i, field)) != value}
        fresh = {i: boxes.fresh(looks[i], old[i]) for i in changed}
    drawn = (
        environment()
        .get_template("board.svg.j2")
        .render(
            T=drawing(b.rules),
            tones={s.index: looks[s.index].tone for s in all_spaces},
            looks=looks,
            fresh=fresh,
            found=found,
            arrows=arrows(all_spaces, looks, moves),
            words=picture.words_for(b),
        )
    )
    return {
        "svg": drawn,
        "facts": picture.facts_of(b),
        "more": picture.more_of(b),
        "words": picture.words_for(b),
        "countries": lying(b),
        "side": b.side,
        "turn": b.turn,
    }


def blank(name: str) -> dict[str, Any]:
    """One of the ``MAPS`` without a position, and its plates' sizes."""
    b = _empty(name)
    return {"svg": board(b)["svg"], "plates": drawing(b.rules).plates}


def looks(b: Board) -> dict[str, Any]:
    """A position in short, to be drawn on a blank ``map``.

    ``looks`` are the countries that look different there: name, classes, height of the box, signs, words.
    """
    name, words = MAPS[later(b.rules)], lying(b)
    found = [
        [s.name, now.tone, now.height, [m.data() for m in now.marks], words[s.name]]
        for s, now, blank in zip(spaces(b.rules), picture.looks(b), _blank_looks(name), strict=True)
        if now != blank
    ]
    return {"map": name, "looks": found, "facts": picture.facts_of(b)}


@cache
def _empty(name: str) -> Board:
    return empty_board(rulesets.RULESETS[name][0]())


@cache
def _blank_looks(name: str) -> list[BoxLook]:
    return picture.looks(_empty(name))


def lying(b: Board) -> dict[str, str]:
    """State and pieces of each country in words; "" for nothing known."""
    facts = b.rules.facts
    phrases: dict[str, list[str]] = {name: [] for name in b.countries}
    for s in facts.statements(b):
        if s.subject:
            phrases[s.subject].append(facts.of(s).phrase(s.value))
    return {name: ", ".join(words) for name, words in phrases.items()}


def disputed(b: Board, play: Iterable[str]) -> dict[str, str]:
    """A position as a record, and the lines of a play.

    Check and Write give it to Ask.
    """
    return {"setup": "\n".join([*tags_of(b), block(b)]), "play": "\n".join(play)}
