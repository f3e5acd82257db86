"""Optional rule 3: capability markers in every view.

On the board, in a position, in words and in both notations.
"""

from __future__ import annotations

from random import Random

from referee.editions import rulesets
from referee.editions.solo import capabilities, options
from referee.engine.law.forms import CAPABILITY
from referee.inputs.judging import judge
from referee.inputs.records import from_json, read_text, to_json
from referee.parsers.notation.position import block
from referee.trials import games as play

TAGS = '[Options "jihadist-bot, coherent, variable-difficulty"]\n'
DRAWN = f"{TAGS}setup: Iran 5 sleepers\nJ 112 event marker potent\n"


def test_the_words_of_a_line_are_the_levels_of_both_bots() -> None:
    assert tuple(CAPABILITY.words) == (*options.IDEOLOGIES, *options.RESOLVES)


def test_the_personalities() -> None:
    """Five cards of each deck: the ruling capability-personalities."""
    base, awakening = {110, 111, 112, 115, 116}, {215, 216, 219, 225, 237}
    assert base | awakening == capabilities.PERSONALITIES


def test_without_the_option_nothing_is_on_the_board() -> None:
    plain = rulesets.base().by_options(("jihadist-bot", "coherent"))
    assert not [f for f in plain.facts if f.rule == capabilities.RULE]
    assert capabilities.RULE not in plain.armed


def test_only_the_markers_of_a_bot_in_the_game_are() -> None:
    rules = rulesets.base().by_options(("us-bot", "variable-difficulty"))
    assert {f.name for f in rules.facts if f.rule == capabilities.RULE} == {f"marker {n}" for n in options.RESOLVES}


def test_a_position_states_what_differs_from_the_start() -> None:
    board = judge(read_text(DRAWN)).board
    stated = block(board)
    assert "marker potent" in stated
    assert "marker coherent" not in stated
    again = judge(read_text(f"{TAGS}{stated}\n"))
    assert capabilities.in_play(again.board, options.IDEOLOGIES) == {"coherent", "potent"}


def test_json_has_the_marker_and_leads_back() -> None:
    kept = to_json(DRAWN + "board: marker potent, no marker virulent\n")
    assert '"capability": "potent"' in kept
    lines, broken = from_json(kept)
    assert not broken
    assert "J 112 event marker potent" in lines
    assert "board: marker potent, no marker virulent" in lines


def test_self_play_draws_as_many_as_a_card_is_worth() -> None:
    chosen = [play.systems("both", rulesets.base(), Random(seed)) for seed in range(60)]
    drawn = [c for c in chosen if options.VARIABLE in c]
    assert drawn
    for found in drawn:
        for names in (options.IDEOLOGIES, options.RESOLVES):
            assert 1 <= len(set(names) & set(found)) <= 3
