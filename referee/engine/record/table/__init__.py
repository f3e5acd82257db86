"""The record table: answers from the line, and findings on it."""

from referee.engine.record.table.table import AlternativesTable, LegalAnswers, RecordTable, SegmentEnd

__all__ = ["AlternativesTable", "LegalAnswers", "RecordTable", "SegmentEnd"]
