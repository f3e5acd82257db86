"""Many records: their sources, their workers and their audit."""
