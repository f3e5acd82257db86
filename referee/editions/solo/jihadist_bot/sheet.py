"""The sheets of the Jihadist Bot (12.4.1).

They test each box of Events or Operations.
"""

from __future__ import annotations

from dataclasses import replace

from referee.editions.solo.flowchart import effects
from referee.editions.solo.flowchart import measures as common
from referee.editions.solo.flowchart.chart import (
    CountryTest,
    LimitTest,
    QuestionBox,
    Situation,
    anywhere,
    limits_of,
    printed,
    sheet_of,
)
from referee.editions.solo.flowchart.instructions import DOOR_CLOSED, DOOR_OF_ITJIHAD, door_closed
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.jihadist_bot.instructions import EVENTS, INSTRUCTIONS
from referee.editions.solo.jihadist_bot.priorities import DATA, PRIORITIES, RT, ripening
from referee.engine.law.guidance import Trail
from referee.engine.law.play import Play
from referee.engine.state import queries as q
from referee.engine.state.board import ALIGNMENTS

DOOR = "the rules do not say what The door of Itjihad was closed (47) means to a pile, and by them the event would be played"

# -------------------------------------------------------------------- E1: is the event played?


def barred(s: Situation) -> bool:
    """Whether The door of Itjihad was closed bars the event."""
    return door_closed(s)


def would_be_played(s: Situation) -> bool:
    """Whether the card's line lets the Bot play the event."""
    card = s.board.cards.get(s.card)
    if card is None or card.side == "US" or s.play is None or not effects.playable(s.play, s.card, "J"):
        return False
    playable = _condition(s)
    if playable is not None and not playable(s):
        return False
    # a condition in the table has decided, and precedes 12.3.7
    return effects.changes_anything(s.play, s.card, "J", spoiled=_the_wrong_way if playable is None else None)


def _condition(s: Situation) -> CountryTest | None:
    line = INSTRUCTIONS.get(s.card)
    return None if line is None else line.playable


def _the_wrong_way(play: Play, mark: int) -> str:
    """The first change that helps the US (12.3.7), or ""."""
    for change in play.journal.changes[mark:]:
        for _, name, before, after in change.writes:
            better = name == "governance" and 0 < after < before
            shifted = name == "alignment" and before and after and ALIGNMENTS.index(after) < ALIGNMENTS.index(before)
            if better or shifted:
                return effects.worded(change.subject, before, after)
    return ""


WRONG_WAY = "12.3.7"
TOWARD_ALLY = "{card} would shift a country toward Ally or improve its Governance, whatever is chosen ({how})"


def against_the_bot(s: Situation) -> str:
    """Why the event can only help the US (12.3.7), or ""."""
    card, playable = s.board.cards.get(s.card), _condition(s)
    if card is None or card.side == "US" or s.play is None or not effects.playable(s.play, s.card, "J"):
        return ""
    if playable is not None and (playable(s) or INSTRUCTIONS[s.card].goes_before):
        return ""
    how = effects.spoiled_in_every_way(s.play, s.card, "J", _the_wrong_way)
    return TOWARD_ALLY.format(card=card.name, how=how) if how else ""


def as_its_line(s: Situation, trail: Trail) -> tuple[Trail, str]:
    """The way with the certainty of E1, and another reading."""
    if trail[0].id != "E1":
        return trail, ""
    first = trail[0]
    if barred(s):
        return (first.because(DOOR_CLOSED, DOOR_OF_ITJIHAD), *trail[1:]), DOOR if would_be_played(s) else ""
    if first.answer == "no" and (worse := against_the_bot(s)):
        return (first.because(worse, WRONG_WAY), *trail[1:]), ""
    if _condition(s) is None:
        return trail, ""
    line, event = INSTRUCTIONS[s.card], EVENTS[s.card]
    first = first._replace(sure=first.sure and line.confidence == "high")
    why = ""
    if line.other_reading and first.answer == "no" and s.play is not None:
        can = effects.playable(s.play, s.card, "J") and effects.changes_anything(s.play, s.card, "J")
        why = line.other_reading if can and (event.other_reading is None or event.other_reading(s)) else ""
    return (first, *trail[1:]), why


# -------------------------------------------------------------------- E7: a Movable Cell next door

RIPENING = ripening(**limits_of(printed(DATA)["boxes"]["E6"]))  # type: ignore[arg-type]
"""Whether a country is one of those of E6."""


def ripening_within_reach(s: Situation, *, any_of_them: bool = False) -> bool:
    """Whether a Movable Cell is next to a country of E6.

    It is the first country of E6, or any of them.
    """
    s = replace(s, recruiting=False, for_jihad=False)
    names = [n for n in s.board.names if RIPENING(s, n)]
    if names and not any_of_them:
        names, _ = PRIORITIES.by_column(s, RT, names)  # equal by every row
    return any(q.adjacent(s.board, n, x) and m.movable(s, x) for n in names for x in s.board.names)


# -------------------------------------------------------------------- the boxes


def _available(s: Situation) -> bool:
    return q.available_cells(s.board) > 0


def _active_among_troops(s: Situation) -> bool:
    return any(m.troops(s, n) and m.fresh(s, n)[1] for n in s.board.names)


BOXES: dict[str, CountryTest | LimitTest[CountryTest]] = {
    "E1": lambda s: not barred(s) and would_be_played(s),
    "E2": LimitTest(lambda level: anywhere(lambda s, n: m.ripe(s, n, level))),
    "E3": LimitTest(common.at_funding),
    "E4": _available,
    "E5": LimitTest(lambda levels: anywhere(lambda s, n: m.minor_jihad(s, n, levels))),
    "E6": LimitTest(lambda level, most: anywhere(ripening(level, most))),
    "E7": ripening_within_reach,
    "E8": LimitTest(common.at_funding),
    "E9": LimitTest(lambda prestige: lambda s: s.board.prestige > prestige and _active_among_troops(s)),
    "E10": _available,
    "E11": _available,
    "E12": anywhere(lambda s, n: s.board[n].data.non_muslim and common.cells(s, n) > 0),
    "PL0": LimitTest(common.at_funding),
}
SHEET = sheet_of(DATA, BOXES, PRIORITIES.groups, PRIORITIES.columns, INSTRUCTIONS)
EVO: tuple[QuestionBox, ...] = SHEET.boxes[:-1]
"""Events or Operations, without the first Plot question."""
