"""Notation among prose.

The prose is that of forum posts, notes in text files and mails. Notation is taken over as written.
"""
