"""The named moments of the base game, with those of the engine."""

from __future__ import annotations

from referee.engine.state import moments
from referee.engine.state.seams import Moment


class Moments(moments.Moments):
    """Moments announced by the procedures of the base game."""

    CARDS_BEGIN: Moment[None, str, tuple[int, ...]] = Moment("a side plays cards")
    OPERATION_BEGINS: Moment[None, str, tuple[int, ...], str] = Moment("a side uses cards for an Operation")
    EVENT_BEGINS: Moment[None, int, str] = Moment("the event of a card begins, for a side")
    EVENT_OVER: Moment[None, int, int] = Moment("the event of a card is over: how many changes there were before it")
    CARD_USED: Moment[None, str, tuple[int, ...], str, set[int]] = Moment(
        "a side has used cards: for what, and the events that came"
    )
    CARD_OVER: Moment[None] = Moment("all that a card brings has come")
    CARD_UNREAD: Moment[None] = Moment("a card was played of which the record shows nothing")
    DISRUPTED: Moment[None, str, str] = Moment("a Disrupt in a country, and its target")
    DISRUPT_WITHOUT_PRESTIGE: Moment[bool, str, int] = Moment(
        "Troops Disrupt in a country; answers whether that brings no Prestige"
    )
    CELL_LOST_IN_JIHAD: Moment[bool, str] = Moment(
        "a Jihad in a country loses a Cell; answers whether something else was removed"
    )
    DEPLOY: Moment[None, str] = Moment("a Deploy to a country or to the track")
    REGIME_CHANGED: Moment[None, str] = Moment("a Regime Change in a country")
    ALERTED: Moment[None, str, int] = Moment("an Alert blocked a Plot in a country: its place in the list of Plots")
    PLOT_BLOCKED: Moment[None, str, str] = Moment("a Plot in a country was blocked: its value")
    PLOT_RESOLVED: Moment[None, str, str] = Moment("a Plot in a country was resolved: its value")
    FUNDING_DROPS: Moment[bool] = Moment("Funding drops at the end of a turn; answers whether it is kept up")
    LAPSED: Moment[None] = Moment("the Lapsing Events left")
    CARDS_DRAWN: Moment[None] = Moment("the cards of a turn were dealt")
