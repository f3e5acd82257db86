"""Chances, luck and choice.

Games that are played on, the static table, and the sums of parts.
"""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from referee import check
from referee.analysis import alternatives, analysis
from referee.analysis.alternatives import Candidate, Comparison, NoAlternatives, compare
from referee.analysis.analysis import add_rollouts, analyse
from referee.analysis.chances import Chance, chance_of, rolled_out, rollouts, static
from referee.analysis.choosers import ChooserTable
from referee.analysis.dealing import Dealing
from referee.analysis.features import NAMES, measured
from referee.analysis.luck import LineReplays, luck_of, shares
from referee.analysis.rollout import Rollout, play_on
from referee.engine.law.line import LineHead
from referee.engine.law.rolls import PICK
from referee.engine.state.board import Board, state
from referee.engine.state.rewinder import twin
from referee.parsers.notation import compose
from referee.trials import games
from tests.helpers.commands import referee
from tests.helpers.exactends import TooManyError, beginning, exact, last_moments
from tests.helpers.hunting import every, examples
from tests.helpers.paths import ROOT

EVENING = ROOT / "fixtures" / "logs" / "evening-1.lgn"
FIXTURES = sorted(EVENING.parent.glob("*.lgn"))


def judged(path: Path):  # type: ignore[no-untyped-def]
    return check(path.read_text(encoding="utf-8"))._verdict


@pytest.fixture(scope="module")
def evening():  # type: ignore[no-untyped-def]
    return judged(EVENING)


def middle(verdict, key: str) -> Board:  # type: ignore[no-untyped-def]
    board = analysis.position(verdict, key)
    assert board is not None
    return twin(board)


# -------------------------------------------------------------------- rollouts


def test_the_same_seed_plays_the_same_games_and_leaves_the_board_as_it_is(evening) -> None:  # type: ignore[no-untyped-def]
    board = middle(evening, "a40")
    before = state(board)
    assert [play_on(board, seed) for seed in range(2)] == [play_on(board, seed) for seed in range(2)]
    assert state(board) == before
    assert rollouts(board, 4, "x", first=2) == rollouts(board, 4, "x")[2:]


def test_what_is_known_of_the_cards_holds_in_every_deal() -> None:
    verdict = judged(FIXTURES[0])  # the US of this evening keeps its hand to itself, the Jihadist's is written down
    for at, step in enumerate(verdict.steps):
        board = LineReplays(verdict).after(at)
        dealing = Dealing(board)
        for seed in range(2):
            made, cards = dealing.deal(Random(seed))
            held = [*(made.cards_j or ()), *(made.cards_us or ())]
            known = [n for n in (*(board.cards_j or ()), *(board.cards_us or ())) if n]
            assert set(known) <= set(held), step.id
            assert 0 not in held
            lies = [*held, *cards.deck, *board.removed, *board.lapsing, *board.boxed, *(n for n in made.discards if n)]
            assert len(lies) == len(set(lies))
            assert (made.hand_j, made.hand_us) == (len(made.cards_j or ()), len(made.cards_us or ()))


def record_of(name: str, decks: int, seed: int) -> tuple[str, str]:
    """A game of the choosers as a two-player record, and its winner."""
    board, _ = beginning(name, decks, seed)
    out = [f'[Scenario "{name}"]', f'[Length "{decks} deck{"s" * (decks > 1)}"]', ""]

    def watch(line: LineHead, table: ChooserTable) -> None:
        for p in table.segments:  # among equal candidates people choose without a die
            kept = [i for i, roll in enumerate(p.rolls) if roll.kind != PICK]
            p.before, p.rolls = [p.before[i] for i in kept], [p.rolls[i] for i in kept]
        if line.kind == "choices":
            out.append("J set-up " + compose.segment(next(p for p in table.segments if p.name == "op"), "set-up"))
            return
        out.append(compose.written(line, table.segments) if line.kind == "card" else compose.standing(table.segments))
        for side in ("J", "US"):
            if drew := [str(card) for who, card in table.drew if who == side]:
                out.append(f"draw {side} {len(drew)}: {' '.join(drew)}")

    made, cards = Dealing(board).deal(random := Random(seed))
    hands = [" ".join(map(str, cards_ or ())) for cards_ in (made.cards_j, made.cards_us)]
    out.append(f"deal J {made.hand_j}: {hands[0]} US {made.hand_us}: {hands[1]}")
    end = Rollout(made, cards, random, watch).play()
    assert not end.stuck
    return "\n".join(out) + "\n", end.winner


def is_clean(name: str, decks: int, seed: int) -> None:
    text, winner = record_of(name, decks, seed)
    verdict = check(text)
    assert [f.message for f in verdict.findings if f.counted] == []
    assert verdict._verdict.board.winner == winner


