"""Notation among prose.

The prose is that of forum posts, notes in text files and mails. What is notation is taken over as it was written.
"""
