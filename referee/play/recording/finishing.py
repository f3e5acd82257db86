"""Finishing of a record: questions about the open places of lines.

A line that leaves something open is walked through like one that is being recorded. Its own words answer what they can, what
only one answer fits is filled in, and a person is asked for the rest.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.engine.judging.game import Game
from referee.engine.judging.judged_lines import Treatment
from referee.engine.law import answers
from referee.engine.law.ask import AIMS, Ask, Field
from referee.engine.law.line import LineHead, head_of
from referee.engine.law.play import Play
from referee.engine.law.question import DENIED, GivenAnswer, InputKind, Question
from referee.engine.law.rolls import Roll
from referee.engine.law.table import NOTHING, UNKNOWN, DeadEnd
from referee.engine.record.ledger import SKIP, Ledger, OpenQuestionSignal, Trial
from referee.engine.record.work import Spent, Work
from referee.engine.state.cause import LineCause
from referee.engine.state.script import UNKNOWN_OPERATION, UNKNOWN_USE, Action, Item, Statement
from referee.parsers.faults import LineError
from referee.parsers.notation import tree
from referee.parsers.notation.tokens import split_comment
from referee.play.recording.book import Book
from referee.play.recording.draft import Draft, PlayAnswers

KINDS = frozenset({"card", "resolve", "choices", "end"})
"""Lines that are walked through."""
NOT_NOTED = "not noted"
"""The remark on a line with a rest that was not noted: it is asked once."""
NO_OPERATIONS = frozenset({"event", "reserves", "discard", "reassess"})
"""Uses of a card that are no Operation of its points."""
_TOLD = AIMS | {Field.FROM, Field.CELLS, Field.COUNT, Field.TROOPS, Field.OPERATION}
"""Fields with filled answers to show to a person."""
_PLACES = frozenset({Field.WHERE, Field.FROM, Field.TO})
"""The places of an entry, by which its questions differ."""
_MARKERS = re.compile(r":(?: [\dW?])+(?![^ ,/])")
"""Plot markers of a line, which may stay face down."""
MOST_COMMENT = 12
"""Most lines of the player's own words that are shown above a question."""


class AnsweredQuestion(NamedTuple):
    """One question or roll with its answer.

    The answer is from the line, or the only one that fits.
    """

    kind: InputKind
    asked: Ask | Roll
    given: GivenAnswer
    filled: bool = False
    """Whether the line does not have it, and nothing else fits."""


class _MoreOpen(Exception):
    """The signal for a list of which a line says nothing."""

    def __init__(self, key: Any) -> None:
        super().__init__(key)
        self.key = key


class _Telling(Ledger):
    """A ledger that notes what it answers, in order."""

    def __init__(self, action: Action, game: Game, trial: Trial, goes_on: dict[Any, bool]) -> None:
        super().__init__(action, game.board, game.journal, Work(), trial)
        self.heard: list[AnsweredQuestion] = []
        self.goes_on_with = goes_on
        """Whether lists that the line does not tell go on, by the place in them."""

    def answer(self, ask: Ask) -> Any:
        value = super().answer(ask)
        told = self.questions.answered or value in (NOTHING, UNKNOWN) or value == ask.silence
        self.heard.append(
            AnsweredQuestion(
                InputKind.ANSWER, ask, GivenAnswer(DENIED if value == SKIP else value, itself=True), not told
            )
        )
        return value

    def more(self, ask: Ask, so_far: int) -> bool:
        value = super().more(ask, so_far)
        if ask.due is not None:
            value = ask.due
        elif not value and self._goes_on(so_far):
            value = True
        elif not value and so_far and self._is_untold() and ask.options():
            key = (ask.address, so_far)
            if key not in self.goes_on_with:
                raise _MoreOpen(key)
            value = self.goes_on_with[key]
        self.heard.append(AnsweredQuestion(InputKind.MORE, ask, GivenAnswer(value, itself=True)))
        return value

    def _goes_on(self, so_far: int) -> bool:
        """Whether the line has a further entry of the list."""
        return self.segment is not None and not self.segment.loose and so_far < len(self.segment.items)

    def _items(self) -> list[Item]:
        return self.segment.items if self.segment is not None else []

    def _is_untold(self) -> bool:
        """Whether the line says nothing of the list that is being played."""
        items = self._items()
        parts = [p for i in items for p in i.parts.values()]
        return all(p.value == UNKNOWN for p in parts) and not any(i.dice for i in items)

    def dice(self, roll: Roll) -> tuple[int, ...]:
        value = super().dice(roll)
        self.heard.append(
            AnsweredQuestion(
                InputKind.DICE, roll, GivenAnswer(value, unknown=roll.assumed, itself=True, open=roll.assumed)
            )
        )
        return value