@pytest.mark.parametrize("name", ["Let's Roll!", "Awakening"])
def test_a_game_that_is_played_on_is_a_legal_game_of_two_players(name: str) -> None:
    is_clean(name, 1, 3)


@pytest.mark.long
@pytest.mark.parametrize("name", games.scenarios("all"))
def test_games_of_every_scenario_are_legal_games_of_two_players(name: str) -> None:
    for seed in range(0, 4, every(2)):
        is_clean(name, 1 + seed % 3, seed)


@pytest.mark.parametrize("way", ["", "jihadist-bot", "both", "activities"])
def test_the_rules_of_the_record_stay_in_force(way: str) -> None:
    board, _ = beginning("Let's Roll!", 1, 2, way)
    made, cards = Dealing(board).deal(Random(1))
    game = Rollout(made, cards, Random(1))
    assert made.rules.armed == board.rules.armed
    assert set(made.rules.guides) == {"J", "US"}
    assert made.rules.seats == board.rules.seats
    assert board.rules.guides.items() <= made.rules.guides.items()
    assert game.play(actions=30).actions >= 30


def test_a_finished_game_is_certain() -> None:
    text, winner = record_of("Awakening", 1, 3)
    verdict = check(text)._verdict
    certain = 1.0 if winner == "US" else 0.0
    assert static(verdict.board) == certain
    assert rolled_out(verdict.board, 10) == Chance(certain, 0)
    found = analyse(verdict)
    assert found.end == certain


def test_the_standard_error_is_never_nothing() -> None:
    assert chance_of([1.0] * 50).error > 0
    assert abs(chance_of([1.0] * 30 + [0.0] * 70).error - sqrt(0.3 * 0.7 / 100)) < 0.001
    assert chance_of([1.0, 0.0] * 50).words == "50 % (± 5)"


def test_the_luck_of_cards_is_that_of_a_deal_with_named_cards() -> None:
    dealt = "deal J 8 US 8: 40 44 46 47 42 51 60 64\n"
    named, hidden = (check(f'[Scenario "Let\'s Roll!"]\n{text}')._verdict for text in (dealt, "deal J 8 US 8\n"))
    results = {"start": (0.0, 1.0) * 50, "a1": (1.0, 1.0, 0.0, 1.0) * 25}
    found = analyse(named)
    add_rollouts(found, results, named)
    (play,) = found.plays
    assert play.cards is not None
    assert play.cards.us == 0.25
    assert abs(play.cards.error - sqrt(0.25 / 100 + 0.1875 / 100)) < 0.001
    assert found.data()["plays"][0]["cards"] == {"chance": 0.25, "error": 0.066, "n": 100}
    unseen = analyse(hidden)
    add_rollouts(unseen, results, hidden)
    assert [p.cards for p in unseen.plays] == [None]


# -------------------------------------------------------------------- exact ends

ENDS: list[tuple[str, int]] = [
    ("Let's Roll!", 41),
    ("Anaconda", 3),
    ("You Can Call Me Al", 31),
    ("Mission Accomplished?", 17),
    ("Mitt's Turn", 46),
    ("Let's Roll!", 44),
    ("Awakening", 23),
    ("Anaconda", 41),
    ("You Can Call Me Al", 40),
    ("Mission Accomplished?", 18),
    ("Mitt's Turn", 54),
    ("Let's Roll!", 46),
    ("Awakening", 108),
    ("Anaconda", 45),
    ("You Can Call Me Al", 49),
    ("Mission Accomplished?", 56),
    ("Mitt's Turn", 122),
    ("Let's Roll!", 51),
    ("Anaconda", 53),
    ("You Can Call Me Al", 51),
    ("Mission Accomplished?", 57),
    ("Let's Roll!", 52),
    ("Anaconda", 102),
    ("You Can Call Me Al", 52),
    ("Mission Accomplished?", 87),
    ("Let's Roll!", 53),
    ("Anaconda", 117),
    ("You Can Call Me Al", 53),
    ("Mission Accomplished?", 89),
    ("Let's Roll!", 57),
]
"""Positions with one card left whose chance is neither 0 nor 1: the scenario and the seed of the game."""


def agrees(name: str, seed: int, n: int, within: float) -> None:
    board, cards = last_moments(name, seed)
    due = exact(board, cards, [20_000])
    assert 0 < due < 1
    came = [Rollout(twin(board), cards.copy(), Random(f"{seed} {i}")).play().us for i in range(n)]
    assert abs(sum(came) / n - due) <= within * sqrt(due * (1 - due) / n)


@pytest.mark.parametrize(("name", "seed"), ENDS[:4])
def test_rollouts_agree_with_ends_that_are_solved_exactly(name: str, seed: int) -> None:
    agrees(name, seed, 100, 3.5)


