"""Slips of the pen.

A record goes wrong because of how it was written down, and not of how it was played. A slip is declared once
(:mod:`.declared`): its name, the hypotheses that would undo it near a suspicious line, and its cost. The search
(:mod:`.search`) judges the record as each hypothesis has it, and takes the cheapest explanation.
"""
