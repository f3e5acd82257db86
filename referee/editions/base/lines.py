"""One procedure for each kind of line.

The kinds are a card play, a standing line, an end of turn, and a deal. Checking, self-play, options and prompt all play
these; none of them knows the spelling of a line.
"""

from __future__ import annotations

from typing import Any

from referee.editions.base import card_play as cards
from referee.editions.base import card_uses, events, owed_plots, plots, scenario_choices, turn
from referee.editions.base.moments import Moments
from referee.editions.base.triggered import happen, owner
from referee.engine.law import hand_rules
from referee.engine.law.ask import Field, Purpose
from referee.engine.law.line import LineHead, Procedure
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, OpenResult, Requirement, TestResult
from referee.engine.law.table import NOTHING, UNKNOWN, DeadEnd
from referee.engine.state import hands
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.cause import Usage
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.journal import Kind
from referee.engine.state.script import UNKNOWN_OPERATION, UNKNOWN_USE
from referee.engine.state.words import the_side

# -------------------------------------------------------------------- cards


def card(play: Play, line: LineHead) -> None:
    """Play a card, which may end the phase (5.2.2)."""
    if line.event:
        _unnamed_event(play, line)
        return
    play.side = line.side
    turn.begin(play, line.side)
    cards.play_card(play, line.side, line.cards, line.reserves)
    turn.after_cards(play, line.side, max(len(line.cards), 1))
    if line.operations:
        second = SECOND_OPERATION if line.side == "US" else SECOND_OPERATION_J
        play.require(second, option=line.operations, cards=line.cards)


UNSTATED = {
    UNKNOWN_USE: ("6.1", "the line does not say what the card was used for", "replace “?” with what was done"),
    UNKNOWN_OPERATION: ("6.1", "the line does not say which Operation it was", "replace “ops” with the Operation"),
}


def unread(play: Play, line: LineHead) -> None:
    """Spend the card of an unreadable play, without its other effects.

    It may have drawn cards.
    """
    play.doubt_deck(rule="5.3.1")
    if line.unsure:
        turn.perhaps_played(play, line.side, line.cards)
        play.moment(Moments.CARD_UNREAD)
        return
    turn.begin(play, line.side)
    if line.unstated:
        play.table.left_out(*UNSTATED[line.unstated])
    for n in line.cards:
        play.hand_loses(line.side, n, rule="5.2.2")
        play.put_card(n, "discards", rule="5.2.2")
    play.moment(Moments.CARD_UNREAD)
    turn.after_cards(play, line.side, len(line.cards))


def _unnamed_event(play: Play, line: LineHead) -> None:
    """Carry out the event of an unnamed card, which is spent.

    With ``operations`` it is the event of the other side, and the card is used for one.
    """
    board, card = play.board, line.event
    turn.begin(play, line.side)
    play.doubt_deck(rule="5.3.1")  # another event may have drawn cards
    play.require(*card_uses.CAN_BE_PLAYED, cards=(card,), player=line.side, at="card")
    if line.operations:
        if not events.due(board, card, line.side) or any(
            t.rule for t in cards.triggers(play, line.side, (card,), "", set())
        ):
            raise DeadEnd
        happen(play, card, owner(board, card, line.side))
        play.unnamed_value = board.cards[card].ops
        cards.play_card(play, line.side, line.cards, line.reserves)
    else:
        if board.cards[card].auto or events.refusals(board, card, line.side):
            raise DeadEnd
        with play.segment("card", side=line.side, card=0, rule="5.2.2"):
            for n in line.cards:
                play.hand_loses(line.side, n, rule="5.2.2")
            happen(play, card, line.side)
            for n in line.cards:
                play.put_card(n, "discards", rule="5.2.2")
            play.moment(Moments.CARD_OVER)
    turn.after_cards(play, line.side, len(line.cards))


SECOND_OPERATION = Requirement(
    "one Operation a card",
    "7.0",
    "a card is used for a single Operation",
    lambda b, o, c: {} if o > 1 else None,
)
SECOND_OPERATION_J = Requirement(
    "one type of Operation a card",
    "8.1.2",
    "a card is used for one type of Operation",
    lambda b, o, c: {} if o > 1 else None,
)


HOLDS_LAST = Requirement(
    "hold: the US does it",
    "5.2.4",
    "only the US may hold its last card",
    lambda b, o, c: {} if c["player"] != "US" else None,
)


def hold(play: Play, line: LineHead) -> None:
    """The US holds its last card, which the line may name (5.2.4)."""
    turn.begin(play, line.side)
    if not play.require(HOLDS_LAST, option="hold", player=line.side):
        turn.after_cards(play, line.side, 1)
        return
    if play.require(card_uses.LAST_CARD, option="hold"):
        play.require(*card_uses.CAN_BE_PLAYED, cards=line.cards, player=line.side, at="card")
        play.name_cards(line.side, line.cards, rule="5.2.4")
    turn.hold(play)


# -------------------------------------------------------------------- Plots and Cadres

