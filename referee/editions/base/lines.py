"""One procedure for each kind of line: a card play, a standing line, an end of turn, a deal."""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.base import card_play as cards
from referee.editions.base import plots, scenario_choices, turn
from referee.engine import hands
from referee.engine import queries as q
from referee.engine.play import Play
from referee.engine.requirement import Requirement
from referee.engine.script import Action


def _card(play: Play, action: Action) -> None:
    turn.begin(play, action.side)
    cards.play_card(play, action.side, action.cards, action.reserves)
    turn.after_cards(play, action.side, max(len(action.cards), 1))
    _second_segments(play, action)


def _unread(play: Play, action: Action) -> None:
    """A card play that cannot be read: the card is spent, and nothing else is known."""
    turn.begin(play, action.side)
    for n in action.cards:
        play.hand_loses(action.side, n, rule="5.2.2")
        play.put_card(n, "discards", rule="5.2.2")
    turn.after_cards(play, action.side, len(action.cards))


SECOND_OPERATION = Requirement(
    "one Operation a card",
    "7.0",
    "a card is used for a single Operation",
    lambda b, o, c: {} if o > 1 else None,
    concerns=lambda o, c: o > 0,
)
SECOND_OPERATION_J = Requirement(
    "one type of Operation a card",
    "8.1.2",
    "a card is used for one type of Operation",
    lambda b, o, c: {} if o > 1 else None,
    concerns=lambda o, c: o > 0,
)


def _second_segments(play: Play, action: Action) -> None:
    n = sum(1 for s in action.segments if s.name == "op" and s.card is None and s.side == action.side)
    play.require(SECOND_OPERATION if action.side == "US" else SECOND_OPERATION_J, option=n)


def _hold(play: Play, action: Action) -> None:
    turn.begin(play, "US")
    play.require(cards.LAST_CARD, option="hold")
    turn.hold(play)


def _resolve(play: Play, action: Action) -> None:
    b = play.board
    if b.winner:
        turn.begin(play, b.side)
    if b.stage != "plots" and b.side == "US" and b.stage == "action":
        if b.hand_us == 1:
            turn.last_card_held(play)
            turn.end_phase(play)
        elif b.hand_us is None:
            turn.end_phase(play)
    if b.stage != "plots":
        play.require(turn.PLOTS_STAGE)
        play.remember(turn.EARLY, b.phases, rule="5.2.3")
    for i, segment in enumerate(action.segments):
        with play.segment("plot", side="J", cause="resolve", rule="8.5.6"):
            plots.resolve(play, i)
        del segment
        if b.winner:
            return
    if b.stage == "plots" and not q.plots_on_map(b):
        turn.next_pair(play)


def _end(play: Play, action: Action) -> None:
    b = play.board
    if b.winner:
        turn.begin(play, b.side)
        return
    turn.turn_told(play)
    with play.segment("end", cause="", rule="5.2.5"):
        turn.end_of_turn(play)


DEALT = Requirement(
    "deal: cards by the tracks",
    "5.2.8",
    "{who} is dealt {due} cards, not {option}",
    lambda b, o, c: None if o == c["due"] else {},
    "outcome",
)


def _deal(play: Play, action: Action) -> None:
    b = play.board
    if b.stage == "end" or (turn.cards_played(play) and not b.winner):
        turn.turn_told(play)
        turn.end_of_turn(play)
    for side in ("J", "US"):
        part = action.parts.get(side)
        if part is not None:
            n = part.value if isinstance(part.value, int) else len(part.value)
            due = q.hand_size(b, side)
            if not isinstance(part.value, int):
                known = b.cards_j if side == "J" else b.cards_us
                cards_named = tuple(0 if c == "?" else c for c in part.value)
                play.require(hands.NOT_ELSEWHERE, cards=cards_named, at=side)
                if known is not None:
                    play.write(
                        "hand",
                        side,
                        "5.3.2",
                        (b, "cards_j" if side == "J" else "cards_us", hands.named(known, cards_named)),
                    )
            if not play.require(DEALT, option=n, due=due, who={"J": "the Jihadist", "US": "the US"}[side], at=side):
                play.set_hand(side, (b.hand(side) or due) - due + n, rule="5.2.8")


DRAWN = Requirement(
    "draw: as the event says",
    "5.3.1",
    "{who} draws {due} cards here, not {option}",
    lambda b, o, c: None if o == c["due"] else {},
    "outcome",
)


def _draw(play: Play, action: Action) -> None:
    b = play.board
    for side in ("J", "US"):
        part = action.parts.get(side)
        if part is not None:
            n = part.value if isinstance(part.value, int) else len(part.value)
            memo = b.recall(f"drawn {side}")
            due, told = memo[1:] if memo is not None else (0, ())
            if not isinstance(part.value, int):
                known = b.cards_j if side == "J" else b.cards_us
                cards_named = tuple(0 if c == "?" or c in told else c for c in part.value)
                play.require(hands.NOT_ELSEWHERE, cards=cards_named, at=side)
                if known is not None:
                    play.write(
                        "hand",
                        side,
                        "5.3.2",
                        (b, "cards_j" if side == "J" else "cards_us", hands.named(known, cards_named)),
                    )
            play.require(DRAWN, option=n, due=due, who={"J": "the Jihadist", "US": "the US"}[side], at=side)
            if memo is not None:  # one line answers a draw once
                play.remember(f"drawn {side}", None, rule="5.3.1")


CADRE_THERE = Requirement(
    "remove-cadre: a Cadre there",
    "4.8.4",
    "there is no Cadre in {option}",
    lambda b, o, c: None if b[o].cadre else {},
    "impossible",
)


def _cadre(play: Play, action: Action) -> None:
    b = play.board
    if b.stage == "end":
        turn.end_of_turn(play)
    if b.winner:
        turn.begin(play, b.side)
    with play.segment("op", side="J", cause="remove-cadre", rule="4.8.4"):
        play.require(turn.JIHADIST_PHASE)
        for i in range(len(action.segments[0].items)):
            where = play.ask("where", lambda: [n for n, c in b.countries.items() if c.cadre], CADRE_THERE, item=i)
            play.set_cadre(where, False, rule="4.8.4")


def _choices(play: Play, action: Action) -> None:
    scenario_choices.choose(play, action.side)


PROCEDURES: dict[str, Callable[[Play, Action], None]] = {
    "card": _card,
    "unread": _unread,
    "hold": _hold,
    "resolve": _resolve,
    "end": _end,
    "deal": _deal,
    "draw": _draw,
    "cadre": _cadre,
    "choices": _choices,
}
