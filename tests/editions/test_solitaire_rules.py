"""The rules of a game with a solitaire system.

They are those of the game, and the additions of the system.
"""

from __future__ import annotations

import pytest

from referee.editions.base.card_uses import LEFT_OVER
from referee.editions.base.queries import Queries
from referee.editions.solo import sheets
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.inputs.judging import judge
from referee.inputs.records import read_text

GAMES = {"base": ("jihadist-activities", "jihadist-bot", "us-bot"), "Awakening": ("jihadist-bot", "us-bot")}
SYSTEMS = [(game, system) for game, systems in GAMES.items() for system in systems]
LEVELS = {
    "jihadist-activities": ("coherent", "attractive", "potent", "infectious", "virulent"),
    "jihadist-bot": ("coherent", "attractive", "potent", "infectious", "virulent"),
    "us-bot": ("competent", "adept", "vigilant", "ruthless", "no-mercy"),
}


def board(game: str, *options: str) -> Board:
    rules = f'[Rules "{game}"]\n' if game != "base" else ""
    tag = f'[Options "{", ".join(options)}"]\n' if options else ""
    verdict = judge(read_text(f"{rules}{tag}setup: Iran 1 sleeper"))
    assert not [f for f in verdict.findings if f.counted], options
    return verdict.board


@pytest.mark.parametrize(("game", "system"), SYSTEMS)
def test_a_system_adds_and_takes_nothing_away(game: str, system: str) -> None:
    plain = board(game).rules
    for more in ((), ("variable-difficulty",), LEVELS[system], ("mini-decks",) if game == "base" else ("unguided",)):
        made = board(game, system, *more).rules
        assert made.armed > plain.armed, more
        assert {f.name for f in made.facts} >= {f.name for f in plain.facts}, more
        assert made.options.keys() == plain.options.keys()
        assert made.texts[: len(plain.texts)] == plain.texts
        assert {n: made.titles[n] for n in plain.titles} == plain.titles


@pytest.mark.parametrize(("game", "system"), SYSTEMS)
def test_a_system_names_the_further_use_of_its_own_side(game: str, system: str) -> None:
    """Radicalization is the Jihadist's (12.4.3), Homeland Security the US's (13.4.4)."""
    made, plain = board(game, system).rules, board(game).rules
    added = {n: title for n, title in made.titles.items() if n not in plain.titles}
    side = sheets.SIDES[system]
    assert added == {n: left.title for n, left in LEFT_OVER.items() if left.side == side}
    assert [*made.seats] == [*made.guides] == [side]
    assert sheets.CHAPTERS[system] in made.chapters


def test_both_bots_have_both_further_uses() -> None:
    made = board("Awakening", "jihadist-bot", "us-bot").rules
    assert {"radicalize", "homeland"} <= made.titles.keys()
    assert {*made.seats} == {"J", "US"}


def test_without_a_guide_the_seat_is_still_the_systems() -> None:
    made = board("Awakening", "us-bot", "unguided").rules
    assert [*made.seats] == ["US"]
    assert not made.guides


def test_three_piles_deal_the_jihadist_hand_first_whole() -> None:
    """Without mini-decks the two hands are dealt by turns (9.2)."""
    with_piles, without = board("base", "jihadist-activities", "mini-decks"), board("base", "jihadist-activities")
    assert q.modified(Queries.A_WHOLE_HAND_AT_ONCE, with_piles, "", False)
    assert not q.modified(Queries.A_WHOLE_HAND_AT_ONCE, without, "", False)
