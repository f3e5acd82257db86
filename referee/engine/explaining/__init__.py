"""The explanation of findings: slips of the pen, consequences, readings of earlier gaps."""
