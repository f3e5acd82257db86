"""The rulesets of The Awakening, on the base game.

There is one for its own deck, one for both decks, and the changes of single scenarios.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.editions.awakening import (
    base_events,
    caliphate,
    civil_war,
    consequences,
    decks,
    events,
    optional,
    popular,
    recent,
    recount,
    victory,
)
from referee.editions.awakening.claims import BEFORE, CLAIMS
from referee.editions.awakening.decks import ARAB_SPRING, CAMPAIGN
from referee.editions.awakening.facts import facts
from referee.editions.awakening.places import BOTH_PLACES, PLACES
from referee.editions.awakening.printed import (
    BOTH_DECKS,
    BOTH_MARKERS,
    CARDS,
    COUNTRIES,
    FIRST_DECK,
    MARKERS,
    OTHER_SIDE,
)
from referee.editions.awakening.state import WMD_HOMES, expansion, space
from referee.editions.awakening.turn import END_OF_TURN
from referee.editions.base.operations import disrupt
from referee.editions.base.ruleset import BASE
from referee.engine.law.requirement import Context
from referee.engine.state.board import Board
from referee.engine.state.seams import Source

_ROOMS = (base_events, caliphate, civil_war, consequences, decks, optional, popular, victory)
CHAPTER_11: frozenset[Source] = frozenset(
    {
        *("11.1.3", "11.2.3", "11.2.4", "11.2.6", "11.3.1", "11.3.2", "11.3.3", "11.3.7"),
        *("11.3.8", "11.3.8.2", "11.3.8.3", "11.3.12", "11.3.14", "option 1", "option 2"),
    }
)
"""Chapter 11's sources at the seams of the base game."""
LOOKS_BACK: frozenset[Source] = frozenset({recent.SOURCE})
"""Source of the memory of countries of the last cards."""
OF_WMD: frozenset[Source] = frozenset({"11.3.1 WMD"})
"""Source of the WMD in Syria and Iran.

It also holds on a map under the rules of the base game.
"""
CHAPTERS = {**BASE.chapters, 11: "Popular action, Civil War, Caliphate", 0: "Optional rules"}
TOLD = (*BASE.texts, "editions/awakening/data")
_NO_WAR = ("11.2.5", "there is no Civil War in that country, so nothing is rolled or lost in Attrition")
NOT_DUE = {
    "convergence": ("11.1.8", "no country became Good or fell under Islamist Rule, so no Convergence was rolled"),
    "polarized": (
        "11.1.7",
        "neither kind of marker is two or more ahead in that country, so Polarization leaves it as it is",
    ),
    "capital": ("11.3.8", "a Caliphate is declared after an Event that places three or more Cells in one country"),
    **dict.fromkeys(("US", "J", "us loss", "cell loss"), _NO_WAR),
}
"""Sentences on dice and results without a cause, for The Awakening."""
FACTS = facts(PLACES)
BOTH_FACTS = facts(BOTH_PLACES)


def _markers(board: Board) -> None:
    """Set up without a Caliphate, with the markers of option 1 (11.3.8, option 1)."""
    expansion(board).capital = ""


def lay_out(board: Board) -> None:
    """Lay out two WMD in Syria, one in Iran, none boxed (11.3.1)."""
    _markers(board)
    board.wmd_box = 0
    for name, n in WMD_HOMES.items():
        space(board, name).wmd = n


def lay_out_all(board: Board) -> None:
    """Lay out all nine WMD: six boxed, three on the map (11.3.1).

    The three are in Syria and Iran.
    """
    lay_out(board)
    board.wmd_box = 3
    expansion(board).spare_wmd = 3


def _hint(requirement: str, board: Board | None, option: Any, context: Context) -> str:
    """Hint of the base game, without Posture where Militia Disrupt alone (11.2.4)."""
    where = context.get("where")
    if requirement == disrupt.NUMBER.id and board is not None and space(board, str(where)).militia:
        return ""
    return BASE.hint(requirement, board, option, context)


