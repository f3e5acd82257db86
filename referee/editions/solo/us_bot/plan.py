"""What the US Bot does with a card: the way through the boxes, and the Alert Table on it (13.4.1, 13.4.2)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.editions.solo.flowchart.chart import Situation, walk
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.priorities import DATA, by_alert_priorities, priority_plot, stop
from referee.editions.solo.us_bot.sheet import SHEET, disrupts, march, removes, weigh
from referee.engine import queries as q
from referee.engine.board import HARD, SOFT, US
from referee.engine.data import GOOD
from referee.engine.guidance import Stop, Trail

# -------------------------------------------------------------------- the Alert Table

MOST_FUNDING, MOST_PRESTIGE = 9, 12


PRINTED: dict[str, Any] = tomllib.loads((DATA / "alert-table.toml").read_text(encoding="utf-8"))
"""The table with its legend and its modifiers, as the file has them."""
ENTRIES = tuple(tuple(row.split()) for row in PRINTED["rows"])
"""The entries by Funding and Prestige, each from 1."""


class Result(NamedTuple):
    """What the table says of a Plot."""

    alert: bool | None
    """Whether it is worth an Alert; None where a die says."""
    number: int
    """The highest die that means an Alert."""
    words: str
    """Where in the table it stands, and what is written there."""
    sure: bool


class Where(NamedTuple):
    """The row and the column, and whether only confirmed modifiers led there."""

    funding: int
    prestige: int
    sure: bool


def by_others(s: Situation, plot: str) -> tuple[int, int, bool]:
    """What a Plot that is not the priority Plot adds to Funding and Prestige: bullets 1 to 4."""
    where, _ = m.plot_of(plot)
    good = s.board[where].governance == GOOD
    if s.board[where].data.muslim:
        return (2 if good else 1), -bool(m.troops(s, where)), not good
    if s.board[where].data.non_muslim:
        return m.plot_number(s, plot) * (2 if good else 1), 0, False
    return 0, 0, False


def modified(s: Situation, plot: str) -> Where:
    """The row and the column for the priority Plot, with all eight bullets."""
    b = s.board
    found = [by_others(s, p) for p in m.plots(b) if p != plot]
    world = q.world_posture(b)
    found += [(0, 1, False)] * (abs(world) == 3 and (world > 0) == (q.us_posture(b) == HARD))
    found += [(0, -1, False)] * q.any_islamist(b)
    found += [(1, 0, False)] * (q.has_marker(b, "Pirates") or q.has_marker(b, "Pirates II"))
    found += [(-1, 0, False)] * q.has_marker(b, "Fracking")
    funding = b.funding + sum(f for f, _, _ in found)
    prestige = b.prestige + sum(p for _, p, _ in found)
    sure = all(certain for _, _, certain in found)
    return Where(min(max(funding, 1), MOST_FUNDING), min(max(prestige, 1), MOST_PRESTIGE), sure)


def look_up(s: Situation, plot: str) -> Result:
    """What the table says of the priority Plot."""
    at = modified(s, plot)
    where, _ = m.plot_of(plot)
    muslim = s.board[where].data.muslim
    entry = ENTRIES[at.funding - 1][at.prestige - 1]
    code = entry.split("|")[0 if muslim else 1]
    found, read = read_code(s, plot, code)
    number = min(6, m.plot_number(s, plot) + (s.board[where].aid if muslim else 0)) if found is None else 0
    sure = at.sure and [at.funding, at.prestige, read] in PRINTED["sure"] and plot_settles(s, plot)
    half = "in a Muslim country" if muslim else "outside the Muslim world"
    told = f"Funding {at.funding}, Prestige {at.prestige}: {entry}, {half} {code}: {PRINTED['legend'][read]}"
    return Result(found, number, told, sure)


def plot_settles(s: Situation, plot: str) -> bool:
    """Whether this is the case that the worked turn shows: a Plot 1 in a Good country."""
    return m.plot_value(s, plot) == "1" and s.board[m.plot_of(plot)[0]].governance == GOOD


LEAST = {"2": (1, 2), "3": (2, 3), "4": (2, 9)}
"""The number from which on a Plot in a Good country, and in any other, is worth an Alert."""


def read_code(s: Situation, plot: str, code: str) -> tuple[bool | None, str]:
    """Whether a code means an Alert, None where a die says; and the part of it that decides."""
    where, _ = m.plot_of(plot)
    good = s.board[where].governance == GOOD
    if code[0] in LEAST:
        in_good, anywhere = LEAST[code[0]]
        if m.plot_number(s, plot) >= (min(in_good, anywhere) if good else anywhere):
            return True, code[0]
        code = code[1:]
    troops, at_home = m.troops(s, where) > 0, where == US
    return {
        "Y": True,
        "N": False,
        "R": None,
        "G": good,
        "L": good or troops,
        "T": True if troops else None,
        "Z": at_home,
        "U": True if at_home else None,
        "S": None if at_home else False,
    }[code], code


# -------------------------------------------------------------------- the way of a card

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
        return not weigh(s).sure
    if box.id == "U11" and box.answer == "yes":  # two Active Cells at once: one reading of "to place a Cadre"
        names = disrupts(s)
        return not any(m.prestige_gain(s, n) or (m.empties(s, n) and s.board[n].actives == 1) for n in names)
    return False


def _walk(s: Situation, start: str) -> tuple[str, Trail]:
    end, trail = walk(SHEET.boxes, start, s)
    told = []
    for box in trail:
        sure = certain(s, box) and not doubtful(s, box)
        words = f"{box.words} {weigh(s).why}" if box.id in ("U2", "A3") else box.words
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
    result = plan.table = look_up(s, priority_plot(s))
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
        origins = march(s).origins  # a Deploy or a Withdrawal (13.4.8); both, where either would do
        ways = (("deploy", m.may_leave), ("withdraw", m.may_withdraw))
        return tuple(use for use, may in ways if any(may(s, o) for o in origins))
    if end in ("alert", "reserves") and removes(s, m.plot_name(*plan.plots[0])):
        plan.trail += stop("event", "13.4.1", "the event of the card takes that Plot off the map")
        return ("event",)
    return (USE[end],)
