"""All rule cases of tests/rules and all records of fixtures, judged as a whole."""
