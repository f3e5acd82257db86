"""The sequence of play (chapter 5).

It has the clock, the end of a turn, and the deal.
"""

from __future__ import annotations

from typing import Any

from referee.editions.base import owed_plots
from referee.editions.base.moments import Moments
from referee.editions.base.queries import Queries
from referee.engine.law import victories
from referee.engine.law.line import LineHead, TurnStep
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Failure, Requirement, TestResult, failures
from referee.engine.state import hands
from referee.engine.state import queries as q
from referee.engine.state.board import HARD, MARKER_ALONE, Board
from referee.engine.state.cause import Stage
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.facts.cards import beside_the_deck
from referee.engine.state.facts.clock import STATED
from referee.engine.state.hand import UNCERTAIN, Hand, hand_of
from referee.engine.state.journal import Kind
from referee.engine.state.plain import NamedTuple
from referee.engine.state.words import numbered, plural, the_side

# -------------------------------------------------------------------- requirements of the clock

NOT_OVER = Requirement(
    "clock: the game goes on",
    "5.1",
    "the game is over: {winner} has won{at} ({rule})",
    lambda b, o, c: (
        {
            "winner": the_side(b.winner),
            "rule": numbered(b.victory_rule),
            **_won_at(b),
        }
        if b.winner
        else None
    ),
)


def _won_at(b: Board) -> dict[str, Any]:
    """Details of a victory without a play, for the line to see."""
    line = b.recall(victories.WON)
    if not line:
        return {"at": "" if line is None else " in the set-up"}
    return {"at": " as the board was put right", "see": (line,)}


PLOTS_RESOLVED = Requirement(
    "clock: Plots resolved",
    "5.2.3",
    "the unblocked Plots have to be resolved before anything else: {where}",
    lambda b, o, c: (
        {
            "n": sum(len(x.plots) for x in b.countries.values()),
            "where": ", ".join(f"{n}#{k + 1}" for n, x in b.countries.items() for k in range(len(x.plots))),
            "about": [n for n, x in b.countries.items() if x.plots],
        }
        if b.stage == "plots"
        else None
    ),
)


def _side(board: Board, option: Any, c: Context) -> TestResult:
    if board.stage != "action" or board.side == c["side"]:
        return None
    have = board.hand(board.side)
    left = 2 - board.played if have is None else min(2 - board.played, have)
    return {"turn": SIDE_NAMES[board.side], "left": plural(left, "card")}


RIGHT_SIDE = Requirement("clock: whose phase", "5.2.2", "out of turn: the {turn} still has {left} to play", _side)
PLOTS_STAGE = Requirement(
    "clock: when Plots are resolved",
    "5.2.3",
    "Plots are resolved at the end of a US Action Phase, not now",
    lambda b, o, c: None if b.stage == "plots" else {},
)
CARDS_EXPENDED = Requirement(
    "clock: turn over",
    "5.2.1",
    "the turn is not over: the Jihadist still holds {j:card}, the US {us:card}",
    lambda b, o, c: (
        None if b.stage == "end" or b.hand_j is None or b.hand_us is None else {"j": b.hand_j, "us": b.hand_us}
    ),
)
JIHADIST_PHASE = Requirement(
    "clock: a Jihadist Action Phase",
    "4.8.4",
    "Cadres are removed only in a Jihadist Action Phase",
    lambda b, o, c: None if still_jihadist(b) else {},
)


def still_jihadist(b: Board) -> bool:
    """Whether a Jihadist Action Phase may go on.

    The clock shows it, or the US has done nothing since, or passed without cards. A US phase that the record states has
    begun, unless the Jihadist has no card left to show where its own ends.
    """
    begun = b.recall(STATED) == b.phases and b.hand_j != 0
    return b.side == "J" or (b.played == 0 and not begun and (b.stage == "action" or b.hand_us == 0))


# -------------------------------------------------------------------- moving the clock


OUT_OF_TURN = "out of turn"
"""Key of the phase with a line out of turn, by index.

It began or was broken off with that line, so its end is reported once only.
"""
HOLDS = "US holds its last card"


