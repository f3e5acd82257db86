"""The referee for the page: named requests and ready answers.

This package is independent of browsers. The page's scripts know no rule: every sentence, every choice and every drawing
comes from here.
"""
