"""The ledger of a line: its words and what they answer."""

from referee.engine.record.ledger.ledger import CARD_PLAYS, Head, Ledger, Spot
from referee.engine.record.ledger.questions import SKIP, OpenQuestion, OpenQuestionSignal, Trial, TrialDice

__all__ = ["CARD_PLAYS", "SKIP", "Head", "Ledger", "OpenQuestion", "OpenQuestionSignal", "Spot", "Trial", "TrialDice"]
