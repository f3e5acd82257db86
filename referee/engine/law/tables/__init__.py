"""The tables at which procedures are played."""
