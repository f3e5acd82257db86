"""Events of the US cards 1 to 29."""

from __future__ import annotations

from typing import Any

from referee.editions.base.events import condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.moments import Moments
from referee.editions.base.operations import travel, war_of_ideas
from referee.editions.base.operations.alert import MARKER_THERE, markers, turn_over
from referee.editions.base.queries import Queries
from referee.engine.law.ask import Field, Hints, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Failure, Requirement, TestResult, add
from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, NEUTRAL, SOFT, US, Board
from referee.engine.state.data import FAIR, GOOD, POOR
from referee.engine.state.hidden import PlotProblem
from referee.engine.state.journal import Kind
from referee.engine.state.seams import modifies, on

# -------------------------------------------------------------------- 1 Backlash


@event(1, when=(condition(1, "no Plot is in a Muslim country", lambda b, c: bool(s.muslim_plots(b))),))
def backlash(play: Play) -> None:
    """Tag a Plot, to turn round its Funding step (see the query)."""
    s.tag_plot(play)


modifies(Queries.PLOT_FUNDING, 1)(s.turned_round)


# -------------------------------------------------------------------- 2 Biometrics


@event(2)
def biometrics(play: Play) -> None:
    """Lapse: bar distant Travel, and make Adjacent Good countries roll."""


def _too_far(board: Board, option: Any, c: Any) -> bool:
    origin = c["origin"]
    return q.lapsing(board, 2) and option != origin and not q.adjacent(board, origin, option)


add(travel.REACHABLE, 2, _too_far, "Biometrics allows Travel to Adjacent countries only this turn", rule="8.3.1")


@modifies(Queries.TRAVEL_ROLL, 2)
def _biometrics_roll(board: Board, move: travel.CellMove, value: tuple[bool, str, str]) -> tuple[bool, str, str]:
    if q.lapsing(board, 2) and move.origin != move.target and board[move.target].governance == GOOD:
        return True, "card 2", ""
    return value


# -------------------------------------------------------------------- 3 CTR


@event(3, when=(condition(3, "US Posture is Hard", lambda b, c: q.us_posture(b) == SOFT),))
def ctr(play: Play) -> None:
    """Place a marker in Russia, and perhaps in Central Asia.

    Central Asia must be an Ally or Neutral at this moment.
    """
    play.place_marker("CTR", "Russia")
    if play["Central Asia"].alignment in (ALLY, NEUTRAL):
        play.place_marker("CTR", "Central Asia")


# -------------------------------------------------------------------- 4 Moro Talks


@event(4)
def moro_talks(play: Play) -> None:
    play.test("Philippines")
    play.funding(-1)
    play.remove_marker("Abu Sayyaf")
    play.place_marker("Moro Talks", "Philippines")


# -------------------------------------------------------------------- 5 NEST

HERE = Requirement(
    "card 5: a Plot in the United States",
    "6.2.1",
    "NEST turns over WMD in the United States only",
    lambda b, o, c: None if o[0] == US else {},
)
COULD_BE_WMD = Requirement(
    "card 5: a marker that can be a WMD",
    "8.5.2",
    "this marker cannot be a WMD",
    lambda b, o, c: (
        None
        if o[0] != US or not 1 <= o[1] <= len(b[US].plots) or "W" in hidden.possible(b, b[US].plots[o[1] - 1])
        else {}
    ),
    "impossible",
)
WMD_ALONE = Requirement(
    "card 5: WMD alone are turned over",
    "6.2.1",
    "NEST turns over only WMD; a Plot {option} stays face down",
    lambda b, o, c: None if o == "W" else {},
)


@event(5)
def nest(play: Play) -> None:
    """Turn up WMD in the United States, present and future.

    It is the text for two players.
    """
    b = play.board
    shown: list[int] = []

    def face_down() -> list[tuple[str, int]]:
        here = enumerate(b[US].plots, 1)
        return [
            (US, k)
            for k, t in here
            if t not in shown and len(hidden.possible(b, t)) > 1 and "W" in hidden.possible(b, t)
        ]

    for i in play.items(Field.PLOT, face_down, least=0, purpose=Purpose.REVEAL_PLOT):
        name, k = play.ask(
            Field.PLOT, face_down, HERE, MARKER_THERE, COULD_BE_WMD, item=i, purpose=Purpose.REVEAL_PLOT, side="J"
        )
        play.ask(
            Field.MARKER,
            ("W",),
            WMD_ALONE,
            subject=US,
            purpose=Purpose.REVEAL_PLOT,
            side="J",
            silence="W",
            hints=Hints(plot=(name, k)),
            rule="6.2.1",
        )
        if name == US and 1 <= k <= len(b[US].plots) and "W" in hidden.possible(b, b[US].plots[k - 1]):
            shown.append(b[US].plots[k - 1])
            play.reveal(shown[-1], "W")
    for token in b[US].plots:
        _no_wmd(play, token)
    play.place_marker("NEST", US)


