"""All rule cases of tests/rules and records of fixtures, judged whole."""
