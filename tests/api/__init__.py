"""The library: judging, asking, searching."""
