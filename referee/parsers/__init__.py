"""The parsers of games, from the notation and from foreign forms.

They build the tree of :mod:`referee.engine.state.script`.
"""
