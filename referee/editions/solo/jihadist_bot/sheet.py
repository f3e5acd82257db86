"""The player aid sheets of the Jihadist Bot as data: Events or Operations, the flowcharts, the Priorities Table.

Rows and boxes stand in the order of the sheets. A dagger marks what counts with *Labyrinth*, a double dagger what counts with
*The Awakening*. Where a confidence is not high, the source says why.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.solo.chart import Box, Column, Confidence, Group, Keep, Preference, Sheet, highest, lowest, those
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.situation import Situation
from referee.engine import queries as q
from referee.engine.board import NEUTRAL, US
from referee.engine.data import FAIR, GOOD, ISLAMIST_RULE, POOR

# -------------------------------------------------------------------- Events or Operations


def _event(s: Situation) -> bool:
    from referee.editions.solo.jihadist_bot.due import event_is_played

    return event_is_played(s)


def _next_to_priority(s: Situation) -> bool:
    from referee.editions.solo.jihadist_bot.due import ripening_within_reach

    return ripening_within_reach(s, "first")


def _anywhere(test: Callable[[Situation, str], bool]) -> Callable[[Situation], bool]:
    return lambda s: any(test(s, n) for n in s.board.names)


def _tight(s: Situation) -> bool:
    return q.funding_band(s.board) == "tight"


def _available(s: Situation) -> bool:
    return q.available_cells(s.board) > 0


EVO = (
    Box(
        "E1",
        "12.4.1",
        "Is the event playable and not the US's, does it change anything, and do no instructions keep the Bot from it?",
        _event,
        "event",
        "E2",
        source="12.4.1, worked turn",
    ),
    Box(
        "E2",
        "12.4.1",
        "Could a Major Jihad win a Poor country?",
        _anywhere(m.ripe),
        "major jihad",
        "E3",
        source="two programs agree; worked turn for no",
    ),
    Box("E3", "12.4.1", "Is Funding Tight?", _tight, "E4", "E5", source="two programs agree"),
    Box("E4", "12.4.1", "Is a Cell Available?", _available, "recruit", "plot", source="two programs agree"),
    Box(
        "E5",
        "12.4.1",
        "Is a Cell in a Good or Fair Muslim country where Jihad could succeed?",
        _anywhere(m.minor_jihad),
        "minor jihad",
        "E6",
        source="worked turn, plays 128 and 239",
    ),
    Box(
        "E6",
        "12.4.1",
        "Has a Poor country one to four more Cells than Troops and Militia, and could Jihad succeed there?",
        _anywhere(m.ripening),
        "E7",
        "E8",
        source="worked turn, plays 239 and 156",
    ),
    Box(
        "E7",
        "12.4.1",
        "Is a Movable Cell Adjacent to the first of them by the Travel To priorities?",
        _next_to_priority,
        "travel",
        "E8",
        source="worked turn; two programs look at others of them too, which passes as another reading",
    ),
    Box(
        "E8",
        "12.4.1",
        "Is Funding Moderate?",
        lambda s: q.funding_band(s.board) == "moderate",
        "E9",
        "E11",
        source="worked turn, plays 156 and 145",
    ),
    Box(
        "E9",
        "12.4.1",
        "Is Prestige above 1, and an Active Cell where there are Troops?",
        lambda s: s.board.prestige > 1 and any(m.troops(s, n) and m.fresh(s, n)[1] for n in s.board.names),
        "plot",
        "E10",
        source="worked turn for yes; two programs agree",
    ),
    Box("E10", "12.4.1", "Is a Cell Available?", _available, "recruit", "E12", source="two programs agree"),
    Box("E11", "12.4.1", "Is a Cell Available?", _available, "recruit", "travel", source="worked turn, play 145"),
    Box(
        "E12",
        "12.4.1",
        "Is a Cell in a non-Muslim country?",
        _anywhere(lambda s, n: s.board[n].data.non_muslim and m.cells(s, n) > 0),
        "plot",
        "travel",
        source="two programs agree",
    ),
)
OUTCOMES = {
    "event": "play the event",
    "major jihad": "Major Jihad",
    "minor jihad": "Minor Jihad",
    "recruit": "Recruit",
    "plot": "Plot",
    "travel": "Travel",
}

# -------------------------------------------------------------------- the flowcharts of the Operations


def _best_jihad(test: Callable[[Situation, str], bool], *, islamist_last: bool = False) -> Keep:
    """The countries that pass, of them those with the best Jihad modifier."""

    def keep(s: Situation, names: list[str]) -> list[str]:
        left = [n for n in names if test(s, n)]
        if islamist_last:
            left = [n for n in left if not m.governed(s, n, ISLAMIST_RULE)] or left
        return lowest(m.jihad_drm)(s, left)

    return keep


def _muslim(level: int) -> Callable[[Situation, str], bool]:
    return lambda s, n: m.muslim(s, n) and m.governed(s, n, level)


def _non_muslim(level: int = 0) -> Callable[[Situation, str], bool]:
    return lambda s, n: s.board[n].data.non_muslim and level in (0, s.board[n].governance)


def _adjacent_movable(s: Situation, name: str) -> bool:
    return bool(s.target) and q.adjacent(s.board, s.target, name) and m.movable(s, name) > 0


def _fewest(s: Situation, names: list[str]) -> list[str]:
    """Movable Cells anywhere, and Active ones at the destination itself, which a Sleeper never leaves for itself."""
    left = [n for n in names if (m.may_hide(s, n) if n == s.target else m.movable(s, n) > 0)]
    return lowest(lambda s, n: m.cells(s, n) - s.leaving.get(n, 0))(s, left)


TWO = "two programs agree"
RECRUIT_AND_TRAVEL_TO = (
    Group(
        "RT1",
        "12.4.2",
        "Poor with one to four more Cells than Troops and Militia, where Jihad could succeed",
        those(m.ripening),
        source="worked turn, plays 239 and 145",
    ),
    Group(
        "RT2",
        "12.4.2",
        "if Recruit: the Auto-Recruit country with the best Jihad modifier, Islamist Rule last",
        lambda s, names: _best_jihad(m.auto_recruit, islamist_last=True)(s, names) if s.recruiting else [],
        source=TWO,
    ),
    Group("RT3", "12.4.2", "Good Muslim", those(_muslim(GOOD)), source=TWO),
    Group("RT4", "12.4.2", "Fair Muslim with the best Jihad modifier", _best_jihad(_muslim(FAIR)), source=TWO),
    Group("RT5", "12.4.2", "non-Muslim", those(_non_muslim()), source=TWO),
    Group("RT6", "12.4.2", "Poor Muslim with the best Jihad modifier", _best_jihad(_muslim(POOR)), source=TWO),
)
TRAVEL_FROM = (
    Group("TF1", "12.4.2", "Adjacent with a Movable Cell", those(_adjacent_movable), source="worked turn, play 239"),
    Group(
        "TF2",
        "12.4.2",
        "Auto-Recruit with a Movable Cell",
        those(lambda s, n: n != s.target and m.auto_recruit(s, n) and m.movable(s, n) > 0),
        source=TWO,
    ),
    Group("TF3", "12.4.2", "with the fewest Cells", _fewest, source="worked turn, play 239"),
)
PLOT_0 = Box("PL0", "12.4.2", "Is Funding Tight?", _tight, "PL1", "PL4", source=TWO)
"""The question on top of the Plot flowchart: where the list of boxes is entered."""
PLOT = (
    Group("PL1", "12.4.2", "Poor non-Muslim", those(_non_muslim(POOR)), source=TWO),
    Group("PL2", "12.4.2", "Fair non-Muslim", those(_non_muslim(FAIR)), source=TWO),
    Group("PL3", "12.4.2", "Good non-Muslim", those(_non_muslim(GOOD)), source=TWO),
    Group(
        "PL4",
        "12.4.2",
        "Poor with Troops and an Active Cell",
        those(lambda s, n: m.poor_muslim(s, n) and m.troops(s, n) > 0 and m.fresh(s, n)[1] > 0),
        source="worked turn, play 156",
    ),
    Group("PL5", "12.4.2", "Fair Muslim", those(_muslim(FAIR)), source=TWO),
    Group("PL6", "12.4.2", "Good Muslim", those(_muslim(GOOD)), source=TWO),
    Group("PL7", "12.4.2", "non-Muslim", those(_non_muslim()), source=TWO),
    Group("PL8", "12.4.2", "Poor Muslim", those(_muslim(POOR)), source="worked turn, play 156"),
)
GROUPS = {"Recruit & Travel To": RECRUIT_AND_TRAVEL_TO, "Travel From": TRAVEL_FROM, "Plot": PLOT}

# -------------------------------------------------------------------- the Priorities Table

J, P, RT, TF = "Jihad", "Plot", "Recruit & Travel To", "Travel From"


def _level(level: int) -> Keep:
    return those(lambda s, n: m.governed(s, n, level))


def _home_of_wmd(name: str) -> Keep:
    return those(lambda s, n: n == name and m.wmd_at_home(s, n))


def _if(when: Callable[[Situation], bool], keep: Keep) -> Keep:
    """A row that counts only now and then."""
    return lambda s, names: keep(s, names) if when(s) else []


MOST_ACTIVE = highest(lambda s, n: m.fresh(s, n)[1])
ROWS: tuple[tuple[int, str, Keep, tuple[str, ...]], ...] = (
    # row, what it prefers, how, and in which columns
    (1, "if Jihad: the best Jihad modifier", _if(lambda s: s.for_jihad, lowest(m.jihad_drm)), (J,)),
    (2, "the United States", those(lambda s, n: n == US), (P,)),
    (3, "with Troops, if Prestige is above 1", those(lambda s, n: m.troops(s, n) > 0 and s.board.prestige > 1), (P,)),
    (4, "not under Islamist Rule", those(lambda s, n: not m.governed(s, n, ISLAMIST_RULE)), (RT,)),
    (5, "Pakistan with its Arsenal", _home_of_wmd("Pakistan"), (J, P, RT)),
    (6, "† the Philippines, if a Plot there costs Prestige", those(m.plot_in_philippines_costs), (P,)),
    (7, "Besieged Regime", those(m.besieged), (J, RT)),
    (8, "most Active Cells", MOST_ACTIVE, (P,)),
    (9, "‡ Syria with its Arsenal", _if(m.later_game, _home_of_wmd("Syria")), (J, P, RT)),
    (10, "with Aid", those(lambda s, n: s.board[n].aid > 0), (J, P)),
    (
        11,
        "Regime Change with Troops",
        those(lambda s, n: q.regime_change(s.board, n) and q.troops(s.board, n) > 0),
        (J, P),
    ),
    (12, "highest Resources", highest(m.resources), (J, P)),
    (13, "with Troops", those(lambda s, n: m.muslim(s, n) and q.troops(s.board, n) > 0), (J,)),
    (14, "‡ Iran with its Arsenal", _if(m.later_game, _home_of_wmd("Iran")), (J, P, RT)),
    (15, "the United States", those(lambda s, n: n == US), (RT,)),
    (16, "not the destination, unless nothing else is left", those(lambda s, n: n != s.target), (TF,)),
    (17, "under Islamist Rule", _level(ISLAMIST_RULE), (TF,)),
    (18, "Poor", _level(POOR), (RT, TF)),
    (19, "Fair", _level(FAIR), (RT, TF)),
    (20, "Good", _level(GOOD), (RT, TF)),
    (21, "highest Resources", highest(m.resources), (RT,)),
    (22, "† Russia", _if(m.first_game, those(lambda s, n: n == "Russia")), (RT,)),
    (23, "where a Disrupt would gain no Prestige", those(lambda s, n: not m.troops(s, n)), (RT,)),
    (24, "if Recruit: highest Recruit Number", _if(lambda s: s.recruiting, highest(m.recruit_number)), (RT,)),
    (25, "‡ the best Jihad modifier", _if(m.later_game, lowest(m.jihad_drm)), (RT,)),
    (26, "not the United States", those(lambda s, n: n != US), (TF,)),
    (27, "most Active Cells", MOST_ACTIVE, (TF,)),
    (28, "not a Regime Change country", those(lambda s, n: not q.regime_change(s.board, n)), (TF,)),
    (29, "the worst Jihad modifier", highest(m.jihad_drm), (TF,)),
    (30, "where a Disrupt would gain Prestige", those(m.disrupt_gains), (TF,)),
    (31, "‡ in Civil War", those(lambda s, n: bool(getattr(s.board[n], "civil_war", False))), (P,)),
    (32, "Neutral", those(lambda s, n: m.muslim(s, n) and s.board[n].alignment == NEUTRAL), (P,)),
    (33, "Besieged Regime", those(m.besieged), (P,)),
    (34, "Adjacent to a Good Ally", those(m.by_good_ally), (P,)),
    (35, "Fair non-Muslim", those(_non_muslim(FAIR)), (P,)),
    (36, "non-Muslim with the Posture of the US", those(m.same_posture), (P, RT)),
    (37, "lowest Recruit Number", lowest(m.recruit_number), (P, TF)),
    (38, "most Cells", highest(m.able), (J, RT)),
    (39, "Adjacent to Islamist Rule", those(m.by_islamist_rule), (J, P, RT)),
    (40, "oil exporter", those(lambda s, n: q.oil_exporter(s.board, n)), (J, P, RT)),
)
SOURCES: dict[int, tuple[Confidence, str]] = {
    1: ("high", "worked turn, plays 128 and 232"),
    5: ("high", "worked turn, play 232"),
    6: ("medium", "both programs have the row; when it counts is read differently"),
    16: ("high", "worked turn, play 239"),
    23: ("medium", "both programs have the row; one counts any Troops that cost Prestige"),
    24: ("medium", "one program has it for Recruit alone, the other always"),
}
"""What a row rests on; the others: two programs agree."""


def _column(name: str) -> Column:
    rows = [
        Preference(row, words, keep, *SOURCES.get(row, ("high", TWO)))
        for row, words, keep, columns in ROWS
        if name in columns
    ]
    return Column(name, "12.4.2", tuple(rows))


SHEET = Sheet(
    "Jihadist Bot",
    "12.0",
    (*EVO, PLOT_0),
    OUTCOMES,
    GROUPS,
    {name: _column(name) for name in (J, P, RT, TF)},
)