def begin(play: Play, side: str) -> None:
    """Begin a line of ``side``: carry out automatic steps, adjust the clock.

    A line that is not due is refused, and the clock moves to it. The end of a turn is a line of its own that comes
    before (:func:`owes_end`).
    """
    b = play.board
    if b.winner:
        play.require(NOT_OVER)
        return
    _settle_unsure(play, side)
    if _third_card(b, side):
        _begin_again(play, side)
        return
    if b.stage == "plots":
        plots_owed(play)
    if side == "US" and b.hand_us == 1:
        play.cited.append("5.2.4")
    if b.side != side and b.hand(b.side) == 0 and b.stage == "action":
        end_phase(play)  # a side without cards passes (5.2.2)
    if b.side != side:
        waiting = b.hand_us == 1 and b.side == "US" and b.played < 2
        unknown = b.hand(b.side) is None and b.played > 0
        told = waiting or unknown or b.recall(OUT_OF_TURN) == b.phases
        if waiting and not unknown:
            last_card_held(play)
        in_turn = told or play.require(RIGHT_SIDE, side=side)
        pass_to(play, side)
        if not in_turn:
            play.remember(OUT_OF_TURN, b.phases, rule="5.2.2")
            play.doubt_deck(rule="5.2.2")  # plays are missing, and may have drawn cards


def _third_card(b: Board, side: str) -> bool:
    """Whether a side just finished plays on, with nothing done since."""
    if b.recall(OUT_OF_TURN) == b.phases or b.hand(side) == 0:
        return False
    if b.stage == "plots":
        return side == "US"
    waits = b.hand(b.side) == 0 or (b.side == "US" and b.hand_us == 1)  # for the end of the turn (5.2.4)
    return b.stage == "action" and b.side != side and not b.played and not waits and begun(b)


def _begin_again(play: Play, side: str) -> None:
    """Report a third card of a phase as one mistake.

    The Plots owed before the next phase of its side are part of it.
    """
    b = play.board
    owed: list[Failure] = []
    if b.stage == "plots":
        plots_owed(play, owed)
    found = failures((RIGHT_SIDE,), b, None, {"side": side})
    pass_to(play, side, owed)
    play.cited += [r.rule for r in (RIGHT_SIDE, PLOTS_RESOLVED)]
    if found or owed:
        play.table.refused((*found, *owed), "")
    if found:
        play.remember(OUT_OF_TURN, b.phases, rule="5.2.2")
        play.doubt_deck(rule="5.2.2")


def owes_end(b: Board, line: LineHead) -> bool:
    """Whether the turn must end before ``line`` (5.2.1).

    The record takes its end for granted.
    """
    if b.winner or b.stage == "over" or line.kind in ("end", "draw", "choices", "resolve", *b.rules.any_time):
        return False
    if b.stage == "end":
        return line.kind != "cadre" or not still_jihadist(b)
    if line.kind == "deal":
        return begun(b)
    if line.kind == "cadre" or not waits_for_end(b):
        return False
    return line.side == "J" or b.stage == "plots"


def begun(b: Board) -> bool:
    """Whether anything was played since the deal."""
    return (b.side, b.phase, b.played) != ("J", 1, 0)


def stops(play: Play, segment: str, card: int | None = None) -> bool:
    """Whether the game ends before ``segment`` (5.1).

    A record that goes on with it is refused and followed.
    """
    return bool(play.board.winner) and not play.table.goes_on(segment, card)


def still_going(play: Play) -> None:
    """Refuse further play after a victory (5.1)."""
    if play.board.winner:
        play.require(NOT_OVER)


LAST_CARD_DECIDED = Requirement(
    "clock: final US card",
    "5.2.4",
    "the US has one card left, and the record does not say whether it is played, discarded or held",
    lambda b, o, c: {},
    "incomplete",
)


def last_card_held(play: Play) -> None:
    """Hold the last US card where the record is silent (5.2.4).

    It is reported.
    """
    play.require(LAST_CARD_DECIDED)
    play.doubt_deck(rule="5.2.4")  # it may be among the discards at the next reshuffle
    play.write(Kind.CLOCK, HOLDS, "5.2.4", (play.board, "held", True))


