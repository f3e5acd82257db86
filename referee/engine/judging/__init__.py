"""The judging of lines in order: the game, and open questions of a line."""
