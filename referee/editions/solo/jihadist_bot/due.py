"""The longer tests of the sheet of the Jihadist Bot: whether it plays an event, and where E7 looks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.editions.solo import effects
from referee.editions.solo.jihadist_bot import choose
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.situation import Situation
from referee.engine import queries as q
from referee.engine.board import ALIGNMENTS
from referee.engine.guidance import Trail

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.engine.play import Play


DOOR_OF_ITJIHAD = 47
DOOR = "the rules do not say what card 47 means to a pile, and by them the event would be played"


def event_is_played(s: Situation) -> bool:
    """Whether the Bot plays the card for its event (12.4.1)."""
    return not barred(s) and would_be_played(s)


def barred(s: Situation) -> bool:
    """Whether The door of Itjihad was closed keeps the Bot from events for the rest of the turn; not from an election."""
    card = s.board.cards.get(s.card)
    return q.lapsing(s.board, DOOR_OF_ITJIHAD) and card is not None and not card.auto


def would_be_played(s: Situation) -> bool:
    """Whether the card itself and the line of the Event Instructions Table let the Bot play the event."""
    from referee.editions.solo.jihadist_bot.events import INSTRUCTIONS

    card = s.board.cards.get(s.card)
    if card is None or card.side == "US" or s.play is None or not effects.playable(s.play, s.card, "J"):
        return False
    line = INSTRUCTIONS.get(s.card)
    if line is not None and line.playable is not None and not line.playable(s):
        return False
    told = line is not None and line.playable is not None  # then the table has decided, and it goes before 12.3.7
    return effects.changes_anything(s.play, s.card, "J", unless=None if told else the_wrong_way)


def the_wrong_way(play: Play, mark: int) -> bool:
    """Whether a way of an event has shifted a country toward Ally or improved its Governance (12.3.7)."""
    for change in play.journal.changes[mark:]:
        for _, name, before, after in change.writes:
            if name == "governance" and 0 < after < before:
                return True
            if name == "alignment" and before and after and ALIGNMENTS.index(after) < ALIGNMENTS.index(before):
                return True
    return False


def as_its_line(s: Situation, trail: Trail) -> tuple[Trail, str]:
    """The way with E1 as certain as the line of the card, and why another reading of that line plays the event after all."""
    from referee.editions.solo.jihadist_bot.events import INSTRUCTIONS

    line = INSTRUCTIONS.get(s.card)
    if barred(s) and trail and trail[0].id == "E1":
        return trail, DOOR if would_be_played(s) else ""
    if line is None or line.playable is None or not trail or trail[0].id != "E1":
        return trail, ""
    first = trail[0]._replace(sure=trail[0].sure and line.confidence == "high")
    why = ""
    if line.otherwise is not None and first.answer == "no" and s.play is not None:
        can = effects.playable(s.play, s.card, "J") and effects.changes_anything(s.play, s.card, "J")
        why = line.otherwise(s) if can else ""
    return (first, *trail[1:]), why


def _one_by_one(s: Situation) -> Iterator[list[str]]:
    """The candidates of E6 by the Travel To priorities: those that no row tells apart together."""
    rest = [n for n in s.board.names if m.ripening(s, n)]
    while rest:
        left, _ = choose.by_column(s, "Recruit & Travel To", rest)
        yield left
        rest = [n for n in rest if n not in left]


def ripening_within_reach(s: Situation, reading: str = "first") -> bool:
    """Whether a Movable Cell is next to the country that E6 leads to: the "first" of them, or "any"."""
    s = replace(s, recruiting=False, for_jihad=False)
    for left in _one_by_one(s):
        if any(q.adjacent(s.board, n, x) and m.movable(s, x) for n in left for x in s.board.names):
            return True
        if reading == "first":
            return False
    return False
