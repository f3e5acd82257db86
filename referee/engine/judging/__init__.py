"""The judging of one line after the other: the game, and what a line leaves open."""
