"""Verdicts out: terminal, HTML, JSON. Reports render the engine's Steps and know no rules."""
