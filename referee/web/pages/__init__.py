"""The pages of Learn, written when the page is built.

They hold the texts of ``referee explain``, as data independent of the referee. ``python -m referee.web.pages OUTDIR``
writes them. It is run in the repository, whose docs and records it reads.
"""
