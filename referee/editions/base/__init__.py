"""The base game: chapters 2 to 8, map, cards and events."""
