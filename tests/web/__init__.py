"""The requests of the page, without a browser.

tests/page has the page in one.
"""
