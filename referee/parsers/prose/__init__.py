"""The recognition of games in sentences, by words and form alone."""
