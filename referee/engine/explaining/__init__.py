"""The explanation of findings: slips, consequences, and readings of earlier gaps."""