PLOTS_BY_JIHADIST = Requirement(
    "resolve: the Jihadist does it",
    "8.5.6",
    "the Jihadist side resolves the Plots",
    lambda b, o, c: {} if c["player"] != "J" else None,
)


def _us_phase_over(play: Play) -> None:
    """Whether the US phase is over (5.2.2, 5.2.4).

    It has played both cards, holds its last one, or may have no more.
    """
    b = play.board
    if b.played < 2 and b.hand_us == 1:
        turn.last_card_held(play)
        turn.end_phase(play)
    elif b.played >= 2 or b.hand_us is None:
        turn.end_phase(play)


def resolve(play: Play, line: LineHead) -> None:
    """Resolve unblocked Plots, all or those of the line (5.2.3).

    Those owed from an earlier phase were reported there: to resolve them now is no further mistake.
    """
    b = play.board
    owing = b.stage != "plots" and owed_plots.any_left(b)
    if b.winner:
        turn.begin(play, b.side)
    elif not owing and b.side == "US" and b.stage == "action":
        _us_phase_over(play)
    if not b.winner:
        play.require(PLOTS_BY_JIHADIST, *(() if owing else (turn.PLOTS_STAGE,)), player=line.side)
        if b.stage != "plots" and not owing:
            play.remember(turn.OUT_OF_TURN, b.phases, rule="5.2.3")
    i, early = 0, False
    while (q.plots_on_map(b) if line.plots is None else i < line.plots) and not turn.stops(play, "plot"):
        with play.segment("plot", side="J", cause=Usage("resolve"), rule="8.5.6"):
            turn.still_going(play)
            early = not plots.resolve(play, i, owing=owing) or early
        i += 1
    if owing and early and not b.winner:
        play.require(turn.PLOTS_STAGE)
        play.remember(turn.OUT_OF_TURN, b.phases, rule="5.2.3")
    if b.stage == "plots" and not q.plots_on_map(b) and not b.winner:
        turn.next_pair(play)


CADRE_THERE = Requirement(
    "remove-cadre: a Cadre there",
    "4.8.4",
    "there is no Cadre in {option}",
    lambda b, o, c: None if b[o].cadre else {},
    "impossible",
)


def remove_cadre(play: Play, line: LineHead) -> None:
    """Remove Cadres by choice of the Jihadist (4.8.4)."""
    b = play.board
    if b.winner:
        turn.begin(play, b.side)
    with play.segment("op", side="J", cause=Usage("remove-cadre"), rule="4.8.4"):
        play.require(CADRES_OF_JIHADIST, turn.JIHADIST_PHASE, player=line.side)
        for i in play.items(Field.WHERE, lambda: _cadres(b), CADRE_THERE, purpose=Purpose.REMOVE_CADRE, rule="4.8.4"):
            where = play.ask(
                Field.WHERE, lambda: _cadres(b), CADRE_THERE, item=i, purpose=Purpose.REMOVE_CADRE, rule="4.8.4"
            )
            play.set_cadre(where, False, rule="4.8.4")


CADRES_OF_JIHADIST = Requirement(
    "remove-cadre: the Jihadist does it",
    "4.8.4",
    "the Jihadist side takes Cadres off",
    lambda b, o, c: {} if c["player"] != "J" else None,
)


def _cadres(b: Board) -> list[str]:
    return [n for n, c in b.countries.items() if c.cadre]


# -------------------------------------------------------------------- the end of a turn, the deal


def end(play: Play, line: LineHead) -> None:
    """End the turn; report omissions (5.2.1, 5.2.5 to 5.2.9)."""
    if play.board.winner:
        turn.begin(play, play.board.side)
        return
    turn.close_turn(play)
    turn.end_of_turn(play)


def _count(option: Any) -> int:
    return option if isinstance(option, int) else len(option)


def _by_the_tracks(board: Board, option: Any, c: Context) -> TestResult:
    return None if option == NOTHING or _count(option) in (c["due"], *c["noted"]) else {"n": _count(option)}


def _at_its_level(board: Board, option: Any, c: Context) -> TestResult:
    """Verdict on the number of cards at the track's level.

    It is the level at the moment of the deal.
    """
    found = _by_the_tracks(board, option, c)
    if found is None or isinstance(found, OpenResult):
        return found
    level = q.hand_level(c["player"], c["due"])
    rule = turn.deal_rule(board, c["player"])
    return {**found, "level": f" with {level}" if level else "", **({"cite": rule} if rule else {})}


DEALT = Requirement(
    "deal: cards by the tracks", "5.2.8", "{who} is dealt {due:card}{level}, not {n}", _at_its_level, "outcome"
)
DRAWN = Requirement(
    "draw: as the event says", "5.3.1", "{who} draws {due:card} here, not {n}", _by_the_tracks, "outcome"
)
DEAL_RECORDED = "deal told"
"""Key of the note of sides with a recorded deal, by turn."""


def _sides_dealt(board: Board) -> tuple[str, ...]:
    """Sides with a recorded deal this turn."""
    turn_number, sides = board.recall(DEAL_RECORDED) or (0, ())
    return sides if turn_number == board.turn else ()


