"""The judging of lines in order: the game and its open questions."""
