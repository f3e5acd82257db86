"""A question with answers to point at.

It is for somebody who points instead of typing. What can be pointed at is a :class:`Pick`: it says itself what it
answers, so that no word has to be understood. Pointing has one answer at a time, so a question that has a usual answer
is shown together with the next one: an answer to that one takes the usual answer. Whether a list goes on is always a
question of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from referee.engine.law.ask import Field
from referee.engine.law.question import USUAL, Choice, GivenAnswer, InputKind, Question
from referee.engine.law.table import NOTHING
from referee.play.recording.draft import Draft
from referee.play.recording.messages import MOST_SHOWN
from referee.play.recording.session import Session

MOST_PASSED = 3
"""Most questions that are shown above the one that is asked."""


@dataclass(slots=True)
class Pick:
    """One answer to choose, with its questions in order."""

    choice: Choice
    gives: tuple[GivenAnswer, ...]
    back: int = 0
    """The number of automatic answers that it replaces."""
    asked: str = ""
    """The question that it answers, where that is another one than the one that is asked."""


@dataclass(slots=True)
class OptionalQuestion:
    """A question that may pass with its usual answer.

    That answer holds if the next question is answered; this one can be answered as well.
    """

    question: Question
    picks: list[Pick]
    usual: int
    """Which of them is the usual one; -1: none of them."""


@dataclass(slots=True)
class PickList:
    """The question, and the answers to choose from."""

    question: Question
    picks: list[Pick]
    usual: Pick | None = None
    passed: list[OptionalQuestion] = field(default_factory=list)
    before: tuple[GivenAnswer, ...] = ()
    """The part before an answer that is no pick, such as dice or a forbidden target."""
    at: Draft | None = None
    """The play as it is where the question is asked."""


def of(session: Session) -> PickList:
    """The present question, in words for a person with a pointer."""
    q, d = session.question, session.draft
    if d is None or d.bot or q.kind not in _IN_PLAY or session.noting is not None or session.waiting is not None:
        return PickList(q, _plain(session, q), at=d)
    passed: list[OptionalQuestion] = []
    before: tuple[GivenAnswer, ...] = ()
    while len(passed) < MOST_PASSED and _may_pass(q):
        found = d.next_choice(*before, GivenAnswer(q.usual, passed=True))
        if found is None or not _beside(q, found[0], always=session.always):
            break
        picks, shown, _ = _picks(d, q, before)
        at = next((i for i, p in enumerate(picks) if p.choice.value == q.usual), -1)
        passed.append(OptionalQuestion(shown, picks, at))
        q, before = found
    picks, shown, led = _picks(d, q, before)
    sure = None
    if q.kind in _DECISIONS and q.usual is not USUAL:
        sure = Pick(Choice(q.usual, q.enter), (*before, GivenAnswer(q.usual)))
    return PickList(shown, picks, sure, passed, led, d.ahead(*led))


_DECISIONS = (InputKind.ANSWER, InputKind.MORE)
_IN_PLAY = (*_DECISIONS, InputKind.DICE, InputKind.ANYWAY)


def forbidden(session: Session, shown: PickList) -> list[Pick]:
    """The forbidden answers here, each with its reasons."""
    q, d = shown.question, shown.at
    if d is None or d.bot or session.draft is None or session.noting is not None or q.kind not in _DECISIONS:
        return []
    found = [Pick(c, (*shown.before, GivenAnswer(c.value))) for c in d.refused(q)]
    for trial, back, asked in session.draft.forced():
        refused = trial.refused(asked)
        found += [Pick(c, (GivenAnswer(c.value),), back, asked.title) for c in refused if c.failures]
    return found


def named(shown: PickList, value: int) -> Pick | None:
    """The choice of a number, offered or not.

    A forbidden one has the reasons against it.
    """
    q, d = shown.question, shown.at
    if d is None or q.ask is None or q.kind not in _DECISIONS:
        return None
    made = d.named(value)
    return Pick(made, (*shown.before, GivenAnswer(value))) if made is not None else None


def _plain(session: Session, q: Question) -> list[Pick]:
    if q.kind not in _DECISIONS or session.draft is None:
        return [Pick(c, ()) for c in q.choices]
    unknown = session.noting is not None
    return [Pick(c, (GivenAnswer(c.value, unknown=unknown),)) for c in q.choices]


def _may_pass(q: Question) -> bool:
    """Whether the usual answer may be taken with the next one.

    Not for the end of a list.
    """
    if q.kind != InputKind.ANSWER or q.usual is USUAL or q.ask is None:
        return False
    return q.skips or q.field == Field.COUNT


def _beside(q: Question, behind: Question, *, always: bool) -> bool:
    """Whether two questions in a row can be shown together.

    That needs answers of which none fits both.
    """
    if behind.kind == InputKind.DICE:  # no die is told while a further thing may be named
        return not always and q.usual != NOTHING
    if behind.kind != InputKind.ANSWER or q.field == Field.COUNT:
        return False
    labels = {c.label for c in q.choices}
    return not any(c.label in labels for c in behind.choices)


def _picks(
    d: Draft, q: Question, before: tuple[GivenAnswer, ...]
) -> tuple[list[Pick], Question, tuple[GivenAnswer, ...]]:
    """The picks, the wording of the question, and the answers before it."""
    if q.kind not in _DECISIONS:
        return [], q, before
    asked = q
    if q.kind == InputKind.MORE:
        asked, before = d.another(q, *before)
    _chances(d, before, asked)
    picks = [Pick(c, (*before, GivenAnswer(c.value))) for c in asked.choices]
    return picks, replace(asked, kind=q.kind), before


def _chances(d: Draft, before: tuple[GivenAnswer, ...], q: Question) -> None:
    if len(q.choices) <= MOST_SHOWN and not any(c.odds for c in q.choices):
        d.ahead(*before).look_ahead(q)
