"""Slips of the pen: mistakes in writing a record, not in playing.

A slip is declared once (:mod:`.declared`): its name, the hypotheses that would undo it near a suspicious line, and its
cost. The search (:mod:`.search`) judges the record under each hypothesis, and takes the cheapest explanation.
"""
