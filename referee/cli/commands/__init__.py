"""The longer commands of the terminal, one module for each.

Each module makes the data and the text of its command.
"""
