"""Notation among prose: forum posts, notes in text files, mails. What is notation is taken over as it was written."""
