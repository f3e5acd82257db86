"""Each form of a game that can be read, and the notation."""
