"""A record under the hand: judged line by line, with completions, fixes, hovers, outline and hints.

Editors and pages build on this; nothing in it knows one. Lines are counted from 1, columns from 1 in characters.
"""

from __future__ import annotations

from referee.play.editing.document import Document

__all__ = ["Document"]
