"""A question as it is put to somebody who points at answers instead of typing them.

What can be pointed at is a :class:`Pick`: it says itself what it answers, so that no word has to be understood. Pointing has
one answer at a time, so a question that has a usual answer is shown together with the one behind it: whoever answers that
one has taken the usual answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from referee.engine.ask import Ask, Field
from referee.engine.tables.prompt import Given, Wanted
from referee.play.recording import asking, draft, questions
from referee.play.recording.draft import Draft
from referee.play.recording.questions import MOST_SHOWN, USUAL, Choice, Question
from referee.play.recording.session import Session

MOST_PASSED = 3
"""Most questions that are shown above the one that is asked."""
MOST_BY_THEMSELVES = 8


@dataclass(slots=True)
class Pick:
    """One answer that can be pointed at, with what it answers, in order."""

    choice: Choice
    gives: tuple[Given, ...]
    back: int = 0
    """How many answers that went without saying it takes the place of."""
    asked: str = ""
    """The question that it answers, where that is another one than the one that is asked."""


@dataclass(slots=True)
class Passed:
    """A question whose usual answer holds if the next one is answered; it can be answered as well."""

    question: Question
    picks: list[Pick]
    usual: int
    """Which of them is the usual one; -1: none of them, as with "no more"."""


@dataclass(slots=True)
class Pointed:
    """What is asked, and what can be pointed at."""

    question: Question
    picks: list[Pick]
    usual: Pick | None = None
    passed: list[Passed] = field(default_factory=list)
    before: tuple[Given, ...] = ()
    """What goes with an answer that is not one of the picks, as dice are."""
    at: Draft | None = None
    """The play as it is where the question is asked."""


def of(session: Session) -> Pointed:
    """What is asked now, as it is put to somebody who points."""
    q, d = session.question, session.draft
    if d is None or d.bot or q.open is None or session.noting is not None or session.waiting is not None:
        return Pointed(q, _plain(session, q), at=d)
    passed: list[Passed] = []
    before: tuple[Given, ...] = ()
    while len(passed) < MOST_PASSED and _may_pass(q):
        usual = Given(q.usual, passed=True)
        found = _behind(session, d, (*before, usual))
        if found is None or not _beside(q, found[0], always=session.always):
            break
        picks, shown = _picks(session, d, q, before)
        at = next((i for i, p in enumerate(picks) if p.choice.value == q.usual), -1)
        passed.append(Passed(shown, picks, at))
        q, before = found
    picks, shown = _picks(session, d, q, before)
    sure = None
    if q.kind in ("answer", "more") and q.usual is not USUAL:
        sure = Pick(Choice(q.usual, q.enter, ()), (*before, Given(q.usual)))
    return Pointed(shown, picks, sure, passed, before, Draft(d.line, [*d.given, *before], d.bot))


def forbidden(session: Session, shown: Pointed) -> list[Pick]:
    """What a rule forbids of that which could be asked for here, each with its reasons."""
    q, d = shown.question, shown.at
    if d is None or d.bot or q.open is None or session.noting is not None or q.kind not in ("answer", "more"):
        return []
    found = draft.forbidden(session.book.game, d, q, session.book.names)
    return [*(Pick(c, (*shown.before, *_goes_on(q), Given(c.value))) for c in found), *_passed_over(session)]


def named(session: Session, shown: Pointed, value: int) -> Pick | None:
    """A number that is answered, whether it is offered or not: its choice has the reasons that a rule has against it."""
    q, d, book = shown.question, shown.at, session.book
    if d is None or q.open is None or q.kind not in ("answer", "more"):
        return None
    with draft.standing(book.game, Draft(d.line, [*d.given, *_goes_on(q)], d.bot), session.seed) as out:
        if out.open is None or out.open.ask is None:
            return None
        made = questions.refused(out.open.ask, value, book.game.board.rules, book.names)
    return Pick(made, (*shown.before, *_goes_on(q), Given(value)))


def _goes_on(q: Question) -> tuple[Given, ...]:
    return (Given(value=True, passed=True),) if q.kind == "more" else ()


def _passed_over(session: Session) -> list[Pick]:
    """What a rule forbids of the questions just before, which left nothing to choose."""
    d, book = session.draft, session.book
    found: list[Pick] = []
    for back in range(1, len(d.given) + 1 if d is not None else 0):
        assert d is not None
        if not d.given[-back].itself:
            break
        trial = Draft(d.line, d.given[:-back], d.bot)
        with draft.standing(book.game, trial, session.seed) as out:
            if out.open is None or out.open.wanted != Wanted.ANSWER:
                continue
            q = asking.of(out.open, book, trial)
        refused = draft.forbidden(book.game, trial, q, book.names)
        found += [Pick(c, (Given(c.value),), back, q.title) for c in refused if c.failures]
    return found


def _plain(session: Session, q: Question) -> list[Pick]:
    if q.kind not in ("answer", "more") or session.draft is None:
        return [Pick(c, ()) for c in q.choices]
    unknown = session.noting is not None
    return [Pick(c, (Given(c.value, unknown=unknown),)) for c in q.choices]


def _may_pass(q: Question) -> bool:
    """Whether the usual answer of a question may be taken with the next one."""
    if q.kind == "more":
        return True
    if q.kind != "answer" or q.usual is USUAL or q.open is None or q.open.ask is None:
        return False
    return q.skips or q.open.ask.field == Field.COUNT


def _beside(q: Question, behind: Question, *, always: bool) -> bool:
    """Whether a question and the one behind it can be shown together, so that no answer can be meant for either."""
    if behind.kind == "dice":
        return not always
    if behind.kind == "more" or q.kind == "more":
        return False
    if q.open is None or q.open.ask is None or q.open.ask.field == Field.COUNT:
        return False
    labels = {c.label for c in q.choices}
    return behind.kind == "answer" and not any(c.label in labels for c in behind.choices)


def _behind(session: Session, d: Draft, gives: Sequence[Given]) -> tuple[Question, tuple[Given, ...]] | None:
    """The next question that a person has to answer behind these answers, and all that is answered before it.

    None if there is none: the line is written, or the play leads nowhere.
    """
    given = list(gives)
    for _ in range(MOST_BY_THEMSELVES):
        trial = Draft(d.line, [*d.given, *given], d.bot)
        with draft.standing(session.book.game, trial, session.seed) as out:
            if out.open is None or out.open.wanted == Wanted.ANYWAY:
                return None
            itself = draft.itself(out.open)
            if itself is None:
                return asking.of(out.open, session.book, trial), tuple(given)
        given.append(replace(itself, passed=True))
    return None


def _picks(session: Session, d: Draft, q: Question, before: tuple[Given, ...]) -> tuple[list[Pick], Question]:
    """What can be pointed at, and the question as it is then worded."""
    if q.kind not in ("answer", "more"):
        return [], q
    if q.kind == "answer":
        _chances(session, Draft(d.line, [*d.given, *before]), q)
        return [Pick(c, (*before, Given(c.value))) for c in q.choices], q
    more = (*before, Given(value=True, passed=True))
    if len(q.choices) == 1:  # the list goes on in one way only: what is asked of it then is asked at once
        only = (*more, Given(q.choices[0].value, passed=True))
        found = _behind(session, d, only)
        if found is not None and found[0].kind == "answer" and _names_places(found[0]):
            behind, led = found
            _chances(session, Draft(d.line, [*d.given, *led]), behind)
            worded = replace(q, title=f"Another one? {behind.title}")
            return [Pick(c, (*led, Given(c.value))) for c in behind.choices], worded
    _chances(session, Draft(d.line, [*d.given, *before]), q)
    return [Pick(c, (*more, Given(c.value))) for c in q.choices], q


def _names_places(q: Question) -> bool:
    ask: Ask | None = q.open.ask if q.open is not None else None
    return ask is not None and any(c.value in ask.board.countries for c in q.choices if isinstance(c.value, str))


def _chances(session: Session, at: Draft, q: Question) -> None:
    if len(q.choices) <= MOST_SHOWN and not any(c.odds for c in q.choices):
        draft.look_ahead(session.book.game, at, q)
