"""The referee on trial: self-play, planted mistakes and slips, mutants."""