def waits_for_end(b: Board) -> bool:
    """Whether only a held card or Plots precede the turn's end (5.2.4)."""
    if b.hand_j != 0 or b.side != "US":
        return False
    return (b.stage == "action" and b.hand_us in (0, 1)) or (b.stage == "plots" and (b.hand_us == 0 or b.held))


def close_turn(play: Play) -> None:
    """Report debts at a recorded end of turn, moving the clock (5.2.1, 5.2.4)."""
    b = play.board
    _settle_unsure(play, "")
    if b.stage == "action" and b.side == "J" and b.hand_j == 0:
        end_phase(play)  # a side without cards passes (5.2.2)
    if b.stage == "action" and waits_for_end(b):
        if b.hand_us:
            last_card_held(play)
        end_phase(play)
    if b.stage == "plots":
        plots_owed(play)
    if b.stage != "end":
        if not play.require(CARDS_EXPENDED):
            play.doubt_deck(rule="5.2.1")
        play.write(Kind.CLOCK, "end of turn", "5.2.1", (b, "stage", "end"))
        if b.hand_j is None:
            play.set_hand("J", 0, rule="5.2.1")
        if b.hand_us is None:
            play.set_hand("US", int(b.held), rule="5.2.1")


def pass_to(play: Play, side: str, owed: list[Failure] | None = None) -> None:
    """Move the clock until ``side`` is to play.

    Plots owed on the way are reported, or put into ``owed``.
    """
    b = play.board
    for _ in range(3):
        if b.side == side and b.stage == "action":
            return
        end_phase(play, forced=True)
        if b.stage == "plots":
            plots_owed(play, owed)
        if b.stage == "end":
            return


def plots_owed(play: Play, owed: list[Failure] | None = None) -> None:
    """Report unresolved Plots, or put them into ``owed``.

    An unreadable line may have resolved them.
    """
    if play.board.recall(MAY_RESOLVE) != play.board.phases:
        if owed is None:
            play.require(PLOTS_RESOLVED)
        else:
            owed += failures((PLOTS_RESOLVED,), play.board, None, {})
    drop_plots(play)


def drop_plots(play: Play) -> None:
    """Return Plots that a record does not resolve now.

    A later line may have them still there.
    """
    owed_plots.put_away(play)
    next_pair(play)


# -------------------------------------------------------------------- lines that cannot be read

UNSURE = "card of a line that cannot be read"
"""Key of the card possibly spent by an unreadable line.

It has the index of its phase, the side and the card.
"""
MAY_RESOLVE = "a line that may resolve Plots"
"""Key of the phase whose unreadable line may have resolved Plots."""


def perhaps_played(play: Play, side: str, cards: tuple[int, ...]) -> None:
    """Count an unreadable line as a card, unless something denies it.

    It is one of ``side``, "" for either. If that side plays on as if it were none, it was none
    (:func:`_settle_unsure`).
    """
    b = play.board
    if b.winner or b.stage not in ("action", "plots"):
        return
    if side and b.stage == "action" and b.side != side and (b.played >= 2 or b.hand(b.side) == 0):
        end_phase(play)
    if b.stage == "plots":
        if side != "US":
            play.remember(MAY_RESOLVE, b.phases, rule="5.2.3")
        return
    if (side and b.side != side) or b.played >= 2 or b.hand(b.side) == 0:
        return
    card = cards[0] if cards and not hands.place_of(b, cards[0]) else 0
    play.remember(UNSURE, (b.phases, b.side, card), rule="5.2.2")
    play.hand_loses(b.side, card, rule="5.2.2")
    play.put_card(card, "discards", rule="5.2.2")
    play.write(Kind.CLOCK, "cards played", "5.2.2.2", (b, "played", b.played + 1))


def _settle_unsure(play: Play, side: str) -> None:
    """End a phase with an unreadable last card.

    If its side plays one card more, that line was none.
    """
    b = play.board
    index, whose, card = b.recall(UNSURE) or (0, "", 0)
    if not index or b.stage not in ("action", "plots"):
        return
    if side == whose and _full(b, index, whose):
        if b.phases == index + 1:
            _set_phase(play, whose, b.phase if whose == "J" else b.phase - 1)
            play.write(Kind.CLOCK, "clock", "5.2.2", (b, "phases", index), (b, "played", 2))
        play.take_card(card, "discards", rule="5.2.2")
        play.hand_gains(whose, (card,), rule="5.2.2")
        play.write(Kind.CLOCK, "cards played", "5.2.2.2", (b, "played", 1))
        play.remember(UNSURE, None, rule="5.2.2")
    elif b.stage == "action" and b.played >= 2 and b.side != side:
        end_phase(play)


