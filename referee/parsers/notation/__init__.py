"""The project's own notation (docs/notation.md): reader and writer."""

from referee.parsers.notation.reader import TextError, read_bytes, read_text
from referee.parsers.notation.writer import format_text

__all__ = ["TextError", "format_text", "read_bytes", "read_text"]
