"""The base game, The Awakening and the three solitaire systems.

Each edition defines the pieces on the table and its rules.
"""
