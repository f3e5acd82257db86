"""The record table: answers from the line, and findings on it."""

from referee.engine.record.table.table import Alternatives, AlternativesTable, RecordTable, SegmentOver

__all__ = ["Alternatives", "AlternativesTable", "RecordTable", "SegmentOver"]
