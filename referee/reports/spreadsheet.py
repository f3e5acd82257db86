"""Tables for spreadsheets, without formulas in text from records."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

_FORMULA = re.compile(r"(?:^|(?<=[;|\t]))(\s*)(?=[-=+@\uff1d\uff0b\uff0d\uff20\u2212])")
"""Possible beginnings of a formula: in a cell, or after a separator."""


def cell(value: object) -> object:
    """A value for one cell, safe from formulas."""
    if isinstance(value, str):
        return _FORMULA.sub(r"\1'", value)
    return "" if value is None else value


def as_csv(head: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Write a table as CSV: a line of names, then the rows."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([cell(value) for value in row] for row in rows)
    return out.getvalue()
