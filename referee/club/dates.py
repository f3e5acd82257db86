"""Days in a record.

They are read from its tag ``Date``, and from the beginning of remarks, as people write them by mail.
"""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from referee.engine.state.script import Record, notation_lines

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+)?"
_MONTH = r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
_YEAR = r"(?:,?\s+(\d{4}))?"
_FORMS = (
    re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)", re.ASCII),
    re.compile(rf"{_WEEKDAY}(\d{{1,2}})(?:st|nd|rd|th)?\.?\s+{_MONTH}{_YEAR}(?!\w)", re.ASCII | re.IGNORECASE),
    re.compile(rf"{_WEEKDAY}{_MONTH}\s+(\d{{1,2}})(?:st|nd|rd|th)?{_YEAR}(?!\w)", re.ASCII | re.IGNORECASE),
)
_HALF_A_YEAR = 183


class Day(NamedTuple):
    """A day in a record, and its line."""

    day: date
    line: int


def parse(text: str, year: int | None = None, after: date | None = None) -> date | None:
    """Read the day at the beginning of a text.

    None if there is none.

    ``year`` is taken where none is written; ``after`` is the day before it in the record: December is followed by a
    January of the next year.
    """
    text = text.strip()
    for n, form in enumerate(_FORMS):
        found = form.match(text)
        if found is None:
            continue
        if n == 0:
            return _date(int(found[1]), int(found[2]), int(found[3]))
        day, month = (found[1], found[2]) if n == 1 else (found[2], found[1])
        which = MONTHS.index(month[:3].lower()) + 1
        if found[3]:
            return _date(int(found[3]), which, int(day))
        if after is None:
            return _date(year, which, int(day)) if year is not None else None
        near = _date(after.year, which, int(day))
        if near is not None and (after - near).days > _HALF_A_YEAR:
            near = _date(after.year + 1, which, int(day))
        return near
    return None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def days(record: Record) -> list[Day]:
    """The days of a record in the order of its lines.

    A day without a year has that of the one before it.
    """
    found: list[Day] = []
    tagged = parse(record.tags.get("Date", ""))
    last = tagged
    for number, line in notation_lines(record.lines):
        remark = line.partition(";")[2] if not line.lstrip().startswith("[") else ""
        day = parse(remark, last.year if last else None, last) if remark else None
        if day is not None:
            found.append(Day(day, number))
            last = day
    if tagged is not None and found and "Date" in record.tag_places:
        found.insert(0, Day(tagged, record.tag_places["Date"].line))
    return found
