"""The game without an edition: board, journal, questions, tables, the judging of a line, gaps and slips."""
