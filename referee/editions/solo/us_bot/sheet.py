"""The sheets of the US Bot: what each box of the alert flowchart (ARF) and of PAR looks at (13.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.editions.base import events
from referee.editions.solo.flowchart import effects
from referee.editions.solo.flowchart.chart import MOST, Situation, Test, sheet_of
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.instructions import INSTRUCTIONS
from referee.editions.solo.us_bot.priorities import DATA, PRIORITIES, RESERVES_FULL, is_wmd, priority_plot, stop
from referee.engine import queries as q
from referee.engine.board import ALIGNMENTS, SOFT, US, Country
from referee.engine.data import FAIR, GOOD, POOR, TRACK
from referee.engine.guidance import Trail
from referee.engine.play import Play

# -------------------------------------------------------------------- is the event played? (13.4.2)

WEIGHED = "us bot: events weighed"
"""The plan's note of the events that were tried, by card."""


class Weighed(NamedTuple):
    """Whether the Bot plays an event, why, and whether that is certain."""

    played: bool
    why: str
    sure: bool


def weigh(s: Situation) -> Weighed:
    """Whether the Bot plays the event of the card, with the reason."""
    if s.play is None:
        return _weigh(s)
    known: dict[object, Weighed] = s.play.plan.setdefault(WEIGHED, {})
    if s.card not in known:
        known[s.card] = _weigh(s)
    return known[s.card]


def _weigh(s: Situation) -> Weighed:
    card = s.board.cards.get(s.card)
    if card is None:
        return Weighed(False, "nobody knows the card", False)
    if card.side == "J":
        return Weighed(False, f"{card.name} is a Jihadist event", True)
    if card.auto:
        return Weighed(False, f"{card.name} is used for Operations and its event comes with them", True)
    if not events.supported(s.card):
        return Weighed(False, f"the referee does not know the event of {card.name}", False)
    refused = events.refusals(s.board, s.card, "US", True)
    if refused:
        return Weighed(False, refused[0].message, not events.undecided(s.board, s.card, "US"))
    line = INSTRUCTIONS.get(s.card)
    if line is not None and line.playable is not None and not line.playable(s):
        return Weighed(False, line.words or "the instructions have it Unplayable now", line.confidence == "high")
    if s.play is not None and not effects.changes_anything(s.play, s.card, "US", spoiled=_worse, dice_count=True):
        return Weighed(False, f"{card.name} would change nothing for the better", False)
    by_the_book = line is None or line.playable is None  # then 13.4.2 alone decides, and not a line of the table
    sure = (by_the_book and s.play is not None) or (line is not None and line.confidence == "high")
    return Weighed(True, f"{card.name} can be played", sure)


def _worse(play: Play, mark: int) -> bool:
    """Whether a country has gone toward Adversary, or its Governance has worsened, since ``mark`` (13.3.6)."""
    before: dict[tuple[int, str], tuple[Country, object]] = {}
    for change in play.journal.changes[mark:]:
        for target, name, old, _ in change.writes:
            if name in ("alignment", "governance") and isinstance(target, Country):
                before.setdefault((id(target), name), (target, old))
    for (_, name), (country, old) in before.items():
        if not country.data.muslim or not old:
            continue
        if name == "governance" and country.governance > int(str(old)):
            return True
        if name == "alignment" and ALIGNMENTS.index(country.alignment or str(old)) > ALIGNMENTS.index(str(old)):
            return True
    return False


def removes(s: Situation, plot: str) -> bool:
    """Whether the event of the card can be played and would take the Plot off the map (13.4.1)."""
    card = s.board.cards.get(s.card)
    if s.play is None or card is None or card.side == "J" or card.auto or not effects.playable(s.play, s.card, "US"):
        return False
    where, k = m.plot_of(plot)
    token = s.board[where].plots[k - 1]
    return effects.some_way(s.play, s.card, "US", lambda trial: token not in trial.board[where].plots)


# -------------------------------------------------------------------- Deploy, Withdraw, Regime Change (13.4.7, 13.4.8)


