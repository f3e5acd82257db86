"""The Jihadist Activities chart: what each question of "Event or Ops?" looks at (9.4.1).

Chapter 9 has no names for the boxes, so that these are ours: E for the card.
"""

from __future__ import annotations

from referee.editions.base import events
from referee.editions.solo.activities import measures as m
from referee.editions.solo.activities.instructions import INSTRUCTIONS, PLACE_CELLS, PLOTS_OF
from referee.editions.solo.activities.priorities import DATA, PRIORITIES
from referee.editions.solo.flowchart.chart import Situation, Test, first_group, sheet_of
from referee.engine import queries as q


def playable(s: Situation) -> bool:
    """Whether the card has an event that the Jihadist side can play now (6.2.6)."""
    card = s.board.cards.get(s.card)
    return card is not None and card.side != "US" and _can_be_played(s, "J")


def us_playable(s: Situation) -> bool:
    """Whether the card has an event that the US could play now (9.4.1)."""
    card = s.board.cards.get(s.card)
    return card is not None and card.side == "US" and _can_be_played(s, "US")


def _can_be_played(s: Situation, side: str) -> bool:
    if not events.supported(s.card) or events.refusals(s.board, s.card, side, s.board.played == 0):
        return False
    if side == "J" and q.lapsing(s.board, m.DOOR_OF_ITJIHAD) and not s.board.cards[s.card].auto:
        return False
    said = INSTRUCTIONS.get(s.card)
    return said is None or said.playable is None or said.playable(s)


def undecided(s: Situation) -> bool:
    """Whether the condition of a US event hangs on cards that nobody sees."""
    card = s.board.cards.get(s.card)
    return card is not None and card.side == "US" and events.undecided(s.board, s.card, "US")


def unassociated(s: Situation) -> bool:
    return s.board.cards[s.card].side is None


def _plot_event_in_vain(s: Situation) -> bool:
    """Whether the event would place a Plot, and the Plot list finds no country for it (9.4.2.1)."""
    allowed = PLOTS_OF.get(s.card)
    return allowed is not None and not first_group(PRIORITIES.groups["plot"], s, allowed(s.board))[0]


BOXES: dict[str, Test] = {
    "E1": playable,
    "E2": lambda s: s.card in PLACE_CELLS and not s.board.cells_track,
    "E2b": _plot_event_in_vain,
    "E3": unassociated,
    "E5": us_playable,
    "E6": lambda s: bool(m.major_possible(s)),
    "E7": lambda s: bool(m.minor_possible(s)),
    "E8": m.available,
}
SHEET = sheet_of(DATA, BOXES, PRIORITIES.groups, PRIORITIES.columns, INSTRUCTIONS)
E3 = next(b for b in SHEET.boxes if b.id == "E3")
TO_E3 = SHEET.boxes[: SHEET.boxes.index(E3) + 1]
"""The boxes up to the event."""
