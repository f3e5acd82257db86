"""Events of the unassociated cards 109 to 120."""

from __future__ import annotations

from typing import Any

from referee.editions.base.events import condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.operations import recruit
from referee.editions.base.printed import CARDS
from referee.editions.base.queries import Queries
from referee.engine.law.ask import Field, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult, add
from referee.engine.law.table import UNKNOWN
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, HARD, MARKER_ALONE, US, Board
from referee.engine.state.journal import Kind
from referee.engine.state.seams import modifies

# -------------------------------------------------------------------- 109 Tora Bora


def _tora_bora(board: Board) -> list[str]:
    return [n for n in board.names if board[n].regime_change and q.cells(board, n) >= 2]


@event(109, when=(condition(109, "no Regime Change country has two Cells", lambda b, c: bool(_tora_bora(b))),))
def tora_bora(play: Play) -> None:
    where = s.country(
        play,
        109,
        lambda: _tora_bora(play.board),
        purpose=Purpose.REMOVE_CELL,
        needs="a Regime Change country with two Cells",
    )
    if where:
        s.remove_cells(play, where, 2, 2)
    play.prestige_roll()
    s.draw_cards(play, play.side, 1)


# -------------------------------------------------------------------- 110 Zarqawi


def _zarqawi(board: Board) -> list[str]:
    return [n for n in ("Iraq", "Syria", "Lebanon", "Jordan") if q.troops(board, n)]


@event(
    110,
    when=(
        condition(
            110,
            "Iraq, Syria, Lebanon and Jordan have no Troops",
            lambda b, c: bool(_zarqawi(b)),
            about=("Iraq", "Syria", "Lebanon", "Jordan"),
        ),
    ),
)
def zarqawi(play: Play) -> None:
    if play.side == "US":
        play.prestige(3)
        return
    where = s.country(play, 110, lambda: _zarqawi(play.board), purpose=Purpose.PLACE_CELL)
    if where:
        s.place_cells(play, where, 3)
        s.event_plot(play, 110, where, ("2",))


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
    """Change by Prestige, for either player; High begins at 7."""
    play.test("Sudan")
    if q.prestige_band(play.board) in ("high", "very high"):
        play.aid("Sudan", 1)
        play.shift_alignment("Sudan", ALLY)
    else:
        play.besiege("Sudan")
        play.shift_alignment("Sudan", ADVERSARY)


# -------------------------------------------------------------------- 114 GTMO


@event(114)
def gtmo(play: Play) -> None:
    """Lapse: bar Recruit Operations for the turn, Block Detainee Release."""
    play.prestige_roll()


def _no_recruit(board: Board, option: Any, c: Context) -> bool:
    return q.lapsing(board, 114)


add(recruit.PERMITTED, 114, _no_recruit, "GTMO bars Recruit Operations for the rest of this turn")


# -------------------------------------------------------------------- 115 Hambali


def _hambali(board: Board) -> list[str]:
    home = "Indonesia/Malaysia"
    near = [n for n in board.names if n == home or q.adjacent(board, home, n)]
    return [n for n in near if s.has_cell(board, n) and (board[n].alignment == ALLY or board[n].posture == HARD)]


@event(
    115,
    when=(
        condition(
            115,
            "neither Indonesia/Malaysia nor a country next to it is an Ally with a Cell, or Hard with one",
            lambda b, c: bool(_hambali(b)),
            about=("Indonesia/Malaysia",),
        ),
    ),
)
def hambali(play: Play) -> None:
    where = s.country(
        play,
        115,
        lambda: _hambali(play.board),
        purpose=Purpose.REMOVE_CELL if play.side == "US" else Purpose.PLACE_PLOT,
    )
    if where and play.side == "US":
        s.remove_one_cell(play, where)
    elif where:
        s.event_plot(play, 115, where)
    if play.side == "US":
        s.draw_cards(play, "US", 2)


# -------------------------------------------------------------------- 116 KSM


def _ksm_plots(board: Board) -> list[str]:
    return [n for n in board.names if board[n].plots and (board[n].data.non_muslim or board[n].alignment == ALLY)]


def _ksm_cells(board: Board) -> list[str]:
    return [n for n in board.names if s.has_cell(board, n) and not q.islamist(board, n)]


@event(116, us=(condition(116, "no Plot is in an Ally or a non-Muslim country", lambda b, c: bool(_ksm_plots(b))),))
def ksm(play: Play) -> None:
    if play.side == "US":
        for name in _ksm_plots(play.board):
            s.remove_all_plots(play, name)
        s.draw_cards(play, "US", 2)
        return
    where = s.country(
        play,
        116,
        lambda: _ksm_cells(play.board),
        purpose=Purpose.PLACE_PLOT,
        needs="a country with a Cell that is not under Islamist Rule",
    )
    if where:
        s.event_plot(play, 116, where)


# -------------------------------------------------------------------- 117, 118 Oil Price Spike

