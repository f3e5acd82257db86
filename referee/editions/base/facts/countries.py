"""Facts on countries of the base game: pieces, markers, event markers."""

from __future__ import annotations

from referee.editions.base.printed import EVENT_BOX_MARKERS
from referee.engine.state.board import HARD, SOFT, US, Country
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, N_CELLS, N_TROOPS, POOR, UNMARKED
from referee.engine.state.facts.fact import Bar
from referee.engine.state.facts.form import Shape, StatementForm
from referee.engine.state.facts.kinds import CountFact, Marker, counted, there_or_not
from referee.engine.state.facts.pieces import AllPieces, Pieces, Supply
from referee.engine.state.facts.plots import PlotMarkers
from referee.engine.state.facts.sign import JIHADIST_PIECES, OTHER_MARKERS, US_PIECES, LegendEntry, Paint, Sign
from referee.engine.state.facts.states import (
    ANYWHERE,
    Alignment,
    EventMarkers,
    Governance,
    NoPieces,
    Posture,
    SidedMarker,
)

TROOPS = Supply(("Troop", "Troops"), N_TROOPS, "4.6.3", "troops_track", ("troops",), unplaced="troops_unplaced")
CELLS = Supply(
    ("Cell", "Cells"), N_CELLS, "4.6.3", "cells_track", ("sleepers", "actives"), "cells", unplaced="cells_unplaced"
)


def foreign(c: Country) -> bool:
    """Whether a country is non-Muslim."""
    return not c.data.muslim


def untested(c: Country) -> bool:
    """Whether a Muslim country is unmarked."""
    return c.data.muslim and not c.governance


OPEN_TO_TROOPS = {"Philippines": ("Abu Sayyaf", "Moro Talks")}
"""Non-Muslim countries open to Troops, with their markers (cards 57, 4)."""


def _closed(c: Country) -> bool:
    return not c.data.muslim and c.name not in OPEN_TO_TROOPS


def _never_opened(c: Country) -> bool:
    return c.name in OPEN_TO_TROOPS and not any(name in c.markers for name in OPEN_TO_TROOPS[c.name])


# -------------------------------------------------------------------- event markers

_BOX = ("",)
PLACES = {
    "Abbas": ("Israel",),
    "Abu Sayyaf": ("Philippines",),
    "Al-Anbar": _BOX,
    "Anbar Awakening": ("Iraq",),
    "Benazir Bhutto": ("Pakistan",),
    "Bhutto Shot": ("Pakistan",),
    "CTR": ("Russia", "Central Asia"),
    "Enhanced Measures": _BOX,
    "FATA": ("Pakistan",),
    "Indo-Pakistani Talks": ("Pakistan",),
    "Iraqi WMD": ("Iraq",),
    "Leak-Enhanced Measures": _BOX,
    "Leak-Renditions": _BOX,
    "Leak-Wiretapping": _BOX,
    "Libyan Deal": ("Libya",),
    "Libyan WMD": ("Libya",),
    "Moro Talks": ("Philippines",),
    "NATO": ANYWHERE,
    "NEST": (US,),
    "Patriot Act": (US,),
    "Pirates": _BOX,
    "Renditions": _BOX,
    "Saddam Captured": ("Iraq",),
    "Sadr": ("Iraq",),
    "Vieira de Mello Slain": _BOX,
    "Wiretapping": _BOX,
}
"""Places of event markers; "" is the Event Box.

NATO goes to Troops.
"""
AMONG_MUSLIMS = (
    Bar("6.2.7", "is not a Muslim country", foreign),
    Bar("6.2.7", "is unmarked", untested),
)
"""Reason against markers for troubled countries in others."""
BARRED = {"NATO": AMONG_MUSLIMS}
"""Rules against event markers in countries of some kind."""
SIDES = {f"Leak-{name}": name for name in EVENT_BOX_MARKERS}

MARKERS = (
    EventMarkers(
        name="marker",
        rule="6.2.7",
        of="both",
        attribute="markers",
        places=PLACES,
        barred_by=BARRED,
        sides=SIDES,
        forms=(StatementForm("marker", Shape.NAME),),
        label="markers",
        key="event_box",
        country_key="markers",
        picture="events",
        country_picture="m",
        sign=Sign(order=9, words=("{}",)),
    ),
    EventMarkers(
        name="no marker",
        rule="6.2.8",
        of="both",
        attribute="markers",
        places=PLACES,
        sides=SIDES,
        absent=True,
        forms=(StatementForm("no marker", Shape.NAME),),
    ),
)


# -------------------------------------------------------------------- countries


