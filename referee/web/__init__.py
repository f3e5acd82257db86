"""The referee behind a page: what the page asks for, by name, and answers that it can show as they are.

Nothing here knows a browser. The page's scripts know no rule: every sentence, every choice and every drawing comes from
here.
"""
