"""The standing rules of 13.3: how the US Bot chooses in events and at other moments, by what the answer is for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.editions.base.events.steps.cells import SADR, number_named
from referee.editions.solo.chart import guidance
from referee.editions.solo.situation import Situation
from referee.editions.solo.us_bot.choose import alike, by_alert_priorities, by_column, by_flowchart, stop
from referee.engine import queries as q
from referee.engine.ask import AIMS, Ask, Field, Purpose
from referee.engine.board import HARD, SOFT
from referee.engine.guidance import Guidance

COLUMN_OF = {
    Purpose.REMOVE_CELL: ("Disrupt", "13.3.1"),
    Purpose.PLACE_MILITIA: ("Deploy To", "13.3.1"),
    Purpose.MOVE_TROOPS: ("Deploy To", "13.3.1"),
    Purpose.PLACE_AID: ("WoI Muslim", "13.3.5"),
    Purpose.PLACE_AWAKENING: ("WoI Muslim", "13.3.5"),
    Purpose.REMOVE_REACTION: ("WoI Muslim", "13.3.5"),
    Purpose.RELIEVE: ("WoI Muslim", "13.3.5"),
    Purpose.TOWARD_ALLY: ("WoI Muslim", "13.3.6"),
    Purpose.IMPROVE: ("WoI Muslim", "13.3.6"),
}
"""The column by which a country is chosen, and the rule that says so."""
TO_THE_FULL = (*COLUMN_OF, Purpose.REMOVE_CADRE)
"""What the Bot does as much of as the event allows (13.4.2)."""


def by_standing_rules(s: Situation, ask: Ask) -> Guidance | None:
    """What 13.3 says of a question; None where it says nothing."""
    if ask.field == Field.US_LOSS:
        return troops_first(ask)
    if ask.field == Field.CELLS:
        return cells(ask)
    if ask.field == Field.POSTURE:
        return posture(s, ask)
    if ask.field == Field.PLOT and ask.purpose in (Purpose.BLOCK_PLOT, Purpose.TAG_PLOT):
        return plot(s, ask)
    if ask.field == Field.NUMBER and ask.purpose in TO_THE_FULL:
        return the_most(ask)
    if ask.field in (*AIMS, Field.CONVERGENCE):
        return country(s, ask)
    return None


def country(s: Situation, ask: Ask) -> Guidance | None:
    """The country that an answer names, by the column for what is done there (13.3.1, 13.3.5, 13.3.6, 13.3.8)."""
    if ask.purpose in (Purpose.CHOOSE_POSTURE, Purpose.ROLL_POSTURE):
        return country_for_posture(s, ask)
    if ask.purpose == Purpose.DISRUPT:
        legal = options_of(ask)
        left, trail = by_flowchart(s, "Disrupt", legal)
        if not left:
            left, trail = by_column(s, "Disrupt", legal)
        return guidance(left, "13.3.8", trail) if left else None
    found = COLUMN_OF.get(ask.purpose)
    if found is None or ask.silence is not None:
        return None
    column, rule = found
    legal = [n for n in options_of(ask) if n in s.board.countries]
    left, trail = by_column(s, column, legal)
    return guidance(left, rule, trail) if left else None


def options_of(ask: Ask) -> list[Any]:
    """The legal answers, each once."""
    return list(dict.fromkeys(ask.options()))


def country_for_posture(s: Situation, ask: Ask) -> Guidance | None:
    """A country with the opposite Posture of the US, else one without a Posture (13.3.4)."""
    legal = [n for n in options_of(ask) if n in s.board.countries]
    ours = q.us_posture(s.board)
    other = SOFT if ours == HARD else HARD
    for words, wanted in (("with the opposite Posture of the US", other), ("without a Posture", "")):
        left = [n for n in legal if s.board[n].posture == wanted]
        if left:
            return guidance(left, "13.3.4", stop("Posture", "13.3.4", words, left=left))
    return guidance(legal, "13.3.9", ()) if legal else None


def posture(s: Situation, ask: Ask) -> Guidance:
    """The Posture that the Bot sets is that of the US (13.3.4)."""
    ours = q.us_posture(s.board)
    return guidance((ours,), "13.3.4", stop("Posture", "13.3.4", "the Posture of the US", left=(ours,)))


def plot(s: Situation, ask: Ask) -> Guidance | None:
    """The Plot that an event takes off or tags, by the Alert Priorities (13.3.3)."""
    legal: list[tuple[str, int]] = [o for o in options_of(ask) if isinstance(o, tuple)]
    left, trail = by_alert_priorities(s, legal)
    return guidance(left, "13.3.3", trail, drawn=not alike(s, left)) if left else None


def cells(ask: Ask) -> Guidance | None:
    """Active Cells are Disrupted before Sleepers; Sadr, then Sleepers are removed first, as many as can be (13.3.2)."""
    legal = [o for o in options_of(ask) if isinstance(o, str)]
    if not legal:
        return None
    if ask.purpose == Purpose.DISRUPT:
        return best(legal, [(o != "cadre", o.count("a")) for o in legal], "Active Cells before Sleepers")
    if ask.purpose != Purpose.REMOVE_CELL:
        return None
    worth = [(number_named(o), o.endswith(SADR), o.removesuffix(SADR).count("s")) for o in legal]
    return best(legal, worth, "Sadr first, then Sleepers before Active Cells")


def best(legal: list[str], worth: Iterable[Any], words: str) -> Guidance:
    """The choice of pieces that is worth most; two that are worth the same are the same pieces."""
    ranked = list(worth)
    top = max(ranked)
    left = [o for o, w in zip(legal, ranked, strict=True) if w == top]
    return guidance(left, "13.3.2", stop("Cells", "13.3.2", words, left=left), drawn=False)


def troops_first(ask: Ask) -> Guidance | None:
    """Attrition takes Troop cubes before anything else (13.3.7)."""
    legal = [o for o in options_of(ask) if isinstance(o, str)]
    if not legal:
        return None
    most = max(o.split("+")[0].count("t") for o in legal)
    left = [o for o in legal if o.split("+")[0].count("t") == most]
    return guidance(left, "13.3.7", stop("Attrition", "13.3.7", "Troop cubes first", left=left), drawn=False)


def the_most(ask: Ask) -> Guidance | None:
    """As many as the event allows (13.4.2)."""
    legal = [o for o in options_of(ask) if isinstance(o, int)]
    if not legal:
        return None
    most = (max(legal),)
    return guidance(most, "13.4.2", stop("event", "13.4.2", "as much as the event allows", left=most))
