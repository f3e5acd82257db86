"""Verdicts out: terminal, HTML, JSON, forums, CI; the drawn map. Reports render Steps and know no rules."""
