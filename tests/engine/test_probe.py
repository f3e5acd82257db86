"""The probe for the possibility of a play.

It tries every way, up to its bound, and leaves no trace.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.base.ruleset import BASE
from referee.engine.law.ask import Field, RollKind
from referee.engine.law.play import Play
from referee.engine.law.table import DeadEnd
from referee.engine.law.tables.probe import BOUND, ProbeTable, probe
from referee.engine.state.board import empty_board, snapshot
from referee.engine.state.journal import Journal


def play() -> Play:
    board = empty_board(BASE)
    return Play(board, Journal(board), ProbeTable([]))


def test_the_last_way_of_all_is_found_and_nothing_is_left_of_the_others() -> None:
    at = play()
    before = snapshot(at.board)
    tried = []

    def only_the_last(trial: Play) -> None:
        trial.funding(-1)
        ways = (trial.ask(Field.FROM, range(3)), trial.ask(Field.TO, range(4)))
        tried.append(ways)
        if ways != (2, 3):
            raise DeadEnd

    assert probe(at, only_the_last)
    assert len(tried) == len(set(tried)) == 12
    assert snapshot(at.board) == before
    assert at.journal.changes == []


def test_a_question_is_searched_once_while_the_answers_before_it_stay() -> None:
    searched = []

    def answers(field: Field, n: int) -> Callable[[], range]:
        def search() -> range:
            searched.append(field)
            return range(n)

        return search

    def never(trial: Play) -> None:
        trial.ask(Field.FROM, answers(Field.FROM, 3))
        trial.ask(Field.TO, answers(Field.TO, 2))
        raise DeadEnd

    assert not probe(play(), never)
    assert searched == [Field.FROM, Field.TO, Field.TO, Field.TO]


def test_no_way_is_no() -> None:
    def never(trial: Play) -> None:
        trial.ask(Field.FROM, range(BOUND - 1))
        raise DeadEnd

    assert not probe(play(), never)


def test_beyond_its_bound_it_says_yes() -> None:
    tried = []

    def never(trial: Play) -> None:
        tried.append(trial.ask(Field.FROM, range(BOUND + 1)))
        raise DeadEnd

    assert probe(play(), never)
    assert len(tried) == BOUND


def test_a_question_without_an_answer_is_a_dead_end() -> None:
    def nothing(trial: Play) -> None:
        trial.ask(Field.FROM, ())

    assert not probe(play(), nothing)


def test_dice_that_are_only_rolled_again_come_to_an_end() -> None:
    """Card 134, which rolls until a country can take the marker (11.3.10)."""

    def until(trial: Play) -> None:
        while trial.roll(RollKind.COUNTRY, sum, n=3, repeats=lambda found: found != 17) != 17:
            pass

    assert probe(play(), until)
