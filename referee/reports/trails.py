"""The ways of a Step through a flowchart, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from referee.engine.law import answers
from referee.engine.law.ask import Field, RollKind
from referee.engine.law.guidance import MOST_ON_ONE_DIE, FollowedAnswer, Stop
from referee.engine.law.rolls import Roll
from referee.engine.record.steps import JudgedStep
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.words import agree, capital, clause, listed, numbered, small
from referee.reports.columns import printable

MOST_NAMED = 12
"""Most answers or candidates named singly."""
UNSURE = "not certain"
"""Words for a doubtful station without a reason."""


@plain_dataclass(frozen=True)
class Station:
    """An asked box, or an applied preference."""

    id: str
    rule: str
    text: str
    answer: str
    """yes, no, or "" for a selection."""
    left: tuple[str, ...]
    """The remaining candidates."""
    doubt: str
    """The reason of its doubt; "" for a certain one."""
    is_box: bool
    """Whether the text is a question."""

    @property
    def asked(self) -> str:
        """The box and its answer: "E5: Is Funding Tight? Yes."

        A preference has its words alone.
        """
        if not self.answer:
            return f"{self.id}: {clause(self.text)}."
        return f"{self.id}: {clause(self.text)} {self.answer.capitalize()}."


@plain_dataclass(frozen=True)
class Trail:
    """An answered question of a flowchart."""

    side: str
    who: str
    """The Jihadist Bot."""
    question: str
    answer: str
    due: tuple[str, ...]
    drawn: bool
    """Whether a die decides among the answers due."""
    followed: bool
    """Whether the answer was due."""
    reading: str
    """The other reading of the sheet with this answer, "" for none."""
    rule: str
    by: str
    """The authority: "the flowchart"."""
    table: str
    stops: tuple[Station, ...]
    dice: tuple[int, ...] = ()
    """Known dice that chose among the answers that are due."""

    @property
    def doubts(self) -> tuple[str, ...]:
        """The reasons for doubt, each once."""
        return tuple(dict.fromkeys(s.doubt for s in self.stops if s.doubt))

    def leaves(self, stop: Station) -> tuple[str, ...]:
        """The candidates to name after a station."""
        last = stop is self.stops[-1] and stop.left == self.due
        return () if stop.answer == "no" or last else stop.left

    @property
    def result(self) -> str:
        """The result of the way, in a sentence without its stop."""
        due, due_among = named(self.due, "or"), named(self.due)
        if not self.due:
            so = "nothing more"
        elif len(self.due) == 1:
            so = self.due[0]
        elif self.dice and self.followed:
            die = f"the {agree(len(self.dice), 'die', 'dice')} ({' '.join(map(str, self.dice))})"
            table = f" on the {self.table} table" if self.table else ""
            few = len(self.due) <= MOST_ON_ONE_DIE
            return f"{self.answer}, chosen by {die}{table} among {due_among if few else f'{len(self.due)} candidates'}"
        elif self.drawn:
            so = f"a die chooses among {due_among}"
            so += f" by the {self.table} table" if self.table else ""
        else:
            so = f"free to choose {due}"
        if self.followed:
            return so + (f"; it was {self.answer}" if len(self.due) > 1 else "")
        return f"{so}; played was {self.answer}" + (f", by another reading: {self.reading}" if self.reading else "")


def named(names: Iterable[str], last: str = "and") -> str:
    """Names in a row, of many only the first."""
    found = list(names)
    if len(found) <= MOST_NAMED:
        return listed(found, last)
    return f"{', '.join(found[:MOST_NAMED])} and {len(found) - MOST_NAMED} more"


def of_step(step: JudgedStep) -> list[Trail]:
    """The ways of a step, in the order of its questions."""
    return [of_followed(f, step.rules, rolls=step.rolls) for f in step.trails]


def worth_showing(step: JudgedStep) -> list[Trail]:
    """The ways with a station, and those left by the play."""
    return [t for t in of_step(step) if t.stops or not t.followed]


def of_followed(f: FollowedAnswer, rules: Ruleset, *, alone: bool = False, rolls: Sequence[Roll] = ()) -> Trail:
    """One way in words; ``alone`` omits the number of its question.

    ``rolls`` are those of the play: one among the answers that are due chose the answer.
    """
    g = f.guidance
    seat = rules.seats.get(f.side)

    def say(value: Any) -> str:
        return printable(answers.answer(f.address.field, value, rules))

    def station(s: Stop) -> Station:
        doubt = "" if s.sure else s.doubt or UNSURE
        left = tuple(dict.fromkeys(map(say, s.left)))
        asked = f"{s.words} ({s.why})" if s.why else s.words
        return Station(s.id, s.rule, capital(printable(asked)), s.answer, left, doubt, s.is_box)

    chosen = next((r.dice for r in rolls if r.dice and len(g.due) > 1 and _chose(r, f)), ())
    reading = "" if f.answer in g.due else next((why for option, why in g.readings if option == f.answer), "")
    return Trail(
        side=f.side,
        who=seat.title if seat is not None else "",
        question=printable(answers.question(f.address, rules, alone=alone)),
        answer=say(f.answer),
        due=tuple(dict.fromkeys(map(say, g.due))),
        drawn=g.drawn and len(g.due) > 1,
        followed=f.answer in g.due,
        reading=printable(reading),
        rule=g.rule,
        by=g.goes_by or "the flowchart",
        table=g.table,
        stops=tuple(map(station, g.trail)),
        dice=chosen,
    )


def _chose(r: Roll, f: FollowedAnswer) -> bool:
    """Whether a roll chose the answer, from candidates or a table."""
    if r.label == "table":
        return f.address.field == Field.USE
    at = (r.address.segment, r.item, r.among, r.chosen)
    return r.kind == RollKind.PICK and at == (f.address.segment, f.address.item, f.guidance.due, f.answer)


def data(step: JudgedStep) -> list[dict[str, Any]]:
    """The ways of a step for programs."""
    return [{"id": step.id, "line": step.action.place.line, **fields(t)} for t in of_step(step)]


def fields(t: Trail) -> dict[str, Any]:
    """One way for programs."""
    return asdict(t, dict_factory=_plain)


def _plain(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in pairs
        if name not in ("table", "dice", "is_box")
    }


def brief(t: Trail) -> str:
    """A way in one line: "Where: RT1 yes, Recruit 5 (12.4.2)"."""
    way = ", ".join(_short(s, t.leaves(s)) for s in t.stops)
    doubt = f"; {listed(t.doubts)}" if t.doubts else ""
    return f"{t.who or 'The flowchart'}, {small(t.question)}: {way + ' → ' if way else ''}{t.result} ({t.rule}{doubt})"


def _short(s: Station, left: tuple[str, ...]) -> str:
    station = f"{s.id} {s.answer}".strip()
    return f"{station} leaves {named(left)}" if left else station


def sentences(t: Trail) -> list[str]:
    """A way as sentences with the questions of its boxes."""
    out = [f"{t.question}: {t.result} ({numbered(t.rule)})."]
    for s in t.stops:
        mark = f" [{s.doubt}]" if s.doubt else ""
        station = f"{s.id}: {clause(s.text)}"
        station += f" {s.answer.capitalize()}" if s.is_box else f", {s.answer}" if s.answer else ""
        station += mark
        if left := t.leaves(s):
            station += f"; that leaves {named(left)}"
        out.append(f"{station}.")
    return out
