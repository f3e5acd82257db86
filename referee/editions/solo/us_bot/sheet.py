"""The player aid sheets of the US Bot as data: alert flowchart (ARF), PAR, OpP and the Priorities Table.

Read it with the sheets beside it. ``confidence`` is high where the rulebook or its worked turn says so; the rest rests on
one public program. The Alert Table itself is ``data/alert-table.toml`` (:mod:`~referee.editions.solo.us_bot.alert_table`).
"""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.solo.chart import Box, Column, Confidence, Group, Keep, Preference, Sheet, highest, lowest, those
from referee.editions.solo.situation import MOST, Situation
from referee.editions.solo.us_bot import measures as m
from referee.engine import queries as q
from referee.engine.board import ALLY, HARD, NEUTRAL, SOFT, US
from referee.engine.data import FAIR, GOOD, POOR, TRACK

HIGH: Confidence = "high"
MEDIUM: Confidence = "medium"
TURN = "worked turn"
ONE = "one program"
ALERT_PRIORITIES = "Alert Priorities"
RESERVES_FULL = 2

# ------------------------------------------------------------------------ Alert Priorities (on the ARF), over Plots


def _at(test: Keep) -> Keep:
    """A test of countries as one of the Plots that lie there."""
    return lambda s, plots: [p for p in plots if test(s, [m.plot_of(p)[0]])]


def _wmd(s: Situation, plot: str) -> bool:
    return m.plot_value(s, plot) == "W"


def _lifts_funding(s: Situation, plot: str) -> bool:
    """A non-Muslim Plot that would bring Funding from 7 or less to 8 or more."""
    where, _ = m.plot_of(plot)
    b = s.board
    return b[where].data.non_muslim and b.funding <= 7 and b.funding + m.plot_funding(s, plot) >= 8


def _level(*levels: int) -> Keep:
    return those(lambda s, n: m.is_muslim(s, n) and s.board[n].governance in levels)


def _poor_with_aid(s: Situation, name: str) -> bool:
    return m.is_muslim(s, name) and s.board[name].governance == POOR and bool(s.board[name].aid)


_troops = those(lambda s, n: m.troops(s, n) > 0)
_ALERT: tuple[tuple[str, Keep, Confidence, str], ...] = (
    ("a WMD in the US", those(lambda s, p: _wmd(s, p) and m.plot_of(p)[0] == US), MEDIUM, ONE),
    ("a WMD where Troops are", those(lambda s, p: _wmd(s, p) and m.troops(s, m.plot_of(p)[0]) > 0), MEDIUM, ONE),
    ("in the US", _at(those(lambda s, n: n == US)), HIGH, TURN),
    ("in a Good Muslim country", _at(_level(GOOD)), MEDIUM, ONE),
    ("in a non-Muslim country, to lift Funding from 7 or less to 8 or more", those(_lifts_funding), MEDIUM, ONE),
    ("in a Fair Muslim country", _at(_level(FAIR)), MEDIUM, ONE),
    ("where Troops are", _at(_troops), MEDIUM, ONE),
    ("highest Plot number", highest(m.plot_number), MEDIUM, "a tie rule (13.4.1); its place: one program"),
    ("in a Poor country with Aid", _at(those(_poor_with_aid)), MEDIUM, ONE),
    ("highest Resources", highest(lambda s, p: m.resources(s, m.plot_of(p)[0])), MEDIUM, ONE),
)


def priority_plot(s: Situation) -> str:
    """The Plot of highest priority (13.4.1); the first of several that nothing tells apart."""
    from referee.editions.solo.chart import prefer

    left, _ = prefer(SHEET.columns[ALERT_PRIORITIES], s, m.plots(s.board))
    return left[0] if left else ""


# ------------------------------------------------------------------------ ARF: is the Plot worth an Alert?


def _arf(
    name: str, question: str, test: Callable[[Situation], bool], yes: str, no: str, confidence: Confidence, source: str
) -> Box:
    return Box(name, "13.4.1", question, test, yes, no, confidence, source)


