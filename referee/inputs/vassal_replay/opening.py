"""Where a log begins: the scenario whose position it is, or a position of its own."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.editions import rulesets
from referee.engine.game import Game
from referee.engine.script import Statement
from referee.engine.setup import Setup, scenario_files
from referee.inputs.vassal_replay.target import Target
from referee.parsers.notation import position as written
from referee.parsers.vassal.table import Sight, Table

MOST_OTHERWISE = 14
"""Most things in which a position may differ from a scenario that it is taken for."""
_HANDS = ("hand J", "hand US", "discards", "removed", "boxed")


@dataclass(slots=True)
class Opening:
    """How a record begins: its tags, its set-up lines, and what they say."""

    setup: Setup
    tags: list[str]
    lines: list[str] = field(default_factory=list)
    given: list[Statement] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def cards_of(table: Table) -> set[int]:
    """The numbers of all cards on the table."""
    return {card for p in table.pieces.values() if (card := table.kind(p)[1])}


def opening(table: Table, sight: Sight, *, whole: bool = False) -> Opening:
    """The scenario that a position is nearest to, with what is otherwise in it; ``whole``: a block of its own always."""
    cards = cards_of(table)
    best: tuple[int, int, str] | None = None
    for name, data in scenario_files().items():
        setup = Setup(rulesets.of_scenario(data), name, data)
        board = setup.board()
        wrong = Target(board, sight, without=_HANDS).wrong(board)
        strange = len(cards - set(board.cards)) + abs(len(cards) - len(board.cards)) if cards else 0
        found = len(wrong), strange, name
        if best is None or found < best:
            best = found
    assert best is not None
    if best[0] <= MOST_OTHERWISE and not whole:
        data = scenario_files()[best[2]]
        setup = Setup(rulesets.of_scenario(data), best[2], data)
        result = Opening(setup, [f'[Scenario "{best[2]}"]', '[Length "1 deck"]'])
        board = setup.board()
        target = Target(board, sight, without=_HANDS)
    else:
        result = _of_its_own(cards)
        board = result.setup.board()
        target = Target(board, sight)
    wrong = target.wrong(board)
    result.given = list(target.statements(board, wrong))
    if result.given:
        facts = board.rules.facts
        groups = [p for _, p in written.phrases(facts, result.given)]
        result.lines = [f"setup: {p}" for p in groups]
        if result.setup.name:
            result.notes.append(f"the log begins with the position of {result.setup.name}, with changes")
    return result


def _of_its_own(cards: set[int]) -> Opening:
    """A position that no scenario has: the rules go by the cards."""
    later = any(n > 120 for n in cards)
    both = later and any(n <= 120 for n in cards)
    tags = [] if not later else [f'[Rules "{"both decks" if both else "Awakening"}"]']
    given = {"Rules": "both decks" if both else "Awakening"} if later else {}
    rules = rulesets.of_scenario(None, given)
    return Opening(Setup(rules), tags)


def begin(game: Game, found: Opening) -> bool:
    """Set up the position; False if it cannot be."""
    from referee.engine.script import Action, Place

    blocks = []
    if found.given:
        block = Action("setup", Place(1, 1, 2), "")
        block.statements = found.given
        blocks.append(block)
    game.set_up(blocks, None)
    return not game.opening