def _full(b: Board, index: int, side: str) -> bool:
    """Whether a phase has both cards, one in an unreadable line."""
    if b.stage != "action":
        return False
    if b.phases == index:
        return b.side == side and (b.played >= 2 or b.hand(side) == 0)
    return b.phases == index + 1 and b.side != side and not b.played


def after_cards(play: Play, side: str, n: int) -> None:
    """Count the cards of a play, ending a finished phase (5.2.2).

    It ends after two cards, or with an empty hand.
    """
    b = play.board
    play.write(Kind.CLOCK, "cards played", "5.2.2.2", (b, "played", b.played + n))
    if b.played >= 2 or b.hand(side) == 0:
        end_phase(play)


def end_phase(play: Play, *, forced: bool = False) -> None:
    """End the Action Phase of the side on the clock."""
    b = play.board
    if b.side == "J":
        _set_phase(play, "US", b.phase)
        if b.hand_us == 0 and not forced:
            end_phase(play)
        return
    if q.plots_on_map(b):
        play.write(Kind.CLOCK, "Plots", "5.2.3", (b, "stage", "plots"))
    else:
        next_pair(play)


def _set_phase(play: Play, side: str, number: int) -> None:
    b = play.board
    held = b.held and side == "J"
    play.write(
        Kind.CLOCK,
        f"{SIDE_NAMES[side]} Action Phase {number}",
        "5.2.2",
        (b, "side", side),
        (b, "phase", number),
        (b, "phases", b.phases + 1),
        (b, "played", 0),
        (b, "held", held),
        (b, "stage", "action"),
    )


def next_pair(play: Play) -> None:
    """Begin the next Jihadist phase or end of turn (5.2.1, 5.2.4).

    A US Action Phase and its Plots are over.
    """
    b = play.board
    if b.hand_j == 0 and (b.hand_us == 0 or b.held):
        play.write(Kind.CLOCK, "end of turn", "5.2.1", (b, "stage", "end"))
        return
    _set_phase(play, "J", b.phase + 1)
    if b.hand_j == 0:
        end_phase(play)


def hold(play: Play) -> None:
    """Hold the last US card (5.2.4)."""
    b = play.board
    play.write(Kind.CLOCK, HOLDS, "5.2.4", (b, "held", True))
    end_phase(play)


# -------------------------------------------------------------------- the end of a turn


def end_of_turn(play: Play) -> None:
    """Carry out the end of a turn, and begin the next.

    The steps are in the book's order, each in a segment of its own.
    """
    b = play.board
    with play.segment("end", cause=Stage.END_OF_TURN, rule="5.2.1"):
        for step in b.rules.end_of_turn:
            with play.segment(f"end.{step.name}", rule=step.rule):
                if step.title:
                    play.tell(step.title, rule=step.rule)
                step.procedure(play)
            if b.winner:
                return
        play.write(
            Kind.CLOCK,
            f"turn {b.turn + 1}",
            "5.2.1",
            (b, "turn", b.turn + 1),
            (b, "side", "J"),
            (b, "phase", 1),
            (b, "phases", b.phases + 1),
            (b, "played", 0),
            (b, "held", False),
            (b, "stage", "action"),
        )


def expenditures(play: Play) -> None:
    """Lower Funding, and Prestige for any Islamist Rule country (5.2.5)."""
    if not any(play.moment(Moments.FUNDING_DROPS)):
        play.funding(-1, rule="5.2.5")
    if q.any_islamist(play.board):
        play.prestige(-1, rule="5.2.5")


def diplomacy(play: Play) -> None:
    """Raise Prestige for World Posture 3 on the US side (5.2.5)."""
    world = q.world_posture(play.board)
    if abs(world) == 3 and (world > 0) == (q.us_posture(play.board) == HARD):
        play.prestige(1, rule="5.2.5")


