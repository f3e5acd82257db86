"""Games out of their files: the tree of :mod:`referee.engine.script` from the notation and from foreign forms."""
