"""The facts of the base game, in the order of a position."""

from __future__ import annotations

from referee.editions.base.facts.countries import COUNTRY, MARKERS
from referee.editions.base.facts.table import CLAIMS, CLOCK, PILES, PLOTS, REST, TRACKS
from referee.engine.state.facts.fact import Facts

FACTS = Facts((*CLOCK, *TRACKS, *MARKERS, *PILES, *PLOTS, *CLAIMS, REST, *COUNTRY))
