"""Steps that several events share, in the vocabulary of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.engine import cards, hands
from referee.engine import queries as q
from referee.engine.board import ALLY, HARD, NEUTRAL, SOFT, Board
from referee.engine.data import ALL, MUSLIM, SIDE_NAMES, Side
from referee.engine.operations import disrupt as disrupt_op
from referee.engine.operations.common import CELLS_THERE, STATES_THERE, cell_choices
from referee.engine.play import Play
from referee.engine.requirement import Context, Requirement, Verdict
from referee.engine.turn import draw

IN_LIST = Requirement(
    "event: one of the countries named",
    "6.2.1",
    "{option} is not one of the countries that card {card} allows: {allowed}",
    lambda b, o, c: None if o in c["countries"] else {"allowed": ", ".join(c["countries"]) or "none"},
)


def country(
    play: Play,
    card: int,
    allowed: Callable[[], Iterable[str]] | Iterable[str],
    *requirements: Requirement,
    field: str = "where",
    item: int | None = None,
    side: str | None = None,
) -> str | None:
    """The country that an event is about, one of ``allowed``; None if there is none (6.2.4)."""
    countries = tuple(allowed() if callable(allowed) else allowed)
    if not countries:
        return None
    also = () if field == "where" else ("where",)
    chosen: str = play.ask(
        field, ALL, IN_LIST, *requirements, also=(*also, "cell") if field == "where" else also, item=item, side=side, countries=countries, card=card
    )
    return chosen


def place_cells(play: Play, name: str, n: int = 1) -> int:
    """Place Cells from the track by event: test first, whatever the Funding; nothing if the track is empty (4.9.4, 6.2.4)."""
    if play.board.cells_track <= 0:
        return 0
    play.test(name)
    return play.place_cells(name, n)


def has_cell(board: Board, name: str) -> bool:
    return q.cells(board, name) > 0


def remove_one_cell(play: Play, name: str, *, side: str | None = None) -> None:
    """Remove one Cell of a chosen state; a Cadre if it was the last (4.8.4)."""
    c = play[name]
    if not c.sleepers and not c.actives:
        return
    state = play.ask(
        "cells",
        lambda: ["s"] * (play[name].sleepers > 0) + ["a"] * (play[name].actives > 0),
        CELLS_THERE,
        STATES_THERE,
        subject=name,
        where=name,
        side=side,
    )
    play.remove_cell(name, state, cadre=True, rule="4.8.4")


def random_discard(play: Play, side: Side, n: int = 1) -> list[int]:
    """A side discards cards at random; what they were the record says, or ``?`` (0)."""
    gone: list[int] = []
    for _ in range(n):
        have = play.board.hand(side)
        if have == 0:
            play.table.closed("discard", "", None, "6.2.4", f"the {SIDE_NAMES[side]} hand is empty, so nothing is discarded")
            break
        card = discarded_card(play, side)
        gone.append(card)
        cards.discard(play, side, card)
    return gone


def _not_gone(board: Board, option: object, c: Context) -> Verdict:
    if isinstance(option, int) and option and option in (*board.discards, *board.removed):
        return {"pile": "in the discard pile" if option in board.discards else "out of the game"}
    return None


CARD_IN_HAND = Requirement("card: can be in hand", "5.3.2", "card {option} is {pile}, not in a hand", _not_gone, "impossible")


def discarded_card(play: Play, side: str, field: str = "discard") -> int:
    """Which card leaves a hand; 0 if the record does not say."""
    card = play.ask(field, lambda: play.hand_cards(side), CARD_IN_HAND, IN_THIS_HAND, side=side, hidden=True, player=side)
    return 0 if card == "?" else int(card)


IN_THIS_HAND = Requirement(
    "event: a card of that hand",
    "5.3.2",
    "card {option} was neither dealt to that side nor drawn by it",
    lambda b, o, c: None if not isinstance(o, int) or hands.may_hold(b, c["player"], o) else {},
    "impossible",
)


def draw_cards(play: Play, side: str, n: int) -> None:
    """A side draws from the deck (5.3.1)."""
    got = draw(play, side, n)
    if got:
        before = play.board.recall(f"drawn {side}")
        more = before[1] if before is not None and before[0] == play.line else 0
        play.remember(f"drawn {side}", (play.line, got + more), rule="5.3.1")


def hidden_note(play: Play, card: int, message: str) -> None:
    """Say that the referee cannot check something because it is hidden."""
    play.table.contradiction("note", f"card {card}", message, ())


def opposite(posture: str) -> str:
    return SOFT if posture == HARD else HARD


def us_posture_roll(play: Play) -> None:
    """Roll US Posture and set it (4.9.3)."""
    from referee.engine.board import US

    play.posture(US, play.posture_roll(US), rule="4.9.3")


def choose_posture(play: Play, name: str, *, side: str | None = None) -> None:
    """Select a Posture for a country: no roll (4.9.4)."""
    chosen = play.ask("posture", (SOFT, HARD), subject=name, side=side)
    play.posture(name, chosen)


def ally_to_neutral(play: Play, card: int) -> None:
    """One Ally of the Jihadist's choice becomes Neutral."""
    chosen = country(play, card, lambda: [n for n in MUSLIM if play[n].alignment == ALLY], field="ally", side="J")
    if chosen is not None:
        play.set_alignment(chosen, NEUTRAL)


def disrupt_possible(board: Board, name: str) -> bool:
    """Whether an event could Disrupt there: every condition of 7.4.1 but the value."""
    context = {"value": 3}
    return all(r.holds(board, name, context) for r in disrupt_op.TARGET)


def event_disrupt(play: Play, card: int) -> bool:
    """One Disrupt by an event, if one is possible (7.4)."""
    if not any(disrupt_possible(play.board, n) for n in ALL):
        return False
    where = play.ask("where", ALL, *disrupt_op.TARGET, value=3, rule="7.4", card=card)
    disrupt_op.carry_out(play, where)
    return True


def regime_change_with_cell(board: Board) -> bool:
    return any(c.regime_change and q.cells(board, n) > 0 for n, c in board.countries.items())


def any_regime_change(board: Board) -> bool:
    return any(c.regime_change for c in board.countries.values())


def states(board: Board, name: str, n: int) -> list[str]:
    """Ways to name ``n`` Cells of a country by their states."""
    return cell_choices(board, name, n)


def remove_all_plots(play: Play, name: str) -> None:
    """Reveal and take off every Plot marker in a country, as if Blocked (7.5.3, 8.5.5)."""
    from referee.engine.operations.alert import turn_over

    for token in play[name].plots:
        turn_over(play, name, token, rule="7.5.3", item=None)
