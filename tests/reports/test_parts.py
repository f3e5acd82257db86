"""The parts of the report: replay, map, dice, colours."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import pytest

from referee.editions.base.printed import COUNTRIES
from referee.editions.base.ruleset import BASE
from referee.engine.explaining.referee import Policy
from referee.engine.state import queries as q
from referee.engine.state.board import snapshot
from referee.engine.state.rewinder import Rewinder
from referee.reports import rolls as roll_words
from referee.reports.report import dice, geography, tracks
from referee.reports.report import view as view_of
from referee.reports.report.lines import LineViews
from referee.reports.report.replay import TRACKS, Difference, replay, view
from referee.reports.report.view import StepView
from tests.helpers.reports import ROOT, verdict_of

# ---------------------------------------------------------------- the replay


def rebuilt(start: list[Difference], steps: list[list[Difference]]) -> dict[tuple[int, str], object]:
    """The position that the page's script makes from the changes.

    It begins with the first position.
    """
    found: dict[tuple[int, str], object] = {}
    for differences in (start, *steps):
        found.update({(c, f): v for c, f, v in differences})
    return found


@pytest.mark.parametrize("policy", ["as-played", "undo", "stop"])
def test_the_changes_lead_from_the_first_position_to_the_last(record: str, policy: Policy) -> None:
    verdict = verdict_of(record, policy)
    game = replay(verdict)
    final = view(verdict.board)
    made = rebuilt(game.start, [m.differences for m in game.moments])
    assert game.final == final
    assert {k: v for k, v in made.items() if v or k[0] == TRACKS} == {
        k: v for k, v in final.items() if v or k[0] == TRACKS
    }


def test_the_verdict_is_left_as_it_was(record: str) -> None:
    verdict = verdict_of(record)
    before = snapshot(verdict.board)
    replay(verdict)
    assert snapshot(verdict.board) == before


def test_the_first_position_is_the_scenario() -> None:
    verdict = verdict_of("evening-1")
    board = Rewinder(verdict.board, verdict.journal.changes).show(
        len(verdict.journal.changes) - sum(len(s.changes) for s in verdict.steps)
    )
    assert board.prestige == 7
    assert board["Afghanistan"].sleepers == 4
    assert q.troops(board, "Saudi Arabia") == 2


def test_a_step_stands_in_the_phase_in_which_it_was_played() -> None:
    verdict = verdict_of("evening-1")
    for step, moment in zip(verdict.steps, replay(verdict).moments, strict=True):
        if step.action.kind == "card":
            assert moment.side == step.action.side


def test_moves_name_two_countries(record: str) -> None:
    for moment in replay(verdict_of(record)).moments:
        for origin, target, kind in moment.moves:
            assert origin != target
            assert kind in ("cell", "troops")


# ---------------------------------------------------------------- the map


def points(path: str) -> list[tuple[float, float]]:
    """Points along a line or a bend."""
    n = [tuple(map(int, p.split(","))) for p in re.findall(r"-?\d+,-?\d+", path)]
    if len(n) == 2:
        n = [n[0], ((n[0][0] + n[1][0]) / 2, (n[0][1] + n[1][1]) / 2), n[1]]  # type: ignore[list-item]
    found = []
    for i in range(201):
        t = i / 200
        x, y = ((1 - t) ** 2 * n[0][k] + 2 * t * (1 - t) * n[1][k] + t * t * n[2][k] for k in (0, 1))
        found.append((x, y))
    return found


def test_all_countries_have_a_place_of_their_own() -> None:
    assert list(geography.PLACES) == list(COUNTRIES)
    for a, b in combinations(COUNTRIES, 2):
        (w1, h1), (w2, h2) = geography.box(COUNTRIES[a]), geography.box(COUNTRIES[b])
        (x1, y1), (x2, y2) = geography.PLACES[a], geography.PLACES[b]
        across, down = abs(x1 - x2) - (w1 + w2) / 2, abs(y1 - y2) - (h1 + h2) / 2
        assert max(across, down) >= 4, (a, b)
    for name, (x, y) in geography.PLACES.items():
        w, h = geography.box(COUNTRIES[name])
        assert x - w / 2 > 0
        assert x + w / 2 < geography.WIDTH
        assert y - h / 2 > 0
        assert y + h / 2 < geography.HEIGHT


def test_no_line_runs_under_a_third_country() -> None:
    names = list(geography.PLACES)
    for line in geography.lines(BASE) + geography.links():
        for i, name in enumerate(names):
            if i in line.ends:
                continue
            w, h = geography.box(COUNTRIES[name])
            cx, cy = geography.PLACES[name]
            inside = [p for p in points(line.path) if abs(p[0] - cx) < w / 2 and abs(p[1] - cy) < h / 2]
            assert not inside, ([names[e] for e in line.ends if e >= 0], name)


def test_lines_links_and_area_show_what_is_adjacent() -> None:
    names = list(COUNTRIES)
    drawn = {frozenset(names[e] for e in line.ends) for line in geography.lines(BASE)} | geography.ROUND_THE_WORLD
    schengen = {n for n, c in COUNTRIES.items() if c.schengen}
    for a, b in combinations(names, 2):
        through = (a in schengen and (b in schengen or b in geography.LINKS)) or (
            b in schengen and a in geography.LINKS
        )
        assert (frozenset((a, b)) in drawn or through) == (b in COUNTRIES[a].adjacent), (a, b)


def test_tracks_have_the_bands_of_the_engine() -> None:
    prestige = next(t for t in tracks.tracks(BASE) if t.key == "prestige")
    assert [(m.value, m.band) for m in prestige.marks if m.band] == [
        (1, "low"),
        (4, "medium"),
        (7, "high"),
        (10, "very high"),
    ]


# ---------------------------------------------------------------- the dice


def test_chi_square_agrees_with_the_tables() -> None:
    assert dice.chi_square([10] * 6) == (0.0, 1.0)
    for counts, p in (([5, 8, 9, 8, 10, 20], 0.01990), ([22, 21, 22, 27, 22, 36], 0.23)):
        assert dice.chi_square(counts)[1] == pytest.approx(p, abs=0.02)
    # critical values for five degrees of freedom
    for x, p in ((11.070, 0.05), (15.086, 0.01), (20.515, 0.001)):
        counts = [1e6 + (x * 1e6 / 2) ** 0.5, 1e6 - (x * 1e6 / 2) ** 0.5, 1e6, 1e6, 1e6, 1e6]
        assert dice.chi_square(counts)[1] == pytest.approx(p, rel=0.01)  # type: ignore[arg-type]


def test_small_numbers_accuse_nobody() -> None:
    assert "too few" in dice.fairness([0, 0, 0, 0, 0, 59])
    assert "too few" in dice.fairness([0] * 6)
    assert "Nothing unusual" in dice.fairness([20, 22, 19, 21, 18, 20])
    assert "no proof" in dice.fairness([5, 5, 5, 5, 5, 95])


def test_a_few_rolls_are_no_luck() -> None:
    rolls = [r for s in verdict_of("evening-2").steps for r in s.rolls if roll_words.successes(r) is not None]
    assert dice.luck(rolls[:1]) in (
        "0 of 1 roll succeeded: too few to call it luck.",
        "1 of 1 roll succeeded: too few to call it luck.",
    )
    assert " expected: " in dice.luck(rolls)


def test_the_dice_page_counts_what_was_rolled(record: str) -> None:
    verdict = verdict_of(record)
    rolls = [r for s in verdict.steps for r in s.rolls if not r.automatic and not r.assumed]
    page = dice.dice(verdict)
    assert sum(s.dice for s in page.sides) == sum(len(r.dice) for r in rolls)
    assert sum(k.rolls for s in page.sides for k in s.kinds) == len(rolls)
    for side in page.sides:
        assert sum(f.count for f in side.faces) == side.dice


def test_odds_add_up(record: str) -> None:
    for step in verdict_of(record).steps:
        for roll in step.rolls:
            odds = roll_words.odds(roll)
            assert all(0 <= p <= 1 for _, p in odds)
            if len(odds) > 1:
                assert sum(p for _, p in odds) == pytest.approx(1)


# ---------------------------------------------------------------- words


def _steps(name: str) -> dict[str, StepView]:
    verdict = verdict_of(name)
    lines = LineViews(verdict)
    found = view_of.findings(verdict, lines)
    return {s.name: s for s in view_of.steps(verdict, replay(verdict).moments, lines, found)}


def test_only_requirements_that_concern_a_play_are_met() -> None:
    steps = _steps("evening-2")
    event, operation, reserves = ([m.text for m in steps[name].met] for name in ("a2", "a8", "a12"))
    assert "Card 112 Bin Ladin is not among the discards." in event
    assert [t for t in event if "Card 112" not in t and "card 112" not in t and "Nothing shows" not in t] == [
        "The event of 112 Bin Ladin is open to the Jihadist.",
        "The event of 112 Bin Ladin asks for nothing.",
    ]
    assert "Disrupt is a US Operation." in operation
    others = ("The event", "Nothing in effect blocks", "Reserves are", "Nothing shows that this is not the last")
    assert not [t for t in (*operation, *reserves) if t.startswith(others)]
    assert not [t for t in operation if t.endswith("has a Cadre.")]
    assert "Pakistan has a Cadre." in [m.text for m in steps["a23"].met]


def test_a_roll_names_each_modifier_once() -> None:
    roll = _steps("evening-2")["a22"].rolls[0]
    assert (roll.title, roll.needed, roll.tone) == ("War of Ideas: Pakistan", "5 or more", "bad")
    assert roll.modifiers == [("\u22121 Low Prestige", "4.7.1"), ("\u22122 GWOT Relations Penalty", "4.7.2.1")]
    assert roll.odds == [("success", "0%"), ("failure by one", "0%"), ("failure", "100%")]


def test_what_the_record_has_against_the_rules_is_no_effect_of_the_rules() -> None:
    changes = _steps("evening-2")["a7"].changes
    assert [c.text for c in changes if "not by the rules" in c.detail] == [
        "Afghanistan: Governance Fair → Poor",
        "Afghanistan: Active Cells 2 → 3, Cells on the Funding Track 12 → 11",
    ]


def test_an_event_that_was_not_triggered_says_why_and_is_no_choice() -> None:
    step = _steps("evening-2")["a22"]
    assert step.untriggered == [(72, "Opium", "Afghanistan has no Cell", "6.3.2.1")]
    assert not [c for c in step.choices if c.text.startswith("When")]
    assert _steps("evening-2")["a26"].untriggered == []


def test_sentences_read_like_sentences() -> None:
    steps = _steps("evening-2")
    assert steps["a24"].sentence.endswith("for Travel to the United States, Pakistan and Sudan.")
    assert steps["a21"].sentence.startswith("The Jihadist plays card 16 Euro-Islam with its Reserves for Recruit in")


# ---------------------------------------------------------------- colours


def _palettes() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {"light": {}, "dark": {}}
    for name in ("style.css", "drawing.css"):
        css = (ROOT / "referee/reports/templates" / name).read_text(encoding="utf-8")
        for theme, block in zip(found, re.findall(r":root \{(.*?)\}", css, re.S)[:2], strict=True):
            found[theme].update(re.findall(r"--([\w]+): (#[0-9a-f]{3,6})", block))
    return {"light": found["light"], "dark": {**found["light"], **found["dark"]}}


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(c * 2 for c in colour[1:])
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def _contrast(a: str, b: str) -> float:
    high, low = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


TEXT = [
    *(
        (ink, ground)
        for ink in ("ink", "soft", "us", "j", "red", "amber", "violet", "plum", "link", "ok")
        for ground in ("paper", "panel")
    ),
    *((f"g{n}i", f"g{n}") for n in range(1, 5)),
    ("hardi", "hard"),
    ("softpi", "softp"),
    ("on", "us"),
    ("on", "j"),
    ("panel", "ink"),
    ("ink", "faint"),
    ("soft", "faint"),
    ("soft", "sea"),
    ("soft", "land"),
    ("soft", "shelf"),
    *(("ink", ground) for ground in ("th", "ts", "waste", "shelf")),
    ("ink", "mark"),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_stands_out_from_its_ground(theme: str) -> None:
    """Contrast AA for text.

    A checker of accessibility cannot judge the texts of the map, so the palette is tested.
    """
    colours = _palettes()[theme]
    weak = {
        (a, b): round(_contrast(colours[a], colours[b]), 2) for a, b in TEXT if _contrast(colours[a], colours[b]) < 4.5
    }
    assert weak == {}


def test_governance_gets_darker_as_it_gets_worse() -> None:
    for colours in _palettes().values():
        shades = [_luminance(colours[f"g{n}"]) for n in range(1, 5)]
        assert all(a > b for a, b in pairwise(shades))