@pytest.mark.sampled(7)
@pytest.mark.long
@pytest.mark.parametrize(("name", "seed"), ENDS[:: every(3)])
def test_many_rollouts_agree_with_ends_that_are_solved_exactly(name: str, seed: int) -> None:
    agrees(name, seed, 1_000, 3)


@pytest.mark.long
def test_the_table_knows_what_the_end_is_about() -> None:
    """A position with one card left, by the table.

    It is nearer to the result than the mean, by half at least.
    """
    pairs = []
    for name in ("Let's Roll!", "Anaconda", "Mission Accomplished?"):
        for seed in range(0, 60, 6):
            board, cards = last_moments(name, seed)
            with suppress(TooManyError):
                pairs.append((static(board), exact(board, cards, [300])))
    assert len(pairs) >= 15
    mean = sum([due for _, due in pairs]) / len(pairs)
    off, usual = sum([(said - due) ** 2 for said, due in pairs]), sum([(mean - due) ** 2 for _, due in pairs])
    assert off < usual / 2


# -------------------------------------------------------------------- the table


def test_every_feature_has_a_coefficient_in_every_table() -> None:
    text = (ROOT / "referee" / "analysis" / "data" / "table.json").read_text(encoding="utf-8")
    for table in json.loads(text)["tables"].values():
        assert tuple(table["coefficients"]) == NAMES
    board, _ = beginning("Awakening", 1, 1)
    assert len(measured(board)[0]) == len(NAMES) == len(set(NAMES))


# -------------------------------------------------------------------- luck and choice

ROLLS = {
    "a War of Ideas": ("setup: prestige 5, Pakistan Fair Neutral\nUS 20 woi Pakistan [{}]\n", 1),
    "a Jihad with two Cells": ("setup: Pakistan Fair Neutral 2 actives\nJ 95 jihad Pakistan:aa [{} {}]\n", 2),
    "a Recruit": ("setup: Pakistan Poor Neutral 1 sleeper\nJ 75 recruit Pakistan 2 [{} {}]\n", 2),
}


@pytest.mark.parametrize("name", ROLLS)
def test_the_luck_of_a_roll_is_nothing_on_average(name: str) -> None:
    text, n = ROLLS[name]
    lucks = []
    for dice in product(range(1, 7), repeat=n):
        found = analyse(check(text.format(*dice))._verdict)
        play = found.plays[-1]
        assert play.luck.followed
        assert len(play.luck.rolls) == 1
        lucks.append(play.luck.total)
    assert abs(sum(lucks)) / len(lucks) < 1e-12
    assert max(lucks) > 0 > min(lucks)


def test_a_roll_for_which_an_unnamed_card_was_too_small_hides_no_luck() -> None:
    text = '[Scenario "You Can Call Me Al"]\nJ ? reserves\nJ ? reserves\nUS ? woi Morocco t[3]\n'
    luck = analyse(check(text)._verdict).plays[-1].luck
    assert luck.followed
    assert len(luck.rolls) == 1


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_luck_and_choice_are_the_swing(path: Path) -> None:
    found = analyse(judged(path))
    before = found.start
    for play in found.plays:
        assert play.before == before
        assert abs(play.luck.total + play.choice - play.swing) < 1e-9
        before = play.after
    assert abs(found.luck + found.choice - (found.end - found.start)) < 1e-9
    assert abs(found.luck_of("US") - found.luck_of("J") - found.luck) < 1e-9


def every_line_is_followed(seed: int, scenario: str, way: str = "") -> None:
    verdict = check(games.one(seed, scenario, 1, None, False, way).text)._verdict
    lines = LineReplays(verdict)
    for at, step in enumerate(verdict.steps):
        if step.rolls:
            luck = luck_of(lines, at)
            assert luck.followed, step.action.text
            for roll in step.rolls:
                if not roll.automatic and roll.kind != PICK:
                    assert abs(sum([share for _, share in shares(roll)]) - 1) < 1e-9


@pytest.mark.parametrize(("scenario", "way"), [("Let's Roll!", ""), ("Awakening", ""), ("Let's Roll!", "both")])
def test_every_line_with_dice_is_played_again_to_its_own_position(scenario: str, way: str) -> None:
    every_line_is_followed(5, scenario, way)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(examples(20)))
def test_every_line_with_dice_of_many_games_is_played_again_to_its_own_position(seed: int) -> None:
    every_line_is_followed(1_000 + seed, games.scenarios("all")[seed % len(games.scenarios("all"))])


def test_dice_that_nobody_noted_have_no_luck() -> None:
    found = analyse(check("setup: Pakistan Fair Neutral 2 actives\nJ 95 jihad Pakistan:aa => Pakistan Poor\n")._verdict)
    assert found.unnoted == 1
    assert found.luck == 0


# -------------------------------------------------------------------- turning points


