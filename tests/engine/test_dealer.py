"""A table whose deck, hands and dice the referee keeps."""

from __future__ import annotations

from random import Random

import pytest

from referee.engine.judging.game import Game
from referee.engine.law.ask import Field
from referee.engine.law.line import LineHead
from referee.engine.law.question import InputKind
from referee.engine.state.hands import cards_of
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.play.recording import Session, picks
from referee.play.recording.book import Book
from referee.play.recording.dealer import seed_of


def begun(options: str = "", *, seed: int = 7, scenario: str = "Let's Roll!", length: str = "") -> Session:
    """A new game that the referee deals."""
    session = Session(Book(""), seed=seed, deals=True)
    for answer in (scenario, length, "", "", options, *("" for _ in options.split())):
        session.feed(answer)
        if session.begins is None:
            break
    return session


def tapped(session: Session, random: Random) -> bool:
    """One tap of a person who answers anything.

    False once the game is over.
    """
    q, shown = session.question, picks.of(session)
    if q.kind == InputKind.OVER:
        return False
    legal = [p for p in shown.picks if not p.choice.failures]
    if q.kind == InputKind.END:
        session.feed("")
    elif q.kind == InputKind.CARD and legal:
        session.play(LineHead("card", session.book.game.board.side, (random.choice(legal).choice.value,)))
    elif shown.usual is not None and (not legal or random.random() < 0.5):
        session.answer(shown.usual.gives)
    elif legal:
        pick = random.choice(legal)
        session.answer(pick.gives, back=pick.back)
    else:
        for _ in range(random.randrange(1, 4)):
            session.feed("undo")
    return True


def held(game: Game, side: str) -> tuple[int, ...]:
    return cards_of(game.board, side) or ()


def test_the_deal_names_the_cards_and_shows_its_seed() -> None:
    session = begun(seed=7)
    deal = next(line for line in session.book.lines if line.startswith("deal"))
    assert "cards dealt by the referee: seed 7" in deal
    assert seed_of(session.book.lines) == 7
    mine = held(session.book.game, "US")
    assert len(mine) == 9
    assert 0 not in mine
    assert not set(mine) & set(held(session.book.game, "J"))
    assert [held(begun(seed=7).book.game, side) for side in ("J", "US")] == [held(session.book.game, "J"), mine]
    assert held(begun(seed=8).book.game, "US") != mine


def test_a_record_that_is_opened_again_goes_on_with_the_same_deck() -> None:
    session = begun(seed=7)
    again = Session(Book(session.book.text))
    assert again.deals
    assert again.seed == 7
    card = held(session.book.game, "J")[0]
    for one in (session, again):
        one.play(LineHead("card", "J", (card,)))
        one.feed("reserves")
    assert again.book.text == session.book.text


def test_cards_that_an_event_draws_are_drawn_from_the_deck() -> None:
    """Card 76, Abu Ghraib, has the Jihadist draw two cards."""
    position = "phase J 1, prestige 5, US Hard, Saudi Arabia Poor Ally, hand J 3, hand US 3"
    there = "Iraq Poor Ally RC-green 6 troops 1 sleeper"
    session = Session(Book(f"setup: {position}, {there}\n"), seed=7, deals=True)
    session.feed("J 76 event ally Saudi Arabia")
    drawn = [line for line in session.book.lines if line.startswith("draw")]
    assert len(drawn) == 1
    cards = [int(n) for n in drawn[0].partition(":")[2].split()]
    assert drawn[0].startswith("draw J 2: ")
    assert len(set(cards)) == 2
    assert 76 not in cards
    assert set(cards) <= set(held(session.book.game, "J"))


def test_a_plot_of_a_bot_is_turned_over_by_the_referee() -> None:
    """No question about the marker: it was drawn unseen."""
    session, random = begun("jihadist-bot", seed=1), Random(1)
    while not session.book.lines[-1].startswith("J resolve"):
        assert session.question.field is not Field.VALUE
        assert tapped(session, random)
    resolved = session.book.lines[-1].split()
    assert resolved[3] in ("1", "2", "3")
    assert not [f for f in session.book.findings if f.counted]


@pytest.mark.sampled(2)
@pytest.mark.long
@pytest.mark.parametrize("options", ["jihadist-bot", "us-bot", "jihadist-bot us-bot"])
@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_needs_no_table(options: str, seed: int) -> None:
    """A game by taps alone, from the deal to the end.

    Dice and cards come by themselves, and the record has no mistake.
    """
    session = begun(options, seed=seed + 1)
    random = Random(seed)
    taps = 0
    while taps < 1500 and tapped(session, random):
        taps += 1
    assert session.question.kind == InputKind.OVER
    verdict = judge(read_text(session.book.text, "dealt.lgn"))
    assert [f.message for f in verdict.findings if f.counted] == []
    assert not any("?" in line.split(";")[0] for line in session.book.lines if line.startswith(("deal", "draw")))
