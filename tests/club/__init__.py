"""Many records: archives, workers, audit, settings."""
