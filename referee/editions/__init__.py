"""The editions of the game: what is on the table, and the rules it is played by."""
