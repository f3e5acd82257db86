"""The referee for the page: named requests and ready answers.

Nothing here knows a browser. The page's scripts know no rule: every sentence, every choice and every drawing comes from
here.
"""
