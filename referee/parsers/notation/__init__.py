"""The project's own notation (docs/reference/notation.md): reader and writer."""

from referee.parsers.notation.encodings import TextError

__all__ = ["TextError"]