class Finish(Draft):
    """A line of a record under completion.

    ``source`` is the line before it.
    """

    def __init__(self, book: Book, line: LineHead, source: str, settled: dict[Any, Any]) -> None:
        super().__init__(book.game, line, book.names)
        self.book, self.source, self.settled = book, source, settled
        self._known: dict[str, tuple[list[AnsweredQuestion], dict[Any, Any]] | None] = {}

    @property
    def of_operation(self) -> bool:
        """Whether the line has an Operation, but not its kind."""
        action = read(self.book, self.source)
        return action is not None and action.kind == "unread" and action.use == UNKNOWN_OPERATION

    # ------------------------------------------------------------ what the line says

    @property
    def answers_given(self) -> list[GivenAnswer]:
        """The answers, without the words for a deliberate forbidden play."""
        return [g for g in self.given if g.value is not InputKind.ANYWAY]

    def basis(self) -> Action | None:
        """The line as it is read; None for an unreadable one.

        A known answer fills in its missing use.
        """
        action = read(self.book, self.source)
        if action is None or action.kind != "unread":
            return action
        used = next((g.value for g in self.answers_given), None)
        if used is None:
            return action
        body = split_comment(self.source)[0]
        head, claims = body[: action.parts["card"].place.end - 1], body.partition("=>")[2]
        named = ", ".join(dict.fromkeys(c for item in action.items for c in item.countries()))
        for text in dict.fromkeys((f"{head} {used} {named}", f"{head} {used}")):
            found = read(self.book, text + f" =>{claims}" * bool(claims))
            if found is not None and found.kind == "card":
                return found
        return None

    def heard(self) -> tuple[list[AnsweredQuestion], dict[Any, Any]] | None:
        """The answers up to the first question for a person.

        With them the assumed ones; None for an unknown use.
        """
        key = repr([(g.value, g.open) for g in self.answers_given])
        if key not in self._known:
            self._known[key] = self._listen()
        return self._known[key]

    def _listen(self) -> tuple[list[AnsweredQuestion], dict[Any, Any]] | None:
        action = self.basis()
        if action is None or action.kind not in KINDS:
            return None
        given = self.answers_given
        mine: dict[Any, Any] = dict(self.settled)
        goes_on: dict[Any, bool] = {}
        while True:
            assumed, asked = open_places(self.book.game, action, mine)
            trial = Trial({**{k: v for k, v in assumed.items() if k not in asked}, **mine})
            table = _Telling(copy.deepcopy(action), self.book.game, trial, goes_on)
            mark = self.journal.mark()
            line = head_of(action)
            try:
                self.board.rules.procedures[line.kind](
                    Play(self.board, self.journal, table, (LineCause(0),), side=action.side or "J"), line
                )
            except OpenQuestionSignal as left:
                n = len(table.heard)
                if n < len(given):
                    if (left.question.roll is not None) != isinstance(given[n].value, tuple):
                        raise LineMismatchError from None
                    mine[left.question.key] = SKIP if given[n].value == DENIED else given[n].value
                    continue
            except _MoreOpen as more:
                n = len(table.heard)
                if n < len(given):
                    goes_on[more.key] = bool(given[n].value)
                    continue
            except (DeadEnd, Spent):
                pass
            finally:
                self.journal.undo_to(mark)
            return table.heard, assumed

    def next_told(self, q: Question) -> AnsweredQuestion | None:
        """The answer that needs no person; None if one must decide."""
        if q.kind == InputKind.ANYWAY:
            return AnsweredQuestion(q.kind, q.ask or q.roll, GivenAnswer(InputKind.ANYWAY, itself=True))  # type: ignore[arg-type]
        found = self.heard()
        n = len(self.answers_given)
        if found is None:
            return None
        if n >= len(found[0]):
            return self._hangs(q)
        said = found[0][n]
        if said.kind != q.kind:
            raise LineMismatchError
        if q.kind in (InputKind.ANSWER, InputKind.MORE) and q.ask is not None and said.asked.address != q.ask.address:
            raise LineMismatchError
        return said

    def _hangs(self, q: Question) -> AnsweredQuestion | None:
        """The open answer about a target that was not noted.

        None for any other question.
        """
        asked = q.ask or q.roll
        found = self.heard()
        if asked is None or found is None or q.kind == InputKind.MORE:
            return None
        at = asked.address
        for g, h in zip(self.answers_given, found[0], strict=False):
            there = h.asked.address
            lost = g.open and isinstance(h.asked, Ask) and h.asked.field in _PLACES and there.segment == at.segment
            if lost and (there.item == at.item or at.subject == g.value):
                break
        else:
            return None
        return AnsweredQuestion(
            q.kind, asked, GivenAnswer(self.assumed(q), unknown=True, itself=True, open=True, passed=True)
        )

    def assumed(self, q: Question) -> Any:
        """The referee's assumption for an answer that was not noted."""
        found = self.heard()
        address = q.ask.address if q.ask is not None else q.roll.address if q.roll is not None else None
        if found is not None and address in found[1]:
            return found[1][address]
        if q.roll is not None:
            return q.roll.cases()[0]
        return False if q.kind == InputKind.MORE else q.choices[0].value if q.choices else UNKNOWN

    def assumption(self, q: Question, results: Question | None) -> GivenAnswer | None:
        """The referee's assumption for an answer that was not noted.

        None if the line stays as it is. ``results`` asks for the result of a roll.
        """
        if q.field == Field.USE:
            return None
        if q.field == Field.ORDER:
            return GivenAnswer(q.usual)
        try:
            assumed = self.assumed(results or q)
        except LineMismatchError:
            return None
        return GivenAnswer(assumed, unknown=results is not None, open=True)

    # ------------------------------------------------------------ what is written

    @property
    def leaves_open(self) -> bool:
        """Whether an answer was left open."""
        return any(g.open or (g.value == UNKNOWN and not g.itself) for g in self.given)

    @property
    def source_with_mark(self) -> str:
        """The source with the remark “not noted”."""
        return remarked(self.source, NOT_NOTED)

    def with_remarks(self, text: str, remark: str) -> str:
        """A line with the remarks of the source, and one more."""
        return remarked(text, split_comment(self.source)[1].strip("; "), remark, NOT_NOTED * self.leaves_open)

    def claimed(self, text: str, changed: Sequence[Statement]) -> str:
        """The line with all claims of the source.

        The results of missing dice are added.
        """
        source, made = self.basis(), read(self.book, text)
        if source is None or made is None or not made.segments:
            return text
        told = [s.claims for s in source.segments] or [source.statements]
        if len(told) == len(made.segments):
            for mine, theirs in zip(made.segments, told, strict=True):
                mine.claims = list(theirs)
        else:
            made.segments[-1].claims = [c for claims in told for c in claims]
        if not any(g.open for g in self.given):
            said = {(c.subject, c.field) for s in made.segments for c in s.claims}
            made.segments[-1].claims += [c for c in changed if (c.subject, c.field) not in said]
        if not any(s.claims for s in made.segments):
            return text
        return tree.action(self.board.rules.facts, made)


