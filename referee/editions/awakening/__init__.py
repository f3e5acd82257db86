"""The Awakening: chapters 10 and 11, as a ruleset on the base game."""