def test_turning_points_say_how_much_was_luck(evening) -> None:  # type: ignore[no-untyped-def]
    found = analyse(evening)
    told = found.turning_points(3)
    assert [t.play for t in told] == sorted(found.plays, key=lambda p: -abs(p.swing))[:3]
    for t in told:
        assert t.sentence.endswith(".")
        assert "point" in t.sentence
        assert ("without dice" in t.sentence) == (not t.play.luck.rolls and not t.play.luck.unnoted)


# -------------------------------------------------------------------- alternatives


@pytest.mark.long
def test_a_play_is_compared_with_others_of_its_card(monkeypatch: pytest.MonkeyPatch, evening) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(alternatives, "TRIED", 3)
    monkeypatch.setattr(alternatives, "FIRST_ROUND", 1)
    monkeypatch.setattr(alternatives, "OFTEN", 1)
    found = compare(evening, "a9", budget=3)
    assert found.pairs == 3
    assert any(c.own for c in found.candidates)
    assert len({c.name for c in found.candidates}) == len(found.candidates) > 2
    assert compare(evening, "a9", budget=3).data() == found.data()


@pytest.mark.parametrize(
    ("difference", "error", "words"),
    [
        (0.10, 0.04, "would have been better"),
        (0.10, 0.06, "cannot tell"),
        (-0.10, 0.06, "cannot tell"),
        (-0.10, 0.04, "the play is better"),
    ],
)
def test_a_play_is_called_worse_or_better_beyond_two_standard_errors_alone(
    difference: float, error: float, words: str
) -> None:
    other = Candidate("US 43 reserves", by_table=1.0)
    found = Comparison("US 43 woi Pakistan", "US", [other], other, difference, error, 100)
    assert words in found.sentence[:1].casefold() + found.sentence[1:]
    assert found.data()["told_apart"] == (words != "cannot tell")


@pytest.mark.parametrize(("key", "why"), [("a1", "no play of a known card"), ("a99", "no play a99")])
def test_what_has_no_alternatives_is_told(key: str, why: str, evening) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(NoAlternatives, match=why):
        compare(evening, key)


# -------------------------------------------------------------------- the library and the command


def test_the_library_has_the_analysis_of_a_verdict() -> None:
    verdict = check(EVENING.read_text(encoding="utf-8"))
    found = verdict.analysis(rollouts=0)
    data = found.data()
    assert data["table"] == "base"
    assert data["rollouts"] is None
    assert [p["id"] for p in data["plays"]][:2] == ["a1", "a2"]
    assert json.loads(json.dumps(data)) == data
    rolled = check(NEAR_THE_END).analysis(rollouts=2, seed=1)
    assert rolled.rolled_start is not None
    assert rolled.rolled_start.n == 2
    assert all(p.rolled is not None and p.rolled.n == 2 for p in rolled.plays)


NEAR_THE_END = """\
[Scenario "Let's Roll!"]
[Length "1 deck"]

setup: deck 2, hand J 2, hand US 2, Gulf States Good, US Hard

J 116 recruit Afghanistan 1
J 95 travel Afghanistan:s > Pakistan
"""


def test_the_command_tells_the_chances_and_what_they_mean() -> None:
    told = referee("analyse", str(EVENING))
    assert told.status == 0
    for words in ("people play better", "Before the first play", "Turning points", "Luck of the dice"):
        assert words in told.out.replace("\n", " ")
    data = json.loads(referee("analyse", str(EVENING), "--format", "json").out)
    assert data["plays"][3]["id"] == "a4"
    assert data["meaning"].endswith("people play better")


def test_rollouts_are_kept_beside_the_record_and_gone_on_with(tmp_path: Path) -> None:
    record = tmp_path / "game.lgn"
    record.write_text(NEAR_THE_END, encoding="utf-8")
    kept = tmp_path / "game.lgn.rollouts"

    def rolled(n: int, workers: int = 1) -> dict[str, str]:
        said = referee("analyse", str(record), "--rollouts", str(n), "--workers", str(workers))
        assert said.status == 0, said.err
        assert "rollouts" in said.out
        return dict(json.loads(kept.read_text(encoding="utf-8"))["rollouts"])

    first = rolled(2)
    assert {len(row) for row in first.values()} == {2}
    more = rolled(4)
    assert all(more[key].startswith(row) for key, row in first.items())
    kept.unlink()
    assert rolled(4, workers=2) == more
    record.write_text(NEAR_THE_END + "US 43 reserves\n", encoding="utf-8")
    assert set(rolled(2)) > set(more)


def test_a_record_that_cannot_be_read_has_no_analysis(tmp_path: Path) -> None:
    assert referee("analyse", str(tmp_path / "none.lgn")).status == 2
    assert referee("analyse", str(EVENING), "--play", "a99").status == 2
