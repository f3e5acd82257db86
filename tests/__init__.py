"""The tests, in folders that mirror the rooms of the program.

rules/ has the public rule cases.
"""