events.load_all()
AWAKENING = BASE.but(
    name="awakening",
    hint=_hint,
    title="The Awakening, chapters 2 to 8 and 11",
    countries=COUNTRIES,
    cards=CARDS,
    markers=MARKERS,
    facts=FACTS,
    procedures={**BASE.procedures, "turn-in": optional.turn_in},
    end_of_turn=END_OF_TURN,
    titles={**BASE.titles, "turn-in": "Turning in a marker", "cancelled": "Cancelled by the Jihadist"},
    rule_of_use={
        **BASE.rule_of_use,
        "turn-in": "option 1",
        "end": "11.3.6",
        "capital": "11.3.8",
        "cancelled": "6.2.2",
    },
    any_time=("turn-in",),
    claims=CLAIMS,
    options={**BASE.options, **optional.OPTIONS},
    chapters=CHAPTERS,
    texts=TOLD,
    other_sides=OTHER_SIDE,
    not_due=NOT_DUE,
    opening=lay_out,
    recount=recount.problems,
    armed=frozenset(CARDS) | CHAPTER_11 | OF_WMD | LOOKS_BACK,
)
ARAB_SPRING_RULES = AWAKENING.but(name="arab-spring", stacked=decks.halves, armed=AWAKENING.armed | {ARAB_SPRING})
MITTS_TURN = AWAKENING.but(name="mitts-turn", cards={**CARDS, 143: replace(CARDS[143], ops=3)})
_DEAL, _LAPSE = ([step.name for step in END_OF_TURN].index(name) for name in ("deal", "lapse"))
ASSAD_ALONE = AWAKENING.but(
    name="assad-alone",
    end_of_turn=(
        *(*END_OF_TURN[:_DEAL], victory.SYRIA_DECIDES),
        *(*END_OF_TURN[_DEAL : _LAPSE + 1], victory.IN_OVERTIME, *END_OF_TURN[_LAPSE + 1 :]),
    ),
    goals=(),
    at_the_end=victory.result_without_cards,
    options={**AWAKENING.options, **victory.OF_ASSAD},
)
ALTERNATIVE_HISTORY = AWAKENING.but(
    name="alternative-history",
    title="both decks, chapters 2 to 8 and 11",
    cards=BOTH_DECKS,
    markers=BOTH_MARKERS,
    facts=BOTH_FACTS,
    at_the_end=victory.by_points,
    options={**AWAKENING.options, **victory.OF_CAMPAIGN},
    opening=lay_out_all,
    armed=BASE.armed | AWAKENING.armed | {victory.POINTS},
)
CAMPAIGN_SECOND_DECK = ALTERNATIVE_HISTORY.but(
    name="campaign-second-deck",
    opening=lay_out,
    title="the Campaign, second deck, chapters 2 to 8 and 11",
    stacked=decks.one_by_one,
    armed=ALTERNATIVE_HISTORY.armed | {CAMPAIGN, ARAB_SPRING},
)
CAMPAIGN_FIRST_DECK = BASE.but(
    name="campaign",
    title="the Campaign, first deck, chapters 2 to 8",
    successor=CAMPAIGN_SECOND_DECK,
    countries=FIRST_DECK,
    cards=BOTH_DECKS,
    markers=BOTH_MARKERS,
    facts=BOTH_FACTS,
    procedures=AWAKENING.procedures,
    titles=AWAKENING.titles,
    any_time=AWAKENING.any_time,
    rule_of_use={**BASE.rule_of_use, "turn-in": optional.RULE},
    at_the_end=victory.by_points,
    options=ALTERNATIVE_HISTORY.options,
    claims=BEFORE,
    chapters=CHAPTERS,
    texts=TOLD,
    opening=_markers,
    stacked=decks.one_by_one,
    recount=recount.problems,
    armed=BASE.armed | {CAMPAIGN, victory.POINTS, "option 1", "option 2"} | OF_WMD | LOOKS_BACK,
)
