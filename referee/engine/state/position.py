"""A position as statements, and its impossibilities.

The only writer of what :mod:`referee.engine.state.statements` reads. The statements of a position, written to an empty
board as a set-up block, give the same position again.
"""

from __future__ import annotations

from referee.engine.state import queries as q
from referee.engine.state import statements, unknown
from referee.engine.state.board import Board
from referee.engine.state.facts import NOWHERE
from referee.engine.state.facts import Problem as Cannot
from referee.engine.state.script import Place, Statement

Problem = tuple[str, str, Place]
"""Rule, sentence and place of an impossibility."""


def statements_of(board: Board) -> list[Statement]:
    """Return the whole position as statements, in reading order."""
    return board.rules.facts.statements(board)


def problems(b: Board, given: list[Statement]) -> list[Problem]:
    """The impossibilities in a set-up block, each with its rule and place."""
    facts = dict.fromkeys(statements.fact(b, s) for s in given)
    found = [p for f in facts for p in f.contradictions([s for s in given if statements.fact(b, s) is f])]
    return [(p.rule, p.sentence, _place(given, p)) for p in found] + on_board(b, given)


def on_board(b: Board, given: list[Statement]) -> list[Problem]:
    """The impossibilities on a board, with the statements that it contradicts."""
    if not given:
        return []
    known = b.rules.facts.problems(b) if not b.unknown else unknown.problems(b)
    found = [(p.rule, p.sentence, _place(given, p)) for p in known]
    for s in given:
        if statements.compared(b, s) and not statements.holds(b, s):
            found.append((statements.defining_rule(b, s), statements.sentence(b, s), s.place))
    return found


def _place(given: list[Statement], p: Cannot) -> Place:
    """The place of the statement nearest to an impossibility."""
    about = [s for s in given if p.subject in ("*", s.subject) and s.field in p.fields]
    if p.value is not None:
        about = [s for s in about if s.value == p.value][-1:] or about
    about = about or [s for s in given if p.subject and s.subject == p.subject]
    return (about or given)[0].place


def summary(b: Board) -> str:
    """Return the derived values of a position in one line.

    World Posture and the four counts (4.7.2, 4.7.6).
    """
    facts = b.rules.facts
    said = {
        "world": q.world_posture_name(q.world_posture(b)),
        "good": q.good_resources(b),
        "islamist": q.islamist_resources(b),
        "fair/good": q.fair_good(b),
        "poor/islamist": q.poor_islamist(b),
    }
    known = {name: facts.is_known(facts.named(name), b, "") for name in said}
    return ", ".join(f"{name} {value if known[name] else 'unknown'}" for name, value in said.items())


__all__ = ["NOWHERE", "Problem", "problems", "statements_of", "summary"]