def _alert_at_once(s: Situation) -> bool:
    """A WMD in the US; or where Troops are at Prestige above 3; or outside the Muslim world with Funding below 8."""
    where, _ = m.plot_of(priority_plot(s))
    if where == US or (m.troops(s, where) and s.board.prestige > 3):
        return True
    return s.board[where].data.non_muslim and s.board.funding < 8


def last_card(s: Situation) -> bool:
    """Whether this is the last card of the Action Phase (5.2.2)."""
    return s.board.played >= 1 or s.others == 0


def event_is_played(s: Situation) -> bool:
    """Whether the Bot plays the event of the card (13.4.2)."""
    from referee.editions.solo.us_bot.playing import plays_event

    return plays_event(s)


ARF = (
    _arf("A1", "Is the priority Plot a WMD?", lambda s: _wmd(s, priority_plot(s)), "A5", "A2", HIGH, TURN),
    _arf("A2", "Are 3 Operations there, with Reserves?", lambda s: s.value >= MOST, "A7", "A3", HIGH, TURN),
    _arf("A3", "Is the event to be played?", event_is_played, "U1", "A4", HIGH, TURN),
    _arf("A4", "Is it the last card of the phase?", last_card, "U1", "reserves", MEDIUM, "no: worked turn"),
    _arf("A5", "Are 3 Operations there for the WMD?", lambda s: s.value >= MOST, "A6", "A4", MEDIUM, ONE),
    _arf(
        "A6",
        "Is the WMD in the US, or among Troops with Prestige above 3, or outside the Muslim world with Funding below 8?",
        _alert_at_once,
        yes="alert",
        no="table",
        confidence=MEDIUM,
        source=ONE,
    ),
    _arf(
        "A7",
        "Is it the last card of the phase, or are the Reserves below 2?",
        lambda s: last_card(s) or s.reserves < RESERVES_FULL,
        yes="table",
        no="A8",
        confidence=HIGH,
        source=TURN,
    ),
    _arf("A8", "Is there more than one Plot?", lambda s: len(m.plots(s.board)) > 1, "table", "U1", MEDIUM, ONE),
)

# ------------------------------------------------------------------------ PAR: Reassessment, event or Operation?


def reassessment_possible(s: Situation) -> bool:
    """The three conditions of 13.4.6."""
    b = s.board
    if b.played or s.others == 0 or s.ops + s.reserves < MOST:
        return False
    if q.us_posture(b) == SOFT:
        return q.islamist_resources(b) >= 2
    return q.world_posture(b) == -3 and not q.any_islamist(b)


def muslim(s: Situation) -> tuple[str, ...]:
    """The Muslim countries of the map as it is now."""
    return s.board.muslim


def wars_of_ideas(s: Situation) -> dict[str, int]:
    """Muslim countries open to a War of Ideas, each with what modifies its die."""
    if "wars of ideas" not in s.found:
        s.found["wars of ideas"] = {n: m.woi_drm(s, n) for n in muslim(s) if m.woi_possible(s, n)}
    found: dict[str, int] = s.found["wars of ideas"]
    return found


def disrupts(s: Situation) -> list[str]:
    """Muslim countries in which something can be Disrupted."""
    if "disrupts" not in s.found:
        s.found["disrupts"] = [n for n in muslim(s) if m.disrupt_possible(s, n)]
    found: list[str] = s.found["disrupts"]
    return found


def deploys(s: Situation) -> bool:
    """Whether the flowcharts lead to a Deploy from one place to another (13.4.7)."""
    from referee.editions.solo.us_bot.marching import deploy_possible

    return deploy_possible(s)


def _outnumbered(s: Situation) -> bool:
    return any(m.outnumbered(s, n) for n in disrupts(s))


def _for_prestige(s: Situation) -> bool:
    return any(m.prestige_gain(s, n) for n in disrupts(s))


def _prestige_or_cadre(s: Situation) -> bool:
    return any(m.prestige_gain(s, n) or m.empties(s, n) for n in disrupts(s))


