"""The referee on trial: self-play, planted mistakes and slips, and what must hold of every record."""
