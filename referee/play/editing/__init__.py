"""A record in an editor, judged line by line.

It has completions, fixes, hovers, outline and hints. Editors and pages build on this; nothing in it knows one. Lines
are counted from 1, columns from 1 in characters.
"""

from __future__ import annotations

from referee.play.editing.document import Document

__all__ = ["Document"]
