"""The reports that the tests look at."""

from __future__ import annotations

from functools import cache

from referee.analysis.analysis import analyse
from referee.editions.base.ruleset import BASE
from referee.engine.explaining.referee import Judgement, Policy
from referee.engine.record.setup import Setup, find_scenario
from referee.inputs.judging import judge
from referee.inputs.records import read_bytes
from referee.reports import describe, html
from referee.reports.report import plays, view
from referee.reports.report.lines import LineViews
from referee.reports.report.plays import PlayView
from referee.reports.report.replay import fold, replay
from referee.trials.selfplay import SelfPlay
from tests.helpers.paths import ROOT

RECORDS = ("evening-1", "evening-2", "mail-thread")
NASTY = """[Game "<script>alert(1)</script>{{ 7*7 }}{% raw %}"]
[Scenario "Let's Roll!"]
[Jihadist "\\"><img src=x onerror=alert(2)>"]
[US "' onmouseover='alert(3)"]
; </script><script>alert(4)</script> <!-- --> ]]> &lt;b&gt; {{ config }} {# x #}
J 112 event => prestige 3 ; <svg onload=alert(5)>
J <iframe src=javascript:alert(6)> {{7*7}}
US 45 woi <b>Pakistan</b> [5]
board: prestige 9
"""


NOTED = """[Scenario "Let's Roll!"]
; a friendly game
deal J 9 US 9
J 112 event => prestige 3  ; ?! too early
{J 112 recruit Afghanistan 3: keeps Prestige <b>up</b>}
; he thought long
board: prestige 9
what is this
J 113 travel Afghanistan:s > Pakistan
US 43 deploy track > Pakistan 2
; !!
US 45 woi Pakistan [5]
J 95 recruit Afghanistan 2 => Afghanistan 2 cells
"""
"""Remarks, marks, a variation, a checkpoint with a finding, a line that cannot be read."""


DRAWN = """[Scenario "Let's Roll!"]
; to begin with [%mark "><img src=x>, Iran] [%mark Iran]
deal J 9 US 9
J 112 event  ; <b>so</b> [%arrow red Afghanistan > Pakistan]
; and here [%arrow Iran > Iraq, Iraq > Syria] [%mark Egypt]
J 113 travel Afghanistan:s > Pakistan
"""
"""Remarks that draw on the map, one of them hostile."""
LATER = """[Scenario "ISIL"]
set: Egypt Poor Neutral 2 awakening, Libya Poor Neutral 1 awakening 4 reaction, Turkey Fair Ally 1 awakening 1 reaction
set: Lebanon Fair Neutral 1 awakening, Iraq 2 advisors, Syria 4 troops, Morocco Fair Ally 3 awakening, hand J 2, hand US 2
J 200 jihad Syria:a [2]
J 217 recruit Iraq 2
US 235 woi Egypt [4]
US 236 disrupt Syria
end of turn: attrition Iraq US[3] J[5], Syria US[3] J[5], convergence [1 5] [4] Mali t[3]
"""
"""A turn by chapter 11: popular action, Civil Wars in the Caliphate, Polarization, Convergence and Attrition."""
FULL_LATER = """[Rules "The Awakening"]
setup: turn 3, phase US 1, prestige 5, funding 9, US Hard, resolved plots 1, arsenal 3, marker Sequestration
setup: Iraq Poor Neutral civil war 5 militia 6 actives caliphate capital 2 advisors, Egypt Poor Neutral 2 reaction 1 sleeper
setup: Syria Poor Adversary civil war 3 militia 4 troops 5 actives 2 wmd NATO, Jordan Fair Ally 3 awakening 1 reaction
setup: Turkey Fair Ally 1 awakening 2 reaction 1 troops plots 1, Iran Muslim Poor Adversary 1 wmd 1 awakening 1 sleeper
setup: Nigeria Muslim 2 sleepers 1 reaction, Mali Poor Neutral 1 active 1 awakening
setup: Afghanistan Poor Ally RC-tan 6 troops 2 aid, Libya Poor Adversary civil war 2 militia cadre
setup: Saudi Arabia Poor Ally 1 reaction Training Camps
US 200 reserves
"""
"""Everything that chapter 11 lays on the table, at once."""


@cache
def verdict_of(name: str, policy: Policy = "as-played") -> Judgement:
    """The verdict on one of the records."""
    data = (ROOT / "fixtures" / "logs" / f"{name}.lgn").read_bytes()
    return judge(read_bytes(data, f"{name}.lgn"), policy, alternatives=True)


def plays_of(verdict: Judgement) -> list[PlayView]:
    """The start and the plays of a walk."""
    moments = replay(verdict).moments
    folds = fold(verdict, moments)
    lines = LineViews(verdict, folds)
    found = view.findings(verdict, lines)
    return plays.plays(verdict, folds, view.steps(verdict, moments, lines, found), lines, found)


def rendered(verdict: Judgement) -> str:
    """The report of a verdict, as the command writes it."""
    return html.render(verdict, analyse(verdict, tell=describe.sentence))


@cache
def page_of(name: str) -> str:
    """The report of one of the records."""
    return rendered(verdict_of(name))


@cache
def page_from(text: str, name: str = "test.lgn") -> str:
    """The report of a record given as text."""
    return rendered(judge(read_bytes(text.encode(), name), alternatives=True))


@cache
def long_game(actions: int = 160) -> str:
    """A self-played record of at least that many actions, three decks long."""
    data = find_scenario("Let's Roll!")
    assert data is not None
    for seed in range(1, 60):
        game = SelfPlay(seed, Setup(BASE, data["name"], data, 3), check_lines=False).play(actions=actions)
        if game.actions >= actions:
            return game.text
    raise AssertionError("no seed gives a game so long")
