"""A record while it is written: judged line by line, with what an editor shows beside it.

Editors and pages stand on this; nothing in it knows one. Lines are counted from 1, columns from 1 in characters.
"""

from __future__ import annotations

from referee.play.editing.document import Document

__all__ = ["Document"]
