"""The ledger of a line: its words and what they answer."""

from referee.engine.record.ledger.ledger import CARD_PLAYS, Head, Ledger, Spot
from referee.engine.record.ledger.questions import SKIP, Forced, LeftOpen, OpenQuestion, Trial

__all__ = ["CARD_PLAYS", "SKIP", "Forced", "Head", "Ledger", "LeftOpen", "OpenQuestion", "Spot", "Trial"]