def _no_wmd(play: Play, token: int) -> None:
    """Note that a face-down marker in the United States is no WMD."""
    if "W" in hidden.possible(play.board, token):
        found = hidden.rule_out(play.board, token, "W")
        if found is not None:
            play.learn_of_plots(Kind.PLOT_FACE_DOWN, US, "card 5", found)


@on(Moments.PLOT_PLACED, 5)
def _nest_plot(play: Play, country: str, token: int) -> None:
    if country == US and q.has_marker(play.board, "NEST"):
        _no_wmd(play, token)


def _covered(board: Board, option: Any, c: Context) -> TestResult:
    there = c["token"] in board[US].plots and hidden.known(board, c["token"]) != "W"
    return {} if option == "W" and there and q.has_marker(board, "NEST") else None


FACE_UP = Requirement(
    "card 5: a WMD in the United States is face up",
    "card 5",
    "NEST: a WMD in the United States is face up; this one was kept face down",
    _covered,
)


@on(Moments.PLOT_REVEALED, 5)
def _nest_broken(play: Play, token: int, value: str) -> PlotProblem | None:
    """The problem of a revealed WMD that should have been face up."""
    failure = FACE_UP.failure(play.board, value, {"token": token})
    if not isinstance(failure, Failure):
        return None
    lines = tuple(t.line for t in play.board.tokens if t.number == token and t.line)
    return PlotProblem(failure.kind, failure.rule, failure.message, lines, failure.id)


# -------------------------------------------------------------------- 6, 7 Sanctions

PATRIOT_ACT = condition(6, "the Patriot Act is not in effect", lambda b, c: q.has_marker(b, "Patriot Act"))


@event(6, 7, when=(PATRIOT_ACT,))
def sanctions(play: Play) -> None:
    play.funding(-2)


# -------------------------------------------------------------------- 8, 9, 10 Special Forces


def _special_forces_targets(board: Board) -> list[str]:
    here = [n for n in board.names if q.troops(board, n)]
    return [
        n for n in board.names if s.has_cell(board, n) and (n in here or any(q.adjacent(board, n, t) for t in here))
    ]


IN_REACH = condition(8, "no Cell is in or next to a country with Troops", lambda b, c: bool(_special_forces_targets(b)))


@event(8, 9, 10, when=(IN_REACH,))
def special_forces(play: Play) -> None:
    where = s.country(
        play,
        8,
        lambda: _special_forces_targets(play.board),
        purpose=Purpose.REMOVE_CELL,
        needs="a country with a Cell, with Troops in it or next to it",
    )
    if where:
        s.remove_one_cell(play, where)


# -------------------------------------------------------------------- 11 Abbas


def calm_around_israel(board: Board) -> bool:
    """Whether no Muslim neighbour of Israel is Islamist (cards 11, 26)."""
    return not any(q.islamist(board, n) for n in board.muslim if n in board["Israel"].data.adjacent)


@event(11)
def abbas(play: Play) -> None:
    if not q.overstretch(play.board) and calm_around_israel(play.board):
        play.prestige(1)
        play.funding(-2)
    play.place_marker("Abbas", "Israel")


@on(Moments.PLOT_RESOLVED, 11)
def _abbas_ends(play: Play, country: str, value: str) -> None:
    if country == "Israel":
        play.remove_marker("Abbas", rule="card 11")


# -------------------------------------------------------------------- 12 Al-Azhar


@event(12)
def al_azhar(play: Play) -> None:
    play.test("Egypt")
    play.funding(-2 if q.any_islamist(play.board) else -4)


# -------------------------------------------------------------------- 13 Anbar Awakening


_ANBAR = ("Iraq", "Syria")


def _anbar(board: Board) -> list[str]:
    return [n for n in _ANBAR if q.troops(board, n)]


