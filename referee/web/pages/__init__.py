"""The pages of Learn, written when the page is built: what ``referee explain`` tells, as data that needs no referee.

``python -m referee.web.pages OUTDIR`` writes them. It is run in the repository, whose docs and records it reads.
"""
