"""Recognition of games in sentences, by words and form alone."""
