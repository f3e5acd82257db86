"""The beginning of a log.

It is the scenario of its position, or a position of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.editions import rulesets
from referee.engine.judging.game import Game
from referee.engine.record.setup import Setup, scenario_files
from referee.engine.state.script import Action, Place, Statement
from referee.inputs.vassal_replay.target import Target
from referee.parsers.notation import position as written
from referee.parsers.vassal.table import PieceTable, Sight

MOST_DIFFERENCES = 14
"""Most differences between a position and its presumed scenario."""
_HANDS = ("hand J", "hand US", "discards", "removed", "boxed")


@dataclass(slots=True)
class Opening:
    """The beginning of a record: tags, set-up lines, and statements."""

    setup: Setup
    tags: list[str]
    lines: list[str] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def begin(self, game: Game) -> bool:
        """Set up the position; False if that is impossible."""
        blocks = []
        if self.statements:
            blocks.append(Action("setup", Place(1, 1, 2), ""))
            blocks[0].statements = self.statements
        game.set_up(blocks, None)
        return not game.opening


def opening(table: PieceTable, sight: Sight) -> Opening:
    """The nearest scenario with differences, or a position."""
    cards = {card for piece in table.pieces.values() if (card := table.kind(piece)[1])}
    nearest: tuple[int, int, str] = (MOST_DIFFERENCES + 1, 0, "")
    for name, data in scenario_files().items():
        board = Setup(rulesets.of_scenario(data), name, data).board()
        wrong = len(Target(board, sight, without=_HANDS).wrong(board))
        strange = len(cards - set(board.cards)) + abs(len(cards) - len(board.cards)) if cards else 0
        nearest = min(nearest, (wrong, strange, name))
    name = nearest[2]
    if name:
        data = scenario_files()[name]
        found = Opening(Setup(rulesets.of_scenario(data), name, data), [f'[Scenario "{name}"]', '[Length "1 deck"]'])
    else:  # the rules go by the cards
        later = max(cards, default=0) > 120
        rules = "both decks" if later and min(cards) <= 120 else "Awakening"
        setup = Setup(rulesets.of_scenario(None, {"Rules": rules} if later else {}))
        found = Opening(setup, [f'[Rules "{rules}"]'] if later else [])
    board = found.setup.board()
    target = Target(board, sight, without=_HANDS if name else ())
    found.statements = list(target.statements(board, target.wrong(board)))
    found.lines = [f"setup: {p}" for _, p in written.phrases(board.rules.facts, found.statements)]
    if found.statements and name:
        found.notes.append(f"the log begins with the position of {name}, with changes")
    return found
