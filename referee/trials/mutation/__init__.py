"""Mutation: deliberate mistakes in self-played records.

Each mistake is bound to the rule that it breaks. A game is self-played to some point; a mutator writes a line that
breaks one rule by construction; the referee says what the board is then, as played; and self-play goes on from there.
The whole record must give that one finding, with that rule at that line, and nothing else.
"""

from referee.trials.mutation import awakening, base, solitaire
from referee.trials.mutation.model import CHAPTER_11, MUTATORS, SOLITAIRE
from referee.trials.mutation.run import (
    SEVERAL,
    MistakeGame,
    MistakeSpot,
    game,
    kinds,
    mutators,
    one,
    outcome,
    plant,
    play,
    spots,
)

__all__ = [
    "CHAPTER_11",
    "MUTATORS",
    "SEVERAL",
    "SOLITAIRE",
    "MistakeGame",
    "MistakeSpot",
    "awakening",
    "base",
    "game",
    "kinds",
    "mutators",
    "one",
    "outcome",
    "plant",
    "play",
    "solitaire",
    "spots",
]