def _choices(*values: str) -> tuple[StatementForm, ...]:
    return tuple(StatementForm(value.capitalize(), value=value) for value in values)


BESIEGED = Marker(
    name="besieged",
    rule="4.8.3",
    of="country",
    attribute="besieged",
    noun="Besieged Regime",
    forms=there_or_not("besieged"),
    label="Besieged Regime",
    key="besieged_regime",
    picture="b",
    sign=Sign(
        style="besieged",
        row=3,
        text="B",
        shape="M-10-10.5h20v12c0 6-5 9-10 10.5c-5-1.5-10-4.5-10-10.5z",
        paint=Paint("panel", "ink", "ink"),
        size=12.5,
        order=6,
        legend=(LegendEntry(OTHER_MARKERS, "Besieged Regime"),),
    ),
    bars=(Bar("4.8.3", "is not a Muslim country and cannot be a Besieged Regime", foreign),),
)
COUNTRY = (
    Governance(
        name="governance",
        rule="4.2.2",
        of="country",
        attribute="governance",
        forms=(
            StatementForm("Good", value=GOOD),
            StatementForm("Fair", value=FAIR),
            StatementForm("Poor", value=POOR),
            StatementForm("IR", value=ISLAMIST_RULE, also=("Islamist Rule", "islamist")),
            StatementForm("unmarked", value=UNMARKED),
        ),
        label="Governance",
        key="governance",
        picture="g",
    ),
    Alignment(
        name="alignment",
        rule="4.2.3",
        of="country",
        attribute="alignment",
        forms=_choices("ally", "neutral", "adversary"),
        label="Alignment",
        key="alignment",
        picture="a",
        bars=(
            Bar("4.2.3", "is not a Muslim country and has no Alignment", foreign),
            Bar(
                "4.2.3",
                "is unmarked and has no Alignment yet",
                lambda c: c.data.muslim and not c.governance,
                ("governance",),
            ),
            Bar(
                "4.2.3",
                "is marked and has an Alignment",
                lambda c: c.data.muslim and bool(c.governance) and not c.alignment,
                ("governance",),
                True,
            ),
        ),
    ),
    Posture(
        name="posture",
        rule="4.3.2",
        of="country",
        attribute="posture",
        fixed=(US, "Israel"),
        forms=_choices(HARD, SOFT),
        label="Posture",
        key="posture",
        picture="p",
        bars=(
            Bar("4.3.2", "has no Posture", lambda c: not c.data.non_muslim),
            Bar("4.3.3", "is always Hard", lambda c: c.name == "Israel" and c.posture != HARD, ("governance",), True),
            Bar("4.3.2", "always has a Posture", lambda c: c.name == US and not c.posture, ("governance",), True),
        ),
    ),
    SidedMarker(
        name="regime change",
        rule="4.8.2",
        of="country",
        attribute="regime_change",
        noun="Regime Change",
        lasting="tan",
        forms=(
            StatementForm("RC", value="any"),
            StatementForm("RC-green", value="green"),
            StatementForm("RC-tan", value="tan"),
            StatementForm("no RC", value="", also=("no RC-green", "no RC-tan")),
        ),
        label="Regime Change",
        key="regime_change",
        picture="r",
        sign=Sign(
            style="regime {}",
            row=2,
            text="RC",
            shape="M-12-10.5h24v21h-24z",
            paint=Paint("panel", "ink", "ink"),
            paints={"green": Paint("ink", "ink", "panel")},
            size=12,
            order=7,
            legend=(
                LegendEntry(OTHER_MARKERS, "Regime Change, green", "green"),
                LegendEntry(OTHER_MARKERS, "tan", "tan", alone="Regime Change, tan"),
            ),
            words=("Regime Change ({})",),
        ),
        bars=(
            Bar("7.3.4.1", "is not a Muslim country and cannot have a Regime Change marker", foreign),
            Bar(
                "7.3.4.1",
                "cannot have a Regime Change marker: only Poor and Fair countries can",
                lambda c: c.data.muslim and c.governance not in (FAIR, POOR),
            ),
        ),
    ),
    BESIEGED,
    Marker(
        name="cadre",
        rule="4.8.4",
        of="country",
        attribute="cadre",
        noun="Cadre",
        forms=there_or_not("cadre"),
        label="Cadre",
        key="cadre",
        picture="c",
        sign=Sign(
            style="cadre",
            side="J",
            row=2,
            shape="M-8 11v-22l16 7.5l-16 7.5",
            paint=Paint("none", "j"),
            order=4,
            legend=(LegendEntry(JIHADIST_PIECES, "Cadre"),),
        ),
    ),
    Pieces(
        name="troops",
        rule="4.6.2",
        of="country",
        attribute="troops",
        supply=TROOPS,
        noun=("Troop", "Troops"),
        forms=counted("troops", also="troop"),
        label="Troops",
        key="troops",
        picture="t",
        sign=Sign(
            style="troops",
            row=0,
            text="{}",
            shape="M-8.5-10.5h17a2.5 2.5 0 0 1 2.5 2.5v16a2.5 2.5 0 0 1-2.5 2.5h-17a2.5 2.5 0 0 1-2.5-2.5v-16a2.5 2.5 0 0 1 2.5-2.5z",
            paint=Paint("us"),
            order=1,
            legend=(LegendEntry(US_PIECES, "Troops"),),
        ),
        bars=(
            Bar("7.3.3", "is not a Muslim country and can have no Troops", _closed),
            Bar(
                "7.3.3",
                "can have Troops only while Abu Sayyaf is in effect (card 57), or after Moro Talks has ended it",
                _never_opened,
                ("marker",),
            ),
            Bar(
                "7.3.3", "is unmarked and can have no Troops: they come to marked countries", untested, ("governance",)
            ),
        ),
    ),
    Pieces(
        name="sleepers",
        rule="4.6.4",
        of="country",
        attribute="sleepers",
        supply=CELLS,
        noun=("Sleeper", "Sleepers"),
        forms=counted("sleepers", "sleeper"),
        label="Sleepers",
        key="sleepers",
        picture="s",
        sign=Sign(
            style="sleeper",
            side="J",
            row=3,
            text="{}",
            shape="M-10.5 0a10.5 10.5 0 1 1 21 0a10.5 10.5 0 1 1-21 0z",
            paint=Paint("panel", "j", "j"),
            order=2,
            legend=(LegendEntry(JIHADIST_PIECES, "Sleeper Cells"),),
            words=("{} Sleeper Cell", "{} Sleeper Cells"),
        ),
    ),
    Pieces(
        name="actives",
        rule="4.6.4",
        of="country",
        attribute="actives",
        supply=CELLS,
        noun=("Active Cell", "Active Cells"),
        forms=counted("actives", "active"),
        label="Active Cells",
        key="actives",
        picture="v",
        sign=Sign(
            style="active",
            side="J",
            row=4,
            text="{}",
            shape="M-11.5 0a11.5 11.5 0 1 1 23 0a11.5 11.5 0 1 1-23 0z",
            paint=Paint("j"),
            order=3,
            legend=(LegendEntry(JIHADIST_PIECES, "Active Cells"),),
        ),
    ),
    AllPieces(
        name="cells",
        rule="4.6.2",
        of="country",
        supply=CELLS,
        noun=("Cell", "Cells"),
        forms=counted("cells", "cell"),
        key="cells",
    ),
    CountFact(
        name="aid",
        rule="4.8.3",
        of="country",
        attribute="aid",
        noun=("Aid", "Aid"),
        forms=(StatementForm("aid", value=1, written=False), *counted("aid", also="aids")),
        label="Aid",
        key="aid",
        picture="d",
        sign=Sign(
            style="aid",
            row=4,
            text="+{}",
            shape="M-3-10h6a9 10 0 0 1 0 20h-6a9 10 0 0 1 0-20z",
            paint=Paint("panel", "us", "us"),
            size=12,
            order=5,
            legend=(LegendEntry(US_PIECES, "Aid", 1),),
            words=("Aid {}",),
        ),
        bars=(
            Bar("4.8.3", "is not a Muslim country and has no Aid", foreign),
            Bar("4.9.4", "is unmarked and has no Aid: it is tested before Aid comes", untested, ("governance",)),
        ),
    ),
    PlotMarkers(
        name="plots",
        rule="4.8.1",
        of="country",
        attribute="plots",
        forms=(StatementForm("plots", Shape.PLOTS, also=("plot",)), *counted("plots", "plot")),
        label="Plots",
        key="plots",
        picture="P",
        sign=Sign(
            style="plot",
            side="J",
            row=1,
            text="{}",
            shape="M0-12.5l12.5 12.5l-12.5 12.5l-12.5-12.5z",
            paint=Paint("j"),
            order=8,
            legend=(LegendEntry(JIHADIST_PIECES, "Plot", "?"),),
            words=("Plot {}",),
            named={"?": "Plot, face down", "W": "WMD Plot"},
        ),
    ),
    NoPieces(
        name="empty",
        rule="4.7",
        of="country",
        fields={"sleepers": CELLS.track, "actives": CELLS.track, "troops": TROOPS.track, "cadre": ""},
        forms=(StatementForm("empty", value=True), StatementForm("no empty", value=False)),
    ),
)
