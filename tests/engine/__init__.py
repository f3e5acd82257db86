"""The game without an edition: journal, questions, tables, judging, gaps, slips."""
