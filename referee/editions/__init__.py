"""The base game, The Awakening, and the three solitaire systems: what is on the table and its rules."""
