"""Verdicts in every form, and the drawn map.

Reports render Steps and know no rules.
"""
