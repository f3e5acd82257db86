"""Events of the US cards (1 to 47)."""

from __future__ import annotations

from typing import Any

from referee.engine import queries as q
from referee.engine.board import ADVERSARY, ALLY, HARD, NEUTRAL, US, Board
from referee.engine.data import ALL, FAIR, GOOD, MUSLIM, NON_MUSLIM, POOR, SHIA_MIX
from referee.engine.events import blocked_by, condition, event
from referee.engine.events import steps as s
from referee.engine.operations import travel, war_of_ideas
from referee.engine.operations.alert import MARKER_THERE
from referee.engine.play import Play
from referee.engine.queries import modifies
from referee.engine.requirement import Requirement, add

# -------------------------------------------------------------------- 1 Backlash


def _muslim_plots(board: Board) -> list[tuple[str, int]]:
    return [(n, k) for n in MUSLIM for k in range(1, len(board[n].plots) + 1)]


MUSLIM_PLOT = Requirement(
    "card 1: a Plot in a Muslim country",
    "6.2.1",
    "Backlash tags a Plot in a Muslim country",
    lambda b, o, c: None if o[0] in MUSLIM else {},
)


@event(1, when=(condition(1, "no Plot lies in a Muslim country", lambda b, c: bool(_muslim_plots(b))),))
def backlash(play: Play) -> None:
    """Tag a Plot: its Funding step is turned round when it is resolved (see plots.funding)."""
    name, k = play.ask("plot", lambda: _muslim_plots(play.board), MUSLIM_PLOT, MARKER_THERE)
    if 1 <= k <= len(play[name].plots):
        play.write("tag", name, "8.5.6-funding", (play.board, "backlash", play[name].plots[k - 1]))


# -------------------------------------------------------------------- 2 Biometrics


@event(2)
def biometrics(play: Play) -> None:
    """Lapsing: no Travel beyond Adjacent countries; an Adjacent Good country needs a roll."""


def _too_far(board: Board, option: Any, c: Any) -> bool:
    origin = c["origin"]
    return q.lapsing(board, 2) and option != origin and not q.adjacent(board, origin, option)


add(travel.REACHABLE, 2, _too_far, "Biometrics allows Travel to Adjacent countries only this turn", rule="8.3.1")


@modifies("travel roll", 2)
def _biometrics_roll(board: Board, move: travel.Move, value: tuple[bool, str, str]) -> tuple[bool, str, str]:
    if q.lapsing(board, 2) and move.origin != move.target and board[move.target].governance == GOOD:
        return True, "card 2", ""
    return value


# -------------------------------------------------------------------- 4 Moro Talks


@event(4)
def moro_talks(play: Play) -> None:
    play.test("Philippines")
    play.funding(-1)
    play.remove_marker("Abu Sayyaf")
    play.place_marker("Moro Talks", "Philippines")


# -------------------------------------------------------------------- 5 NEST


@event(5)
def nest(play: Play) -> None:
    """A WMD Plot in the United States lies face up."""
    play.place_marker("NEST", US)


# -------------------------------------------------------------------- 6, 7 Sanctions

PATRIOT_ACT = condition(6, "the Patriot Act is not in effect", lambda b, c: q.has_marker(b, "Patriot Act"))


@event(6, 7, when=(PATRIOT_ACT,))
def sanctions(play: Play) -> None:
    play.funding(-2)


# -------------------------------------------------------------------- 8, 9, 10 Special Forces


def _special_forces_targets(board: Board) -> list[str]:
    here = [n for n in ALL if q.troops(board, n)]
    return [n for n in ALL if s.has_cell(board, n) and (n in here or any(q.adjacent(board, n, t) for t in here))]


@event(8, 9, 10, when=(condition(8, "no Cell is in or next to a country with Troops", lambda b, c: bool(_special_forces_targets(b))),))
def special_forces(play: Play) -> None:
    where = s.country(play, 8, lambda: _special_forces_targets(play.board))
    if where:
        s.remove_one_cell(play, where)


# -------------------------------------------------------------------- 14 Covert Action


@event(14, when=(condition(14, "no Muslim country is an Adversary", lambda b, c: any(b[n].alignment == ADVERSARY for n in MUSLIM)),))
def covert_action(play: Play) -> None:
    where = s.country(play, 14, lambda: [n for n in MUSLIM if play[n].alignment == ADVERSARY])
    if where and play.roll("covert action", lambda d: d[0] >= 4, subject=where, rule="6.2.1", needed="4 or more"):
        play.set_alignment(where, NEUTRAL)


