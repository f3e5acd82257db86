"""Events of the Unassociated cards (96 to 120)."""

from __future__ import annotations

from referee.engine import queries as q
from referee.engine.board import ADVERSARY, ALLY, Board
from referee.engine.data import ALL, CARDS, SHIA_MIX
from referee.engine.events import condition, event
from referee.engine.events import steps as s
from referee.engine.operations import plot, recruit
from referee.engine.operations.jihad import roll as jihadist_roll
from referee.engine.play import Play
from referee.engine.queries import modifies
from referee.engine.requirement import Requirement, add

# -------------------------------------------------------------------- 98 Gaza Withdrawal, 99 HAMAS Elected


@event(98)
def gaza_withdrawal(play: Play) -> None:
    if play.side == "US":
        play.funding(-1)
    else:
        s.place_cells(play, "Israel")


@event(99)
def hamas_elected(play: Play) -> None:
    if play.board.hand_us != 0:
        from referee.engine import cards

        cards.discard(play, "US", s.discarded_card(play, "US"))
    play.prestige(-1)
    play.funding(-1)


# -------------------------------------------------------------------- 101 Kosovo


@event(101)
def kosovo(play: Play) -> None:
    play.prestige(1)
    play.posture("Serbia", s.opposite(q.us_posture(play.board)))


# -------------------------------------------------------------------- 104, 105 Iran

SHIA_MIX_ONLY = Requirement(
    "event: a Shia-Mix country",
    "6.2.1",
    "{option} is not a Shia-Mix country",
    lambda b, o, c: None if o in SHIA_MIX else {},
)


@event(104, 105)
def iran(play: Play) -> None:
    where = play.ask("where", ALL, SHIA_MIX_ONLY)
    play.test(where)
    if play.side == "US":
        places = [n for n in (where, "Iran") if s.has_cell(play.board, n)]
        if places:
            loser = s.country(play, 104, places, field="cell") if len(places) > 1 else places[0]
            if loser:
                s.remove_one_cell(play, loser)
        return
    if q.islamist(play.board, where):
        return
    won = sum(jihadist_roll(play, where, 2, None))
    play.aid(where, -won, rule="8.4.1")
    for _ in range(won):
        play.worsen(where, rule="8.4.1")


# -------------------------------------------------------------------- 109 Tora Bora


def _tora_bora(board: Board) -> list[str]:
    return [n for n in ALL if board[n].regime_change and q.cells(board, n) >= 2]


@event(109, when=(condition(109, "no Regime Change country has two Cells", lambda b, c: bool(_tora_bora(b))),))
def tora_bora(play: Play) -> None:
    where = s.country(play, 109, lambda: _tora_bora(play.board))
    if where:
        chosen = play.ask("cells", lambda: s.states(play.board, where, 2), s.CELLS_THERE, s.STATES_THERE, subject=where, where=where)
        for state in chosen:
            play.remove_cell(where, state, cadre=True, rule="4.8.4")
    play.prestige_roll()
    s.draw_cards(play, play.side, 1)


# -------------------------------------------------------------------- 110 Zarqawi


def _zarqawi(board: Board) -> list[str]:
    return [n for n in ("Iraq", "Syria", "Lebanon", "Jordan") if q.troops(board, n)]


@event(110, when=(condition(110, "Iraq, Syria, Lebanon and Jordan have no Troops", lambda b, c: bool(_zarqawi(b))),))
def zarqawi(play: Play) -> None:
    if play.side == "US":
        play.prestige(3)
        return
    where = s.country(play, 110, lambda: _zarqawi(play.board))
    if where:
        s.place_cells(play, where, 3)
        from referee.engine import hidden

        if hidden.can_place(play.board, "2"):
            play.place_plot(where, "2", rule="card 110")


# -------------------------------------------------------------------- 111 Zawahiri, 112 Bin Ladin


def _nowhere_to_hide(card: int) -> tuple[Requirement, ...]:
    return (
        condition(card, "a country is under Islamist Rule", lambda b, c: not q.any_islamist(b)),
        condition(card, "FATA is in effect", lambda b, c: not q.has_marker(b, "FATA"), rule="6.2.8"),
        condition(card, "Al-Anbar is in effect", lambda b, c: not q.has_marker(b, "Al-Anbar"), rule="6.2.8"),
    )


@event(111, us=_nowhere_to_hide(111))
def zawahiri(play: Play) -> None:
    if play.side == "US":
        play.funding(-2)
    else:
        play.prestige(-3 if q.any_islamist(play.board) else -1)


@event(112, us=_nowhere_to_hide(112))
def bin_ladin(play: Play) -> None:
    if play.side == "US":
        play.funding(-4)
        play.prestige(1)
    else:
        play.prestige(-4 if q.any_islamist(play.board) else -2)


