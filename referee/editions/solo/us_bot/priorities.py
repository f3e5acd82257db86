"""Priorities of the US Bot: OpP, Priorities Table, Alert Priorities (13.4).

Read it with the sheets beside it; the words of the boxes are in ``data/sheet.toml``. A confidence is high where the
rulebook or its worked turn says so; the rest rests on one public program.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from referee.editions.base.events.steps import opposite
from referee.editions.base.operations.war_of_ideas import REGIME_CHANGE_MARGIN
from referee.editions.solo.flowchart import measures as common
from referee.editions.solo.flowchart.chart import (
    Column,
    Filter,
    LimitTest,
    Preference,
    Priorities,
    Situation,
    SourceConfidence,
    groups_of,
    highest,
    lowest,
    prefer,
    those,
)
from referee.editions.solo.flowchart.measures import (
    aligned,
    besieged,
    civil_war,
    of_level,
    oil_exporter,
    regime_change,
    with_aid,
    with_arsenal,
)
from referee.editions.solo.us_bot import measures as m
from referee.engine.law.guidance import Stop, Trail
from referee.engine.state import queries as q
from referee.engine.state.board import ALLY, NEUTRAL, US
from referee.engine.state.data import FAIR, GOOD, POOR, TRACK

DATA = Path(__file__).parent / "data"
HIGH: SourceConfidence = "high"
MEDIUM: SourceConfidence = "medium"
TURN = "worked turn"
ONE = "one program"
ALERT_PRIORITIES = "Alert Priorities"
RESERVES_FULL = q.MOST_RESERVES

# -------------------------------------------------------------------- Alert Priorities (on the ARF), over Plots


def _muslim(level: int) -> Filter:
    return those(lambda s, n: common.muslim(s, n) and common.governed(s, n, level))


def _at(test: Filter) -> Filter:
    """Apply a test of countries to the Plots in them."""
    return lambda s, plots: [p for p in plots if test(s, [p[0]])]


def is_wmd(s: Situation, plot: m.Plot) -> bool:
    return m.plot_value(s, plot) == "W"


LOWER = 7
"""Funding up to which a Plot is worth an Alert for lifting it."""


def _lifts_funding(s: Situation, plot: m.Plot) -> bool:
    """Whether a non-Muslim Plot lifts Funding above its lower part."""
    b = s.board
    return b[plot[0]].data.non_muslim and b.funding <= LOWER < b.funding + m.plot_funding(s, plot)


_troops = those(lambda s, n: m.troops(s, n) > 0)
_ALERT: tuple[tuple[str, Filter, SourceConfidence, str], ...] = (
    ("a WMD in the US", those(lambda s, p: is_wmd(s, p) and p[0] == US), MEDIUM, ONE),
    ("a WMD where Troops are", those(lambda s, p: is_wmd(s, p) and m.troops(s, p[0]) > 0), MEDIUM, ONE),
    ("in the US", _at(those(lambda s, n: n == US)), HIGH, TURN),
    ("in a Good Muslim country", _at(_muslim(GOOD)), MEDIUM, ONE),
    (
        f"in a non-Muslim country, to lift Funding from {LOWER} or less to {LOWER + 1} or more",
        those(_lifts_funding),
        MEDIUM,
        ONE,
    ),
    ("in a Fair Muslim country", _at(_muslim(FAIR)), MEDIUM, ONE),
    ("where Troops are", _at(_troops), MEDIUM, ONE),
    ("highest Plot number", highest(m.plot_number), MEDIUM, "a tie rule (13.4.1); its place: one program"),
    (
        "in a Poor country with Aid",
        _at(those(lambda s, n: common.muslim(s, n) and common.governed(s, n, POOR) and common.with_aid(s, n))),
        MEDIUM,
        ONE,
    ),
    ("highest Resources", highest(lambda s, p: m.resources(s, p[0])), MEDIUM, ONE),
)

# -------------------------------------------------------------------- OpP: flowcharts of candidates


def _ally(level: int) -> Filter:
    """Keep Allies without Cells, or with Militia or Troop markers that remain."""

    def held(s: Situation, name: str) -> bool:
        if name == TRACK or s.board[name].alignment != ALLY or s.board[name].governance != level:
            return False
        return not common.cells(s, name) or common.militia(s, name) > 0 or bool(q.troop_markers(s.board, name))

    return those(held)


def _by_islamist_rule(s: Situation, name: str) -> bool:
    return any(q.adjacent(s.board, name, n) for n in s.board.muslim if q.islamist(s.board, n))


def _by_good_ally(s: Situation, name: str) -> bool:
    b = s.board
    return any(q.adjacent(b, name, n) for n in b.muslim if b[n].governance == GOOD and b[n].alignment == ALLY)


def _posture(which: str) -> Filter:
    """Keep non-Muslim countries by Posture: Poor first, fewest Cells.

    The Posture is opposite to the US, not chosen, or the same.
    """

    def fits(s: Situation, names: list[str]) -> list[str]:
        ours = q.us_posture(s.board)
        wanted = {"opposite": opposite(ours), "unmarked": "", "same": ours}[which]
        return [n for n in names if n in s.board.non_muslim and s.board[n].posture == wanted]

    return fits


_track = those(lambda s, n: n == TRACK)
GROUPS: dict[str, Filter | LimitTest[Filter]] = {
    # Disrupt
    "D1": LimitTest(lambda more: those(lambda s, n: m.outnumbered(s, n, more))),
    "D2": those(m.prestige_gain),
    "D3": those(m.empties),
    # Deploy To
    "DT1": those(lambda s, n: m.abu_sayyaf(s, n) and common.cells(s, n) > 0 and not m.troops(s, n)),
    "DT2": those(
        lambda s, n: n != TRACK and s.board[n].alignment == ALLY and common.cells(s, n) > 0 and not common.units(s, n)
    ),
    "DT3": those(lambda s, n: n != TRACK and not REGIME_CHANGE_MARGIN.holds(s.board, n, {})),
    "DT4": _track,
    # Deploy From
    "DF1": those(lambda s, n: n == "Philippines" and q.has_marker(s.board, "Moro Talks", n)),
    "DF2": those(lambda s, n: n != TRACK and q.islamist(s.board, n)),
    "DF3": LimitTest(_ally),
    "DF4": LimitTest(_ally),
    "DF5": _track,
    # WoI non-Muslim
    "W1": _posture("opposite"),
    "W2": _posture("unmarked"),
    "W3": _posture("same"),
}

# -------------------------------------------------------------------- the Priorities Table

D, T, W, R, F = "Disrupt", "Deploy To", "WoI Muslim", "Regime Change", "Deploy From"
ROWS: tuple[tuple[int, str, Filter, tuple[str, ...]], ...] = (
    (
        1,
        "fewest dice of Plots",
        lowest(lambda s, n: sum(m.plot_number(s, (n, k)) for k in range(1, len(s.board[n].plots) + 1))),
        (W,),
    ),
    (2, "Regime Change", those(regime_change), (W,)),
    (3, "the Caliphate Capital", those(m.capital), (W,)),
    (4, "Pakistan with its Arsenal", with_arsenal("Pakistan"), (D, T, W)),
    (5, "Syria with WMD", with_arsenal("Syria"), (D, T, W)),
    (6, "Iran with WMD", with_arsenal("Iran"), (D, T, W)),
    (7, "Civil War", those(civil_war), (W,)),
    (8, "Adjacent to a Good Ally", those(_by_good_ally), (W,)),
    (9, "the Philippines with Abu Sayyaf", those(m.abu_sayyaf), (D,)),
    (10, "Good", of_level(GOOD), (D,)),
    (11, "Fair", of_level(FAIR), (D, T)),
    (12, "highest Resources", highest(m.resources), (D, T, W, R)),
    (13, "Neutral", aligned(NEUTRAL), (W,)),
    (14, "Besieged Regime", those(besieged), (D, T, W)),
    (15, "most Cells", highest(common.cells), (D, T)),
    (16, "Adjacent to Islamist Rule", those(_by_islamist_rule), (D, T, W, R)),
    (17, "with Aid", those(with_aid), (D, T)),
    (18, "fewest Cells", lowest(common.cells), (W, R, F)),
    (19, "lowest Resources", lowest(m.resources), (F,)),
    (20, "most Plots", highest(lambda s, n: len(s.board[n].plots)), (F,)),
    (21, "most Troops", highest(m.troops), (W, F)),
    (22, "an oil exporter", those(oil_exporter), (D, T, W)),
)
PROVED = {(W, 2), (W, 4), (T, 4), (T, 11)}
"""Rows used in the worked turn."""


def _column(name: str) -> Column:
    rows = tuple(
        Preference(n, words, keep, HIGH if (name, n) in PROVED else MEDIUM, TURN if (name, n) in PROVED else ONE)
        for n, words, keep, columns in ROWS
        if name in columns
    )
    return Column(name, "13.4.3", rows)


def _list(name: str, rule: str, rows: tuple[tuple[str, Filter, SourceConfidence, str], ...]) -> Column:
    """A list of priorities outside the Priorities Table."""
    return Column(name, rule, tuple(Preference(i, *row) for i, row in enumerate(rows, 1)))


# -------------------------------------------------------------------- Homeland Security (13.4.4) and WoI outside

HOMELAND = tuple(f"Homeland Security {n}" for n in range(1, 7))
_closest = lowest(lambda s, n: m.steps_from_us(s.board).get(n))


def _book(words: str, keep: Filter, confidence: SourceConfidence = HIGH) -> tuple[str, Filter, SourceConfidence, str]:
    return words, keep, confidence, "rulebook"


_good, _fair, _poor = (("Good", of_level(GOOD)), ("Fair", of_level(FAIR)), ("Poor", of_level(POOR)))
_near = _book("closest to the US", _closest)
LISTS = {
    HOMELAND[1]: (
        *(_book(*_good), _book(*_fair), _book(*_poor)),
        _book("without Cells", those(lambda s, n: not common.cells(s, n))),
        _book("with a Cadre", those(lambda s, n: s.board[n].cadre), MEDIUM),
        _near,
    ),
    HOMELAND[2]: (_near, _book("most Cells", highest(common.cells))),
    HOMELAND[4]: (_near,),
    HOMELAND[5]: (_book(*_poor), _book(*_fair), _book(*_good)),
    "WoI non-Muslim": (
        ("Poor", of_level(POOR), MEDIUM, ONE),
        ("Fair", of_level(FAIR), MEDIUM, ONE),
        ("Good", of_level(GOOD), MEDIUM, ONE),
        ("fewest Cells", lowest(common.cells), MEDIUM, ONE),
    ),
}
RULE_OF_LIST = dict.fromkeys(HOMELAND, "13.4.4") | {"WoI non-Muslim": "13.4.3"}
PRIORITIES = Priorities(
    groups_of(DATA, GROUPS),
    {
        **{name: _column(name) for name in (D, T, W, R, F)},
        **{name: _list(name, RULE_OF_LIST[name], rows) for name, rows in LISTS.items()},
        ALERT_PRIORITIES: _list(ALERT_PRIORITIES, "13.4.1", _ALERT),
    },
)

# -------------------------------------------------------------------- choosing Plots


def by_alert_priorities(s: Situation, plots: Iterable[m.Plot]) -> tuple[list[m.Plot], Trail]:
    """The Plots of highest priority among some (13.3.3, 13.4.1)."""
    return prefer(PRIORITIES.columns[ALERT_PRIORITIES], s, list(plots))


def priority_plot(s: Situation) -> m.Plot:
    """The Plot of highest priority (13.4.1); the first of several equal ones."""
    return by_alert_priorities(s, m.plots(s.board))[0][0]


def alike(s: Situation, plots: Iterable[m.Plot]) -> bool:
    """Whether Plots have one country and one value."""
    return len({(plot[0], m.plot_value(s, plot)) for plot in plots}) < 2


def stop(name: str, rule: str, words: str, *, answer: str = "", left: Iterable[Any] = (), sure: bool = True) -> Trail:
    """A trail of one stop, without a box or column."""
    return (Stop(name, rule, words, answer, tuple(left), sure),)