class LineMismatchError(Exception):
    """The line's own words do not answer its questions."""


class OpenLines:
    """The lines of a record with open places, in order."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.places: dict[int, dict[Any, Any]] = {}
        """Each line by its number, with the answers that the whole record settles."""

    def begin(self) -> None:
        """Go back to the first of them; all later lines are ahead."""
        self.places = survey(self.book)
        if self.places:
            self.book.set_ahead(min(self.places))

    @property
    def number(self) -> int:
        """The number of the next line ahead."""
        return len(self.book.lines) + 1

    def next_line(self) -> Action | None:
        """The next line ahead, if it has open places."""
        return read(self.book, self.book.ahead[0]) if self.number in self.places else None

    def take_over(self, marked: str | None = None) -> bool:
        """Take over the next line ahead, unchanged or with a mark.

        Returns whether it was the last one.
        """
        try:
            self.book.take_ahead(marked)
        except LineError:
            self.book.pass_ahead()
        return not self.book.ahead

    def look_back(self, number: int, text: str) -> None:
        """Put lines ahead again if earlier answers have opened them."""
        last = self.book.game.lines[-1] if self.book.game.lines else None
        if last is not None and last.action.place.line == number and is_open(last.action, last.gaps, text):
            self.book.pop()
            self.places[number] = {}

    def draft(self, play: PlayAnswers) -> Finish:
        """The next line ahead, with its answers so far."""
        made = Finish(self.book, play.line, play.source, self.places.get(self.number, {}))
        made.give(*play.given)
        return made

    def draft_of(self, action: Action, card: int | None = None) -> Finish:
        """The next line ahead, with the number of its unnamed card.

        It is 0 for a card that was not noted.
        """
        text, line = self.book.ahead[0], beginning_of(action)
        if card == 0:
            text = remarked(text, NOT_NOTED)
        elif card is not None:
            place = action.parts["card"].place
            text = f"{text[: place.column - 1]}{card}{text[place.end - 1 :]}"
            line = line._replace(cards=(card,))
        return self.draft(PlayAnswers(line, source=text))

    def quotation(self, text: str) -> str:
        """The player's own words above a line, and the line."""
        return "\n".join([*(f"“{w}”" for w in words_above(self.book.lines)), text.strip()])


