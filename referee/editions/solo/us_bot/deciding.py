"""What the US Bot does with a card: the way through ARF and PAR to an event, an Operation or the Reserves (13.4)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.editions.solo.chart import walk
from referee.editions.solo.situation import Situation
from referee.editions.solo.us_bot import alert_table, marching, playing
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.alert_table import Result
from referee.editions.solo.us_bot.choose import by_alert_priorities, stop
from referee.editions.solo.us_bot.sheet import SHEET, disrupts, priority_plot
from referee.engine import queries as q
from referee.engine.board import SOFT
from referee.engine.guidance import Stop, Trail

START, BEHIND_REASSESSMENT = "U0", "U2"
USE = {
    "disrupt": "disrupt",
    "regime-change": "regime-change",
    "woi-muslim": "woi",
    "woi-non-muslim": "woi",
    "alert": "alert",
    "reserves": "reserves",
    "event": "event",
    "homeland": "homeland",
    "reassess": "reassess",
}
"""The use of a card for each end of a way; a Deploy may be a Withdrawal."""


TOGETHER = 6
"""Operations of two cards and the Reserves that a Reassessment takes (13.4.2)."""


@dataclass(slots=True)
class Plan:
    """What is due with a card, and how the flowcharts lead there."""

    ends: tuple[str, ...]
    """The ends of the way: two of them where a die on the Alert Table decides."""
    uses: tuple[str, ...]
    trail: Trail
    may_reassess: bool = False
    """Whether a Reassessment with the next card is tried first (13.4.6)."""
    plots: tuple[tuple[str, int], ...] = ()
    """The Plots of highest priority; several come alike."""
    table: Result | None = None
    """What the Alert Table said, if it was looked at."""
    alerting: tuple[str, ...] = ()
    """The uses by which the priority Plot is found, where a die on the Alert Table decides."""
    otherwise: tuple[str, ...] = ()
    """The uses to which the way leads if the die means no Alert."""
    together: int = 0
    """Operations of the card with the Reserves, to which a second card is added for a Reassessment."""
    chosen: str = ""
    """What the card is used for in the end."""


def certain(s: Situation, box: Stop) -> bool:
    """Whether an answer holds by whatever reading of a box: nothing at all could be done there."""
    if box.sure or box.answer != "no":
        return box.sure
    if box.id in ("U3", "U7"):
        return not disrupts(s)
    if box.id in ("U4", "U10"):
        return not m.regime_change_possible(s)
    if box.id == "U8":
        return q.us_posture(s.board) != SOFT
    return False


def doubtful(s: Situation, box: Stop) -> bool:
    """Whether an answer hangs on a part of a box, or of the Event Instructions, that is not certain."""
    if box.id in ("U2", "A3"):
        return not playing.weigh(s).sure
    if box.id == "U11" and box.answer == "yes":  # two Active Cells at once: one reading of "to place a Cadre"
        names = disrupts(s)
        return not any(m.prestige_gain(s, n) or (m.empties(s, n) and s.board[n].actives == 1) for n in names)
    return False


def _walk(s: Situation, start: str) -> tuple[str, Trail]:
    end, trail = walk(SHEET.boxes, start, s)
    told = []
    for box in trail:
        sure = certain(s, box) and not doubtful(s, box)
        words = f"{box.words} {playing.weigh(s).why}" if box.id in ("U2", "A3") else box.words
        told.append(box._replace(sure=sure, words=words))
    return end, tuple(told)


def decide(s: Situation) -> Plan:
    """The whole way of a card, from the first box to what is done with it."""
    plan = Plan((), (), (), together=s.ops + s.reserves)
    if q.plots_on_map(s.board):
        markers = [m.plot_of(p) for p in m.plots(s.board)]
        left, plan.trail = by_alert_priorities(s, markers)
        plan.plots = tuple(left)
    end, trail = _walk(s, START)
    plan.trail += trail
    if end == "table":
        _at_the_table(s, plan)
    else:
        _ends(s, plan, end)
    return plan


def _at_the_table(s: Situation, plan: Plan) -> None:
    result = plan.table = alert_table.look_up(s, priority_plot(s))
    answer = {True: "yes", False: "no", None: ""}[result.alert]
    plan.trail += stop("Alert Table", "13.4.1", result.words, answer=answer, sure=result.sure)
    if result.alert is not False:
        _ends(s, plan, "alert")
        plan.alerting = plan.uses
    if result.alert is not True:
        end, trail = _walk(s, "U1")
        plan.trail += trail
        plan.uses = ()
        _ends(s, plan, end)
        plan.otherwise = plan.uses
        plan.uses = tuple(dict.fromkeys((*plan.alerting, *plan.otherwise)))


def _ends(s: Situation, plan: Plan, end: str) -> None:
    """Note an end of the way; behind a Reassessment that may fail the way goes on."""
    if end == "reassess":
        plan.may_reassess = True
        plan.trail += stop("U1a", "13.4.2", "Do this card, the next one and the Reserves make six?", answer="no")
        end, trail = _walk(s, BEHIND_REASSESSMENT)
        plan.trail += trail
    plan.ends = (*plan.ends, end)
    plan.uses = tuple(dict.fromkeys((*plan.uses, *_uses(s, plan, end))))


def _uses(s: Situation, plan: Plan, end: str) -> tuple[str, ...]:
    if end == "deploy":
        return marching.uses(s, marching.march(s))
    if end in ("alert", "reserves") and playing.removes(s, m.plot_name(*plan.plots[0])):
        plan.trail += stop("event", "13.4.1", "the event of the card takes that Plot off the map")
        return ("event",)
    return (USE[end],)
