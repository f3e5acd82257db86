"""The rulebook as data (referee/rules) and the rulings.

tests/rules has the rule cases.
"""
