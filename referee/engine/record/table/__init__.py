"""The record table: answers from the line of the record.

What the line does not say or says wrongly becomes a finding.
"""

from referee.engine.record.table.table import (
    CARD_PLAYS,
    SKIP,
    Alternatives,
    Forced,
    LeftOpen,
    OpenQuestion,
    RecordTable,
    SegmentOver,
)

__all__ = ["CARD_PLAYS", "SKIP", "Alternatives", "Forced", "LeftOpen", "OpenQuestion", "RecordTable", "SegmentOver"]
