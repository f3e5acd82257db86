"""Verdicts in every form, the report in a browser included."""
