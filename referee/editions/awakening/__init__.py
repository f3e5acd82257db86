"""The Awakening (chapters 10 and 11) on top of the base game."""
