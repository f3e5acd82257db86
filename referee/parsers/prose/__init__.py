"""Games told in sentences: from what players write to what is recognised in it, by words and form alone."""
