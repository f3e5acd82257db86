"""The contents of the page.

Plays and their folded parts, findings by cause, remarks, charts.
"""

from __future__ import annotations

import json
import re

import pytest

from referee.editions.base.ruleset import BASE
from referee.engine.explaining.referee import Judgement
from referee.inputs.formats import read_record
from referee.inputs.judging import judge
from referee.inputs.records import read_bytes, to_json
from referee.reports.report import charts, page, view
from referee.reports.report.lines import LineViews
from referee.reports.report.replay import FOLDED, fold, replay
from tests.helpers.reports import DRAWN, NOTED, long_game, page_from, page_of, plays_of, verdict_of

FOLLOWING = (
    "setup: US Hard, prestige 7, funding 5, phase US 1, hand J 4, hand US 4, Egypt Fair Neutral, Iran 1 sleeper,"
    " Germany Soft\nUS 24 woi Germany [2]\nboard: Germany Hard, world Hard 2, prestige 8\n"
)


def judged(text: str) -> Judgement:
    return judge(read_bytes(text.encode(), "test.lgn"), alternatives=True)


# ---------------------------------------------------------------- plays


def test_every_step_is_in_one_play_and_in_order(record: str) -> None:
    verdict = verdict_of(record)
    folds = fold(verdict, replay(verdict).moments)
    assert [i for f in folds for i in f.members] == list(range(len(verdict.steps)))
    assert folds[0].head is None
    for one in folds[1:]:
        assert one.head == one.members[0]
        assert verdict.steps[one.head].action.kind not in FOLDED
        assert all(verdict.steps[i].action.kind in FOLDED for i in one.members[1:])


def test_plays_have_the_names_that_commands_and_links_take(record: str) -> None:
    plays = plays_of(verdict_of(record))[1:]
    labels = [p.label for p in plays]
    assert len(set(labels)) == len(labels)
    for turn in {p.turn for p in plays}:
        mine = [p for p in plays if p.turn == turn]
        assert [p.label for p in mine] == [p.anchor for p in mine]
        assert [p.spoken for p in mine] == [f"Turn {turn}, {p.anchor}" for p in mine]
        assert [p.new_turn for p in mine] == [True] + [False] * (len(mine) - 1)


def test_a_long_game_is_not_walked_through_its_bookkeeping() -> None:
    verdict = judged(long_game())
    assert len(plays_of(verdict)) - 1 <= verdict.actions


def test_findings_on_lines_that_are_no_step_stand_at_the_play_before() -> None:
    plays = plays_of(judged(NOTED))
    (bad,) = [f for p in plays for f in p.loose if f.kind == "unreadable"]
    assert bad in plays[1].loose
    assert (bad.at.anchor, bad.at.label) == (plays[1].anchor, "a2")


def test_marks_and_remarks_belong_to_the_play_before() -> None:
    start, first, *others = plays_of(judged(NOTED))
    assert [r.text for r in start.remarks] == ["a friendly game"]
    assert (first.mark, first.meaning) == ("?!", "dubious")
    assert [(r.text, r.variation) for r in first.remarks] == [
        ("too early", False),
        ("J 112 recruit Afghanistan 3: keeps Prestige <b>up</b>", True),
        ("he thought long", False),
    ]
    assert [p.mark for p in others] == ["", "!!", "", ""]


ABOVE = """; the club, second table
[Scenario "Let's Roll!"]

J 112 event  ; at its end

; "the 3 is in"
; "the 5 isn't"
J 113 travel Afghanistan:s > Pakistan
; ?? directly below, and a mark
US 43 deploy track > Pakistan 2
; no plots

; he bins it
US 45 discard
+ J
{US 45 woi Pakistan}
; the last word
"""


def test_a_remark_above_a_play_is_shown_with_that_play() -> None:
    said = [[r.text for r in p.remarks] for p in plays_of(judged(ABOVE))]
    assert said == [
        ["the club, second table"],
        ["at its end"],
        ['"the 3 is in"', '"the 5 isn\'t"', "directly below, and a mark"],
        ["no plots"],
        ["he bins it", "US 45 woi Pakistan", "the last word"],
    ]


