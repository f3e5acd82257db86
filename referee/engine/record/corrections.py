"""Corrections of the board in mid-record.

The players, or an umpire, correct the board, and play goes on from there. A correction states what a set-up can state,
the clock included. It is no evidence against earlier lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.law import victories
from referee.engine.law.play import Play
from referee.engine.record.table import RecordTable
from referee.engine.state import differences, position, statements, unknown
from referee.engine.state.board import Board
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.facts.cards import beside_the_deck
from referee.engine.state.facts.clock import STATED
from referee.engine.state.facts.pieces import Supply
from referee.engine.state.journal import Kind
from referee.engine.state.moments import Moments
from referee.engine.state.script import Action, Statement
from referee.engine.state.words import the_side

_CLOCK = frozenset({"turn", "phase", "card", "stage"})


def correct(action: Action, play: Play, table: RecordTable) -> None:
    """Write the statements of ``action`` to the board.

    One note, and a finding for each that is impossible.
    """
    b, given = play.board, action.statements
    goals, winner = victories.before_correction(b), b.winner
    for s in given:
        if s.field == unknown.REST:
            statements.write(play, s, "3.2", kind=Kind.CORRECTION)
    first = [s for s in given if s.field == unknown.REST or unknown.is_open(b, s)]
    written = [s for s in statements.in_order(b, given) if s in first or not statements.derived(b, s)]
    before = {(rule, message) for rule, message, _ in position.on_board(b, written)}
    wrong = [s for s in given if not statements.holds(b, s)]
    told = "; ".join([*differences.as_written(b, first), *filter(None, [_replaced(b, wrong)])])
    each = [_replaced(b, [s]) for s in wrong]
    cards = beside_the_deck(b)
    for s in written:
        _write(play, table, s, given)
    stated = {s.field for s in given}
    if stated & _CLOCK:
        _clock(play, stated)
    if "deck" not in stated:
        more = beside_the_deck(b) - cards
        play.write(Kind.CORRECTION, "deck", "5.3.1", (b, "deck", max(0, b.deck - more)))
    play.moment(Moments.PUT_RIGHT, given)
    if "wins" not in stated:
        victories.of_correction(play, goals)
    for rule, message, place in position.problems(b, given):
        if (rule, message) not in before:
            table.report("impossible", rule, message, place)
    if any(not statements.holds(b, s) for s in wrong):  # unwritable statements are not reported as corrected
        told = "; ".join(said for s, said in zip(wrong, each, strict=True) if statements.holds(b, s))
    already = "nothing can be put right here" if wrong else "nothing is put right here: the board is so already"
    ended = f"the victory of {the_side(winner)}" if winner in SIDE_NAMES else "the end of the game"
    said = "; ".join(filter(None, [told, f"{ended} is taken back" if winner and not b.winner else ""]))
    message = f"the board is put right here: {said}" if said else already
    table.report("note", "notation", message, action.place)


def _replaced(b: Board, wrong: Sequence[Statement]) -> str:
    """Return each replacement in words."""
    won = [f"{the_side(s.value)} wins" for s in wrong if s.field == "wins"]
    return "; ".join(filter(None, [differences.replaced(b, [s for s in wrong if s.field != "wins"]), *won]))


def _write(play: Play, table: RecordTable, s: Statement, given: list[Statement]) -> None:
    """Write a statement to the board; report a finding if impossible."""
    b = play.board
    if statements.holds(b, s):
        statements.learn(play, s)
        return
    short = statements.write(play, s, statements.defining_rule(b, s), kind=Kind.CORRECTION, stated=given)
    if short:
        table.report("impossible", _rule_of_supply(b, s), short, s.place, [s.subject])
    if s.field == "wins":
        play.write(Kind.CORRECTION, "victory", "2.1", (b, "winner", s.value), (b, "victory_rule", "2.1"))


def _rule_of_supply(b: Board, s: Statement) -> str:
    """Return the rule of a thing's supply, else its defining rule."""
    what = statements.fact(b, s)
    supply = getattr(what, "supply", None)
    return supply.rule if isinstance(supply, Supply) else what.rule


def _clock(play: Play, stated: set[str]) -> None:
    """Begin a stated phase, unless its card or stage is stated too.

    A game that goes on is not over.
    """
    b = play.board
    if "phase" in stated:
        play.write(Kind.CORRECTION, "clock", "5.2.2", (b, "held", False), (b, "phases", b.phases + 1))
        play.remember(STATED, b.phases, rule="5.2.2")
        if "card" not in stated:
            play.write(Kind.CORRECTION, "clock", "5.2.2", (b, "played", 0))
    if b.winner:
        victories.take_back(play)
