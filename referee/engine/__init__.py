"""The game without an edition: board, journal, questions, tables, judging, gaps, slips."""