class March(NamedTuple):
    """Ends of a Deploy: the places that come alike at each end, and the ways there."""

    targets: tuple[str, ...]
    to: Trail
    origins: tuple[str, ...]
    out: Trail


def march(s: Situation) -> March:
    """Where the flowcharts have Troops go, and from where."""
    if "march" not in s.found:
        b = s.board
        targets, to = PRIORITIES.by_flowchart(s, "Deploy To", [n for n in (*b.muslim, TRACK) if m.may_arrive(s, n)])
        leave = [n for n in (*b.names, TRACK) if m.may_leave(s, n) or m.may_withdraw(s, n)]
        origins, out = PRIORITIES.by_flowchart(s, "Deploy From", leave)
        s.found["march"] = March(tuple(targets), to, tuple(origins), out)
    found: March = s.found["march"]
    return found


def deploys(s: Situation) -> bool:
    """Whether the flowcharts lead to a Deploy from one place to another (13.4.7)."""
    found = march(s)
    return any(o != t for o in found.origins for t in found.targets)


def invasion_origins(s: Situation) -> tuple[list[str], Trail]:
    """From where Troops invade: the first boxes of the Deploy flowchart, then any country, then the track."""
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


def _alert_at_once(s: Situation) -> bool:
    """A WMD in the US; or where Troops are at Prestige above 3; or outside the Muslim world with Funding below 8."""
    where, _ = m.plot_of(priority_plot(s))
    if where == US or (m.troops(s, where) and s.board.prestige > 3):
        return True
    return s.board[where].data.non_muslim and s.board.funding < 8


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
    """Muslim countries open to a War of Ideas, each with what modifies its die."""
    if "wars of ideas" not in s.found:
        s.found["wars of ideas"] = {n: m.woi_drm(s, n) for n in s.board.muslim if m.woi_possible(s, n)}
    found: dict[str, int] = s.found["wars of ideas"]
    return found


def disrupts(s: Situation) -> list[str]:
    """Muslim countries in which something can be Disrupted."""
    if "disrupts" not in s.found:
        s.found["disrupts"] = [n for n in s.board.muslim if m.disrupt_possible(s, n)]
    found: list[str] = s.found["disrupts"]
    return found


def _woi_outside(s: Situation) -> bool:
    return q.us_posture(s.board) == SOFT and any(m.woi_outside(s, n) for n in s.board.non_muslim)


def _disrupted(test: Callable[[Situation, str], bool]) -> Test:
    """Whether something can be Disrupted in a Muslim country that passes a test."""
    return lambda s: any(test(s, n) for n in disrupts(s))


def _played(s: Situation) -> bool:
    return weigh(s).played


BOXES: dict[str, Test] = {
    "U0": lambda s: q.plots_on_map(s.board),
    "U1": reassessment_possible,
    "U2": _played,
    "U3": _disrupted(m.outnumbered),
    "U4": lambda s: q.islamist_resources(s.board) >= 3 and m.regime_change_possible(s),
    "U5": lambda s: any(by >= 0 for by in wars_of_ideas(s).values()),
    "U6": lambda s: s.board.prestige <= 3,
    "U7": _disrupted(m.prestige_gain),
    "U8": _woi_outside,
    "U9": deploys,
    "U10": m.regime_change_possible,
    "U11": _disrupted(lambda s, n: m.prestige_gain(s, n) or m.empties(s, n)),
    "U12": lambda s: -1 in wars_of_ideas(s).values(),
    "A1": lambda s: is_wmd(s, priority_plot(s)),
    "A2": lambda s: s.value >= MOST,
    "A3": _played,
    "A4": last_card,
    "A5": lambda s: s.value >= MOST,
    "A6": _alert_at_once,
    "A7": lambda s: last_card(s) or s.reserves < RESERVES_FULL,
    "A8": lambda s: len(m.plots(s.board)) > 1,
}
SHEET = sheet_of(DATA, BOXES, PRIORITIES.groups, PRIORITIES.columns, INSTRUCTIONS)
