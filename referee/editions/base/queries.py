"""The queries of the base game, with those of the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from referee.engine.state import queries
from referee.engine.state.seams import Query

if TYPE_CHECKING:
    from referee.editions.base.card_play import LeftoverUse
    from referee.editions.base.card_uses import FurtherUse
    from referee.editions.base.events.steps.cells import Announcement
    from referee.editions.base.operations import Operation
    from referee.editions.base.operations.travel import CellMove
    from referee.editions.base.triggered import IdleEvent
    from referee.engine.law.rolls import Modifier


class Queries(queries.Queries):
    """Queries asked by the rules of the base game."""

    # a card
    FURTHER_USES: Query[tuple[str, tuple[int, ...]], Mapping[str, FurtherUse]] = Query(
        "uses of a side's cards in addition to the usual ones"
    )
    HINTS_FOR_A_PLAY: Query[str, tuple[str, ...]] = Query("advice on the next play of a side")
    OPERATION: Query[tuple[str, str], Operation] = Query("how a side carries out an Operation")
    OPERATIONS_THAT_ARE_LEFT_OVER: Query[str, LeftoverUse | None] = Query(
        "what a side does with Operations left of a card"
    )
    EVENT_BEFORE_THE_USE: Query[tuple[str, int], str] = Query(
        "the rule by which the event of a side's card comes before its Operations"
    )
    TRIGGER_IGNORED: Query[int, bool] = Query("whether a card triggers its event for neither side")
    TRIGGERS_NOTHING: Query[tuple[str, int], tuple[str, str] | None] = Query(
        "rule and reason why a card that a side plays triggers no event"
    )
    TRIGGER_WITHOUT_EFFECT: Query[int, IdleEvent | None] = Query("why the triggered event of a card changes nothing")
    FIRST_PLOT: Query[str, bool] = Query("whether the first Plot card of a side is set aside")
    FIRST_PLOT_SPARES: Query[int, bool] = Query("whether the first Plot keeps the event of a card from happening")
    CARDS_ARE_CHOSEN: Query[str, bool] = Query("whether a side chooses cards of its hand")
    RESERVES_KEPT: Query[str, bool] = Query("whether a side keeps its Reserves at the end of a turn")
    TURN_IN_DUE: Query[str, str] = Query("the side that must turn in a marker before it plays")
    # Operations
    RECRUIT_NUMBER: Query[str, int] = Query("the number needed to Recruit in a country")
    RECRUIT_WITHOUT_A_ROLL: Query[str, tuple[str, str] | None] = Query(
        "rule and reason why a Recruit in a country needs no roll"
    )
    CELLS_FOR_A_SUCCESS: Query[str, int] = Query("Cells that a successful Recruit places in a country")
    TRAVEL_ROLL: Query[CellMove, tuple[bool, str, str]] = Query("whether a Travel needs a roll, by which rule and why")
    TRAVEL_MODIFIERS: Query[CellMove, tuple[Modifier, ...]] = Query("modifiers of a Travel roll")
    TRAVEL_BY_EVENT: Query[str, Announcement] = Query("how a side declares the Travel of an event")
    JIHAD_MODIFIERS: Query[str, tuple[Modifier, ...]] = Query("modifiers of a Jihad in a country")
    JIHAD_MODIFIERS_THAT_COUNT: Query[tuple[str, bool], tuple[Modifier, ...]] = Query(
        "those of them that a Jihad, Major or not, takes account of"
    )
    FAILED_JIHAD_COSTS_CELLS: Query[str, bool] = Query("whether a failed Jihad in a country costs Cells")
    PLOTS_FOR_A_SUCCESS: Query[str, int] = Query("Plots that a successful roll places in a country")
    PLOT_LIMIT: Query[str, int] = Query("Cells that may roll for a Plot in a country")
    PLOTS_FACE_DOWN: Query[str, bool] = Query("whether a Plot is placed face down in a country")
    NUMBERED_PLOTS_SET_ASIDE: Query[str, tuple[int, int, int]] = Query("numbered Plots kept out of the supply")
    PLOT_FUNDING: Query[tuple[int, str], int] = Query("Funding that a resolved Plot brings")
    POSTURE_LASTS: Query[tuple[str, str], bool] = Query("whether the Posture that a Plot brings a country lasts")
    DISRUPT_LIMIT: Query[str, int] = Query("Cells that a Disrupt affects in a country")
    PRESTIGE_OF_A_DISRUPT: Query[str, tuple[int, str]] = Query("Prestige for a Disrupt in a country, and its rule")
    ALERT_NUMBER: Query[int, tuple[str, int]] = Query("rule and number of an Alert by its Operations value")
    # events and victory
    COUNTRY_BY_DICE: Query[str, Callable[..., str | None]] = Query("the table of countries of an event of a side")
    ELECTION_WITHOUT_A_ROLL: Query[str, tuple[str, str, str] | None] = Query(
        "the Posture after a US Election that needs no roll, its rule and its reason"
    )
    GOOD_AT_THE_END: Query[str, int] = Query("Resources at Good that count when the cards run out")
    ISLAMIST_AT_THE_END: Query[str, int] = Query("Resources under Islamist Rule that count when the cards run out")
