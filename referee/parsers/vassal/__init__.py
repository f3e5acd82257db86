"""Logs and saves of VASSAL."""