def test_remarks_of_json_are_shown_with_the_same_plays() -> None:
    told = [
        plays_of(judge(read_record(data, name)))
        for data, name in ((ABOVE.encode(), "x.lgn"), (to_json(ABOVE).encode(), "x.json"))
    ]
    one, other = ([[r.text for r in p.remarks] for p in found] for found in told)
    assert one == other


def test_a_mark_before_the_first_play_marks_nothing() -> None:
    start = plays_of(judged("; ?? what a start\nJ 112 event\n"))[0]
    assert start.mark == ""
    assert [(r.mark, r.text) for r in start.remarks] == [("??", "what a start")]


def test_a_hostile_remark_is_text() -> None:
    source = page_from(NOTED)
    assert "keeps Prestige &lt;b&gt;up&lt;/b&gt;" in source
    assert "<b>up</b>" not in source


def test_drawings_are_on_the_map_of_their_play_and_in_words() -> None:
    start, first, second = plays_of(judged(DRAWN))
    assert [d.places for d in start.drawings] == [("Iran",)]
    assert [(d.places, d.colour) for d in first.drawings] == [(("Afghanistan", "Pakistan"), "red")]
    assert [r.drawn for r in second.remarks] == [
        "On the map: arrows from Iran to Iraq and Iraq to Syria; Egypt marked",
    ]
    source = page_from(DRAWN)
    data = json.loads(source.split('<script type="application/json" id="data">')[1].split("</script>")[0])
    assert [[colour for _, colour in one.get("a", [])] for one in (data["first"], *data["steps"])] == [
        ["green"],
        ["red"],
        ["green", "green", "green"],
    ]
    assert all(re.fullmatch(r"[MLhvz0-9.,-]+", d) for one in (data["first"], *data["steps"]) for d, _ in one["a"])
    assert "<img src=x>" not in source
    assert "<b>so</b>" not in source


VARIED = """[Scenario "Let's Roll!"]
J 112 event
J 113 travel Afghanistan:s > Pakistan
US 43 deploy track > Pakistan 2
{US 43 deploy track > Gulf States 2; <b>better</b>}
{US 43 deploy track > Iran 2}
{... US 45 woi Gulf States [6]}
{or <i>wait</i>}
"""


def test_a_variation_is_shown_with_what_the_referee_says_of_it() -> None:
    *_, play = plays_of(judged(VARIED))
    legal, wrong, then, words = play.remarks
    assert legal.varied is not None
    assert wrong.varied is not None
    assert then.varied is not None
    assert words.varied is None
    assert (legal.varied.legal, wrong.varied.legal, then.varied.legal) == (True, False, True)
    assert [f.rule for f in wrong.varied.findings] == ["7.3.3"]
    assert (legal.varied.goes_on, then.varied.goes_on) == (False, True)
    assert [r.dice for r in then.varied.rolls] == [[6]]
    assert any(c.text == "2 Troops from the Troops Track to the Gulf States" for c in legal.varied.changes)
    source = page_from(VARIED)
    assert source.count('class="variation') == 4
    assert "&lt;b&gt;better&lt;/b&gt;" in source
    assert "<b>better</b>" not in source
    assert "<i>wait</i>" not in source


def test_the_findings_of_variations_are_not_those_of_the_record() -> None:
    content = page.Content(judged(VARIED))
    assert [c.finding.at.line for c in content.counted] == [4]
    assert "Iran is not a Muslim country" not in " ".join(f.message for f in (*content.notes, *content.follows))


def test_a_page_without_drawings_has_none() -> None:
    assert '"a":' not in page_from(NOTED)


def test_very_many_remarks_do_not_swell_the_page() -> None:
    source = page_from("J 112 event\n" + "; so be it, and more of it\n" * 20_000)
    assert len(source.encode()) < 1_200_000


# ---------------------------------------------------------------- findings


def test_what_follows_stands_under_its_cause() -> None:
    verdict = judged(FOLLOWING)
    content = page.Content(verdict)
    (cause,) = content.counted
    assert [f.follows[0].line for f in cause.followers] == [3]
    assert content.follows == []
    source = page_from(FOLLOWING)
    start = source.index('<details class="followers">')
    folded = source[start : source.index("</details>", start)]
    assert "1 more only because of" in folded
    assert "(line 3); not counted." in folded


