"""Self-play: every record that the random table writes checks clean, and the board keeps its invariants."""

from __future__ import annotations

import pytest

from referee.engine import hidden
from referee.engine import queries as q
from referee.engine.board import Board, snapshot
from referee.engine.data import CARDS, N_CELLS, N_TROOPS
from referee.engine.referee import check
from referee.engine.setup import Setup, find_scenario
from referee.inputs import judge
from referee.parsers.notation import format_text, read_text
from referee.selfplay import SelfPlay

SEEDS = range(20)


def lets_roll() -> Setup:
    data = find_scenario("Let's Roll!")
    assert data is not None
    return Setup(data["name"], data, 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_self_played_record_is_clean_and_canonical(seed: int) -> None:
    game = SelfPlay(seed, lets_roll()).play(turns=2)
    assert format_text(game.text).text == game.text
    verdict = judge(read_text(game.text))
    assert [f for f in verdict.findings if f.kind != "note"] == []
    assert verdict.verdict == "clean"


def test_the_same_seed_gives_the_same_record() -> None:
    assert SelfPlay(7, lets_roll()).play(turns=2).text == SelfPlay(7, lets_roll()).play(turns=2).text


def invariants(b: Board) -> None:
    assert b.troops_track + sum(c.troops for c in b.countries.values()) == N_TROOPS
    assert b.cells_track + sum(c.sleepers + c.actives for c in b.countries.values()) == N_CELLS
    assert min(b.troops_track, b.cells_track) >= 0
    assert 1 <= b.prestige <= 12
    assert 1 <= b.funding <= 9
    assert 0 <= b.reserves_j <= 2
    assert 0 <= b.reserves_us <= 2
    assert abs(q.world_posture(b)) <= 3
    assert hidden.available_count(b) >= 0
    on_map = sorted(t for c in b.countries.values() for t in c.plots)
    assert on_map == sorted(t.number for t in b.tokens)
    assert b.worlds
    for name, c in b.countries.items():
        assert min(c.troops, c.sleepers, c.actives, c.aid) >= 0, name
        if c.regime_change:
            assert c.governance in (2, 3), name
        if c.governance in (1, 4) and c.data.muslim:
            assert not c.regime_change, name
    known = [n for n in (*(b.cards_j or ()), *(b.cards_us or ()), *b.discards, *b.removed, *b.lapsing) if n]
    if b.first_plot:
        known.append(b.first_plot)
    assert len(known) == len(set(known)), "a card is in two places"
    if b.hand_j is not None and b.hand_us is not None and b.stage != "over":
        unnamed = (b.cards_j or ()).count(0) + (b.cards_us or ()).count(0)
        assert len(known) + unnamed + b.deck == len(CARDS)


class Watched(SelfPlay):
    """Self-play that looks at the board after every action, and undoes each action once to see that it can be."""

    def attempt(self, procedure, given):  # type: ignore[no-untyped-def]
        before = snapshot(self.board)
        mark = self.journal.mark()
        state = self.random.getstate()
        deck = self.cards.copy()
        table = super().attempt(procedure, given)
        if table is None:
            assert snapshot(self.board) == before
            return None
        self.journal.undo_to(mark)
        assert snapshot(self.board) == before, "undo of the journal gives the earlier position exactly"
        self.actions -= 1
        self.random.setstate(state)
        self.cards.deck, self.cards.waiting = deck.deck, deck.waiting
        table = super().attempt(procedure, given)
        assert table is not None
        invariants(self.board)
        return table


@pytest.mark.parametrize("seed", range(100, 106))
def test_the_board_keeps_its_invariants(seed: int) -> None:
    Watched(seed, lets_roll()).play()


def test_the_checked_board_is_the_played_board() -> None:
    game = SelfPlay(3, lets_roll())
    text = game.play(turns=2).text
    verdict = check(read_text(text), lets_roll())
    mine, theirs = snapshot(game.board), snapshot(verdict.board)
    for field in ("tokens", "worlds", "memo", "obligations"):  # these name lines
        mine.pop(field), theirs.pop(field)
    assert mine == theirs