def _woi_outside(s: Situation) -> bool:
    return q.us_posture(s.board) == SOFT and any(m.woi_outside(s, n) for n in s.board.non_muslim)


PAR = (
    Box("U0", "13.4.1", "Is a Plot on the map?", lambda s: q.plots_on_map(s.board), "A1", "U1", HIGH, "rulebook"),
    Box("U1", "13.4.6", "Is a Reassessment possible?", reassessment_possible, "reassess", "U2", HIGH, "rulebook"),
    Box("U2", "13.4.2", "Is the event to be played?", event_is_played, "event", "U3", HIGH, "rulebook"),
    Box(
        "U3",
        "13.4.2",
        "Can a Muslim country be Disrupted with two Cells more than Troops and Militia?",
        _outnumbered,
        yes="disrupt",
        no="U4",
        confidence=MEDIUM,
        source="no: worked turn",
    ),
    Box(
        "U4",
        "13.4.2",
        "Are 3 Resources under Islamist Rule, and can a regime be changed?",
        lambda s: q.islamist_resources(s.board) >= 3 and m.regime_change_possible(s),
        yes="regime-change",
        no="U5",
        confidence=MEDIUM,
        source="one program; the box has an erratum that begins with IR >",
    ),
    Box(
        "U5",
        "13.4.2",
        "Can a War of Ideas be waged in a Muslim country with a modifier of 0 or more?",
        lambda s: any(by >= 0 for by in wars_of_ideas(s).values()),
        yes="woi-muslim",
        no="U6",
        confidence=HIGH,
        source=TURN,
    ),
    Box("U6", "13.4.2", "Is Prestige Low?", lambda s: s.board.prestige <= 3, "U7", "U9", HIGH, TURN),
    Box("U7", "13.4.2", "Would a Disrupt lift Prestige?", _for_prestige, "disrupt", "U8", MEDIUM, ONE),
    Box("U8", "13.4.2", "Is the US Soft?", _woi_outside, "woi-non-muslim", "U9", MEDIUM, ONE),
    Box("U9", "13.4.7", "Is a Deploy possible?", deploys, "deploy", "U10", HIGH, TURN),
    Box("U10", "13.4.2", "Can a regime be changed?", m.regime_change_possible, "regime-change", "U11", MEDIUM, ONE),
    Box(
        "U11",
        "13.4.2",
        "Would a Disrupt lift Prestige, or leave a Cadre?",
        _prestige_or_cadre,
        yes="disrupt",
        no="U12",
        confidence=HIGH,
        source=TURN,
    ),
    Box(
        "U12",
        "13.4.2",
        "Can a War of Ideas be waged in a Muslim country with a modifier of -1?",
        lambda s: -1 in wars_of_ideas(s).values(),
        yes="woi-muslim",
        no="homeland",
        confidence=HIGH,
        source=TURN,
    ),
)
OUTCOMES = {
    "reassess": "try a Reassessment with the next card (13.4.6)",
    "event": "play the event",
    "alert": "Alert the priority Plot, by the event if that removes it",
    "table": "look at the Alert Table",
    "reserves": "add the card's Operations to the Reserves, unless its event removes the priority Plot",
    "disrupt": "Disrupt in a Muslim country",
    "regime-change": "change a regime",
    "woi-muslim": "a War of Ideas in a Muslim country",
    "woi-non-muslim": "a War of Ideas in a non-Muslim country",
    "deploy": "Deploy, or Withdraw",
    "homeland": "Homeland Security with the whole card (13.4.4)",
}

# ------------------------------------------------------------------------ OpP: flowcharts of candidates


def _group(name: str, words: str, fits: Keep, confidence: Confidence = MEDIUM, source: str = ONE) -> Group:
    return Group(name, "13.4.3", words, fits, confidence, source)


def _held(s: Situation, name: str) -> bool:
    """No Cells there, or markers that count as Troops or Militia that stay behind."""
    return not m.cells(s, name) or m.militia(s, name) > 0 or bool(q.troop_markers(s.board, name))


