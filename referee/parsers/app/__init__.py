"""Saved games of the solitaire program.

Folders, archives and histories are read as text and turned into a record.
"""