def lapse(play: Play) -> None:
    """Empty the Lapsing and 1st Plot boxes (5.2.6)."""
    b = play.board
    removed = [c for c in b.lapsing if leaves_the_game(b, c)]
    boxes = [*(c for c in b.lapsing if c and c not in removed), *b.boxed]
    elsewhere = [c for c in boxes if play.discard_of(c) != "discards"]
    play.write(
        Kind.LAPSE,
        "Lapsing and 1st Plot boxes",
        "5.2.6",
        (b, "discards", (*b.discards, *(c for c in boxes if c not in elsewhere))),
        (b, "removed", (*b.removed, *removed)),
        (b, "lapsing", ()),
        (b, "lapsing_markers", ()),
        (b, "first_plot", None),
    )
    for card in elsewhere:
        play.put_card(card, "discards", rule="5.2.6")
    play.moment(Moments.LAPSED)


def leaves_the_game(board: Board, card: int) -> bool:
    """Whether a lapsing card is removed, rather than discarded, afterwards (6.2.9)."""
    return card in board.cards and board.cards[card].remove == "always"


def lose_reserves(play: Play) -> None:
    """Drop unused Reserves (5.2.7)."""
    b = play.board
    for side in ("J", "US"):
        if b.reserves(side) and not q.modified(Queries.RESERVES_KEPT, b, side, False):
            play.remove_reserves(side, b.reserves(side), rule="5.2.7")
            play.remember(f"reserves lost {side}", b.turn, rule="5.2.7")


def flip_regime_change(play: Play) -> None:
    """Turn over green Regime Change markers (5.2.9)."""
    for name, c in play.board.countries.items():
        if c.regime_change == "green":
            play.set_regime_change(name, "tan", rule="5.2.9")


def deal(play: Play) -> None:
    """Deal alternate cards, Jihadist first, by Funding and Troops (5.2.8)."""
    b = play.board
    want = {"J": q.hand_size(b, "J"), "US": q.hand_size(b, "US")}
    got = {"J": 0, "US": 0}
    moments: dict[str, list[tuple[int, int]]] = {"J": [], "US": []}
    while got != want:
        for side in ("J", "US"):
            if got[side] < want[side]:
                if b.deck - got["J"] - got["US"] <= 0 and not _reshuffle_in_deal(play, got):
                    return
                got[side] += 1
                now = len(play.journal.changes)
                moments[side].append((now, b.sighted.horizon(now)))
    kept = b.hand_us or 0
    if b.hand_us is None:
        kept = 1 if b.held else 0
    play.write(
        Kind.DEAL,
        f"{got['J']} to the Jihadist, {got['US']} to the US",
        "5.2.8",
        (b, "hand_j", (b.hand_j or 0) + got["J"]),
        (b, "hand_us", kept + got["US"]),
        (b, "held_j", _dealt(b.held_j, b.hand_j or 0, moments["J"])),
        (b, "held_us", _dealt(b.held_us, kept, moments["US"])),
        (b, "obligations", ()),
        (b, "deck", b.deck - got["J"] - got["US"]),
    )
    play.moment(Moments.CARDS_DRAWN)
    note = DealNote(b.turn + 1, got["J"], got["US"], b.hand_j or 0, b.hand_us or 0)
    play.remember(DEAL_NOTE, note, rule="5.2.8")


DEAL_NOTE = "cards that came"
"""Key of the :class:`DealNote` of the latest deal."""


class DealNote(NamedTuple):
    """Numbers of cards dealt for a turn, and of each hand afterwards."""

    turn: int
    dealt_j: int
    dealt_us: int
    hand_j: int
    hand_us: int


def cards_dealt(board: Board, side: str) -> int | None:
    """Number of cards dealt this turn, corrected by later statements.

    The statements are on the hand. None if the deal is unknown.
    """
    note: DealNote | None = board.recall(DEAL_NOTE)
    if note is None or note.turn != board.turn:
        return None
    dealt, hand = (note.dealt_j, note.hand_j) if side == "J" else (note.dealt_us, note.hand_us)
    have = board.hand(side)
    return dealt if begun(board) or have is None else dealt + have - hand


