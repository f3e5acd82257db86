"""A report for learning: the reader judges some plays before the verdict."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.state.plain import plain_dataclass, replace
from referee.reports import wording
from referee.reports.report.lines import LinePiece, LineView
from referee.reports.report.plays import PlayView, RemarkView
from referee.reports.report.view import FindingView, StepView

LEGAL, NOT_ALLOWED, WRONG = "legal", "illegal", "outcome"
CHOICES = {LEGAL: "legal", NOT_ALLOWED: wording.KINDS["illegal"], WRONG: wording.KINDS["outcome"]}
"""The reader's possible answers, in words."""
_ANSWERS = {"illegal": NOT_ALLOWED, "impossible": NOT_ALLOWED, "outcome": WRONG}
"""The right answer for a kind of finding."""
_SENTENCES = {
    LEGAL: "It was legal, and its result is right.",
    NOT_ALLOWED: "It was not allowed.",
    WRONG: "Its result is wrong.",
}
FEWEST_LEGAL, MOST_LEGAL = 3, 12
"""Bounds of the number of legal plays, which equals the others."""


@plain_dataclass(frozen=True)
class LessonQuestion:
    """A question to the reader about a play, with its answer."""

    play: PlayView
    """The play with its findings."""
    right: tuple[str, ...]
    """The right answers, the graver first."""
    remarks: tuple[RemarkView, ...]
    """The remarks of the answer."""

    @property
    def head(self) -> StepView:
        """The judged step."""
        assert self.play.head is not None
        return self.play.head

    @property
    def findings(self) -> list[FindingView]:
        """The findings of its own lines."""
        return [*(f for f in self.play.loose if f.at.line in self.play.numbers), *self.head.findings]

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        return " ".join(_SENTENCES[one] for one in self.right)


class Lesson:
    """The questions of a lesson, by the anchors of their plays."""

    def __init__(self, plays: Sequence[PlayView], *, foreign: bool = False) -> None:
        """Prepare the lesson.

        ``foreign``: the record has a form of its own, and its lines are shown only at findings.
        """
        self._foreign = foreign
        asked = chosen(plays)
        self.choices = CHOICES
        self.questions = {p.anchor: _question(p, right) for p in plays if (right := asked.get(p.anchor))}
        self.plays = [self._shown(p) for p in plays]
        """The plays before any answer."""

    def of(self, play: PlayView) -> LessonQuestion | None:
        """The question about a play, or None."""
        return self.questions.get(play.anchor)

    def _shown(self, play: PlayView) -> PlayView:
        """A play without hints of its verdict: findings, flags, later remarks."""
        asked = play.anchor in self.questions
        head = play.head and self._bare(play.head, asked)
        later = self.questions[play.anchor].remarks if asked else ()
        return replace(
            play,
            head=head,
            after=[self._bare(s, False) for s in play.after],
            loose=[],
            loose_more=0,
            remarks=[r for r in play.remarks if r not in later],
            mark="" if asked else play.mark,
            flag="",
            counted=False,
        )

    def _bare(self, step: StepView, asked: bool) -> StepView:
        """A step without findings; an asked one also without line remarks."""
        lines = [line for line in step.lines if not self._foreign or not any(p.mark for p in line.pieces)]
        return replace(step, findings=[], flag="", lines=[_plain(line, asked) for line in lines])


def chosen(plays: Sequence[PlayView]) -> dict[str, tuple[str, ...]]:
    """The plays of a lesson with the right answers.

    They are all wrong ones and some legal ones: first those that depend on a single reason, then others spread over the
    game.
    """
    wrong = {p.anchor: right for p in plays if p.head is not None and (right := _right(p))}
    legal = [p for p in plays if p.head is not None and p.head.kind == "card" and not _doubtful(p.head)]
    count = min(len(legal), max(FEWEST_LEGAL, min(MOST_LEGAL, len(wrong))))
    close = [p for p in legal if any(m.lets_pass for m in p.head.met)] if legal else []  # type: ignore[union-attr]
    close = _spread(close, min(count, len(close)))
    kept = {p.anchor for p in close}
    rest = [p for p in legal if p.anchor not in kept]
    kept |= {p.anchor for p in _spread(rest, count - len(close))}
    return wrong | {p.anchor: (LEGAL,) for p in legal if p.anchor in kept}


def _spread(plays: Sequence[PlayView], count: int) -> list[PlayView]:
    """So many of some plays, evenly over the game."""
    return [plays[(2 * i + 1) * len(plays) // (2 * count)] for i in range(count)]


def _right(play: PlayView) -> tuple[str, ...]:
    """The right answers by the findings of a play, or none."""
    assert play.head is not None
    found = [_ANSWERS[f.kind] for f in play.head.findings if f.counted and f.kind in _ANSWERS]
    return tuple(one for one in CHOICES if one in found)


def _doubtful(step: StepView) -> bool:
    """Whether a step has other remarks than notes, which make it doubtful."""
    return step.assumed or any(f.kind != "note" or f.follows for f in step.findings)


def _question(play: PlayView, right: tuple[str, ...]) -> LessonQuestion:
    first = play.numbers[0]
    return LessonQuestion(play, right, tuple(r for r in play.remarks if r.line >= first))


def _plain(line: LineView, asked: bool) -> LineView:
    """A line without marks."""
    text = "".join(p.text for p in line.pieces)
    return replace(line, pieces=[LinePiece(text.split(";", 1)[0].rstrip() if asked else text)])