# -------------------------------------------------------------------- 15 Ethiopia Strikes


def _ethiopia(board: Board) -> list[str]:
    return [n for n in ("Somalia", "Sudan") if q.islamist(board, n)]


@event(15, when=(condition(15, "neither Somalia nor Sudan is under Islamist Rule", lambda b, c: bool(_ethiopia(b))),))
def ethiopia_strikes(play: Play) -> None:
    where = s.country(play, 15, lambda: _ethiopia(play.board))
    if where:
        play.set_governance(where, POOR)
        play.set_alignment(where, NEUTRAL)


# -------------------------------------------------------------------- 16 Euro-Islam


@event(16)
def euro_islam(play: Play) -> None:
    s.choose_posture(play, "Benelux")
    if not q.any_islamist(play.board):
        play.funding(-1)


# -------------------------------------------------------------------- 20 King Abdullah


@event(20)
def king_abdullah(play: Play) -> None:
    play.set_governance("Jordan", FAIR)
    play.set_alignment("Jordan", ALLY)
    play.prestige(1)
    play.funding(-1)


# -------------------------------------------------------------------- 40 Mass Turnout, 41 NATO, 46 Sistani

REGIME_CHANGE_COUNTRY = condition(40, "there is no Regime Change country", lambda b, c: s.any_regime_change(b))


@event(40, when=(REGIME_CHANGE_COUNTRY,))
def mass_turnout(play: Play) -> None:
    where = s.country(play, 40, lambda: [n for n in ALL if play[n].regime_change])
    if where:
        play.improve(where, rule="4.2.1")


# -------------------------------------------------------------------- 43 Patriot Act


@event(43)
def patriot_act(play: Play) -> None:
    """The United States is Adjacent to Canada only."""
    play.place_marker("Patriot Act", US)


@modifies("adjacent", 43)
def _patriot_act_adjacency(board: Board, pair: tuple[str, str], value: bool) -> bool:
    if value and US in pair and "Canada" not in pair and "Patriot Act" in board[US].markers:
        return False
    return value


# -------------------------------------------------------------------- 44 Renditions

US_HARD = condition(44, "US Posture is Soft", lambda b, c: q.us_posture(b) == HARD)


@event(44, when=(US_HARD, blocked_by(44, "Leak-Renditions")))
def renditions(play: Play) -> None:
    s.event_disrupt(play, 44)
    s.random_discard(play, "J")
    play.place_marker("Renditions")


# -------------------------------------------------------------------- 45 Safer Now


def _safer(board: Board) -> bool:
    return not any(
        c.governance == GOOD and (q.cells(board, n) or c.plots) for n, c in board.countries.items()
    )


@event(
    45,
    when=(
        condition(45, "a country is under Islamist Rule", lambda b, c: not q.any_islamist(b)),
        condition(45, "a Good country has a Cell or a Plot", lambda b, c: _safer(b)),
    ),
)
def safer_now(play: Play) -> None:
    s.us_posture_roll(play)
    play.prestige(3)
    where = s.country(play, 45, [n for n in NON_MUSLIM if n not in (US, "Israel")])
    if where:
        s.choose_posture(play, where)


# -------------------------------------------------------------------- 46 Sistani


def _sistani(board: Board) -> list[str]:
    return [n for n in SHIA_MIX if board[n].regime_change and s.has_cell(board, n)]


@event(46, when=(condition(46, "no Shia-Mix Regime Change country has a Cell", lambda b, c: bool(_sistani(b))),))
def sistani(play: Play) -> None:
    where = s.country(play, 46, lambda: _sistani(play.board))
    if where:
        play.improve(where, rule="4.2.1")




# -------------------------------------------------------------------- 30 UN Nation Building


@event(
    30,
    when=(
        condition(30, "no country is a Regime Change country", lambda b, c: s.any_regime_change(b)),
        blocked_by(30, "Vieira de Mello Slain"),
    ),
)
def un_nation_building(play: Play) -> None:
    """Aid, then a War of Ideas roll without GWOT penalty, whatever the Governance and the Troops (6.2.2)."""
    where = s.country(play, 30, lambda: [n for n in ALL if play[n].regime_change])
    if where:
        play.aid(where, 1)
        war_of_ideas.attempt(play, where, penalty=False, item=None)
