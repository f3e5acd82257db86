"""The record table: answers from the line of the record, and findings on what it says wrongly or does not say."""

from referee.engine.record.table.table import Alternatives, AlternativesTable, RecordTable, SegmentOver

__all__ = ["Alternatives", "AlternativesTable", "RecordTable", "SegmentOver"]
