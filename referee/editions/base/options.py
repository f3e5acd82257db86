"""Readings in doubt, each with a default and an option.

The option switches the reading, and a note goes with each action that hinges on it. Options are named in the record's
tag: ``[Options "opium-available, disrupt-fewer"]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine.state.board import Board
from referee.engine.state.ruleset import Option

if TYPE_CHECKING:
    from referee.engine.law.play import Play


OPTIONS: dict[str, Option] = {
    "besieged-after-jihad": Option(
        "8.4.3.1",
        "only a declared Major Jihad leaves a Besieged Regime when its three dice bring no Islamist Rule in a Poor country",
        "any three Jihad dice in a Poor country that bring no Islamist Rule leave a Besieged Regime",
    ),
    "election-first-plot": Option(
        "8.5.3",
        "a first Plot does not spare US Election, which belongs to neither side",
        "a first Plot spares US Election too",
    ),
    "opium-available": Option(
        "card 72",
        "Opium under Islamist Rule places every Cell of the track",
        "Opium under Islamist Rule places Available Cells only",
    ),
    "disrupt-fewer": Option(
        "7.4.2",
        "a Disrupt that can affect two Cells must affect two",
        "a Disrupt may affect fewer Cells than it could",
    ),
}


def chosen(board: Board, name: str) -> bool:
    """Whether the record switched this reading."""
    return name in board.options


def note_reading(play: Play, name: str) -> None:
    """Note that this action depends on a reading in doubt."""
    option = play.board.rules.options[name]
    play.table.remark("note", option.rule, option.in_doubt(name, switched=chosen(play.board, name)), (), name)