@event(13, when=(condition(13, "neither Iraq nor Syria has Troops", lambda b, c: bool(_anbar(b)), about=_ANBAR),))
def anbar_awakening(play: Play) -> None:
    where = s.country(play, 13, lambda: _anbar(play.board), purpose=Purpose.PLACE_AID)
    if where:
        play.aid(where, 1)
    play.prestige(1)
    play.remove_marker("Al-Anbar")
    play.place_marker("Anbar Awakening", "Iraq")


# -------------------------------------------------------------------- 14 Covert Action


def _adversaries(board: Board) -> list[str]:
    return [n for n in board.muslim if board[n].alignment == ADVERSARY]


@event(14, when=(condition(14, "no Muslim country is an Adversary", lambda b, c: bool(_adversaries(b))),))
def covert_action(play: Play) -> None:
    where = s.country(play, 14, lambda: _adversaries(play.board), purpose=Purpose.TOWARD_ALLY, needs="an Adversary")
    if where and play.roll(
        RollKind.COVERT_ACTION, lambda d: d[0] >= 4, subject=where, rule="6.2.1", needed="4 or more"
    ):
        play.set_alignment(where, NEUTRAL)


# -------------------------------------------------------------------- 15 Ethiopia Strikes


def _ethiopia(board: Board) -> list[str]:
    return [n for n in ("Somalia", "Sudan") if q.islamist(board, n)]


@event(
    15,
    when=(
        condition(
            15,
            "neither Somalia nor Sudan is under Islamist Rule",
            lambda b, c: bool(_ethiopia(b)),
            about=("Somalia", "Sudan"),
        ),
    ),
)
def ethiopia_strikes(play: Play) -> None:
    where = s.country(play, 15, lambda: _ethiopia(play.board), purpose=Purpose.IMPROVE)
    if where:
        play.set_governance(where, POOR)
        play.set_alignment(where, NEUTRAL)


# -------------------------------------------------------------------- 16 Euro-Islam


@event(16)
def euro_islam(play: Play) -> None:
    s.choose_posture(play, "Benelux")
    if not q.any_islamist(play.board):
        play.funding(-1)


# -------------------------------------------------------------------- 17 FSB

NUCLEAR = (65, 69, 71)
"""The nuclear cards: HEU, Kazakh Strain, Loose Nuke."""


@event(17)
def fsb(play: Play) -> None:
    """Discard these cards of the Jihadist, or else remove a Cell."""
    places = ("Russia", "Central Asia")
    if s.give_up(play, 17, "J", NUCLEAR):
        return
    where = s.country(play, 17, lambda: [n for n in places if s.has_cell(play.board, n)], purpose=Purpose.REMOVE_CELL)
    if where:
        s.remove_one_cell(play, where)


# -------------------------------------------------------------------- 18 Intel Community


@event(18, operates=True)
def intel_community(play: Play) -> None:
    """Look at the Jihadist hand, operate with 1, and play another card.

    No phase counts that card.
    """
    s.look_at_hand(play, "J")
    s.event_operation(play, 18, 1)
    s.extra_card(play, "US")


# -------------------------------------------------------------------- 19 Kemalist Republic, 20 King Abdullah


def fair_ally(play: Play, name: str) -> None:
    """Set a country to Fair Ally without a test (4.9.4)."""
    play.set_governance(name, FAIR)
    play.set_alignment(name, ALLY)


@event(19)
def kemalist_republic(play: Play) -> None:
    fair_ally(play, "Turkey")


@event(20)
def king_abdullah(play: Play) -> None:
    fair_ally(play, "Jordan")
    play.prestige(1)
    play.funding(-1)


# -------------------------------------------------------------------- 21 Let's Roll!


def _ally_or_good(board: Board, name: str) -> bool:
    return board[name].alignment == ALLY or board[name].governance == GOOD


def _lets_roll(board: Board) -> list[tuple[str, int]]:
    return [(name, k) for name, k in markers(board) if _ally_or_good(board, name)]


PLOT_IN_ALLY_OR_GOOD = Requirement(
    "card 21: a Plot in an Ally or Good country",
    "6.2.1",
    "{name:is} neither an Ally nor Good; Let's Roll! removes no Plot there",
    lambda b, o, c: None if _ally_or_good(b, o[0]) else {"name": o[0]},
)