def test_what_follows_from_nothing_shown_stands_alone() -> None:
    verdict = judged(FOLLOWING)
    (follower,) = [f for f in verdict.findings if f.follows]
    (shown,) = page.Content(verdict).counted[0].followers
    assert view.by_cause([follower], {id(follower): shown}) == ([], [shown])


def test_a_finding_says_why_what_to_write_and_by_which_rule() -> None:
    verdict = verdict_of("evening-2")
    deploy = next(f for f in verdict.findings if f.rule == "7.3.3")
    before = deploy.reason, deploy.side
    deploy.reason, deploy.side = "troops go <only> to friends", "US"
    try:
        source = page_from_verdict(verdict)
    finally:
        deploy.reason, deploy.side = before
    start = source.index('<article class="finding illegal"')
    shown = source[start : source.index("</article>", start)]
    assert '<p class="reason">Troops go &lt;only&gt; to friends.</p>' in shown
    assert '<span class="whose US">US play</span>' in shown
    assert re.search(r'<p class="help"><b>Legal here:</b> \w', shown)
    assert re.search(r'Rule <a class="r" href="#r-7\.3\.3">7\.3\.3 \w', shown)
    assert shown.index('class="say"') < shown.index('class="reason"') < shown.index('class="help"')


def page_from_verdict(verdict: Judgement) -> str:
    from referee.reports import html

    return html.render(verdict)


def test_marked_parts_end_with_the_sign_of_their_kind() -> None:
    verdict = verdict_of("evening-2")
    lines = LineViews(verdict)
    pieces = lines.pieces(30, [(22, 30, "illegal"), (22, 30, "note"), (42, 50, "outcome")])
    assert "".join(p.text for p in pieces) == verdict.record.lines[29]
    assert [(p.text, p.mark, p.ends) for p in pieces if p.ends] == [
        ("Pakistan", "illegal", ("illegal", "note")),
        (verdict.record.lines[29][41:49], "outcome", ("outcome",)),
    ]


@pytest.mark.parametrize("spans", [[(1, 2, "note")], [(900, 905, "illegal")], [(3, 3, "illegal")]])
def test_odd_spans_lose_no_text(spans: list[tuple[int, int, str]]) -> None:
    verdict = judged("J 112 event\n\n")
    for number in (1, 2):
        pieces = LineViews(verdict).pieces(number, spans)
        assert "".join(p.text for p in pieces) == verdict.record.lines[number - 1]


def test_the_record_leads_every_line_that_says_something_to_a_play() -> None:
    for line in page.Content(verdict_of("evening-2")).lines:
        text = "".join(p.text for p in line.pieces)
        assert bool(line.to) == bool(text and not text.startswith("["))


# ---------------------------------------------------------------- charts


def test_the_scale_is_made_for_the_values_and_not_for_the_goal() -> None:
    found = {c.title: c for c in page.Content(verdict_of("evening-2")).charts.all}
    resources = found["Resources"]
    assert max(int(t.text) for t in resources.ticks) < 12
    assert [g.at for g in resources.goals] == [None, None]
    assert "the US wins" in resources.goals[0].text


def test_zones_of_the_tracks_are_the_engines() -> None:
    assert charts._prestige(BASE) == [(1, 3, "low"), (4, 6, "medium"), (7, 9, "high"), (10, 12, "very high")]
    assert charts._funding(BASE) == [(1, 3, "7 cards"), (4, 6, "8 cards"), (7, 9, "9 cards")]


def test_labels_of_charts_do_not_cover_each_other() -> None:
    for text in (long_game(), "J 112 event\n"):
        for chart in page.Content(judged(text)).charts.all:
            for a, b in zip(chart.turns, chart.turns[1:], strict=False):
                assert b.at - a.at >= charts.TURN_WIDTH
            assert all(t.at + charts.TURN_WIDTH <= charts.WIDTH - charts.RIGHT + 4 for t in chart.turns)
            if len(chart.curves) == 2:
                one, other = chart.curves
                assert abs(one.end - other.end) >= charts.APART - 0.11


def test_findings_are_marked_on_the_charts() -> None:
    counted = [p.anchor for p in plays_of(verdict_of("evening-2")) if p.counted]
    assert [f.anchor for f in page.Content(verdict_of("evening-2")).charts.flags] == counted
    assert page_of("evening-2").count('<path class="flag"') == 7 * len(counted)