def beginning_of(action: Action) -> LineHead:
    """The beginning of a line, before its questions."""
    if action.kind in ("card", "unread"):
        return LineHead("card", action.side, action.cards, action.reserves)
    return LineHead(action.kind)


# -------------------------------------------------------------------- which lines are open


def read(book: Book, text: str) -> Action | None:
    """A line as it is read; None if it cannot be."""
    try:
        return book.read(text)
    except LineError:
        return None


def open_places(game: Game, action: Action, reading: dict[Any, Any]) -> tuple[dict[Any, Any], set[Any]]:
    """The open places of the next line, with the assumed answers.

    With them, the places that only a person can fill.
    """
    game.push(copy.deepcopy(action), Treatment(reading=reading), hindsight=False)
    found = game.lines[-1].gaps
    game.pop()
    return places(found)


def places(found: Any) -> tuple[dict[Any, Any], set[Any]]:
    """Assumed answers for gaps, and the addresses with other possibilities."""
    assumed = dict(found.assumed)
    asked = {q.key for gap in found.found for q in gap.open()}
    if found.orders:
        asked |= {k for k in assumed if getattr(k, "field", None) == Field.ORDER}
    return assumed, asked


def is_open(action: Action | None, found: Any, text: str) -> bool:
    """Whether a line has a place that is asked for or filled."""
    if action is None or len(action.numbers) > 1 or split_comment(text)[1].strip("; ").endswith(NOT_NOTED):
        return False
    if action.kind == "unread":
        return action.use in (UNKNOWN_USE, UNKNOWN_OPERATION) and "card" in action.parts
    unknown = "?" in _MARKERS.sub("", split_comment(text)[0])
    return action.kind in KINDS and (unknown or bool(found.found or found.orders) or 0 in action.cards)


def survey(book: Book) -> dict[int, dict[Any, Any]]:
    """The lines with open places, by number.

    Each has the values that the whole record settles.
    """
    made: dict[int, dict[Any, Any]] = {}
    for line in book.game.lines:
        n = line.action.place.line
        if is_open(line.action, line.gaps, book.lines[n - 1]):
            assumed, asked = places(line.gaps)
            made[n] = {k: v for k, v in assumed.items() if k not in asked}
    return made


def remarked(text: str, *remarks: str) -> str:
    """A line with remarks after those that it has."""
    body, comment = split_comment(text)
    said = "; ".join(filter(None, [comment.strip("; "), *remarks]))
    return f"{body.rstrip()}  ; {said}" if said else body.rstrip()


def words_above(lines: Sequence[str]) -> list[str]:
    """The player's own words about a line.

    The comments before it, and a remark on it.
    """
    made: list[str] = []
    for line in reversed(lines):
        if not line.lstrip().startswith(";") or len(made) >= MOST_COMMENT:
            break
        made.append(line.strip("; "))
    return made[::-1]


def filled(h: AnsweredQuestion) -> str:
    """A supplied answer in words.

    "" where it is obvious.
    """
    if not h.filled or not isinstance(h.asked, Ask) or h.asked.field not in _TOLD:
        return ""
    rules = h.asked.board.rules
    return (
        f"{answers.question(h.asked.address, rules, alone=True)}: {answers.answer(h.asked.field, h.given.value, rules)}"
    )