@event(21, when=(condition(21, "no Plot is in an Ally or a Good country", lambda b, c: bool(_lets_roll(b))),))
def lets_roll(play: Play) -> None:
    name, k = play.ask(
        Field.PLOT, lambda: _lets_roll(play.board), PLOT_IN_ALLY_OR_GOOD, MARKER_THERE, purpose=Purpose.BLOCK_PLOT
    )
    if 1 <= k <= len(play[name].plots):
        turn_over(play, name, play[name].plots[k - 1], rule="7.5.3", item=None)
    s.draw_cards(play, "US", 1)
    select_posture(play, 21)


def select_posture(play: Play, card: int) -> None:
    """Select a non-Muslim country and its Posture (cards 21, 45).

    The United States and Israel are excepted.
    """
    where = s.country(
        play, card, [n for n in play.board.non_muslim if n not in (US, "Israel")], purpose=Purpose.CHOOSE_POSTURE
    )
    if where:
        s.choose_posture(play, where)


# -------------------------------------------------------------------- 22 Mossad & Shin Bet


def _mossad(board: Board) -> list[str]:
    return [n for n in ("Israel", "Jordan", "Lebanon") if s.has_cell(board, n)]


@event(
    22,
    when=(
        condition(
            22,
            "Israel, Jordan and Lebanon have no Cell",
            lambda b, c: bool(_mossad(b)),
            about=("Israel", "Jordan", "Lebanon"),
        ),
    ),
)
def mossad_and_shin_bet(play: Play) -> None:
    for name in _mossad(play.board):
        s.remove_all_cells(play, name)


# -------------------------------------------------------------------- 23, 24, 25 Predator


@event(23, 24, 25)
def predator(play: Play) -> None:
    """Remove one Cell in a Muslim country, if there is any."""
    where = s.country(
        play,
        23,
        lambda: [n for n in play.board.muslim if s.has_cell(play.board, n)],
        purpose=Purpose.REMOVE_CELL,
        needs="a Muslim country with a Cell",
        alone=True,
    )
    if where:
        s.remove_one_cell(play, where)


# -------------------------------------------------------------------- 26 Quartet


@event(
    26,
    when=(
        condition(26, "Abbas is not in effect", lambda b, c: q.has_marker(b, "Abbas")),
        condition(26, "the US is at Overstretch", lambda b, c: not q.overstretch(b)),
        condition(
            26, "a neighbour of Israel is under Islamist Rule", lambda b, c: calm_around_israel(b), about=("Israel",)
        ),
    ),
)
def quartet(play: Play) -> None:
    play.prestige(2)
    play.funding(-3)


# -------------------------------------------------------------------- 27 Saddam Captured


@event(27, when=(condition(27, "Iraq has no Troops", lambda b, c: q.troops(b, "Iraq") > 0, about=("Iraq",)),))
def saddam_captured(play: Play) -> None:
    play.aid("Iraq", 1)
    play.prestige(1)
    play.place_marker("Saddam Captured", "Iraq")


# -------------------------------------------------------------------- 28 Sharia


@event(28)
def sharia(play: Play) -> None:
    """Remove one Besieged Regime marker, if there is any."""
    s.relieve(play, 28)


# -------------------------------------------------------------------- 29 Tony Blair

UP_TO_THREE = Requirement(
    "card 29: up to three countries",
    "6.2.1",
    "Tony Blair allows War of Ideas in three Schengen countries at most",
    lambda b, o, c: None if len(c["named"]) < 3 else {},
)


@event(29)
def tony_blair(play: Play) -> None:
    """Align the United Kingdom, and roll for up to three Schengen countries.

    The United Kingdom follows the US; the rolls are War of Ideas.
    """
    play.posture("United Kingdom", q.us_posture(play.board))
    named: list[str] = []

    def left() -> list[str]:
        return [n for n in play.board.schengen if n not in named and len(named) < 3]

    for i in play.items(Field.WHERE, left, least=0, purpose=Purpose.WAR_OF_IDEAS):
        where = play.ask(
            Field.WHERE,
            left,
            s.IN_LIST,
            s.NOT_TWICE,
            UP_TO_THREE,
            item=i,
            purpose=Purpose.WAR_OF_IDEAS,
            named=tuple(named),
            countries=play.board.schengen,
            card=29,
        )
        named.append(where)
    for where in named:
        if play[where].data.non_muslim:
            war_of_ideas.non_muslim(play, where, item=None)
