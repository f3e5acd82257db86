"""Each form of a game that is read, and the notation that is written."""
