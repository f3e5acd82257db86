"""Chances, luck and choice."""
