"""A game in progress: recorder, editor, Bots, legal plays."""
