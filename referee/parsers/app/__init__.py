"""Saved games of the solitaire program (folders, archives, histories): read as text and turned into a record."""