def _ally(level: int) -> Keep:
    return those(
        lambda s, n: n != TRACK and s.board[n].alignment == ALLY and s.board[n].governance == level and _held(s, n)
    )


def _short_of_troops(s: Situation, n: str) -> bool:
    return n != TRACK and q.regime_change(s.board, n) and not m.troops_for_woi(s, n)


def _infested_ally(s: Situation, n: str) -> bool:
    return n != TRACK and s.board[n].alignment == ALLY and m.cells(s, n) > 0 and not m.units(s, n)


def _posture(which: str) -> Keep:
    """Non-Muslim countries with the opposite Posture of the US, no Posture yet, or the same: Poor first, fewest Cells."""

    def fits(s: Situation, names: list[str]) -> list[str]:
        ours = q.us_posture(s.board)
        wanted = {"opposite": SOFT if ours == HARD else HARD, "unmarked": "", "same": ours}[which]
        return [n for n in names if n in s.board.non_muslim and s.board[n].posture == wanted]

    return fits


_track = those(lambda s, n: n == TRACK)
GROUPS = {
    "Disrupt": (
        _group("D1", "with two Cells more than Troops and Militia, where a Jihad could succeed", those(m.outnumbered)),
        _group("D2", "where it lifts Prestige", those(m.prestige_gain), HIGH, TURN),
        _group("D3", "where it leaves a Cadre", those(m.empties)),
    ),
    "Deploy To": (
        _group(
            "DT1",
            "the Philippines with Abu Sayyaf and a Cell, without Troops",
            those(lambda s, n: m.abu_sayyaf(s, n) and m.cells(s, n) > 0 and not m.troops(s, n)),
        ),
        _group("DT2", "an Ally with a Cell and neither Troops nor Militia", those(_infested_ally)),
        _group("DT3", "a Regime Change country without the Troops for a War of Ideas", those(_short_of_troops)),
        _group("DT4", "the Troops Track", _track, HIGH, TURN),
    ),
    "Deploy From": (
        _group("DF1", "the Philippines with Moro Talks", those(m.moro_talks)),
        _group("DF2", "under Islamist Rule", those(lambda s, n: n != TRACK and q.islamist(s.board, n))),
        _group("DF3", "a Good Ally without Cells, or with Militia or Troop markers", _ally(GOOD)),
        _group("DF4", "a Fair Ally without Cells, or with Militia or Troop markers", _ally(FAIR), HIGH, TURN),
        _group("DF5", "the Troops Track", _track, HIGH, TURN),
    ),
    "WoI non-Muslim": (
        _group("W1", "with the opposite Posture of the US", _posture("opposite")),
        _group("W2", "without a Posture", _posture("unmarked")),
        _group("W3", "with the Posture of the US", _posture("same")),
    ),
}

# ------------------------------------------------------------------------ Priorities Table


def _where(name: str) -> Keep:
    return those(lambda s, n: n == name and m.arsenal(s, n))


D, T, W, R, F = "Disrupt", "Deploy To", "WoI Muslim", "Regime Change", "Deploy From"
ROWS: tuple[tuple[int, str, Keep, tuple[str, ...]], ...] = (
    (1, "fewest dice of Plots", lowest(m.plot_dice), (W,)),
    (2, "Regime Change", those(lambda s, n: q.regime_change(s.board, n)), (W,)),
    (3, "the Caliphate Capital", those(m.capital), (W,)),
    (4, "Pakistan with its Arsenal", _where("Pakistan"), (D, T, W)),
    (5, "Syria with WMD", _where("Syria"), (D, T, W)),
    (6, "Iran with WMD", _where("Iran"), (D, T, W)),
    (7, "Civil War", those(m.civil_war), (W,)),
    (8, "Adjacent to a Good Ally", those(m.next_to_good_ally), (W,)),
    (9, "the Philippines with Abu Sayyaf", those(m.abu_sayyaf), (D,)),
    (10, "Good", those(lambda s, n: m.governance(s, n) == GOOD), (D,)),
    (11, "Fair", those(lambda s, n: m.governance(s, n) == FAIR), (D, T)),
    (12, "highest Resources", highest(m.resources), (D, T, W, R)),
    (13, "Neutral", those(lambda s, n: s.board[n].alignment == NEUTRAL), (W,)),
    (14, "Besieged Regime", those(lambda s, n: s.board[n].besieged), (D, T, W)),
    (15, "most Cells", highest(m.cells), (D, T)),
    (16, "Adjacent to Islamist Rule", those(m.next_to_islamist_rule), (D, T, W, R)),
    (17, "with Aid", those(lambda s, n: s.board[n].aid > 0), (D, T)),
    (18, "fewest Cells", lowest(m.cells), (W, R, F)),
    (19, "lowest Resources", lowest(m.resources), (F,)),
    (20, "most Plots", highest(lambda s, n: len(s.board[n].plots)), (F,)),
    (21, "most Troops", highest(m.troops), (W, F)),
    (22, "an oil exporter", those(lambda s, n: q.oil_exporter(s.board, n)), (D, T, W)),
)
PROVED = {(W, 2), (W, 4), (T, 4), (T, 11)}
"""Rows that the worked turn has used."""


