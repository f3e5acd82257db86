"""The sheets of the US Bot (13.4).

They have its boxes, the Alert Table, and the way of a card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.editions.base import events
from referee.editions.base.operations import deploy
from referee.editions.solo.flowchart import effects
from referee.editions.solo.flowchart.chart import MOST, CountryTest, LimitTest, Situation, sheet_of, walk
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.instructions import INSTRUCTIONS
from referee.editions.solo.us_bot.priorities import (
    DATA,
    PRIORITIES,
    by_alert_priorities,
    is_wmd,
    priority_plot,
    stop,
)
from referee.engine.law.guidance import Stop, Trail
from referee.engine.law.play import Play
from referee.engine.law.requirement import allowed
from referee.engine.state import queries as q
from referee.engine.state.board import ALIGNMENTS, HARD, SOFT, US
from referee.engine.state.data import FAIR, GOOD, POOR, TRACK
from referee.engine.state.tables import read_toml

# -------------------------------------------------------------------- is the event played? (13.4.2)

WEIGHED = "us bot: events weighed"
"""Plan key: the note of tried events, by card."""


class EventDecision(NamedTuple):
    """Verdict on playing an event: reason and certainty."""

    played: bool
    why: str
    sure: bool
    source: str = ""
    """The rule that decides beside the box, or ""."""


def weigh(s: Situation) -> EventDecision:
    """Decide whether the Bot plays the event, with the reason."""
    if s.play is None:
        return _weigh(s)
    known: dict[object, EventDecision] = s.play.plan.setdefault(WEIGHED, {})
    if s.card not in known:
        known[s.card] = _weigh(s)
    return known[s.card]


def _weigh(s: Situation) -> EventDecision:
    card = s.board.cards.get(s.card)
    if card is None:
        return EventDecision(False, "nobody knows the card", False)
    if card.side == "J":
        return EventDecision(False, f"{card.name} is a Jihadist event", True)
    if card.auto:
        return EventDecision(False, f"{card.name} is used for Operations and its event comes with them", True)
    if not events.supported(s.card):
        return EventDecision(False, f"the referee does not know the event of {card.name}", False)
    refused = events.refusals(s.board, s.card, "US", True)
    if refused:
        return EventDecision(False, refused[0].message, not events.undecided(s.board, s.card, "US"))
    line = INSTRUCTIONS.get(s.card)
    listed = line is not None and line.playable is not None
    if line is not None and line.playable is not None and not line.playable(s):
        if (worse := against_the_bot(s)) is not None:
            return worse
        return EventDecision(False, line.words or "the instructions have it Unplayable now", line.confidence == "high")
    if s.play is not None and not effects.changes_anything(s.play, s.card, "US", spoiled=_worse, dice_count=True):
        worse = None if listed else against_the_bot(s)
        return worse or EventDecision(False, f"{card.name} would change nothing for the better", False)
    by_the_book = line is None or line.playable is None  # then 13.4.2 alone decides, and not a line of the table
    sure = (by_the_book and s.play is not None) or (line is not None and line.confidence == "high")
    return EventDecision(True, f"{card.name} can be played", sure)


WRONG_WAY = "13.3.6"
TOWARD_ADVERSARY = "{card} would shift a country toward Adversary or worsen its Governance, whatever is chosen ({how})"


def against_the_bot(s: Situation) -> EventDecision | None:
    """The reason against an event that only harms (13.3.6), or None."""
    line = INSTRUCTIONS.get(s.card)
    if s.play is None or (line is not None and line.goes_before):
        return None
    how = effects.spoiled_in_every_way(s.play, s.card, "US", _worse)
    why = TOWARD_ADVERSARY.format(card=s.board.cards[s.card].name, how=how)
    return EventDecision(False, why, True, WRONG_WAY) if how else None


def _worse(play: Play, mark: int) -> str:
    """The first country worse than at ``mark`` (13.3.6), or ""."""
    before: dict[tuple[str, str], tuple[str, Any]] = {}
    for change in play.journal.changes[mark:]:
        for place, name, old, _ in change.writes:
            if name in ("alignment", "governance"):
                before.setdefault((place, name), (change.subject, old))
    for (place, name), (where, old) in before.items():
        country = play.board[place]
        if not country.data.muslim or not old:
            continue
        if name == "governance" and country.governance > old:
            return effects.worded(where, old, country.governance)
        now = country.alignment or old
        if name == "alignment" and ALIGNMENTS.index(now) > ALIGNMENTS.index(old):
            return effects.worded(where, old, now)
    return ""


def removes(s: Situation, plot: m.Plot) -> bool:
    """Whether the card's event would remove the Plot (13.4.1).

    It can be played.
    """
    card = s.board.cards.get(s.card)
    if s.play is None or card is None or card.side == "J" or card.auto or not effects.playable(s.play, s.card, "US"):
        return False
    where, k = plot
    token = s.board[where].plots[k - 1]
    return effects.some_way(s.play, s.card, "US", lambda trial: token not in trial.board[where].plots)


# -------------------------------------------------------------------- Deploy, Withdraw, Regime Change (13.4.7, 13.4.8)


class March(NamedTuple):
    """Ends of a Deploy: equal places, with the ways there."""

    targets: tuple[str, ...]
    to: Trail
    origins: tuple[str, ...]
    out: Trail


def march(s: Situation) -> March:
    """Origins and destinations of Troops by the flowcharts."""
    return s.once("march", lambda: _march(s))


def _march(s: Situation) -> March:
    b = s.board
    arrive = allowed(deploy.DESTINATION, b, (*b.names, TRACK), {"value": s.value, "origin": ""})
    leave = [n for n in (*b.names, TRACK) if m.may_leave(s, n) or m.may_withdraw(s, n)]
    targets, to = PRIORITIES.by_flowchart(s, "Deploy To", arrive)
    origins, out = PRIORITIES.by_flowchart(s, "Deploy From", leave)
    return March(tuple(targets), to, tuple(origins), out)


def invasion_origins(s: Situation) -> tuple[list[str], Trail]:
    """Origins of an invasion: the Deploy flowchart, any country, the track."""
    able = m.invaders(s)
    abroad = [n for n in able if n != TRACK]
    left, trail = PRIORITIES.by_flowchart(s, "Deploy From", abroad)
    if left:
        return left, trail
    level = [n for n in abroad if s.board[n].governance in (GOOD, FAIR, POOR)]
    if level:
        left, further = PRIORITIES.by_column(s, "Deploy From", level)
        words = "a country that is Good, Fair or Poor, with six Troops that can leave"
        return left, (*trail, *stop("Regime Change", "13.4.3", words, left=left, sure=False), *further)
    left = [n for n in able if n == TRACK]
    return left, (*trail, *stop("Regime Change", "13.4.3", "the Troops Track", left=left, sure=len(able) == 1))


# -------------------------------------------------------------------- ARF: is the Plot worth an Alert?


def _alert_at_once(prestige: int, funding: int) -> CountryTest:
    """Whether a Plot must be Alerted at once.

    It is a WMD in the US; or where Troops are at high Prestige; or outside the Muslim world with low Funding.
    """

    def test(s: Situation) -> bool:
        where, _ = priority_plot(s)
        if where == US or (m.troops(s, where) and s.board.prestige > prestige):
            return True
        return s.board[where].data.non_muslim and s.board.funding < funding

    return test


def last_card(s: Situation) -> bool:
    """Whether this is the last card of the Action Phase (5.2.2)."""
    return s.board.played >= 1 or s.others == 0


# -------------------------------------------------------------------- PAR: Reassessment, event or Operation?


def reassessment_possible(s: Situation) -> bool:
    """The three conditions of 13.4.6."""
    b = s.board
    if b.played or s.others == 0 or s.ops + s.reserves < MOST:
        return False
    if q.us_posture(b) == SOFT:
        return q.islamist_resources(b) >= 2
    return q.world_posture(b) == -3 and not q.any_islamist(b)


def wars_of_ideas(s: Situation) -> dict[str, int]:
    """Modifiers of a War of Ideas, by possible Muslim country."""
    return s.once("woi", lambda: {n: m.woi_drm(s, n) for n in s.board.muslim if m.woi_possible(s, n)})


def disrupts(s: Situation) -> list[str]:
    """Muslim countries with something to Disrupt."""
    return s.once("disrupts", lambda: [n for n in s.board.muslim if m.disrupt_possible(s, n)])


def _disrupted(test: Callable[[Situation, str], bool]) -> CountryTest:
    """Whether something can be Disrupted in a passing Muslim country."""
    return lambda s: any(test(s, n) for n in disrupts(s))


def _played(s: Situation) -> bool:
    return weigh(s).played


BOXES: dict[str, CountryTest | LimitTest[CountryTest]] = {
    "U0": lambda s: q.plots_on_map(s.board),
    "U1": reassessment_possible,
    "U2": _played,
    "U3": LimitTest(lambda more: _disrupted(lambda s, n: m.outnumbered(s, n, more))),
    "U4": LimitTest(
        lambda resources: lambda s: q.islamist_resources(s.board) >= resources and m.regime_change_possible(s)
    ),
    "U5": LimitTest(lambda modifier: lambda s: any(by >= modifier for by in wars_of_ideas(s).values())),
    "U6": LimitTest(lambda prestige: lambda s: q.prestige_band(s.board) == prestige),
    "U7": _disrupted(m.prestige_gain),
    "U8": lambda s: q.us_posture(s.board) == SOFT and any(m.woi_outside(s, n) for n in s.board.non_muslim),
    "U9": lambda s: any(o != t for o in march(s).origins for t in march(s).targets),
    "U10": m.regime_change_possible,
    "U11": _disrupted(lambda s, n: m.prestige_gain(s, n) or m.empties(s, n)),
    "U12": LimitTest(lambda modifier: lambda s: modifier in wars_of_ideas(s).values()),
    "A1": lambda s: is_wmd(s, priority_plot(s)),
    "A2": LimitTest(lambda operations: lambda s: s.value >= operations),
    "A3": _played,
    "A4": last_card,
    "A5": LimitTest(lambda operations: lambda s: s.value >= operations),
    "A6": LimitTest(_alert_at_once),
    "A7": LimitTest(lambda reserves: lambda s: last_card(s) or s.reserves < reserves),
    "A8": LimitTest(lambda plots: lambda s: len(m.plots(s.board)) > plots),
}
SHEET = sheet_of(DATA, BOXES, PRIORITIES.groups, PRIORITIES.columns, INSTRUCTIONS)


# -------------------------------------------------------------------- the Alert Table

MOST_FUNDING, MOST_PRESTIGE = 9, 12


PRINTED: dict[str, Any] = read_toml(DATA / "alert-table.toml")
"""The table with legend and modifiers, as in the file."""
ENTRIES = tuple(tuple(row.split()) for row in PRINTED["rows"])
"""The entries by Funding and Prestige, each from 1."""


class AlertResult(NamedTuple):
    """Result of the table for a Plot."""

    alert: bool | None
    """Whether it is worth an Alert; None for a die."""
    number: int
    """The highest die that means an Alert."""
    words: str
    """Its place in the table, with the words there."""
    sure: bool


def by_others(s: Situation, plot: m.Plot) -> tuple[int, int, bool]:
    """Effect of another Plot on Funding and Prestige (bullets 1-4)."""
    where, _ = plot
    good = s.board[where].governance == GOOD
    if s.board[where].data.muslim:
        return (2 if good else 1), -bool(m.troops(s, where)), not good
    if s.board[where].data.non_muslim:
        return m.plot_number(s, plot) * (2 if good else 1), 0, False
    return 0, 0, False


def table_position(s: Situation, plot: m.Plot) -> tuple[int, int, bool]:
    """Row and column by eight bullets, and whether all are confirmed."""
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
    return min(max(funding, 1), MOST_FUNDING), min(max(prestige, 1), MOST_PRESTIGE), sure


def look_up(s: Situation, plot: m.Plot) -> AlertResult:
    """Look up the priority Plot in the table."""
    funding, prestige, confirmed = table_position(s, plot)
    where, _ = plot
    muslim = s.board[where].data.muslim
    entry = ENTRIES[funding - 1][prestige - 1]
    code = entry.split("|")[0 if muslim else 1]
    found, read = read_code(s, plot, code)
    number = min(6, m.plot_number(s, plot) + (s.board[where].aid if muslim else 0)) if found is None else 0
    sure = confirmed and [funding, prestige, read] in PRINTED["sure"]
    sure = sure and m.plot_value(s, plot) == "1" and s.board[where].governance == GOOD  # the worked turn
    half = "in a Muslim country" if muslim else "outside the Muslim world"
    words = f"Funding {funding}, Prestige {prestige}: {entry}, {half} {code}: {PRINTED['legend'][read]}"
    return AlertResult(found, number, words, sure)


LEAST = {"2": (1, 2), "3": (2, 3), "4": (2, 9)}
"""The lowest number for an Alert: Good country, any other."""


def read_code(s: Situation, plot: m.Plot, code: str) -> tuple[bool | None, str]:
    """Whether a code means an Alert, and its part.

    None is for a die.
    """
    where, _ = plot
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
USE = {"woi-muslim": "woi", "woi-non-muslim": "woi"}
"""Uses of a card for ends with another name.

