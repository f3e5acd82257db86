"""A game in progress: recorder, editor, a Bot's turn, a new record."""
