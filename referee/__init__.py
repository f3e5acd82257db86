"""A referee for the board game Labyrinth: The War on Terror."""