def _column(name: str) -> Column:
    rows = tuple(
        Preference(n, words, keep, HIGH if (name, n) in PROVED else MEDIUM, TURN if (name, n) in PROVED else ONE)
        for n, words, keep, columns in ROWS
        if name in columns
    )
    return Column(name, "13.4.3", rows)


def _list(name: str, rule: str, rows: tuple[tuple[str, Keep, Confidence, str], ...]) -> Column:
    """A list of priorities that is no column of the Priorities Table."""
    return Column(name, rule, tuple(Preference(i, *row) for i, row in enumerate(rows, 1)))


# ------------------------------------------------------------------------ Homeland Security (13.4.4) and WoI outside

HOMELAND = tuple(f"Homeland Security {n}" for n in range(1, 7))
_closest = lowest(lambda s, n: m.steps_from_us(s.board).get(n))


def _of_level(level: int) -> Keep:
    return those(lambda s, n: m.governance(s, n) == level)


def _book(words: str, keep: Keep, confidence: Confidence = HIGH) -> tuple[str, Keep, Confidence, str]:
    return words, keep, confidence, "rulebook"


_good, _fair, _poor = (("Good", _of_level(GOOD)), ("Fair", _of_level(FAIR)), ("Poor", _of_level(POOR)))
_near = _book("closest to the US", _closest)
LISTS = {
    HOMELAND[1]: (
        *(_book(*_good), _book(*_fair), _book(*_poor)),
        _book("without Cells", those(lambda s, n: not m.cells(s, n))),
        _book("with a Cadre", those(lambda s, n: s.board[n].cadre), MEDIUM),
        _near,
    ),
    HOMELAND[2]: (_near, _book("most Cells", highest(m.cells))),
    HOMELAND[4]: (_near,),
    HOMELAND[5]: (_book(*_poor), _book(*_fair), _book(*_good)),
    "WoI non-Muslim": (
        ("Poor", _of_level(POOR), MEDIUM, ONE),
        ("Fair", _of_level(FAIR), MEDIUM, ONE),
        ("Good", _of_level(GOOD), MEDIUM, ONE),
        ("fewest Cells", lowest(m.cells), MEDIUM, ONE),
    ),
}
RULE_OF_LIST = dict.fromkeys(HOMELAND, "13.4.4") | {"WoI non-Muslim": "13.4.3"}

SHEET = Sheet(
    "US Bot",
    "13.0",
    (*PAR, *ARF),
    OUTCOMES,
    GROUPS,
    {
        **{name: _column(name) for name in (D, T, W, R, F)},
        **{name: _list(name, RULE_OF_LIST[name], rows) for name, rows in LISTS.items()},
        ALERT_PRIORITIES: _list(ALERT_PRIORITIES, "13.4.1", _ALERT),
    },
)
"""All of it but the Event Instructions Table, which :mod:`~referee.editions.solo.us_bot.events` adds."""
