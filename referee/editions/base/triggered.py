"""The event of a card (6.2.1, 6.3.2).

The event is carried out, triggered by an Operation of the other side, or refused.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.base import events
from referee.editions.base.moments import Moments
from referee.editions.base.queries import Queries
from referee.editions.base.turn import still_going, stops
from referee.engine.law.play import Play
from referee.engine.law.requirement import Failure, Requirement
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.cause import Event
from referee.engine.state.data import Card
from referee.engine.state.plain import NamedTuple

KNOWN_CARD = Requirement(
    "event: of a known card",
    "6.2.1",
    "the card was not noted, so what its event does is not known",
    lambda b, o, c: None if o else {},
    "incomplete",
)


class IdleEvent(NamedTuple):
    """An event without effect for its own side.

    It has the parts that a line may still give of the event.
    """

    rule: str
    why: str
    run: Callable[[Play, int], None]


def refuse_event(play: Play, card: int, side: str, rule: str, why: str) -> None:
    """Refuse an event that was not due, and carry it out.

    It goes as the players played it.
    """
    with play.segment("event", side=owner(play.board, card, side), cause=Event(card), card=card, rule="6.2.1"):
        still_going(play)
        refused = events.refusals(play.board, card, owner(play.board, card, side))
        about = tuple(n for f in refused for n in f.countries)
        play.table.refused((Failure("event: due", rule, "illegal", why, countries=about),), "")
        if events.supported(card):
            play.takes_effect(card)
            play.simultaneous(events.EVENTS[card].run)


def take_over_unnamed(play: Play, side: str) -> None:
    """Carry out the event of an unnamed card, as written."""
    with play.segment("event", side=side, rule="6.2.1"):
        still_going(play)
        if not play.require(KNOWN_CARD):
            play.table.left_out(KNOWN_CARD.rule, "", "")
        play.doubt_deck(rule="5.3.1")  # the event may have drawn cards


def may_happen(play: Play, card: int, side: str) -> bool:
    """Whether the event of a card is possible or written."""
    return events.supported(card) or play.table.mentioned(card) is not None


def trigger(play: Play, card: int, side: str, happened: set[int], due_before: bool) -> None:
    """Trigger the other side's event of a card used for Operations (6.3.2)."""
    said = play.table.mentioned(card)
    due = events.due(play.board, card, side)
    if not events.supported(card):
        take_over_unsupported(play, card, owner(play.board, card, side), rule="6.3.2")
        return
    if stops(play, "event", card):
        return  # another event of the same line has won, so nothing is due (5.1)
    idle = q.modified(Queries.TRIGGER_WITHOUT_EFFECT, play.board, card, None)
    if idle is not None:
        _without_effect(play, card, owner(play.board, card, side), idle, happened, told=bool(said))
        return
    if said is False:
        if due and due_before and events.undecided(play.board, card, side):
            why = f"hidden cards decide whether the event of {play.board.cards[card].name} could be played; you wrote that it did not happen, which cannot be checked"
            play.table.remark("note", "6.3.2.1", why, ())
        elif due and due_before:
            play.table.remark(
                "outcome",
                "6.3.1" if play.board.cards[card].auto else "6.3.2",
                f"the event of {play.board.cards[card].name} can be played at this moment, so it must happen",
                (),
            )
        elif due:
            why = (
                f"the event of {play.board.cards[card].name} could be played only after the Operation; "
                "you wrote that it did not happen, so it is taken to have come first"
            )
            play.table.remark("note", "6.3.2.1", why, ())
        else:
            play.untriggered.append((card, *_why_not(play, card, side)))
        return
    if not due:
        rule, why = _why_not(play, card, side)
        play.untriggered.append((card, rule, why))
        if said:
            refuse_event(play, card, side, rule, f"the event of {play.board.cards[card].name} does not happen: {why}")
        return
    play.triggered.append(card)
    play.cited += ["6.3.2", "6.3.2.1", "6.3.2.2"]
    happen(play, card, owner(play.board, card, side))
    happened.add(card)


def _without_effect(play: Play, card: int, side: str, idle: IdleEvent, happened: set[int], *, told: bool) -> None:
    """Carry out a triggered event without effect.

    A line may leave it out, or carry out the part that it allows.
    """
    if not told:
        play.untriggered.append((card, idle.rule, idle.why))
        return
    play.triggered.append(card)
    play.cited.append(idle.rule)
    with play.segment("event", side=side, cause=Event(card), card=card, rule="6.2.1"):
        still_going(play)
        play.takes_effect(card)
        idle.run(play, card)
    happened.add(card)


def silent_event(card: Card) -> str:
    """Sentence on an event that a line does not mention."""
    return f"playing {card.name} this way also triggers its event, which the line does not mention; it was carried out"


def _why_not(play: Play, card: int, side: str) -> tuple[str, str]:
    """The rule and reason against an event now."""
    refused = events.refusals(play.board, card, owner(play.board, card, side), True)
    why = refused[0].message if refused else "its precondition is not met"
    return refused[0].rule if refused and refused[0].rule != "6.2.6" else "6.3.2.1", why


def owner(board: Board, card: int, side: str) -> str:
    """The deciding side of a triggered event (6.3.2.2).

    It is the associated side; for US Election the side that used it.
    """
    return board.cards[card].side or side


def take_over_unsupported(play: Play, card: int, side: str, *, rule: str = "6.2.1") -> None:
    """Take over an unknown event as written, without a verdict."""
    with play.segment("event", side=side, cause=Event(card), card=card, rule=rule):
        play.table.remark("unsupported", rule, f"the event of card {card} is not supported yet", ())


def happen(play: Play, card: int, side: str) -> None:
    """Carry out the event of ``card`` for ``side`` (6.2.1)."""
    if not events.supported(card):
        take_over_unsupported(play, card, side)
        return
    if stops(play, "event", card):
        return
    with play.segment("event", side=side, cause=Event(card), card=card, rule="6.2.1"):
        still_going(play)
        play.takes_effect(card)
        before = play.journal.mark()
        play.moment(Moments.EVENT_BEGINS, card, side)
        play.simultaneous(events.EVENTS[card].run)
        play.moment(Moments.EVENT_OVER, card, before)
        if play.board.cards[card].lapses(side):
            play.put_card(card, "lapsing", rule="6.2.7")