A Deploy may be a Withdrawal.
"""


TOGETHER = 6
"""Operations and Reserves for a Reassessment (13.4.2)."""


@dataclass(slots=True)
class CardPlan:
    """The due use of a card, with the flowcharts' way."""

    ends: tuple[str, ...]
    """Ends of the way: two with a die on the Alert Table."""
    uses: tuple[str, ...]
    trail: Trail
    may_reassess: bool = False
    """Whether a Reassessment with the next card is tried first (13.4.6)."""
    plots: tuple[tuple[str, int], ...] = ()
    """The Plots of highest priority; several come alike."""
    table: AlertResult | None = None
    """Result of the Alert Table, if used."""
    alerting: tuple[str, ...] = ()
    """Uses that lead to the priority Plot, by the table's die."""
    without_alert: tuple[str, ...] = ()
    """Uses of the way if the die means no Alert."""
    together: int = 0
    """Operations with Reserves, before a second card for Reassessment."""
    final_use: str = ""
    """The final use of the card."""


def certain(s: Situation, box: Stop) -> bool:
    """Whether an answer holds by any reading of a box."""
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
    """Whether an answer depends on an uncertain part."""
    if box.id in ("U2", "A3"):
        return not weigh(s).sure
    if box.id == "U11" and box.answer == "yes":  # two Active Cells at once: one reading of "to place a Cadre"
        names = disrupts(s)
        return not any(m.prestige_gain(s, n) or (m.empties(s, n) and s.board[n].actives == 1) for n in names)
    return False


