"""Facts on countries of The Awakening: Militia, popular markers, WMD and others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from referee.editions.awakening.facts.kinds import (
    Advisors,
    CaliphateMember,
    Capital,
    CountryLevel,
    MatSide,
    Militia,
    Popular,
    RegimeChange,
    Sleepers,
    WaitingWMD,
)
from referee.editions.awakening.printed import EMBARGOES
from referee.editions.awakening.queries import Queries
from referee.editions.awakening.state import N_MILITIA
from referee.editions.base.facts import countries as base
from referee.editions.base.facts.countries import AMONG_MUSLIMS, foreign, untested
from referee.engine.state.board import ADVERSARY, Country
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR
from referee.engine.state.facts.fact import Bar, Fact
from referee.engine.state.facts.form import StatementForm
from referee.engine.state.facts.kinds import Marker, counted, there_or_not
from referee.engine.state.facts.pieces import Supply
from referee.engine.state.facts.sign import Heading, LegendEntry, Paint, Sign
from referee.engine.state.facts.states import EventMarkers, Governance

F = TypeVar("F", bound=Fact)

POPULAR_ACTION, CIVIL_WAR = Heading("Popular action", 4, later=True), Heading("Civil War", 5, later=True)
CALIPHATE, WMD = Heading("Caliphate", 6, later=True), Heading("WMD", 7, later=True)

TROOPS = replace(base.TROOPS, boxes=("off_map",))
CELLS = replace(base.CELLS, more=Queries.CELLS_IN_THE_GAME)
MILITIA = Supply(
    ("Militia", "Militia"), N_MILITIA, "11.2.9", "militia_track", ("militia",), unplaced="militia_unplaced"
)
_SUPPLIES = {id(base.TROOPS): TROOPS, id(base.CELLS): CELLS}


def but(fact: F, **members: Any) -> F:
    """A fact with some of its members replaced."""
    made: F = type(fact)(**{**fact.__dict__, **members})
    return made


def _at_war(c: Country) -> bool:
    return bool(getattr(c, "civil_war", False))


_BESIDE_A_WAR = Bar("11.2.2", "is in Civil War and cannot have a Regime Change marker", _at_war, ("civil war",))


def _of_this_edition(fact: Fact) -> Fact:
    if type(fact) is Governance:
        return CountryLevel(**fact.__dict__)
    if fact.name == "regime change":
        return RegimeChange(**{**fact.__dict__, "bars": (*fact.bars, _BESIDE_A_WAR)})
    fact = with_supply(fact)
    return Sleepers(**fact.__dict__) if fact.name == "sleepers" else fact


def with_supply(fact: Fact) -> Fact:
    """A fact with the pieces of this edition."""
    supply = id(fact.__dict__.get("supply"))
    return but(fact, supply=_SUPPLIES[supply]) if supply in _SUPPLIES else fact


COUNTRY = tuple(_of_this_edition(fact) for fact in base.COUNTRY)


BARRED = {
    **base.BARRED,
    **dict.fromkeys(("NATO II", "Serval", "Truce"), AMONG_MUSLIMS),
    "Training Camps": (*AMONG_MUSLIMS, Bar("11.3.7", "is Good", lambda c: c.governance == GOOD)),
    "UNSCR 1973": (Bar("6.2.7", "is not in Civil War", lambda c: not _at_war(c)),),
}
"""Rules against an event marker in countries of some kind.

