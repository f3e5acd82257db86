"""Check: a record in any form that the referee reads, its verdict and its report."""

from __future__ import annotations

from typing import Any

from referee import inputs
from referee.engine.findings import Unread
from referee.reports import html, wording
from referee.web.desk import Given, Refused

MOST_NAME = 120


class Room:
    """The record that was looked at last."""

    CALLS = ("judge", "report")

    def __init__(self) -> None:
        self._verdict: Any = None

    def judge(self, given: Given, data: bytes) -> dict[str, Any]:
        """The verdict on the bytes of a file called ``name``."""
        name = str(given.get("name", "record"))[:MOST_NAME]
        verdict = inputs.judge_bytes(data, inputs.shown(name), alternatives=False)
        if isinstance(verdict, Unread):
            self._verdict = None
            raise Refused(verdict.message)
        self._verdict = verdict
        lines = verdict.record.lines
        return {
            "verdict": verdict.verdict,
            "findings": [
                {"kind": f.kind, "rule": f.rule, "message": f.message, "spot": wording.spot(f.place, lines)}
                for f in verdict.findings
            ],
        }

    def report(self, given: Given, data: bytes) -> str:
        """The report on it as one HTML file."""
        if self._verdict is None:
            raise Refused("there is no record yet")
        return html.render(self._verdict)


def warm_up() -> None:
    """Judge and render a small record of each edition."""
    room = Room()
    for record in (
        b'[Scenario "Let\'s Roll!"]\nJ 95 recruit Afghanistan 3',
        b'[Scenario "Arab Spring"]\nJ 1 recruit Syria',
    ):
        room.judge({}, record)
        room.report({}, b"")
