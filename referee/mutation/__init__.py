"""Mutation: mistakes made on purpose in self-played records, each bound to the rule that it breaks.

A game is self-played to some point; a mutator writes a line that breaks one rule by construction; the referee says what
the board is then, as played; and self-play goes on from there. The whole record must give that one finding, with that
rule at that line, and nothing else.
"""

from referee.mutation import awakening, awakening_events, doubled, hands, operations, records, solitaire
from referee.mutation.model import CHAPTER_11, MUTATORS, SOLITAIRE, Mistake
from referee.mutation.run import SEVERAL, Planted, Score, kinds, one, plant, run

__all__ = [
    "CHAPTER_11",
    "MUTATORS",
    "SEVERAL",
    "SOLITAIRE",
    "Mistake",
    "Planted",
    "Score",
    "awakening",
    "awakening_events",
    "doubled",
    "hands",
    "kinds",
    "one",
    "operations",
    "plant",
    "records",
    "run",
    "solitaire",
]
