"""The referee on trial: self-play, planted mistakes and slips, invariants of records."""
