"""Iran and Jaysh al-Mahdi, by the Shia-Mix table (9.4.2.1).

The table gives a country, which is Tested if it is unmarked. The event goes to the closest Good country from there, or
the closest Fair one if none is Good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from referee.editions.base.events import steps
from referee.editions.solo.activities import measures as m
from referee.editions.solo.activities import priorities as where
from referee.engine.law.ask import Field, Hints, Purpose
from referee.engine.law.guidance import Guidance, Stop
from referee.engine.law.play import Play
from referee.engine.law.table import NOTHING
from referee.engine.law.tables.guided import pick
from referee.engine.state.board import Board
from referee.engine.state.data import FAIR, GOOD, GOVERNANCE_NAMES
from referee.engine.state.words import listed

RULE = "9.4.2.1"
JAYSH_AL_MAHDI = 106
NONE_FITS = "no country that the event may choose is Good or Fair, so it changes nothing"
HINTS = Hints(
    country_of_dice=lambda dice: (
        m.shia_mix_of(dice[: where.SHIA_MIX_DICE]) if len(dice) >= where.SHIA_MIX_DICE else None
    )
)


def country_by_table(
    play: Play, card: int, allowed: Callable[[], Iterable[str]] | Iterable[str], **more: Any
) -> str | None:
    """Roll for a country, Test it, and take the closest fit."""
    b = play.board
    rolled: str = play.ask(
        Field.WHERE,
        m.SHIA_MIX,
        purpose=Purpose.TEST,
        rule="9.5",
        silence=NOTHING,
        hints=HINTS,
        chart=_table(b, m.SHIA_MIX),
    )
    known = rolled in b.countries
    certain = known and not b[rolled].marked
    if known:
        play.test(rolled)
    fitting = _fitting(b, allowed() if callable(allowed) else allowed)
    if not fitting:
        for field in ("", Field.WHERE):
            play.table.not_due(field, "", None, RULE, NONE_FITS, without_effect=True)
        return None
    chart = _closest(b, fitting, rolled if known else "", certain=certain, sure=card != JAYSH_AL_MAHDI)
    found = steps.country(play, card, allowed, chart=chart, **{**more, "again": True})
    if not known and found is not None:
        pick(play, found, _table(b, m.SHIA_MIX), None, found)
    return found


def _table(b: Board, names: Iterable[str]) -> Guidance:
    """The countries of the table, or none without dice."""
    made = where.at_shia_mix(names, lambda dice: (m.shia_mix_of(dice),))
    return replace(made, readings=((NOTHING, ""),))


def _fitting(b: Board, names: Iterable[str]) -> list[str]:
    """The Good countries of some, else the Fair ones."""
    marked = list(names)
    good, fair = ([n for n in marked if b[n].governance == level] for level in (GOOD, FAIR))
    return good or fair


def _closest(b: Board, fitting: list[str], rolled: str, *, certain: bool, sure: bool) -> Guidance:
    """The fitting countries closest to the one rolled, a die among several.

    ``certain`` says that a Test shows the rolled country, not the dice alone.
    """
    reach = m.reachable(b, m.shia_mix_of, fitting)
    due = m.closest(b, rolled, fitting) if rolled else reach
    level = GOVERNANCE_NAMES[b[fitting[0]].governance]
    stop = Stop("Shia-Mix", RULE, "the closest Good country, else Fair", "", tuple(due), sure)
    one_source = (
        f"the Shia-Mix table, by which it is {listed([b.rules.named(n) for n in due], 'or')}, rests on one source"
    )
    others = () if certain else tuple((n, one_source) for n in reach if n not in due)

    def barred(name: str) -> tuple[str, str] | None:
        if name in due or name not in b.countries or (name in fitting and not rolled):
            return None
        if name in fitting and rolled in due:
            itself = f"the dice name {b.rules.named(rolled)}, which is {level} itself"
            return RULE, f"{itself}, so the event is not about {b.rules.named(name)}"
        if name in fitting:
            way = listed([b.rules.named(n) for n in due], "or")
            return "9.5.1", f"from {b.rules.named(rolled)} the way to {way} is shorter than to {b.rules.named(name)}"
        none = ", since none is Good" if level != GOVERNANCE_NAMES[GOOD] else ""
        have = GOVERNANCE_NAMES.get(b[name].governance, "unmarked")
        return RULE, f"the event is about the closest {level} country{none}, and {b.rules.named(name):is} {have}"

    made = where.guidance(due, "9.5" if sure else RULE, (stop,), drawn=bool(rolled))
    return replace(made, readings=others, barred=barred if sure else None)