They are those of either game.
"""


def markers_at(places: dict[str, tuple[str, ...]]) -> tuple[EventMarkers, ...]:
    """The event markers, with their places."""
    sides = {**base.SIDES, EMBARGOES[1]: EMBARGOES[0]}
    return tuple(
        but(fact, places=places, barred_by=BARRED, sides=sides, both_sides=dict([EMBARGOES])) for fact in base.MARKERS
    )


# -------------------------------------------------------------------- bars


def _settled(c: Country) -> bool:
    return c.data.muslim and c.governance in (GOOD, ISLAMIST_RULE)


def _popular(name: str, noun: str, picture: str, sign: Sign, *also: str) -> Popular:
    return Popular(
        name=name,
        rule="11.1.2",
        of="country",
        attribute=name,
        noun=(f"{noun} marker", f"{noun} markers"),
        forms=(StatementForm(name, value=1, also=also, written=False), *counted(name, also=(f"{name}s", *also))),
        label=noun,
        key=name,
        picture=picture,
        sign=sign,
        bars=(
            Bar("11.1.4", f"is not a Muslim country and has no {noun} markers", foreign, ("side",)),
            Bar("11.1.4", f"is in Civil War and can have no {noun} marker", _at_war, ("civil war",)),
            Bar("11.1.4", f"is Good or under Islamist Rule and can have no {noun} marker", _settled, ("governance",)),
            Bar("11.1.2", f"is unmarked and has no {noun} marker: it is tested first", untested, ("governance",)),
        ),
    )


NEW_ON_COUNTRY: tuple[Fact, ...] = (
    MatSide(
        name="side",
        rule="11.3.3",
        of="country",
        forms=(
            StatementForm("Muslim", value="muslim"),
            StatementForm("non-Muslim", value="non-muslim", also=("not Muslim", "nonmuslim")),
        ),
        label="side of the mat",
        key="side",
        picture="N",
    ),
    Militia(
        name="militia",
        rule="11.2.4",
        of="country",
        attribute="militia",
        supply=MILITIA,
        noun=("Militia", "Militia"),
        forms=(StatementForm("militia", value=1, written=False), *counted("militia", also="militias")),
        label="Militia",
        key="militia",
        picture="M",
        sign=Sign(
            style="militia",
            row=1,
            text="{}",
            shape="M-11.5 0a11.5 11.5 0 1 1 23 0a11.5 11.5 0 1 1-23 0z",
            paint=Paint("us"),
            order=10,
            legend=(LegendEntry(CIVIL_WAR, "Militia"),),
        ),
        bars=(
            Bar("11.2.4", "is not a Muslim country and cannot have Militia", foreign, ("side",)),
            Bar("11.2.4", "is Good or under Islamist Rule and cannot have Militia", _settled, ("governance",)),
            Bar("4.9.4", "is unmarked and has no Militia: it is tested before they come", untested, ("governance",)),
        ),
    ),
    _popular(
        "awakening",
        "Awakening",
        "A",
        Sign(
            style="awakening",
            row=1,
            foot=True,
            text="+{}",
            corner=8,
            paint=Paint("us"),
            order=11,
            legend=(LegendEntry(POPULAR_ACTION, "Awakening markers", alone="Awakening"),),
        ),
        *("awk", "blue", "blues"),
    ),
    _popular(
        "reaction",
        "Reaction",
        "X",
        Sign(
            style="reaction",
            side="J",
            row=1,
            foot=True,
            text="\u2212{}",
            corner=2,
            paint=Paint("j"),
            order=12,
            legend=(LegendEntry(POPULAR_ACTION, "Reaction markers", alone="Reaction"),),
        ),
        *("rea", "green", "greens"),
    ),
    Marker(
        name="civil war",
        rule="11.2.2",
        of="country",
        attribute="civil_war",
        empty=False,
        noun="Civil War",
        forms=(
            *there_or_not("civil war"),
            StatementForm("civil war", value=True, also=("CW", "in civil war", "in CW", "civilwar"), written=False),
            StatementForm("no civil war", value=False, also=("no CW", "no civilwar"), written=False),
        ),
        label="Civil War",
        key="civil_war",
        picture="C",
        sign=Sign(
            style="war",
            row=2,
            foot=True,
            text="CW",
            paint=Paint("ink", ink="panel"),
            order=13,
            legend=(LegendEntry(CIVIL_WAR, "Civil War"),),
        ),
        bars=(
            Bar("11.2.2", "is not a Muslim country and cannot be in Civil War", foreign, ("side",)),
            Bar(
                "11.2.2",
                "cannot be in Civil War: only Fair and Poor countries can",
                lambda c: c.data.muslim and c.governance not in (FAIR, POOR),
                ("governance",),
            ),
        ),
    ),
    Capital(
        name="caliphate capital",
        rule="11.3.8",
        of="country",
        noun="Caliphate Capital",
        forms=(
            StatementForm("caliphate capital", value=True, also=("capital", "cap")),
            StatementForm("no caliphate capital", value=False, also=("no capital", "no cap")),
        ),
        label="Caliphate Capital",
        key="caliphate_capital",
        picture="K",
        sign=Sign(
            style="capital",
            side="J",
            row=2,
            foot=True,
            shape="M-9 0a9 9 0 1 1 18 0a9 9 0 1 1-18 0zM0 -6L1.6 -1.8L6.1 -1.6L2.6 1.2L3.8 5.6L0 3.1L-3.8 5.6L-2.6 1.2L-6.1 -1.6L-1.6 -1.8z",
            paint=Paint("j"),
            holes=True,
            order=14,
            legend=(LegendEntry(CALIPHATE, "its Capital", alone="Caliphate Capital"),),
        ),
    ),
    CaliphateMember(
        name="caliphate",
        rule="11.3.8.1",
        of="country",
        count=lambda board: None,
        forms=there_or_not("caliphate"),
        label="Caliphate",
        key="caliphate",
        picture="k",
        sign=Sign(order=15, words=("part of the Caliphate",), unless="K"),
    ),
    Advisors(
        name="advisors",
        rule="11.2.4",
        of="country",
        attribute="advisors",
        noun=("Advisors marker", "Advisors markers"),
        forms=(StatementForm("advisors", value=1, written=False), *counted("advisors", also="advisor")),
        label="Advisors",
        key="advisors",
        picture="V",
        sign=Sign(
            style="advisors",
            row=3,
            foot=True,
            text="Adv {}",
            corner=8,
            paint=Paint("panel", "us", "us", 1.6),
            order=16,
            legend=(LegendEntry(CIVIL_WAR, "Advisors", 1),),
            words=("{} Advisors",),
        ),
        bars=(
            Bar("11.2.4", "is not in Civil War and has no Advisors", lambda c: not _at_war(c), ("civil war",)),
            Bar("11.2.4", "has Troops and can have no Advisors", lambda c: bool(c.troops), ("troops",)),
            Bar(
                "11.2.4", "is an Adversary and can have no Advisors", lambda c: c.alignment == ADVERSARY, ("alignment",)
            ),
        ),
    ),
    WaitingWMD(
        name="wmd",
        rule="11.3.1",
        of="country",
        attribute="wmd",
        noun=("WMD", "WMD"),
        forms=counted("wmd"),
        label="WMD waiting",
        key="wmd",
        picture="W",
        sign=Sign(
            style="waiting",
            side="J",
            row=3,
            foot=True,
            text="WMD {}",
            corner=2,
            paint=Paint("panel", "soft", "soft", 1.2),
            order=17,
            legend=(LegendEntry(WMD, "waiting there, not yet Available", alone="WMD not yet Available"),),
            words=("{} WMD waiting",),
        ),
    ),
)
