"""Records in: our notation and foreign logs become the tree of :mod:`referee.engine.script`."""
