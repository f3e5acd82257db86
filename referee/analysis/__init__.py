"""Analysis: chances to win, luck and choice, by playing on from the positions of a game."""
