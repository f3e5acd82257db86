"""The recognition of games in sentences.

It goes by words and form alone.
"""