DEALT = "dealt by the tracks"
"""Key of the note of US cards dealt for a turn.

Its Troops came back to the track after the deal.
"""


def due(board: Board, side: str) -> int:
    """The number of cards dealt to a side for this turn (5.2.8).

    It depends on the tracks at the deal.
    """
    turn, n, _ = board.recall(DEALT) or (0, 0, "")
    return n if side == "US" and turn == board.turn else q.hand_size(board, side)


def deal_rule(board: Board, side: str) -> str:
    """The rule of a deal before the track changed again, or ""."""
    turn, _, rule = board.recall(DEALT) or (0, 0, "")
    return rule if side == "US" and turn == board.turn else ""


END_OF_TURN: tuple[TurnStep, ...] = (
    TurnStep("expenditures", "5.2.5", expenditures),
    TurnStep("diplomacy", "5.2.5", diplomacy),
    TurnStep("lapse", "5.2.6", lapse),
    TurnStep("reserves", "5.2.7", lose_reserves),
    TurnStep("deal", "5.2.8", deal),
    TurnStep("regime change", "5.2.9", flip_regime_change),
)
"""Steps of the end of a turn, in the book's order."""


def _dealt(hand: Hand | None, kept: int, moments: list[tuple[int, int]]) -> Hand:
    """A hand with the cards just dealt (5.3.1).

    Each came at its moment, with its horizon, before or after a reshuffle.
    """
    found = hand_of((0,) * kept) if hand is None else hand
    for moment, horizon in moments:
        found = found.gains(0, since=moment, horizon=horizon)
    return found


def _reshuffle_in_deal(play: Play, got: dict[str, int]) -> bool:
    b = play.board
    if b.deck:
        play.write(Kind.DECK, "dealt out", "5.2.8", (b, "deck", got["J"] + got["US"]))
    return reshuffle(play, dealt=got["J"] + got["US"])


def back_to_the_deck(b: Board) -> list[int]:
    """Cards taken up by a reshuffle (5.3.1)."""
    return [*b.discards, *(c for c in b.lapsing if c and not leaves_the_game(b, c)), *b.boxed]


def reshuffle(play: Play, *, dealt: int = 0) -> bool:
    """Reshuffle an exhausted Draw Deck, or end the game (5.3.1).

    Returns True if cards can be drawn again.
    """
    b = play.board
    stay = tuple(c for c in b.lapsing if leaves_the_game(b, c))
    boxes = [c for c in b.lapsing if c and c not in stay]
    back = back_to_the_deck(b)
    count, moment = len(back), len(play.journal.changes) + 1
    counted = b.deck + beside_the_deck(b) == len(b.cards)  # else cards unknown come back too
    play.write(
        Kind.CLOCK,
        "reshuffle",
        "5.3.1",
        (b, "reshuffles", b.reshuffles + 1),
        (b, "sighted", hands.sightings_after(b, back, moment).refilled(moment if counted else UNCERTAIN)),
    )
    play.table.reshuffled(back)
    if b.reshuffles >= b.decks and not b.unknown & {("", "deck"), ("", "reshuffles")}:
        play.declare(*b.rules.at_the_end(b))
        play.write(Kind.CLOCK, "game over", "5.3.1", (b, "stage", "over"))
        return False
    play.write(
        Kind.RESHUFFLE,
        f"{count} cards",
        "5.3.1",
        (b, "deck", count + dealt),
        (b, "discards", ()),
        (b, "lapsing_markers", (*b.lapsing_markers, *boxes)),
        (b, "lapsing", stay),
        (b, "first_plot", None if b.first_plot is None else MARKER_ALONE),
    )
    return count > 0


def draw(play: Play, side: str, n: int = 1, *, rule: str = "5.3.1") -> int:
    """Draw cards from the deck into a hand, with reshuffles.

    Returns how many it got.
    """
    b = play.board
    got = 0
    for _ in range(n):
        if b.deck <= 0 and not reshuffle(play):
            break
        play.write(Kind.DRAW, SIDE_NAMES[side], rule, (b, "deck", b.deck - 1))
        play.moment(Moments.CARDS_DRAWN)
        play.hand_gains(side, (play.table.drawn(side),), rule=rule, drawn=True)
        got += 1
    return got
