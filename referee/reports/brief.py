"""Verdicts in few words: one line a finding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.record.findings import Finding
from referee.engine.record.steps import Judgement
from referee.reports import describe, rewriting, wording
from referee.reports.columns import printable


def lines(result: Judgement) -> Iterator[str]:
    """The verdict, then its findings by cause."""
    found, looked = wording.summary(result)
    yield "; ".join(filter(None, [found, looked, describe.victory(result)]))
    for f in wording.in_order(result.findings):
        yield finding(f, result.record.lines)


def finding(f: Finding, lines: Sequence[str]) -> str:
    """A finding in one line: place, kind, rule, sentence, reason, help, fix."""
    more = [(f"Follows from {wording.lines_named(f.follows, lines)}", "not counted.")] if f.follows else []
    more += [("Why", f.reason)] if f.reason else []
    more += [wording.helped(f)] if f.help else []
    more += rewriting.labelled(f, lines)
    parts = [f"{wording.spot(f.place, lines)} {wording.lead(f)} {f.message}"]
    parts += [f"{label}: {words}" for label, words in more]
    return " ".join(printable(" | ".join(parts)).split())
