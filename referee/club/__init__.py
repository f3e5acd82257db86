"""Many records: their sources, their workers, and the audit of all of them."""
