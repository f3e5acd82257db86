"""The base game, The Awakening and the solitaire systems.

Their rule cases come separately.
"""
