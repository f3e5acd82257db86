"""A game under the hand: the recorder, a record in an editor, a Bot's turn, a new record."""
