"""The answers of a line of a record, in order.

With them a written play can be taken back answer by answer, even if it was not recorded in this session.
"""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

from referee.engine.judging.game import Game
from referee.engine.law.ask import Ask
from referee.engine.law.line import LineHead, head_of
from referee.engine.law.play import Play
from referee.engine.law.question import GivenAnswer, InputKind
from referee.engine.law.rolls import Roll
from referee.engine.law.table import DeadEnd
from referee.engine.record.ledger import Ledger, OpenQuestionSignal
from referee.engine.record.work import Work
from referee.engine.state.cause import LineCause
from referee.engine.state.script import Action
from referee.parsers.faults import LineError
from referee.parsers.notation.tokens import split_comment
from referee.play.recording import asking
from referee.play.recording.book import ROLLED, Book
from referee.play.recording.draft import Draft, PlayAnswers

KINDS = frozenset({"card", "resolve", "choices", "end", *asking.NO_CARD})
"""Lines that come of answers."""


class RecordedAnswer(NamedTuple):
    """One question or roll, and what a line has for it."""

    kind: InputKind
    asked: Ask | Roll
    value: Any
    unknown: bool = False
    """For dice: the line does not have them."""


class _Listening(Ledger):
    """A ledger that notes what it answers, in order."""

    heard: list[RecordedAnswer]
    taken: dict[Any, tuple[int, ...]]
    """The assumed dice of the line, by the address of the roll."""

    def answer(self, ask: Ask) -> Any:
        value = super().answer(ask)
        self.heard.append(RecordedAnswer(InputKind.ANSWER, ask, value))
        return value

    def more(self, ask: Ask, so_far: int) -> bool:
        value = super().more(ask, so_far)
        self.heard.append(RecordedAnswer(InputKind.MORE, ask, value))
        return value

    def dice(self, roll: Roll) -> tuple[int, ...]:
        try:
            value = super().dice(roll)
        except OpenQuestionSignal:
            value = self.taken[roll.address]
            self.heard.append(RecordedAnswer(InputKind.DICE, roll, value, unknown=True))
            return value
        self.heard.append(RecordedAnswer(InputKind.DICE, roll, value))
        return value


def heard(game: Game, action: Action) -> list[RecordedAnswer] | None:
    """The answers of the next line; None for an open choice.

    Dice that it leaves out are those that the referee takes it to have.
    """
    taken = {r.address: r.dice for r in game.push(copy.deepcopy(action)).rolls}
    game.pop()
    mark = game.journal.mark()
    table = _Listening(action, game.board, game.journal, Work())
    table.heard, table.taken = [], taken
    line = head_of(action)
    try:
        game.board.rules.procedures[line.kind](
            Play(game.board, game.journal, table, (LineCause(0),), side=action.side), line
        )
    except (OpenQuestionSignal, DeadEnd):
        return None
    finally:
        game.journal.undo_to(mark)
    return table.heard


def answered(book: Book, text: str, *, seed: int, always: bool) -> PlayAnswers | None:
    """The answers for the next line.

    None if they do not make exactly this line.

    ``seed`` is that of the dice that the referee rolls, ``always``: all of them.
    """
    try:
        action = book.read(text)
    except LineError:
        return None
    if action is None or action.kind not in KINDS:
        return None
    b = book.game.board
    if action.side in b.rules.guides and action.kind == "card":
        return None
    said = heard(book.game, action)
    if said is None or any(h.unknown for h in said):
        return None
    comment = split_comment(text)[1]
    rolled = ROLLED.findall(comment)
    dice = sum(len(h.value) for h in said if h.kind == InputKind.DICE)
    if rolled and not _all_rolled(rolled, dice, seed):
        return None
    given = _given(book, _line(action), said, rolled=bool(rolled), always=always)
    remark = ROLLED.sub("", comment).strip("; ")
    return PlayAnswers(_line(action), given, remark=remark) if given is not None else None


def _line(action: Action) -> LineHead:
    """The beginning of a line, before its questions."""
    if action.kind == "card":
        return LineHead("card", action.side, action.cards, action.reserves)
    kind = head_of(action).kind
    return LineHead(kind, action.side) if kind in asking.NO_CARD else LineHead(kind)


def _all_rolled(found: list[tuple[str, str, str]], dice: int, seed: int) -> bool:
    """Whether the referee rolled all dice of a line by this seed."""
    (of, first, last), *others = found
    return not others and int(of) == seed and int(last or first) - int(first) + 1 == dice


def _given(
    book: Book, line: LineHead, said: list[RecordedAnswer], *, rolled: bool, always: bool
) -> tuple[GivenAnswer, ...] | None:
    """The answers in a person's form.

    None if they lead to another line.
    """
    draft = Draft(book.game, line, book.names)
    for h in said:
        with draft.here() as out:
            asked = out.question
            if asked is None or asked.kind != h.kind:
                return None
            only = asked.only()
        if h.kind == InputKind.DICE:
            draft.give(GivenAnswer(tuple(h.value), rolled=len(h.value) if rolled else 0, itself=rolled and always))
        else:
            itself = only is not None and only.value == h.value
            led = itself and bool(draft.given) and draft.given[-1].passed
            goes_on = h.kind == InputKind.MORE and h.value and not itself
            draft.give(GivenAnswer(h.value, itself=itself, passed=goes_on or led))
    with draft.here() as out:
        written = out.line
    try:
        action = book.read(written) if written else None
    except LineError:
        return None
    again = heard(book.game, action) if action is not None else None
    same = again is not None and [(h.kind, h.value) for h in again] == [(h.kind, h.value) for h in said]
    return tuple(draft.given) if same else None
