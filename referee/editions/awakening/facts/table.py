"""Facts of tracks, boxes and kept markers in The Awakening."""

from __future__ import annotations

from referee.editions.awakening import recent, state
from referee.editions.awakening.facts.countries import CELLS, MILITIA, with_supply
from referee.editions.awakening.facts.kinds import (
    CellTrack,
    Counter,
    IslamistResources,
    OffMap,
    ResolvedPlots,
    StruckCountries,
)
from referee.editions.awakening.state import N_MILITIA
from referee.editions.base.facts import table as base
from referee.engine.state.data import N_CELLS, N_TROOPS
from referee.engine.state.facts.fact import Fact
from referee.engine.state.facts.form import Shape, StatementForm
from referee.engine.state.facts.kinds import DerivedFact, Number, number, there_or_not
from referee.engine.state.facts.pieces import Track, UnplacedPieces


def _track(fact: Fact) -> Fact:
    if fact.name == "islamist":
        return IslamistResources(**fact.__dict__)
    if fact.name == "cells track":
        return CellTrack(**{**fact.__dict__, "supply": CELLS, "high": N_CELLS})
    return with_supply(fact)


TRACKS: tuple[Fact, ...] = (
    *(_track(fact) for fact in base.TRACKS),
    Track(
        name="militia track",
        title="Militia on the track",
        rule="11.2.9",
        attribute="militia_track",
        empty=N_MILITIA,
        supply=MILITIA,
        high=N_MILITIA,
        forms=number("militia track", "militia on track", "militia on the track"),
        hint="militia track 11",
        label="Militia Track",
        key="militia_track",
        picture="mt",
    ),
    UnplacedPieces(
        name="militia unplaced",
        title="Militia that nobody has placed",
        rule="11.2.9",
        attribute="militia_unplaced",
        supply=MILITIA,
        high=N_MILITIA,
        unsaid=0,
        forms=number("militia unplaced"),
        hint="militia unplaced 2",
        key="militia_unplaced",
    ),
    OffMap(
        name="off map",
        title="Troops off map",
        rule="11.3.4",
        attribute="off_map",
        high=N_TROOPS,
        unsaid=0,
        forms=number("off map", "off-map", "offmap", "off map box", "troops off map"),
        hint="off map 3",
        label="Off Map Box",
        key="off_map",
        picture="om",
    ),
    DerivedFact(
        name="new cells",
        title="new Cells beside the Ample box",
        rule="11.3.7",
        count=state.new_cells,
        forms=number("new cells"),
        key="new_cells",
        picture="nc",
    ),
)
LOOK_BACK = tuple(base.look_back(name, ago) for name in recent.FIELDS for ago in (1, 0))
PILES = base.PILES


PLOTS = base.PLOTS
_BOX = ("resolved", "resolved plot", "resolved box", "resolved plots box", "resolve plots", "resolve plots box")
"""Words for the Resolve Plots box."""
BESIDE: tuple[Fact, ...] = (
    ResolvedPlots(
        name="resolved plots",
        title="Resolve Plots box",
        rule="11.3.2",
        attribute="resolved",
        empty=(),
        forms=(
            StatementForm("resolved plots", Shape.PLOTS, also=_BOX),
            StatementForm(
                "no resolved plots",
                value=(),
                also=tuple(f"{words} none" for words in ("resolved plots", *_BOX)),
                written=False,
            ),
        ),
        hint="resolved plots 1 2",
        label="Resolve Plots box",
        key="resolved_plots",
        picture="resolved",
    ),
    StruckCountries(
        name="struck",
        rule="5.2.3",
        attribute="struck",
        empty=(),
        forms=(StatementForm("struck", Shape.COUNTRY),),
    ),
    Number(
        name="spare wmd",
        title="spare WMD markers in use",
        rule="11.3.1",
        attribute="spare_wmd",
        high=3,
        unsaid=0,
        forms=number("spare wmd"),
        key="wmd.spare",
    ),
    Counter(
        name="strong horse",
        rule="option 1",
        attribute="strong_horse_gone",
        empty=False,
        forms=there_or_not("strong horse"),
        label="Strong Horse",
        key="turned_in.strong_horse",
    ),
    Counter(
        name="zakat",
        rule="option 1",
        attribute="zakat_gone",
        empty=False,
        forms=there_or_not("zakat"),
        label="Zakat",
        key="turned_in.zakat",
    ),
)