# -------------------------------------------------------------------- 113 Darfur


@event(113)
def darfur(play: Play) -> None:
    play.test("Sudan")
    if play.board.prestige >= 7:
        play.aid("Sudan", 1)
        play.shift_alignment("Sudan", ALLY)
    else:
        play.besiege("Sudan")
        play.shift_alignment("Sudan", ADVERSARY)


# -------------------------------------------------------------------- 114 GTMO


@event(114)
def gtmo(play: Play) -> None:
    """Lapsing: no Recruit Operation for the rest of the turn."""
    play.prestige_roll()


add(recruit.PERMITTED, 114, lambda b, o, c: q.lapsing(b, 114), "GTMO bars Recruit Operations this turn")


# -------------------------------------------------------------------- 115 Hambali, 116 KSM


def _hambali(board: Board) -> list[str]:
    near = ("Indonesia/Malaysia", "Pakistan", "India", "Thailand", "Philippines")
    return [n for n in near if s.has_cell(board, n) and (board[n].alignment == ALLY or board[n].posture == "hard")]


@event(115, when=(condition(115, "no Ally or Hard country there has a Cell", lambda b, c: bool(_hambali(b))),))
def hambali(play: Play) -> None:
    where = s.country(play, 115, lambda: _hambali(play.board))
    if not where:
        return
    if play.side == "US":
        s.remove_one_cell(play, where)
        s.draw_cards(play, "US", 2)
    else:
        plot.place(play, where, 1, rule="card 115")


def _ksm_plots(board: Board) -> list[str]:
    return [n for n in ALL if board[n].plots and (board[n].data.non_muslim or board[n].alignment == ALLY)]


@event(116, us=(condition(116, "no Plot lies in an Ally or a non-Muslim country", lambda b, c: bool(_ksm_plots(b))),))
def ksm(play: Play) -> None:
    if play.side == "US":
        for name in _ksm_plots(play.board):
            s.remove_all_plots(play, name)
        s.draw_cards(play, "US", 2)
        return
    where = s.country(play, 116, lambda: [n for n in ALL if s.has_cell(play.board, n) and not q.islamist(play.board, n)])
    if where:
        plot.place(play, where, 1, rule="card 116")


# -------------------------------------------------------------------- 117, 118 Oil Price Spike


def _takeable(board: Board) -> list[int]:
    found = [*board.discards, *board.lapsing, *((board.first_plot,) if board.first_plot else ())]
    return [n for n in dict.fromkeys(found) if n and n not in (117, 118)]


TAKEABLE = Requirement(
    "card 117: a card in the discard pile or a box",
    "6.2.1",
    "card {option} is not in the discard pile or a Lapsing or 1st Plot box",
    lambda b, o, c: None if o in _takeable(b) or (o and 0 in b.discards) else {},
    "impossible",
)


@event(117, 118)
def oil_price_spike(play: Play) -> None:
    """Lapsing: one card comes back to the hand; every Oil Exporter is worth one more."""
    b = play.board
    if _takeable(b):
        card = play.ask("take", lambda: _takeable(b), TAKEABLE)
        if card in b.lapsing:
            play.write("lapsing marker", CARDS[card].name, "4.7.7.3", (b, "lapsing_markers", (*b.lapsing_markers, card)))
            play.take_card(card, "lapsing", rule="4.7.7.3")
        elif card == b.first_plot:
            play.put_card(0, "first_plot", rule="4.7.7.3")
        else:
            play.take_card(card if card in b.discards else 0, "discards", rule="5.3.2")
        play.hand_gains(play.side, (card,))


@modifies("resources", 117)
def _spike_resources(board: Board, name: str, value: int) -> int:
    """Each spike in effect is worth one more for every Oil Exporter (4.2.6)."""
    if not board[name].data.oil:
        return value
    in_effect = (*board.lapsing, *board.lapsing_markers)
    return value + in_effect.count(117) + in_effect.count(118)


# -------------------------------------------------------------------- 119 Saleh


@event(119)
def saleh(play: Play) -> None:
    play.test("Yemen")
    if play.side == "US":
        if not q.islamist(play.board, "Yemen"):
            play.set_alignment("Yemen", ALLY)
            play.aid("Yemen", 1)
    else:
        play.shift_alignment("Yemen", ADVERSARY)
        play.besiege("Yemen")


# -------------------------------------------------------------------- 120 US Election


@event(120)
def us_election(play: Play) -> None:
    s.us_posture_roll(play)
    play.prestige(1 if q.gwot_penalty(play.board) == 0 else -1)
