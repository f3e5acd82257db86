"""The plays of the walk, with remarks and later steps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from referee.engine.explaining.referee import Judgement
from referee.engine.explaining.variations import variations
from referee.engine.state.plain import plain_dataclass, replace
from referee.engine.state.script import MARKS, Drawing, Remark
from referee.engine.state.words import agree, listed
from referee.reports import wording
from referee.reports.columns import printable
from referee.reports.report.lines import LineViews
from referee.reports.report.replay import Fold
from referee.reports.report.view import FindingView, StepView, VariedView, gravest, varied

MAX_REMARKS = 60
"""Most shown remarks of a play."""
MAX_LOOSE = 60
"""Most findings on lines without a step shown with one play."""
MAX_DRAWN = 60
"""Most drawn arrows and marks of a play."""
MAX_TEXT = 1500
"""Most shown characters of a remark."""


@plain_dataclass(frozen=True)
class RemarkView:
    """A remark or a variation."""

    line: int
    text: str
    mark: str
    variation: bool
    drawn: str = ""
    """Its drawing on the map, in words; "" for none."""
    varied: VariedView | None = None
    """The verdict on a variation that is a play."""


@plain_dataclass(frozen=True)
class PlayView:
    """One play or the start, with its displays."""

    anchor: str
    label: str
    spoken: str
    turn: int
    new_turn: bool
    head: StepView | None
    after: list[StepView]
    loose: list[FindingView]
    """Findings on lines without a step."""
    loose_more: int
    remarks: list[RemarkView]
    mark: str
    """The players' mark: !!, !, !?, ?!, ?, ?? or ""."""
    flag: str
    """The gravest kind of its findings, "" for none."""
    counted: bool
    """Whether a finding counts against the record."""
    drawings: tuple[Drawing, ...] = ()
    """Drawings of its remarks on the map."""

    @property
    def steps(self) -> Iterator[StepView]:
        """Its own step and the following ones."""
        if self.head is not None:
            yield self.head
        yield from self.after

    @property
    def flagged(self) -> str:
        """The gravest kind of its findings in words."""
        found = [f.words for f in (*self.loose, *(f for s in self.steps for f in s.findings)) if f.kind == self.flag]
        return next((words for words in found if words != wording.NO_DICE), found[0] if found else "")

    @property
    def meaning(self) -> str:
        """The meaning of the mark."""
        return MARKS.get(self.mark, "")

    @property
    def numbers(self) -> list[int]:
        """The lines of its own step."""
        return list(dict.fromkeys(n.number for n in self.head.lines)) if self.head is not None else []

    @property
    def others(self) -> list[str]:
        """The anchors of its folded steps."""
        return [s.anchor for s in self.after]

    @property
    def side(self) -> str:
        """The side of the play; "" for neither."""
        return self.head.side if self.head is not None else ""

    @property
    def sentence(self) -> str:
        """The actor and the action."""
        return self.head.sentence if self.head is not None else "Starting position"

    @property
    def where(self) -> str:
        """Its name and its lines, for searches: "a12, line 30"."""
        if self.head is None:
            return ""
        numbers = self.numbers
        last = f"–{numbers[-1]}" if len(numbers) > 1 else ""
        name = f"{self.head.name}, " if self.head.name[0] == "a" else ""
        return f"{name}{agree(len(numbers), 'line')} {numbers[0]}{last}"


def plays(
    verdict: Judgement, folds: list[Fold], steps: list[StepView], lines: LineViews, found: dict[int, FindingView]
) -> list[PlayView]:
    """The start and all plays."""
    at_steps = {id(f) for s in verdict.steps for f in s.findings}
    loose: defaultdict[int, list[FindingView]] = defaultdict(list)
    for key, f in found.items():
        if key not in at_steps:
            loose[lines.play(f.at.line)].append(f)
    noted: defaultdict[int, list[Remark]] = defaultdict(list)
    for r in verdict.record.remarks:
        noted[lines.play(r.line)].append(r)
    judged = {id(v.remark): varied(v, verdict.board.names) for v in variations(verdict)}
    made, last = [], 0
    for i, one in enumerate(folds):
        new = one.head is not None and one.turn > last
        last = one.turn if new else last
        made.append(_play(one, [steps[k] for k in one.members], loose[i], noted[i], judged, new))
    return made


def _play(
    one: Fold,
    steps: list[StepView],
    loose: list[FindingView],
    noted: list[Remark],
    judged: Mapping[int, VariedView],
    new: bool,
) -> PlayView:
    findings = [*loose, *(f for s in steps for f in s.findings)]
    remarks = [_remark(r, judged.get(id(r))) for r in noted[:MAX_REMARKS]]
    mark = next((r.mark for r in noted if r.mark), "")
    if one.head is None:
        mark = ""
    elif mark:
        remarks = _without(remarks, mark)
    return PlayView(
        anchor=one.anchor,
        label=one.label,
        spoken=one.spoken,
        turn=one.turn,
        new_turn=new,
        head=steps[0] if one.head is not None else None,
        after=steps[1:] if one.head is not None else steps,
        loose=loose[:MAX_LOOSE],
        loose_more=max(0, len(loose) - MAX_LOOSE),
        remarks=[r for r in remarks if r.text or r.mark or r.drawn],
        mark=mark,
        flag=gravest(findings),
        counted=any(f.counted for f in findings),
        drawings=tuple(dict.fromkeys(d for r in noted[:MAX_REMARKS] for d in r.drawings))[:MAX_DRAWN],
    )


def _remark(r: Remark, judged: VariedView | None) -> RemarkView:
    text = printable(r.text.replace("\t", " "))
    shown = text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + " …"
    return RemarkView(r.line, shown, r.mark, r.variation, _drawn(r.drawings), judged)


def _drawn(drawings: Sequence[Drawing]) -> str:
    """The drawings, in words."""
    arrows = [" to ".join(d.places) for d in drawings if len(d.places) > 1]
    marked = [d.places[0] for d in drawings if len(d.places) == 1]
    parts = [f"arrows from {listed(arrows)}" if len(arrows) > 1 else f"an arrow from {arrows[0]}"] if arrows else []
    parts += [f"{listed(marked)} marked"] if marked else []
    return f"On the map: {'; '.join(parts)}" if parts else ""


def _without(remarks: list[RemarkView], mark: str) -> list[RemarkView]:
    """The remarks without the mark that the play shows already."""
    first = next((i for i, r in enumerate(remarks) if r.mark == mark), None)
    return [replace(r, mark="") if i == first else r for i, r in enumerate(remarks)]
