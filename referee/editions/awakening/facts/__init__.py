"""The facts of The Awakening, in the order of a position."""

from __future__ import annotations

from referee.editions.awakening.facts.countries import COUNTRY, NEW_ON_COUNTRY, markers_at
from referee.editions.awakening.facts.table import BESIDE, LOOK_BACK, PILES, PLOTS, TRACKS
from referee.editions.base.facts.table import CLAIMS, CLOCK, REST
from referee.engine.state.facts.fact import Fact, Facts


def facts(places: dict[str, tuple[str, ...]]) -> Facts:
    """The facts of a game with these places of event markers."""
    found: tuple[Fact, ...] = (
        *CLOCK,
        *LOOK_BACK,
        *TRACKS,
        *markers_at(places),
        *PILES,
        *PLOTS,
        *BESIDE,
        *CLAIMS,
        REST,
        *COUNTRY,
        *NEW_ON_COUNTRY,
    )
    return Facts(found)
