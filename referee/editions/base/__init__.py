"""The base game: chapters 2 to 8, its map, its cards and their events."""