def _walk(s: Situation, start: str) -> tuple[str, Trail]:
    end, trail = walk(SHEET.boxes, start, s, USE)
    stops = []
    for box in trail:
        sure = certain(s, box) and not doubtful(s, box)
        weighed = weigh(s) if box.id in ("U2", "A3") else None
        why, source = (weighed.why, weighed.source or None) if weighed is not None else ("", None)
        stops.append(box._replace(sure=sure, why=why, source=source))
    return end, tuple(stops)


def decide(s: Situation) -> CardPlan:
    """The whole way of a card, from first box to use."""
    plan = CardPlan((), (), (), together=s.ops + s.reserves)
    if q.plots_on_map(s.board):
        left, plan.trail = by_alert_priorities(s, m.plots(s.board))
        plan.plots = tuple(left)
    end, trail = _walk(s, START)
    plan.trail += trail
    if end == "table":
        _at_the_table(s, plan)
    else:
        _ends(s, plan, end)
    return plan


def _at_the_table(s: Situation, plan: CardPlan) -> None:
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
        plan.without_alert = plan.uses
        plan.uses = tuple(dict.fromkeys((*plan.alerting, *plan.without_alert)))


def _ends(s: Situation, plan: CardPlan, end: str) -> None:
    """Note an end of the way, past a Reassessment."""
    if end == "reassess":
        plan.may_reassess = True
        words = "Do this card, the next one and the Reserves make six?"
        plan.trail += (Stop("U1a", "13.4.2", words, "no", is_box=True),)
        end, trail = _walk(s, BEHIND_REASSESSMENT)
        plan.trail += trail
    plan.ends = (*plan.ends, end)
    plan.uses = tuple(dict.fromkeys((*plan.uses, *_uses(s, plan, end))))


def _uses(s: Situation, plan: CardPlan, end: str) -> tuple[str, ...]:
    if end == "deploy":
        origins = march(s).origins  # a Deploy or a Withdrawal (13.4.8); both, where either would do
        ways = (("deploy", m.may_leave), ("withdraw", m.may_withdraw))
        return tuple(use for use, may in ways if any(may(s, o) for o in origins))
    if end in ("alert", "reserves") and removes(s, plan.plots[0]):
        plan.trail += stop("event", "13.4.1", "the event of the card takes that Plot off the map")
        return ("event",)
    return (USE.get(end, end),)