SPIKES = (117, 118)
TITLE = CARDS[SPIKES[0]].title


def is_spike(board: Board, card: Any) -> bool:
    """Whether a card is an Oil Price Spike of any deck."""
    return card in board.cards and board.cards[card].title == TITLE


def _takeable(board: Board) -> list[Any]:
    """Open cards, each once; ``?`` for unnamed ones."""
    found = [*board.discards, *board.lapsing, *board.boxed]
    named = [n for n in dict.fromkeys(found) if n and not is_spike(board, n)]
    return [*named, UNKNOWN] if 0 in found else named


def _lies_open(board: Board, option: Any, c: Context) -> TestResult:
    if 0 in board.discards or 0 in board.boxed:
        return None
    piles = (board.discards, board.lapsing, board.boxed)
    wanted = 0 if option == UNKNOWN else option
    return None if any(wanted in pile for pile in piles) else {}


NOT_A_SPIKE = Requirement(
    "card 117: no Oil Price Spike",
    "6.2.1",
    "card {option} is an Oil Price Spike itself, which this event does not bring back",
    lambda b, o, c: {} if is_spike(b, o) else None,
)
LIES_OPEN = Requirement(
    "card 117: a card in the discard pile or a box",
    "5.3.2",
    "card {option} is neither in the discard pile nor in a Lapsing or 1st Plot box",
    lambda b, o, c: None if is_spike(b, o) else _lies_open(b, o, c),
    "impossible",
)


@event(*SPIKES)
def oil_price_spike(play: Play) -> None:
    """Lapse: return a card, raise Oil Exporters by one (see the query)."""
    if not _takeable(play.board):
        play.table.not_due("take", "", None, "6.2.4", "no card is in the discard pile or a box, so none is taken")
        return
    hidden = UNKNOWN in _takeable(play.board)
    card = play.ask(Field.TAKE, lambda: _takeable(play.board), NOT_A_SPIKE, LIES_OPEN, hidden=hidden)
    taken = card if isinstance(card, int) else 0
    _take_up(play, taken)
    play.hand_gains(play.side, (taken,))


def _take_up(play: Play, card: int) -> None:
    """Take a card from its place; a box's marker stays (4.7.7.3)."""
    b = play.board
    if card and card in b.lapsing:
        left = list(b.lapsing)
        left.remove(card)
        writes = ((b, "lapsing", tuple(left)), (b, "lapsing_markers", (*b.lapsing_markers, card)))
        play.write(
            Kind.CARD, b.cards[card].name, "4.7.7.3", *writes, note="from its Lapsing box, where the marker stays"
        )
    elif card and card == b.first_plot:
        play.write(
            Kind.CARD,
            b.cards[card].name,
            "4.7.7.3",
            (b, "first_plot", MARKER_ALONE),
            note="from the 1st Plot box, where the marker stays",
        )
    elif card not in b.discards and 0 not in b.discards and 0 in b.boxed:
        play.write(Kind.CARD, "the card", "4.7.7.3", (b, "first_plot", MARKER_ALONE), note="from the 1st Plot box")
    else:
        play.take_card(card if card in b.discards else 0, "discards", rule="5.3.2")


@modifies(Queries.RESOURCES, 117)
def _spike_resources(board: Board, name: str, value: int) -> int:
    """Add one for each spike in effect to Oil Exporters (4.2.6)."""
    return value + spikes(board, *SPIKES) if q.oil_exporter(board, name) else value


def spikes(board: Board, *cards: int) -> int:
    """Number of these spikes in effect."""
    in_effect = (*board.lapsing, *board.lapsing_markers)
    return sum(in_effect.count(n) for n in cards)


# -------------------------------------------------------------------- 119 Saleh


@event(119)
def saleh(play: Play) -> None:
    play.test("Yemen")
    if play.side == "J":
        play.shift_alignment("Yemen", ADVERSARY)
        play.besiege("Yemen")
    elif not q.islamist(play.board, "Yemen"):
        play.set_alignment("Yemen", ALLY)
        play.aid("Yemen", 1)


# -------------------------------------------------------------------- 120 US Election


@event(120)
def us_election(play: Play) -> None:
    """Hold an election with every use and discard (6.3.1, 6.3.2.3).

    See :mod:`referee.editions.base.card_play`. A source in effect may settle it without a roll: the query has the
    Posture, the rule, and the reason.
    """
    settled = q.modified(Queries.ELECTION_WITHOUT_A_ROLL, play.board, US, None)
    if settled is None:
        s.us_posture_roll(play)
    else:
        posture, rule, why = settled
        for label in ("posture", "t"):
            play.table.not_due(label, "", None, rule, why)
        play.posture(US, play.automatic(RollKind.POSTURE, posture, subject=US, rule=rule, why=why), rule=rule)
    play.prestige(1 if q.gwot_penalty(play.board) == 0 else -1)
