"""The end of a turn in the order of The Awakening (11.3.6)."""

from __future__ import annotations

from referee.editions.awakening import civil_war, popular
from referee.editions.awakening.state import expansion
from referee.editions.base import turn as base
from referee.editions.base.moments import Moments
from referee.engine.law.line import TurnStep
from referee.engine.law.play import Play
from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.data import ISLAMIST_RULE
from referee.engine.state.journal import Kind


def expenditures(play: Play) -> None:
    """Lower Funding, also for Fracking, and Prestige for Islamist Rule (11.3.6)."""
    kept_off = any(play.moment(Moments.FUNDING_DROPS))
    if not kept_off:
        play.funding(-1, rule="11.3.6")
    if q.has_marker(play.board, "Fracking"):
        play.funding(-1, rule="11.3.6")
    if kept_off and play.board.funding == 1:  # as a step down and one up they would end at 2
        why = "Pirates keep off the fall of Funding and add nothing, so it is 1; that they raise it to 2 is another reading"
        if play.reads_otherwise("11.3.6", why):
            play.funding(1, rule="11.3.6")
    if q.any_islamist(play.board):
        play.prestige(-1, rule="11.3.6")


def plots_return(play: Play) -> None:
    """Return the Plots of the Resolve Plots box to Available (11.3.2, 11.3.6)."""
    b = expansion(play.board)
    for token in b.resolved:
        worlds, tokens = hidden.forget(b, token)
        play.write(
            Kind.PLOTS,
            "Resolve Plots box",
            "11.3.2",
            (b, "resolved", tuple(t for t in b.resolved if t != token)),
            (b, "worlds", worlds),
            (b, "tokens", tokens),
            (b, "sightings", b.sightings + 1),
            note="a Plot is Available again",
        )


SEQUESTERED = 3
"""Troops held off the map by Sequestration (card 184)."""


def off_map_troops(play: Play) -> None:
    """Return Troops of the Off Map Box, except those of Sequestration (11.3.4)."""
    b = expansion(play.board)
    ends = _crisis(play)
    stay = min(b.off_map, SEQUESTERED) if q.has_marker(b, "Sequestration") and not ends else 0
    if ends:
        play.remove_marker("Sequestration", rule="11.3.4")
    if b.off_map > stay:
        n = b.off_map - stay
        dealt = q.hand_size(b, "US")
        play.write(
            Kind.OFF_MAP,
            "Off Map Box",
            "11.3.4",
            (b, "off_map", stay),
            (b, "troops_track", b.troops_track + n),
            note=f"{n} Troops from the Off Map Box to the track",
        )
        if q.hand_size(b, "US") != dealt:
            play.remember(base.DEALT, (b.turn + 1, dealt, "11.3.6"), rule="5.2.8")


def _crisis(play: Play) -> bool:
    """Whether a Muslim country of three Resources is under Islamist Rule.

    It ends Sequestration (card 184).
    """
    b = play.board
    return any(b[n].governance == ISLAMIST_RULE and b[n].data.resources == 3 for n in b.muslim)


def attrition(play: Play) -> None:
    """Resolve Attrition, after Polarization (11.2.5)."""
    civil_war.attrition(play)


END_OF_TURN: tuple[TurnStep, ...] = (
    TurnStep("expenditures", "11.3.6", expenditures, "Funding and Prestige"),
    TurnStep("diplomacy", "5.2.5", base.diplomacy, "Diplomacy"),
    TurnStep("reserves", "5.2.7", base.lose_reserves, "Reserves"),
    TurnStep("plots", "11.3.2", plots_return, "Plots"),
    TurnStep("polarization", "11.1.7", popular.polarize, "Polarization"),
    TurnStep("attrition", "11.2.5", attrition, "Attrition"),
    TurnStep("deal", "5.2.8", base.deal, "New cards"),
    TurnStep("lapse", "5.2.6", base.lapse, "Lapsing events"),
    TurnStep("off map", "11.3.4", off_map_troops, "Off Map Box"),
    TurnStep("regime change", "5.2.9", base.flip_regime_change, "Regime Change"),
)
"""The end of a turn, in the order of 11.3.6."""
