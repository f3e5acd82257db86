"""The base game as a ruleset."""

from __future__ import annotations

from referee.editions.base import events, owed_plots, scenario_choices, summaries, turn
from referee.editions.base.card_uses import RULE_OF_USE
from referee.editions.base.claims import CLAIMS
from referee.editions.base.facts import FACTS
from referee.editions.base.lines import PROCEDURES
from referee.editions.base.operations import TITLES
from referee.editions.base.options import OPTIONS
from referee.editions.base.printed import CARDS, COUNTRIES, MARKERS
from referee.editions.base.victory import GOALS, at_the_end
from referee.engine.state.ruleset import Ruleset

CHAPTERS = {
    2: "Winning",
    3: "Setting up",
    4: "Countries, pieces, tables",
    5: "Sequence of play",
    6: "Cards and events",
    7: "US Operations",
    8: "Jihadist Operations and Plots",
}
events.load_all()
BASE = Ruleset(
    name="base",
    countries=COUNTRIES,
    cards=CARDS,
    markers=MARKERS,
    facts=FACTS,
    procedures=PROCEDURES,
    end_of_turn=turn.END_OF_TURN,
    owes_end=turn.owes_end,
    waits_for_end=turn.waits_for_end,
    choices=scenario_choices.owe,
    goals=GOALS,
    at_the_end=at_the_end,
    titles=TITLES,
    rule_of_use=RULE_OF_USE,
    claims=CLAIMS,
    options=OPTIONS,
    hint=summaries.hint,
    chapters=CHAPTERS,
    texts=("editions/base/data",),
    shown=owed_plots.restore_shown,
)
