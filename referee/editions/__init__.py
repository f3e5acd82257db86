"""The base game, The Awakening and the three solitaire systems.

Each edition says what is on the table and what its rules are.
"""