ONE_DEAL = Requirement(
    "deal: once a turn",
    "5.2.8",
    "{who} was dealt its cards of this turn already",
    lambda b, o, c: {} if o != NOTHING and c["player"] in _sides_dealt(b) else None,
)


def _named(option: Any) -> tuple[int, ...]:
    """Cards of an answer, 0 for an unnamed one.

    An answer that is only a number has none.
    """
    return () if isinstance(option, int) else tuple(0 if n == UNKNOWN else n for n in option)


def deal(play: Play, line: LineHead) -> None:
    """Deal the cards of the turn, by number or by name (5.2.8)."""
    b = play.board
    if b.winner:
        turn.begin(play, b.side)
    with play.segment("deal", rule="5.2.8"):
        for side in ("J", "US"):
            due = turn.due(b, side)
            noted = turn.cards_dealt(b, side)
            if noted is None:
                noted = due
            unnamed = (hands.cards_of(b, side) or ()).count(0)
            dealt = _cards(play, Field.DEALT, side, (due, noted), unnamed, ONE_DEAL, DEALT)
            if dealt == NOTHING or not ONE_DEAL.holds(b, dealt, {"player": side}):
                continue
            have, n = b.hand(side), _count(dealt)
            play.remember(DEAL_RECORDED, (b.turn, (*_sides_dealt(b), side)), rule="5.2.8")
            if have is None:
                play.set_hand(side, n, rule="5.2.8")
                play.write(Kind.DEAL, SIDE_NAMES[side], "5.2.8", (b, "deck", max(0, b.deck - n)))
            elif n != noted:
                play.set_hand(side, max(0, have - noted + n), rule="5.2.8")  # cards may have been played since
                play.write(Kind.DEAL, SIDE_NAMES[side], "5.2.8", (b, "deck", max(0, b.deck - n + noted)))
            _name(play, side, _named(dealt))


def draw(play: Play, line: LineHead) -> None:
    """Draw cards, by number or by name (5.3.1).

    One line answers a draw once.
    """
    b = play.board
    if b.winner and not any(b.recall(f"drawn {side}") for side in ("J", "US")):
        turn.begin(play, b.side)
    with play.segment("draw", rule="5.3.1"):
        for side in ("J", "US"):
            memo = b.recall(f"drawn {side}")
            due, named = memo[1:] if memo is not None else (0, ())
            drawn = _cards(play, Field.DRAWN, side, (due,), due, DRAWN)
            if drawn == NOTHING:
                continue
            more = _count(drawn) - due
            play.write(Kind.DRAW, SIDE_NAMES[side], "5.3.1", (b, "deck", max(0, b.deck - more)))
            have = b.hand(side)
            if more and have is not None:
                play.set_hand(side, max(0, have + more), rule="5.3.1")
            _name(play, side, tuple(0 if n in named else n for n in _named(drawn)))
            if memo is not None:
                play.remember(f"drawn {side}", None, rule="5.3.1")


def _cards(play: Play, field: Field, side: str, due: tuple[int, ...], unnamed: int, *requirements: Requirement) -> Any:
    """The cards or their number for a hand, by the table.

    ``due`` is the number due, and the number that a line has given already.
    """
    return play.ask(
        field,
        lambda: [play.table.new_cards(side, unnamed)],
        *requirements,
        subject=side,
        silence=NOTHING,
        due=due[0],
        noted=due[1:],
        player=side,
        who=the_side(side),
    )


def _name(play: Play, side: str, named: tuple[int, ...]) -> None:
    """Name the cards that came into a hand."""
    if not any(named):
        return
    play.require(hand_rules.ONCE, hand_rules.NOT_ELSEWHERE, hand_rules.FROM_THE_DECK, cards=named, player=side, at=side)
    play.name_cards(side, named, rule="5.3.2")


NOTHING_TO_TURN_IN = Requirement(
    "turn-in: a marker to turn in",
    "3.1",
    "this game has no marker that a side turns in",
    lambda b, o, c: {},
)


def turn_in(play: Play, line: LineHead) -> None:
    """Reject a marker turned in where no rule has it (3.1)."""
    with play.segment("op", side=line.side, cause=Usage("turn-in"), rule="3.1"):
        play.require(NOTHING_TO_TURN_IN)


def choices(play: Play, line: LineHead) -> None:
    """Make the choices that the scenario leaves to the players (3.2)."""
    scenario_choices.choose(play, line.side)


def _set_up(procedure: Procedure) -> Procedure:
    """Wrap a line's procedure to report owed set-up choices first (3.2)."""

    def run(play: Play, line: LineHead) -> None:
        scenario_choices.missing(play)
        procedure(play, line)

    return run


PROCEDURES: dict[str, Procedure] = {
    "card": _set_up(card),
    "unread": _set_up(unread),
    "hold": _set_up(hold),
    "resolve": _set_up(resolve),
    "end": _set_up(end),
    "deal": deal,
    "draw": _set_up(draw),
    "cadre": _set_up(remove_cadre),
    "choices": choices,
    "turn-in": turn_in,
}
